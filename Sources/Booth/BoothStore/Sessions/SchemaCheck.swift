import BoothCore
import BoothVault
import GRDB

/// Whether the database's tables are those that our migrations make: a letter that flipped in the schema is found here, and
/// nowhere else before a row is asked for.
enum SchemaCheck {
  /// What is wrong with the schema; nothing is changed. Books without any table are new ones.
  static func check(_ db: Database, _ path: String) throws {
    let objects = try objects(of: db)
    guard !objects.isEmpty else { return }
    let ours = Schema.migrator.migrations
    let applied = try appliedMigrations(db, objects)
    if Set(ours).isSubset(of: applied), applied.count > ours.count {
      let further = applied.subtracting(ours)
      guard further.allSatisfy({ number(of: $0) > number(of: ours[ours.count - 1]) }) else {
        throw fault(path, "the list of its versions has one that never was")
      }
      throw StoreError(
        .newerVersion, subject: path, detail: "was made by a newer version of booth; update this one, or use --data")
    }
    let known = ours.prefix(applied.count)
    guard Set(known) == applied, let newest = known.last else {
      throw fault(path, "the list of its versions is not as it was written")
    }
    let expected = try Shape.made(upTo: newest)
    // What a person has added, an index or a view, is theirs; `ANALYZE` adds tables, too.
    for object in expected.objects.subtracting(objects).sorted() { throw fault(path, "the \(object) is not there") }
    for table in expected.tables.keys.sorted() where try columns(of: table, db) != expected.tables[table] {
      throw fault(path, "the table \(table) is not as it was made")
    }
    try checkCounters(db, path)
  }

  /// The counters of `AUTOINCREMENT`. One at its end would be taken for a disk that is full (SQLITE_FULL, "SQLite
  /// Autoincrement", sqlite.org).
  static func checkCounters(_ db: Database, _ path: String) throws {
    for row in try Row.fetchAll(db, sql: "SELECT name AS key, seq FROM sqlite_sequence") {
      let row = DatabaseRow("sqlite_sequence", row)
      _ = try row.text("key")
      _ = try row.integer("seq", KeptBounds.count)
    }
  }

  private static func fault(_ path: String, _ words: String) -> StoreError {
    StoreError(.damaged, subject: path, detail: "the database is damaged: \(words)\(StoreError.damageAdvice)")
  }

  private static func appliedMigrations(_ db: Database, _ objects: Set<String>) throws -> Set<String> {
    guard objects.contains("table grdb_migrations of grdb_migrations") else { return [] }
    let rows = try Row.fetchAll(db, sql: "SELECT identifier AS key FROM grdb_migrations")
    return Set(try rows.map { try DatabaseRow("grdb_migrations", $0).text("key") })
  }

  /// What a migration's identifier begins with; 0 where it is no number.
  private static func number(of identifier: String) -> Int {
    let digits = identifier.prefix { $0 != ":" }
    return digits.utf8.count <= 9 ? Int(digits) ?? 0 : 0
  }

  /// Tables and indices by kind, name and table.
  private static func objects(of db: Database) throws -> Set<String> {
    let rows = try Row.fetchAll(db, sql: "SELECT type, name AS key, tbl_name FROM sqlite_master")
    return Set(
      try rows.map { row in
        let row = DatabaseRow("sqlite_master", row)
        return "\(try row.text("type")) \(try row.text("key")) of \(try row.text("tbl_name"))"
      })
  }

  /// Columns, keys and indices of a table as SQLite understands them, which is the same whatever version of it has edited
  /// their text.
  private static func columns(of table: String, _ db: Database) throws -> [[DatabaseValue]] {
    var lines: [[DatabaseValue]] = []
    for pragma in ["table_xinfo", "foreign_key_list", "index_list"] {
      lines += try Row.fetchAll(db, sql: "PRAGMA \(pragma)(\(table.quotedDatabaseIdentifier))").map {
        Array($0.databaseValues)
      }
    }
    let indices = try Row.fetchAll(
      db, "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", [table])
    for case .string(let name) in indices.map({ $0.databaseValues.first?.storage ?? .null }) {
      lines += try Row.fetchAll(db, sql: "PRAGMA index_xinfo(\(name.quotedDatabaseIdentifier))").map {
        Array($0.databaseValues)
      }
    }
    return lines
  }

  /// What the migrations make.
  private struct Shape: Sendable {
    var objects: Set<String>
    var tables: [String: [[DatabaseValue]]]

    /// As every start asks for the newest, that is made once.
    private static let newest = Result { try make(upTo: Schema.migrator.migrations.last ?? "") }

    static func made(upTo migration: String) throws -> Shape {
      migration == Schema.migrator.migrations.last ? try newest.get() : try make(upTo: migration)
    }

    private static func make(upTo migration: String) throws -> Shape {
      let memory = try DatabaseQueue()
      try Schema.migrator.migrate(memory, upTo: migration)
      return try memory.read { db in
        let tables = [
          "session", "asset", "job", "jobKind", "decision", "setting", "grdb_migrations", "sqlite_sequence",
        ]
        return Shape(
          objects: try SchemaCheck.objects(of: db),
          tables: Dictionary(
            uniqueKeysWithValues: try tables.map { ($0, try SchemaCheck.columns(of: $0, db)) }))
      }
    }
  }
}
