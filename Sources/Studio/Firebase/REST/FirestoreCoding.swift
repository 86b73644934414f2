import Documents
import StudioModel

/// Questions and writes in Firestore's JSON (`google.firestore.v1`).
struct FirestoreCoding {
  let values: DocumentJSONCoding

  // MARK: Questions

  /// `StructuredQuery`. The order ends with the name, so that pages have no gap where values are equal.
  func json(_ query: DocumentQuery) -> DocumentJSON {
    var members: [(String, DocumentJSON)] = [
      ("from", .array([.members([("collectionId", .string(query.collection.segments.last ?? ""))])]))
    ]
    let filters = query.filters.map(json)
    if filters.count == 1 { members.append(("where", filters[0])) }
    if filters.count > 1 {
      members.append(
        ("where", .members([("compositeFilter", .members([("op", .string("AND")), ("filters", .array(filters))]))])))
    }
    let orders =
      query.orders.map { order($0.field.description, $0.direction) } + [order("__name__", query.nameDirection)]
    members.append(("orderBy", .array(orders)))
    if let after = query.after {
      let name = "\(query.collection)/\(after.id)"
      let place = after.values.map(values.json) + [.members([("referenceValue", .string(values.root + name))])]
      members.append(("startAt", .members([("values", .array(place)), ("before", .bool(false))])))
    }
    members.append(("limit", .number(String(query.limit))))
    return .members([("structuredQuery", .members(members))])
  }

  private func order(_ field: String, _ direction: DocumentQuery.Direction) -> DocumentJSON {
    let word =
      switch direction {
      case .ascending: "ASCENDING"
      case .descending: "DESCENDING"
      }
    return .members([("field", Self.field(field)), ("direction", .string(word))])
  }

  /// Null and NaN are asked for by an operator of their own.
  private func json(_ filter: DocumentQuery.Filter) -> DocumentJSON {
    let field = Self.field(filter.field.description)
    let unary: String? =
      switch filter.value {
      case .null: "IS_NULL"
      case .double(let number) where number.isNaN: "IS_NAN"
      case .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .map: nil
      }
    if let unary { return .members([("unaryFilter", .members([("op", .string(unary)), ("field", field)]))]) }
    return .members([
      (
        "fieldFilter",
        .members([("field", field), ("op", .string("EQUAL")), ("value", values.json(filter.value))])
      )
    ])
  }

  private static func field(_ path: String) -> DocumentJSON { .members([("fieldPath", .string(path))]) }

  // MARK: Answers

  /// The documents in what `runQuery` answers; other lines of it tell of progress.
  func found(_ answer: DocumentJSON) throws(DocumentValueFault) -> [StoredDocument] {
    guard let lines = answer.elements else { throw DocumentValueFault("the answer of a query is an array") }
    var documents: [StoredDocument] = []
    for line in lines { if let document = line["document"] { documents.append(try values.document(document)) } }
    return documents
  }

  /// When a query was answered, by Firestore's clock.
  func readTime(_ answer: DocumentJSON) -> DocumentTimestamp? {
    answer.elements?.lazy.compactMap { $0["readTime"]?.text }.first.flatMap { DocumentTimestamp($0) }
  }

  /// What `batchGet` answers, in any order.
  func looked(_ answer: DocumentJSON) throws(DocumentValueFault) -> [DocumentPath: StoredDocument?] {
    guard let lines = answer.elements else { throw DocumentValueFault("the answer of a look is an array") }
    var found: [DocumentPath: StoredDocument?] = [:]
    for line in lines {
      if let there = line["found"] {
        let document = try values.document(there)
        found[document.path] = .some(document)
      } else if let name = line["missing"]?.text {
        found[try values.path(name: name)] = .some(nil)
      }
    }
    return found
  }

  /// What `commit` answers to so many writes.
  func committed(_ answer: DocumentJSON, _ writes: [DocumentWrite]) throws(DocumentValueFault) -> DocumentCommit {
    guard let time = answer["commitTime"]?.text.flatMap({ DocumentTimestamp($0) }) else {
      let start = String(decoding: answer.bytes.prefix(300), as: UTF8.self)
      throw DocumentValueFault("expected the answer of a commit with its commitTime, found \(start)")
    }
    let results = answer["writeResults"]?.elements ?? []
    guard results.count == writes.count else {
      throw DocumentValueFault("\(results.count) results came for \(writes.count) writes")
    }
    let times = zip(results, writes).map { result, write -> DocumentTimestamp? in
      if write.action == .delete { return nil }
      return result["updateTime"]?.text.flatMap { DocumentTimestamp($0) } ?? time
    }
    return DocumentCommit(time: time, updateTimes: times)
  }
}
