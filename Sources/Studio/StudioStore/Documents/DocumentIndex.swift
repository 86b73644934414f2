import Documents
import FoundationEssentials
import GRDB

/// One field of one collection, whose values are kept in order.
struct DocumentIndex {
  let number: Int64
  let field: DocumentFieldPath

  static func number(_ db: Database, _ collection: DocumentCollection, _ field: DocumentFieldPath) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM sorted WHERE collection = ? AND field = ?"),
      arguments: [collection.description, field.description])
  }

  static func all(_ db: Database, _ collection: DocumentCollection) throws -> [DocumentIndex] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT number, field FROM sorted WHERE collection = ?"),
      arguments: [collection.description]
    ).compactMap { row in
      DocumentFieldPath(text: row[1]).map { DocumentIndex(number: row[0], field: $0) }
    }
  }

  /// Reads all of the collection once; nothing where it is kept in order already.
  static func add(_ db: Database, _ collection: DocumentCollection, _ field: DocumentFieldPath) throws {
    guard try number(db, collection, field) == nil else { return }
    try db.execute(
      sql: "INSERT INTO sorted (collection, field) VALUES (?, ?)",
      arguments: [collection.description, field.description])
    let index = DocumentIndex(number: db.lastInsertedRowID, field: field)
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(DocumentRow.columns) FROM document d WHERE collection = ?",
      arguments: [collection.description])
    while let row = try rows.next() {
      let found = DocumentRow(row)
      try index.insert(db, try found.document().fields, id: found.id, key: found.key)
    }
  }

  func insert(_ db: Database, _ fields: DocumentFields, id: String, key: Int64) throws {
    guard let value = fields[field] else { return }
    try db.cachedStatement(sql: "INSERT INTO entry (sorted, value, id, document) VALUES (?, ?, ?, ?)").execute(
      arguments: [number, Data(value.orderedBytes), id, key])
  }
}
