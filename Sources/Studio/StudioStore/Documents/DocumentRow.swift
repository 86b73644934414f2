import Documents
import GRDB
import StudioModel

/// A row of the table `document`.
struct DocumentRow: Sendable {
  let key: Int64
  let collection: String
  let id: String
  let fields: String
  let createTime: Int64
  let updateTime: Int64
  /// Of what was written; nil for what a version before sums has written.
  private let sum: Int64?
  /// Whether each value is of its kind.
  private let isWhole: Bool

  private static let coding = DocumentJSONCoding()
  static let columns = "d.key, d.collection, d.id, d.fields, d.createTime, d.updateTime, d.sum"
  /// The columns that are summed, in that order.
  static let summed = ["collection", "id", "fields", "createTime", "updateTime"]

  init(_ row: Row) { self.init(Array(row.databaseValues)) }

  /// - Parameter values: of ``columns``, in their order.
  init(_ values: [DatabaseValue]) {
    // What is damaged may be of any kind.
    func text(_ place: Int) -> String? { place < values.count ? String.fromDatabaseValue(values[place]) : nil }
    func number(_ place: Int) -> Int64? { place < values.count ? Int64.fromDatabaseValue(values[place]) : nil }
    let texts = (text(1), text(2), text(3))
    let times = (number(4), number(5))
    isWhole = texts.0 != nil && texts.1 != nil && texts.2 != nil && times.0 != nil && times.1 != nil
    key = number(0) ?? 0
    collection = texts.0 ?? ""
    id = texts.1 ?? ""
    fields = texts.2 ?? ""
    createTime = times.0 ?? 0
    updateTime = times.1 ?? 0
    sum = number(6)
  }

  private static func sum(
    _ collection: String, _ id: String, _ fields: String, _ createTime: Int64, _ updateTime: Int64
  ) -> Int64 {
    RowSum(
      of: "document",
      [
        collection.databaseValue, id.databaseValue, fields.databaseValue, createTime.databaseValue,
        updateTime.databaseValue,
      ]
    ).value
  }

  /// - Throws: `damaged` for what this program has not written.
  func document() throws(DocumentStoreError) -> StoredDocument {
    do {
      guard isWhole, sum.map({ $0 == Self.sum(collection, id, fields, createTime, updateTime) }) ?? true else {
        throw StudioDatabase.DamagedFault(words: "what is there was not written so")
      }
      return StoredDocument(
        path: try DocumentPath(try DocumentCollection(collection), id),
        fields: try Self.coding.fields(DocumentJSON(bytes: Array(fields.utf8))),
        createTime: DocumentTimestamp(microseconds: createTime),
        updateTime: DocumentTimestamp(microseconds: updateTime))
    } catch {
      let words = (error as? StudioDatabase.DamagedFault)?.words ?? "\(error)"
      throw DocumentStoreError(
        .damaged, subject: "\(collection)/\(id)", detail: "\(StudioDatabase.DamagedFault.sign) (\(words))")
    }
  }

  static func fetch(_ db: Database, _ path: DocumentPath) throws -> DocumentRow? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM document d WHERE collection = ? AND id = ?")
    return try Row.fetchOne(statement, arguments: [path.collection.description, path.id]).map(DocumentRow.init)
  }

  /// All of a collection, in no order.
  static func fetchAll(_ db: Database, _ collection: DocumentCollection) throws -> [DocumentRow] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM document d WHERE collection = ?")
    return try Row.fetchAll(statement, arguments: [collection.description]).map(DocumentRow.init)
  }

  /// Makes what is there what is to be there, and keeps its place in each order.
  static func replace(
    _ db: Database, _ found: DocumentRow?, by document: StoredDocument?, _ indexes: [DocumentIndex]
  ) throws {
    // A write that changes nothing keeps the version.
    if let found, let document, found.updateTime == document.updateTime.microseconds { return }
    if let found {
      try db.cachedStatement(sql: "DELETE FROM entry WHERE document = ?").execute(arguments: [found.key])
    }
    guard let document else {
      if let found { try db.cachedStatement(sql: "DELETE FROM document WHERE key = ?").execute(arguments: [found.key]) }
      return
    }
    let fields = String(decoding: coding.json(document.fields).bytes, as: UTF8.self)
    let sum = sum(
      document.path.collection.description, document.path.id, fields, document.createTime.microseconds,
      document.updateTime.microseconds)
    let key: Int64
    if let found {
      key = found.key
      try db.cachedStatement(
        sql: "UPDATE document SET fields = ?, createTime = ?, updateTime = ?, sum = ? WHERE key = ?"
      )
      .execute(
        arguments: [fields, document.createTime.microseconds, document.updateTime.microseconds, sum, key])
    } else {
      try db.cachedStatement(
        sql: "INSERT INTO document (collection, id, fields, createTime, updateTime, sum) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(
        arguments: [
          document.path.collection.description, document.path.id, fields, document.createTime.microseconds,
          document.updateTime.microseconds, sum,
        ])
      key = db.lastInsertedRowID
    }
    for index in indexes { try index.insert(db, document.fields, id: document.path.id, key: key) }
  }
}
