import Documents
import FoundationEssentials
import GRDB
import StudioModel

/// What of `documents.sqlite` cannot be made again, and how the rest is looked at.
enum DocumentPlan {
  static let plan = DatabasePlan(
    migrator: DocumentSchema.migrator,
    tables: [
      DatabasePlan.Table(
        name: "document", summed: DocumentRow.summed, names: (["collection", "id"], "sqlite_autoindex_document_1"),
        isGood: { values in
          do throws(DocumentStoreError) { _ = try DocumentRow(values).document() } catch { return false }
          return true
        })
    ], fault: fault, orderFault: orderFault, order: order, missing: missing)

  /// Each document can be read, and all that were written are there.
  private static func fault(_ db: Database) throws -> String? {
    var found: (rows: Int64, sum: Int64) = (0, 0)
    let rows = try Row.fetchCursor(db, sql: "SELECT \(DocumentRow.columns) FROM document d NOT INDEXED")
    while let row = try rows.next() {
      let values = Array(row.databaseValues)
      let sum = Int64.fromDatabaseValue(values[6])
      found = (found.rows + 1, found.sum ^ (sum ?? 0))
      // Those that have a sum were compared with it.
      if sum == nil {
        do throws(DocumentStoreError) { _ = try DocumentRow(values).document() } catch { return error.detail }
      }
    }
    guard let tally = try tally(db) else { return "how many documents there are was lost" }
    guard tally != found else { return nil }
    return tally.rows == found.rows
      ? "a document is another one than was written last"
      : "\(found.rows) documents are there, and \(tally.rows) were written"
  }

  private static func tally(_ db: Database) throws -> (rows: Int64, sum: Int64)? {
    guard let row = try Row.fetchOne(db, sql: "SELECT rows, sum FROM tally"),
      let rows = Int64.fromDatabaseValue(row[0]),
      let sum = Int64.fromDatabaseValue(row[1])
    else { return nil }
    return (rows, sum)
  }

  /// What the old one had and neither the new one nor what is known to be lost has, by its own count.
  private static func missing(_ old: Database, _ new: Database, _ lost: Int) throws -> String? {
    guard try old.tableExists("tally"), let before = try tally(old), let after = try tally(new) else { return nil }
    let count = before.rows - after.rows - Int64(lost)
    if count > 0, count < 1 << 32 { return "by its own count \(count) more documents were there" }
    // One bit of the sum itself is no document's.
    guard count == 0, lost == 0, (before.sum ^ after.sum).nonzeroBitCount > 1 else { return nil }
    return "at least one document is older than what was written last"
  }

  // MARK: What orders them

  /// Whether what orders documents says what they say, and the clock what was written.
  private static func orderFault(_ db: Database) throws -> String? {
    if let row = try Row.fetchOne(db, sql: "SELECT time, sum FROM clock") {
      guard let time = Int64.fromDatabaseValue(row[0]) else { return "when the last commit was" }
      if let sum = Int64.fromDatabaseValue(row[1]), sum != clockSum(time) { return "when the last commit was" }
    } else {
      return "when the last commit was"
    }
    var indexes: [String: [DocumentIndex]] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT number, collection, field FROM sorted") {
      guard let number = Int64.fromDatabaseValue(row[0]), let collection = String.fromDatabaseValue(row[1]),
        let field = String.fromDatabaseValue(row[2]).flatMap({ DocumentFieldPath(text: $0) })
      else { return "what orders documents" }
      indexes[collection, default: []].append(DocumentIndex(number: number, field: field))
    }
    var wanted: (rows: Int, sum: Int64) = (0, 0)
    for collection in indexes.keys.sorted() {
      let rows = try Row.fetchCursor(
        db, sql: "SELECT \(DocumentRow.columns) FROM document d WHERE collection = ?", arguments: [collection])
      while let row = try rows.next() {
        let found = DocumentRow(row)
        let fields = try found.document().fields
        for index in indexes[collection] ?? [] {
          guard let value = fields[index.field] else { continue }
          wanted.rows += 1
          wanted.sum ^= entrySum(
            [
              index.number.databaseValue, Data(value.orderedBytes).databaseValue, found.id.databaseValue,
              found.key.databaseValue,
            ])
        }
      }
    }
    var there: (rows: Int, sum: Int64) = (0, 0)
    let entries = try Row.fetchCursor(db, sql: "SELECT sorted, value, id, document FROM entry")
    while let entry = try entries.next() {
      there.rows += 1
      there.sum ^= entrySum(Array(entry.databaseValues))
    }
    return there == wanted ? nil : "what orders documents"
  }

  private static func entrySum(_ values: [DatabaseValue]) -> Int64 { RowSum(of: "entry", values).value }

  static func clockSum(_ time: Int64) -> Int64 { RowSum(of: "clock", [time.databaseValue]).value }

  /// Forgets what orders them: it is made again when it is asked for. The next commit is later than any document.
  private static func order(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM entry; DELETE FROM sorted; DELETE FROM clock")
    let last = try Int64.fetchOne(db, sql: "SELECT max(updateTime) FROM document") ?? 0
    try db.execute(sql: "INSERT INTO clock (time, sum) VALUES (?, ?)", arguments: [last, clockSum(last)])
  }
}
