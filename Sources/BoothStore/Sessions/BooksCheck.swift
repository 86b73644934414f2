import BoothCore
import GRDB

/// What every owner's start asks of the books before anything is taken from them: that SQLite finds its pages in order,
/// and that each row can be read.
enum BooksCheck {
  /// Pages, and that every index says what its table says: a row that its index has lost is found by nobody.
  static func checkPages(_ db: Database, _ path: String) throws {
    let said: DatabaseValue? = try Row.fetchOne(db, sql: "PRAGMA integrity_check(1)")?[0]
    if case .string("ok") = said?.storage { return }
    var words = "it cannot be checked"
    if case .string(let text) = said?.storage { words = text.printable(limit: 200) }
    throw StoreError(.damaged, subject: path, detail: "the database is damaged: \(words)\(StoreError.damageAdvice)")
  }

  /// Reads every row once, as the booth would; one after the other, so that no night is in memory as a whole.
  static func readAll(_ db: Database) throws {
    var sessions: Set<String> = []
    var plans = DecodedPlans()
    try each(SessionRecord.table, "rowid AS place, *", db) { row in
      // A number that SQLite gives; the order of sessions.
      _ = try row.integer("place", KeptBounds.number)
      sessions.insert(try SessionRecord(row, &plans).id.text)
    }
    func checkSession(_ row: BookRow) throws {
      guard case .string(let id)? = (row.row["session"] as DatabaseValue?)?.storage, sessions.contains(id) else {
        throw row.damage("session", expected: "a session that is in the books")
      }
    }
    try each(AssetEntry.table, "*", db) { row in
      _ = try AssetEntry(row)
      try checkSession(row)
    }
    try each(Job.table, "*", db) { row in
      _ = try Job(row)
      try checkSession(row)
    }
    try each(Decision.table, "*", db) { row in
      _ = try Decision(row)
      try checkSession(row)
    }
    try each("setting", "*", db) { row in
      _ = try row.text("key")
      _ = try row.text("value")
    }
  }

  private static func each(
    _ table: String, _ columns: String, _ db: Database, _ body: (BookRow) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table)")
    while let row = try rows.next() { try body(BookRow(table, row)) }
  }
}
