import BoothSystem
import GRDB
import Glibc

/// The second copy of all marks: a database of its own beside the first, in which each row stands once more, changed in the transactions
/// that change the first. From it comes back what bits that have changed on the disk have taken.
struct MarksCopy {
  /// Where the first one lies.
  let marks: String
  var path: String { marks + ".copy" }

  private static let sums = MarksSums(tables: ["marks_twin"])
  private static let schema = """
    CREATE TABLE IF NOT EXISTS marks_twin (
      name TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID
    """

  /// How either is opened.
  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "booth.marks"
    configuration.busyMode = .timeout(20)
    configuration.journalMode = .wal
    configuration.prepareDatabase { db in
      db.add(function: MarksSums.hash)
      // What is replaced is deleted first, also for the sums.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON")
    }
    return configuration
  }

  /// Opens it; nil where there is none, or it is damaged itself.
  func whole() throws -> DatabaseQueue? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
      let isWhole = try queue.read { db in
        try db.tableExists("marks_twin") && db.tableExists("marks_sum") && Self.sums.fault(db) == nil
      }
      if isWhole { return queue }
      try queue.close()
      return nil
    } catch {
      guard MarksFile.isDamage(error) else { throw error }
      return nil
    }
  }

  /// Makes it anew.
  private func made() throws -> DatabaseQueue {
    // A damaged one may be of use to an expert where the marks are damaged too.
    if access(path, F_OK) == 0 { _ = rename(path, path + ".damaged") }
    for ending in ["-wal", "-shm", ""] where unlink(path + ending) != 0 && errno != ENOENT {
      throw PhotoIndexError("\(path)\(ending) is damaged, and cannot be made anew: \(SystemWords.of(errno))")
    }
    let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
    try queue.write { db in
      try db.execute(sql: Self.schema)
      try Self.sums.arm(db)
    }
    return queue
  }

  /// Has the copy say what the marks say, from now on.
  /// - Parameter isAlone: whether no other process has them open: then what the copy says is compared, and a damaged
  ///   one made anew.
  func keep(beside database: DatabaseQueue, isAlone: Bool) throws {
    if isAlone { try (try whole() ?? made()).close() }
    guard access(path, F_OK) == 0 else { return }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH DATABASE ? AS copy", arguments: [path])
      try db.execute(sql: "PRAGMA copy.synchronous = FULL")
      try db.inTransaction {
        if isAlone { try Self.bringUp(db) }
        for name in MarksSums.marks.tables { try Self.follow(name, db) }
        let changes = MarksSums.changes
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER marks_twin_changes AFTER UPDATE ON main.marks_sum WHEN new.name = '\(changes)'
            BEGIN UPDATE marks_twin SET row = new.rows WHERE name = '\(changes)'; END
            """)
        return .commit
      }
    }
  }

  /// How a row stands in it: its key, and all of its values.
  private static func words(_ name: String, _ prefix: String, _ db: Database) throws -> (key: String, row: String) {
    let keys = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0 ORDER BY pk", arguments: [name])
    func list(_ columns: [String]) -> String {
      "json_array(" + columns.map { "\(prefix)\"\($0)\"" }.joined(separator: ", ") + ")"
    }
    return (list(keys.isEmpty ? ["rowid"] : keys), list(try MarksSums.columns(name, db)))
  }

  private static func follow(_ name: String, _ db: Database) throws {
    let (new, old) = (try words(name, "new.", db), try words(name, "old.", db))
    // What a statement does about conflicts holds for its triggers, too: so there are none.
    let put =
      "DELETE FROM marks_twin WHERE name = '\(name)' AND key = \(new.key); "
      + "INSERT INTO marks_twin VALUES ('\(name)', \(new.key), \(new.row)); "
    let take = "DELETE FROM marks_twin WHERE name = '\(name)' AND key = \(old.key); "
    for (event, body) in [("INSERT", put), ("DELETE", take), ("UPDATE", take + put)] {
      try db.execute(
        sql: "CREATE TEMP TRIGGER marks_twin_\(name)_\(event) AFTER \(event) ON main.\"\(name)\" BEGIN \(body)END")
    }
  }

  /// What the marks say that the copy does not, and the other way round, as it is after a person has put another file
  /// in their place.
  private static func bringUp(_ db: Database) throws {
    if try isUpToDate(db) { return }
    for name in MarksSums.marks.tables {
      let words = try words(name, "", db)
      let all = "SELECT '\(name)', \(words.key), \(words.row) FROM main.\"\(name)\""
      try db.execute(
        sql: """
          DELETE FROM copy.marks_twin WHERE name = '\(name)' AND (name, key, row) NOT IN (\(all));
          INSERT OR IGNORE INTO copy.marks_twin \(all)
          """)
    }
    let changes = try MarksSums.changes(db)
    try db.execute(
      sql: "INSERT OR REPLACE INTO copy.marks_twin VALUES (?, '', ?)", arguments: [MarksSums.changes, "\(changes)"])
  }

  private static func isUpToDate(_ db: Database) throws -> Bool {
    let known = try String.fetchOne(
      db, sql: "SELECT row FROM copy.marks_twin WHERE name = ?", arguments: [MarksSums.changes])
    guard known == "\(try MarksSums.changes(db))" else { return false }
    for name in MarksSums.marks.tables {
      let here = try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\"\(name)\"")
      let there = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM copy.marks_twin WHERE name = ?", arguments: [name])
      guard here == there else { return false }
    }
    return true
  }

  /// How many changes it knows of.
  static func changes(_ copy: DatabaseQueue) throws -> Int64 {
    try copy.read { db in
      try Int64.fetchOne(
        db, sql: "SELECT CAST(row AS INTEGER) FROM marks_twin WHERE name = ?", arguments: [MarksSums.changes]) ?? 0
    }
  }

  /// Puts all that the copy says into a database that has the tables, instead of what is there.
  static func bringBack(_ copy: DatabaseQueue, into db: Database) throws {
    let rows = try copy.read { try Row.fetchAll($0, sql: "SELECT name, row FROM marks_twin ORDER BY name, key") }
    for name in MarksSums.marks.tables {
      let columns = try MarksSums.columns(name, db)
      try db.execute(sql: "DELETE FROM \"\(name)\"")
      for row in rows where row[0] == name {
        let values = try Row.fetchAll(
          db, sql: "SELECT value FROM json_each(?) ORDER BY id", arguments: [row[1] as String]
        ).map { $0[0] as DatabaseValue }
        let named = columns.prefix(values.count).map { "\"\($0)\"" }.joined(separator: ", ")
        let places = values.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
          sql: "INSERT INTO \"\(name)\" (\(named)) VALUES (\(places))", arguments: StatementArguments(values))
      }
    }
  }
}
