import FoundationEssentials

/// Firestore's JSON of values (`google.firestore.v1.Value`), both ways.
///
/// What is read may come from anybody, so everything that is not as it should be is a fault that says where.
public struct DocumentJSONCoding: Sendable {
  /// Before the path of each document: `projects/p/databases/(default)/documents/` at Firestore, nothing in a file of ours.
  public let root: String

  /// Takes the root as it is.
  public init(root: String = "") { self.root = root }

  // MARK: Writing

  /// The value as JSON.
  public func json(_ value: DocumentValue) -> DocumentJSON {
    switch value {
    case .null: .members([("nullValue", .null)])
    case .boolean(let value): .members([("booleanValue", .bool(value))])
    case .integer(let number): .members([("integerValue", .string(String(number)))])
    case .double(let number): .members([("doubleValue", Self.json(number))])
    case .timestamp(let time): .members([("timestampValue", .string(time.description))])
    case .string(let text): .members([("stringValue", .string(text))])
    case .bytes(let bytes): .members([("bytesValue", .string(Data(bytes).base64EncodedString()))])
    case .reference(let path): .members([("referenceValue", .string(name(of: path)))])
    case .geoPoint(let latitude, let longitude):
      .members([
        ("geoPointValue", .members([("latitude", Self.json(latitude)), ("longitude", Self.json(longitude))]))
      ])
    case .array(let values):
      .members([("arrayValue", .members(values.isEmpty ? [] : [("values", .array(values.map(json)))]))])
    case .map(let fields):
      .members([("mapValue", .members(fields.isEmpty ? [] : [("fields", json(fields))]))])
    }
  }

  /// The fields as an object.
  public func json(_ fields: DocumentFields) -> DocumentJSON { .members(fields.map { ($0.name, json($0.value)) }) }

  /// The document's name with the root.
  public func name(of path: DocumentPath) -> String { root + path.description }

  private static func json(_ number: Double) -> DocumentJSON {
    if number.isNaN { return .string("NaN") }
    if number.isInfinite { return .string(number < 0 ? "-Infinity" : "Infinity") }
    return .number("\(number)")
  }

  // MARK: Reading

  /// The reverse of ``json(_:)-(DocumentValue)``.
  /// - Throws: ``DocumentValueFault``.
  public func value(_ json: DocumentJSON) throws(DocumentValueFault) -> DocumentValue {
    guard let members = json.members, members.count == 1, let member = members.first else {
      throw DocumentValueFault("a value has one member that says its kind")
    }
    let found = member.value
    let value: DocumentValue? =
      switch member.name {
      case "nullValue": .null
      case "booleanValue": if case .bool(let value) = found { .boolean(value) } else { nil }
      case "integerValue": found.integer.map(DocumentValue.integer)
      case "doubleValue": Self.double(found).map(DocumentValue.double)
      case "timestampValue": found.text.flatMap { DocumentTimestamp($0) }.map(DocumentValue.timestamp)
      case "stringValue": found.text.map(DocumentValue.string)
      case "bytesValue": found.text.flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
      case "referenceValue":
        try found.text.map { (text) throws(DocumentValueFault) in .reference(try path(name: text)) }
      case "geoPointValue": Self.point(found)
      case "arrayValue": try array(found)
      case "mapValue": .map(try fields(found["fields"] ?? .object([])))
      default: nil
      }
    guard let value else { throw DocumentValueFault("what says that it is a \(member.name) is none") }
    return value
  }

  /// The reverse of ``json(_:)-(DocumentFields)``.
  /// - Throws: ``DocumentValueFault``.
  public func fields(_ json: DocumentJSON) throws(DocumentValueFault) -> DocumentFields {
    guard let members = json.members else { throw DocumentValueFault("fields are an object") }
    var fields: [(String, DocumentValue)] = []
    for member in members { fields.append((member.name, try value(member.value))) }
    return DocumentFields(fields)
  }

  /// The reverse of ``name(of:)``.
  /// - Throws: ``DocumentValueFault``.
  public func path(name: String) throws(DocumentValueFault) -> DocumentPath {
    guard name.utf8.starts(with: root.utf8) else { throw DocumentValueFault("a document's name is of another project") }
    do throws(DocumentStoreError) {
      return try DocumentPath(String(decoding: name.utf8.dropFirst(root.utf8.count), as: UTF8.self))
    } catch { throw DocumentValueFault("a document's name is none: \(error.detail)") }
  }

  /// `google.firestore.v1.Document`.
  /// - Throws: ``DocumentValueFault``.
  public func document(_ json: DocumentJSON) throws(DocumentValueFault) -> StoredDocument {
    guard let name = json["name"]?.text, let created = json["createTime"]?.text.flatMap({ DocumentTimestamp($0) }),
      let updated = json["updateTime"]?.text.flatMap({ DocumentTimestamp($0) })
    else { throw DocumentValueFault("a document has name, createTime and updateTime") }
    return StoredDocument(
      path: try path(name: name), fields: try fields(json["fields"] ?? .object([])), createTime: created,
      updateTime: updated)
  }

  /// The reverse of ``document(_:)``.
  public func json(_ document: StoredDocument) -> DocumentJSON {
    .members([
      ("name", .string(name(of: document.path))), ("fields", json(document.fields)),
      ("createTime", .string(document.createTime.description)),
      ("updateTime", .string(document.updateTime.description)),
    ])
  }

  private static func double(_ json: DocumentJSON) -> Double? {
    switch json {
    case .number(let digits): Double(digits)
    case .string("NaN"): .nan
    case .string("Infinity"): .infinity
    case .string("-Infinity"): -.infinity
    case .string(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
    case .null, .bool, .array, .object: nil
    }
  }

  /// Protobuf leaves a zero out.
  private static func point(_ json: DocumentJSON) -> DocumentValue? {
    guard json.members != nil, let latitude = double(json["latitude"] ?? .number("0")),
      let longitude = double(json["longitude"] ?? .number("0"))
    else { return nil }
    return .geoPoint(latitude: latitude, longitude: longitude)
  }

  private func array(_ json: DocumentJSON) throws(DocumentValueFault) -> DocumentValue? {
    guard json.members != nil else { return nil }
    guard let found = json["values"] else { return .array([]) }
    guard let elements = found.elements else { return nil }
    var values: [DocumentValue] = []
    for element in elements { values.append(try value(element)) }
    return .array(values)
  }
}

/// Why JSON is no value of a document.
public struct DocumentValueFault: Error, Sendable, Equatable {
  /// What was expected.
  public var words: String
  public init(_ words: String) { self.words = words }
}
