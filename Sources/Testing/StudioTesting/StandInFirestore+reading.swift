import Documents
import StudioModel

/// What Firestore would not take, in words.
struct UnlikeFault: Error, CustomStringConvertible {
  var description: String

  init(_ words: String) { description = words }
}

/// Firestore's JSON as a server reads it, written apart from what our client writes.
extension StandInFirestore {
  private static func known(_ json: DocumentJSON, _ names: Set<String>) throws {
    for member in json.members ?? [] where !names.contains(member.name) {
      throw UnlikeFault("Invalid JSON payload received. Unknown name \"\(member.name)\"")
    }
  }

  private static func field(_ json: DocumentJSON?) throws -> DocumentFieldPath {
    guard let text = json?["fieldPath"]?.text, let path = DocumentFieldPath(text: text) else {
      throw UnlikeFault("Invalid property path")
    }
    return path
  }

  static func runQuery(
    _ body: DocumentJSON, below parent: [String], _ table: DocumentTable, _ coding: DocumentJSONCoding
  ) throws -> DocumentJSON {
    guard let wanted = body["structuredQuery"] else { throw UnlikeFault("query is missing") }
    try known(wanted, ["from", "where", "orderBy", "startAt", "limit"])
    guard let from = wanted["from"]?.elements, from.count == 1, let name = from[0]["collectionId"]?.text else {
      throw UnlikeFault("one collection is expected")
    }
    var query = DocumentQuery(try DocumentCollection(segments: parent + [name]))
    query.filters = try wanted["where"].map { try filters($0, coding) } ?? []
    query.limit = wanted["limit"]?.integer.map { Int($0) } ?? 1000
    var orders = try (wanted["orderBy"]?.elements ?? []).map { order -> (String, DocumentQuery.Order) in
      try known(order, ["field", "direction"])
      guard let direction = order["direction"]?.text, let text = order["field"]?["fieldPath"]?.text else {
        throw UnlikeFault("an order has a field and a direction")
      }
      let path = try text == "__name__" ? DocumentFieldPath(field: text) : field(order["field"])
      return (text, DocumentQuery.Order(path, direction == "DESCENDING" ? .descending : .ascending))
    }
    guard let last = orders.popLast(), last.0 == "__name__" else {
      throw UnlikeFault("pages without an order by __name__ have gaps")
    }
    query.orders = orders.map(\.1)
    guard query.nameDirection == last.1.direction else {
      throw DocumentStoreError(.invalid, subject: "query", detail: "The query requires an index of its own.")
    }
    query.after = try wanted["startAt"].map { try cursor($0, query, coding) }
    let found = try table.page(query).documents
    let time = DocumentJSON.string(table.time.description)
    // A line that tells of progress may stand before the documents, and one stands alone where there are none.
    return .array(
      [.members([("readTime", time)])]
        + found.map { .members([("document", coding.json($0)), ("readTime", time)]) })
  }

  private static func cursor(
    _ json: DocumentJSON, _ query: DocumentQuery, _ coding: DocumentJSONCoding
  ) throws -> DocumentQuery.Cursor {
    guard let values = json["values"]?.elements, json["before"] == .bool(false) else { throw UnlikeFault("no cursor") }
    guard case .reference(let path)? = try values.last.map(coding.value), path.collection == query.collection else {
      throw UnlikeFault("a cursor's name is a reference to a document of the collection")
    }
    return DocumentQuery.Cursor(values: try values.dropLast().map(coding.value), id: path.id)
  }

  private static func filters(_ json: DocumentJSON, _ coding: DocumentJSONCoding) throws -> [DocumentQuery.Filter] {
    if let composite = json["compositeFilter"] {
      guard composite["op"]?.text == "AND", let filters = composite["filters"]?.elements, filters.count > 1 else {
        throw UnlikeFault("a composite filter has AND and several filters")
      }
      return try filters.flatMap { try self.filters($0, coding) }
    }
    if let unary = json["unaryFilter"] {
      let value: DocumentValue =
        switch unary["op"]?.text {
        case "IS_NULL": .null
        case "IS_NAN": .double(.nan)
        default: throw UnlikeFault("unknown operator")
        }
      return [.init(try field(unary["field"]), is: value)]
    }
    guard let filter = json["fieldFilter"], filter["op"]?.text == "EQUAL", let found = filter["value"] else {
      throw UnlikeFault("unknown filter")
    }
    let value = try coding.value(found)
    if value == .null || value == .double(.nan) { throw UnlikeFault("Null and NaN are asked for by unary filters") }
    return [.init(try field(filter["field"]), is: value)]
  }

  /// In another order than they were asked for, as Firestore may.
  static func batchGet(
    _ body: DocumentJSON, _ table: DocumentTable, _ coding: DocumentJSONCoding
  ) throws -> DocumentJSON {
    let names = (body["documents"]?.elements ?? []).compactMap(\.text)
    return .array(
      try names.reversed().map { name in
        let found = table[try coding.path(name: name)].map { ("found", coding.json($0)) }
        return .members([found ?? ("missing", .string(name)), ("readTime", .string(table.time.description))])
      })
  }

  static func write(_ json: DocumentJSON, _ coding: DocumentJSONCoding) throws -> DocumentWrite {
    try known(json, ["update", "delete", "updateMask", "updateTransforms", "currentDocument"])
    var precondition = DocumentWrite.Precondition.none
    if let current = json["currentDocument"] {
      if let exists = current["exists"] { precondition = exists == .bool(true) ? .exists : .doesNotExist }
      if let text = current["updateTime"]?.text {
        guard let time = DocumentTimestamp(text) else { throw UnlikeFault("no time") }
        precondition = .updateTime(time)
      }
    }
    if let name = json["delete"]?.text { return .delete(try coding.path(name: name), if: precondition) }
    guard let update = json["update"], let name = update["name"]?.text else {
      throw UnlikeFault("a write has an operation")
    }
    let fields = try coding.fields(update["fields"] ?? .object([]))
    let times = try (json["updateTransforms"]?.elements ?? []).map { transform in
      guard transform["setToServerValue"]?.text == "REQUEST_TIME" else { throw UnlikeFault("unknown transform") }
      return try field(transform)
    }
    var action = DocumentWrite.Action.set(fields)
    if let mask = json["updateMask"] {
      let names = try (mask["fieldPaths"]?.elements ?? []).map { try field(.members([("fieldPath", $0)])) }
      action = .merge(fields, naming: names)
    }
    return DocumentWrite(try coding.path(name: name), action, if: precondition, serverTimes: times)
  }
}
