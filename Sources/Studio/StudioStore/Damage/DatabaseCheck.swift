import GRDB

/// Whether a database is whole: its pages, its indexes, its schema, and what its rows say.
enum DatabaseCheck {
  /// Whether a database says so of itself, rather than its disk.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is StudioDatabase.DamagedFault }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// The same while it is opened and checked: our own statements are right, so what SQLite does not understand of them comes of
  /// bytes that have changed.
  static func isDamageAtOpening(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return isDamage(error) }
    return isDamage(error)
      || [
        .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_FORMAT, .SQLITE_RANGE,
        .SQLITE_INTERNAL,
      ].contains(error.resultCode)
  }

  /// Whether the disk did not give back what was written to it.
  static func isUnread(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
  }

  /// What is wrong; nil where nothing is. Reads all of it.
  static func fault(_ db: Database, _ plan: DatabasePlan) throws -> String? {
    if let words = try pages(db) ?? shape(db, plan.migrator) { return words }
    for table in plan.tables {
      if let words = try kinds(of: table.name, db) ?? sums(of: table, db) { return words }
    }
    if let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") {
      return "a row of \(row[0] as DatabaseValue) belongs to one that is not there"
    }
    return try plan.fault(db)
  }

  /// Pages, and that every index says what its table says.
  static func pages(_ db: Database) throws -> String? {
    let said: DatabaseValue? = try Row.fetchOne(db, sql: "PRAGMA integrity_check(1)")?[0]
    guard case .string(let words)? = said?.storage else { return "it cannot be checked" }
    return words == "ok" ? nil : words
  }

  /// Whether it was made by a newer version: it has all of our steps, and others. One that lacks some of ours and has others was never
  /// made by any.
  static func isNewer(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    let ours = Set(migrator.migrations)
    // What is no text would end GRDB's own reading.
    let rows =
      try db.tableExists("grdb_migrations") ? Row.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations") : []
    let applied = Set(rows.compactMap { String.fromDatabaseValue($0[0]) })
    guard applied.count == rows.count else {
      throw StudioDatabase.DamagedFault(words: "the list of its versions is not as it was written")
    }
    guard !applied.isSubset(of: ours) else { return false }
    guard ours.isSubset(of: applied) else {
      throw StudioDatabase.DamagedFault(words: "the list of its versions is not as it was written")
    }
    return true
  }

  /// Tables, columns, indexes and triggers; what a person has added is theirs.
  private static func shape(_ db: Database, _ migrator: DatabaseMigrator) throws -> String? {
    let memory = try DatabaseQueue(configuration: DatabasePlan.configuration())
    try migrator.migrate(memory)
    let expected = try memory.read { try shapes($0) }
    let found = try shapes(db)
    for (name, shape) in expected.sorted(by: { $0.key < $1.key }) where found[name] != shape {
      return "the \(name) is not as it was made"
    }
    return nil
  }

  /// As SQLite understands them, whatever version of it has edited their text.
  private static func shapes(_ db: Database) throws -> [String: [[DatabaseValue]]] {
    var shapes: [String: [[DatabaseValue]]] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master") {
      let texts = (0..<4).map { String.fromDatabaseValue(row[$0]) ?? "" }
      let name = texts[1].quotedDatabaseIdentifier
      func said(_ pragma: String) throws -> [[DatabaseValue]] {
        try Row.fetchAll(db, sql: "PRAGMA \(pragma)(\(name))").map { Array($0.databaseValues) }
      }
      shapes["\(texts[0]) \(texts[1])"] =
        switch texts[0] {
        case "table": try said("table_xinfo") + said("foreign_key_list") + said("index_list")
        case "index": [[texts[2].databaseValue]] + (try said("index_xinfo"))
        default: [[texts[3].databaseValue]]
        }
    }
    return shapes
  }

  /// Whether each value is of its column's kind: one that is not would end the program that reads it.
  private static func kinds(of table: String, _ db: Database) throws -> String? {
    for column in try Row.fetchAll(db, sql: "PRAGMA table_info(\(table.quotedDatabaseIdentifier))") {
      let (name, type): (String, String) = (column["name"], column["type"])
      let kinds =
        switch type.uppercased() {
        case "TEXT": "'text'"
        case "BLOB": "'blob'"
        case "DOUBLE", "REAL": "'real', 'integer'"
        default: "'integer'"
        }
      let others = (column["notnull"] as Bool) ? "" : ", 'null'"
      let quoted = name.quotedDatabaseIdentifier
      let odd = try Row.fetchOne(
        db,
        sql: """
          SELECT 1 FROM \(table.quotedDatabaseIdentifier) NOT INDEXED WHERE typeof(\(quoted)) NOT IN (\(kinds)\(others)) LIMIT 1
          """)
      if odd != nil { return "a value of \(table).\(name) is none of its kind" }
    }
    return nil
  }

  private static func sums(of table: DatabasePlan.Table, _ db: Database) throws -> String? {
    guard !table.summed.isEmpty else { return nil }
    let columns = (table.summed + ["sum"]).map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(columns) FROM \(table.name.quotedDatabaseIdentifier) NOT INDEXED WHERE sum IS NOT NULL")
    while let row = try rows.next() {
      let values = Array(row.databaseValues)
      guard RowSum(of: table.name, Array(values.dropLast())).value == Int64.fromDatabaseValue(values[values.count - 1])
      else { return "what a row of \(table.name) says was not written there" }
    }
    return nil
  }
}
