import BoothCore
import BoothVault
import GRDB

/// What every owner's start asks of the database before anything is taken from them: that SQLite finds its pages in order,
/// and that each row can be read.
enum DatabaseCheck {
  /// Pages, and that every index says what its table says: a row that its index has lost is not found.
  static func checkPages(_ db: Database, _ path: String) throws {
    let said: DatabaseValue? = try Row.fetchOne(db, sql: "PRAGMA integrity_check(1)")?[0]
    if case .string("ok") = said?.storage { return }
    var words = "it cannot be checked"
    if case .string(let text) = said?.storage { words = text.printable(limit: 200) }
    throw StoreError(.damaged, subject: path, detail: "the database is damaged: \(words)\(StoreError.damageAdvice)")
  }

  /// Reads every row once, as the booth would, and holds them against each other where a single bit that flipped would
  /// have a picture deleted; one row after the other, so that no night is in memory as a whole.
  static func readAll(_ db: Database) throws {
    var sessions: Set<String> = []
    var plans = DecodedPlans()
    let decided = try decisions(db)
    let words = try JobWords.kept(db)
    try each(SessionRecord.table, "rowid AS place, *", db) { row in
      // A number that SQLite gives; the order of sessions.
      _ = try row.integer("place", KeptBounds.number)
      let record = try SessionRecord(row, &plans)
      sessions.insert(record.id.text)
      guard record.state != .discarded || decided.sessions.contains(record.id) else {
        throw row.damage("state", expected: "a decision about a session that left")
      }
    }
    func checkSession(_ row: DatabaseRow) throws {
      guard case .string(let id)? = (row.row["session"] as DatabaseValue?)?.storage, sessions.contains(id) else {
        throw row.damage("session", expected: "a session that is in the books")
      }
    }
    try each(AssetEntry.table, "*", db) { row in
      let entry = try AssetEntry(row)
      try checkSession(row)
      let asset = entry.asset
      guard !entry.discarded || decided.assets.contains(asset.id) || decided.sessions.contains(asset.session) else {
        throw row.damage("discarded", expected: "a decision about a file that left")
      }
    }
    try each(Job.table, "*", db) { row in
      let job = try Job(row)
      if job.session != nil { try checkSession(row) }
      guard words[job.kind] == job.subject.kind else {
        throw row.damage("kind", expected: "one of the words for it")
      }
    }
    try each(Decision.table, "*", db) { row in try checkSession(row) }
    try each("setting", "*", db) { row in
      _ = try row.text("key")
      _ = try row.text("value")
    }
  }

  /// Of which sessions as a whole, and of which files, the database says why they left.
  private static func decisions(_ db: Database) throws -> (sessions: Set<SessionID>, assets: Set<AssetID>) {
    var sessions: Set<SessionID> = []
    var assets: Set<AssetID> = []
    try each(Decision.table, "*", db) { row in
      let decision = try Decision(row)
      if let asset = decision.asset { assets.insert(asset) } else { sessions.insert(decision.session) }
    }
    return (sessions, assets)
  }

  private static func each(
    _ table: String, _ columns: String, _ db: Database, _ body: (DatabaseRow) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table)")
    while let row = try rows.next() { try body(DatabaseRow(table, row)) }
  }
}
