import GRDB
import StudioRules

/// A row of the table `document`.
struct DocumentRow: Sendable {
  let key: Int64
  let collection: String
  let id: String
  let fields: String
  let createTime: Int64
  let updateTime: Int64

  private static let coding = DocumentJSONCoding()
  static let columns = "d.key, d.collection, d.id, d.fields, d.createTime, d.updateTime"

  init(_ row: Row) {
    key = row[0]
    collection = row[1]
    id = row[2]
    fields = row[3]
    createTime = row[4]
    updateTime = row[5]
  }

  /// - Throws: `unavailable` for what this program has not written.
  func document() throws(DocumentStoreError) -> StoredDocument {
    let path = try DocumentPath(try DocumentCollection(collection), id)
    do {
      return StoredDocument(
        path: path, fields: try Self.coding.fields(DocumentJSON(bytes: Array(fields.utf8))),
        createTime: DocumentTimestamp(microseconds: createTime),
        updateTime: DocumentTimestamp(microseconds: updateTime))
    } catch {
      throw DocumentStoreError(
        .unavailable, subject: "\(path)", detail: "the database's copy of it is damaged: \(error)")
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
    let key: Int64
    if let found {
      key = found.key
      try db.cachedStatement(sql: "UPDATE document SET fields = ?, createTime = ?, updateTime = ? WHERE key = ?")
        .execute(
          arguments: [fields, document.createTime.microseconds, document.updateTime.microseconds, key])
    } else {
      try db.cachedStatement(
        sql: "INSERT INTO document (collection, id, fields, createTime, updateTime) VALUES (?, ?, ?, ?, ?)"
      ).execute(
        arguments: [
          document.path.collection.description, document.path.id, fields, document.createTime.microseconds,
          document.updateTime.microseconds,
        ])
      key = db.lastInsertedRowID
    }
    for index in indexes { try index.insert(db, document.fields, id: document.path.id, key: key) }
  }
}
