/// A document as a store has it.
public struct StoredDocument: Sendable, Equatable {
  /// Where.
  public var path: DocumentPath
  /// What is in it.
  public var fields: DocumentFields
  /// When it was made, by the store's clock.
  public var createTime: DocumentTimestamp
  /// When it was last changed, by the store's clock: its version. A write that changes nothing leaves it.
  public var updateTime: DocumentTimestamp

  public init(
    path: DocumentPath, fields: DocumentFields, createTime: DocumentTimestamp, updateTime: DocumentTimestamp
  ) {
    self.path = path
    self.fields = fields
    self.createTime = createTime
    self.updateTime = updateTime
  }
}

/// How large documents may be, and what may be in them.
public enum DocumentLimits {
  /// The largest document, in bytes as Firestore counts them ("Storage size calculations"): 1 MiB.
  public static let documentBytes = 1 << 20
  /// The most writes that are made together.
  public static let writes = 500
  /// What the documents of writes that are made together may have, in bytes as Firestore counts them: a request has at most
  /// 10 MiB ("Usage and limits"), and JSON needs more than what is counted.
  public static let batchBytes = 4 << 20
  /// How deep maps and arrays may lie in each other.
  public static let depth = 20
  /// The most documents of one page.
  public static let page = 1000

  /// What a document takes: 32 bytes, its name, and each field's name and value.
  public static func size(_ path: DocumentPath, _ fields: DocumentFields) -> Int { 32 + size(path) + size(fields) }

  private static func size(_ path: DocumentPath) -> Int {
    path.segments.reduce(16) { $0 + $1.utf8.count + 1 }
  }

  private static func size(_ fields: DocumentFields) -> Int {
    fields.all.reduce(0) { $0 + $1.name.utf8.count + 1 + size($1.value) }
  }

  private static func size(_ value: DocumentValue) -> Int {
    switch value {
    case .null, .boolean: 1
    case .integer, .double, .timestamp: 8
    case .geoPoint: 16
    case .string(let text): text.utf8.count + 1
    case .bytes(let bytes): bytes.count
    case .reference(let path): size(path)
    case .array(let values): values.reduce(0) { $0 + size($1) }
    case .map(let fields): size(fields)
    }
  }

  /// - Throws: `tooLarge`, or `invalid` in words.
  static func check(_ path: DocumentPath, _ fields: DocumentFields) throws(DocumentStoreError) {
    try check(fields, path, depth: 1)
    let size = size(path, fields)
    guard size <= documentBytes else {
      throw DocumentStoreError(
        .tooLarge, subject: "\(path)", detail: "the document has \(size) bytes; at most \(documentBytes) are allowed")
    }
  }

  private static func check(
    _ fields: DocumentFields, _ path: DocumentPath, depth: Int
  ) throws(DocumentStoreError) {
    for field in fields.all {
      try check(name: field.name, path)
      try check(field.value, field.name, path, depth: depth, inArray: false)
    }
  }

  static func check(name: String, _ path: DocumentPath) throws(DocumentStoreError) {
    let fault: String? =
      if name.isEmpty {
        "a field has no name"
      } else if name.isReserved {
        "the field \(name.shownInError) is named as only Firestore's own may be, with two underscores at both ends"
      } else if name.utf8.count > DocumentPath.longestSegment {
        "a field's name has \(name.utf8.count) bytes; at most \(DocumentPath.longestSegment) are allowed"
      } else {
        nil
      }
    if let fault { throw DocumentStoreError(.invalid, subject: "\(path)", detail: fault) }
  }

  private static func check(
    _ value: DocumentValue, _ name: String, _ path: DocumentPath, depth: Int, inArray: Bool
  ) throws(DocumentStoreError) {
    func refuse(_ words: String) -> DocumentStoreError {
      DocumentStoreError(.invalid, subject: "\(path)", detail: "the field \(name.shownInError) \(words)")
    }
    switch value {
    case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference: break
    case .geoPoint(let latitude, let longitude):
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
        throw refuse("holds \(latitude), \(longitude); a point has -90 to 90 and -180 to 180 degrees")
      }
    case .array(let values):
      guard depth < self.depth else { throw refuse("is more than \(self.depth) deep") }
      guard !inArray else { throw refuse("holds an array in an array; put a map between them") }
      for value in values { try check(value, name, path, depth: depth + 1, inArray: true) }
    case .map(let fields):
      guard depth < self.depth else { throw refuse("is more than \(self.depth) deep") }
      try check(fields, path, depth: depth + 1)
    }
  }
}

extension DocumentFields {
  /// As stores keep them: moments without parts of a microsecond.
  public var kept: DocumentFields { DocumentFields(lazy.map { ($0.name, $0.value.kept) }) }
}

extension DocumentValue {
  /// As stores keep it.
  var kept: DocumentValue {
    switch self {
    case .null, .boolean, .integer, .double, .string, .bytes, .reference, .geoPoint: self
    case .timestamp(let time): .timestamp(time.kept)
    case .array(let values): .array(values.map(\.kept))
    case .map(let fields): .map(fields.kept)
    }
  }
}
