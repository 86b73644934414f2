import GRDB

/// What a database says of itself, so that bits which have changed on the disk are found: of each table how many rows it has, and a sum
/// of all that is in them. Triggers keep it, in the transaction of each change.
struct MarksSums {
  /// The tables that are summed.
  let tables: [String]

  static let marks = MarksSums(
    tables: [
      "mark", "trashed", "album", "album_photo", "album_link", "album_cover", "tag_folder", "tag_base", "tag_tried",
    ])
  private static let table = "marks_sum"
  /// The row that counts changes, and the one of the schema; no table is called so.
  static let changes = "-changes"
  private static let schema = "-schema"

  /// Of any values: 62 bits, so that the sum of two is one of SQLite's whole numbers.
  static let hash = DatabaseFunction("marks_hash", pure: true) { values in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    func add(_ number: UInt64) { for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) } }
    for value in values {
      switch value.storage {
      case .null: add(UInt8(0))
      case .int64(let number):
        add(UInt8(1))
        add(UInt64(bitPattern: number))
      case .double(let number):
        add(UInt8(2))
        add(number.bitPattern)
      case .string(let text):
        add(UInt8(3))
        for byte in text.utf8 { add(byte) }
        add(UInt8(255))
      case .blob: add(UInt8(4))
      }
    }
    hash ^= hash >> 33
    hash &*= 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 29
    return Int64(hash & (1 << 62 - 1))
  }

  static func columns(_ table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
  }

  /// What is wrong with a database; nil where nothing is, and where it was never summed.
  func fault(_ db: Database) throws -> String? {
    let answer = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    guard answer == "ok" else { return answer }
    let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema")
    guard names.contains(where: { $0.hasPrefix(Self.table) }) else { return nil }
    guard names.contains(Self.table) else { return "its sums are gone" }
    guard try said(Self.schema, db) == Self.schemaSum(db) else { return "its schema is another one" }
    for name in tables {
      let said = try said(name, db)
      // A file of an earlier version has fewer tables.
      if said == nil, !names.contains(name) { continue }
      if try said != Self.sum(name, db) { return "what is in \(name) was not put there" }
    }
    return nil
  }

  /// How many changes there were; 0 where it was never summed.
  static func changes(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT rows FROM \(table) WHERE name = ?", arguments: [changes]) ?? 0
  }

  private func said(_ name: String, _ db: Database) throws -> [Int64]? {
    try Row.fetchOne(db, sql: "SELECT rows, sum FROM \(Self.table) WHERE name = ?", arguments: [name]).map {
      [$0[0], $0[1]]
    }
  }

  private static func quoted(_ columns: [String], _ prefix: String = "") -> String {
    columns.map { "\(prefix)\"\($0)\"" }.joined(separator: ", ")
  }

  private static func sum(_ name: String, _ db: Database) throws -> [Int64] {
    let columns = quoted(try columns(name, db))
    return try added(
      Int64.fetchCursor(db, sql: "SELECT marks_hash('\(name)', \(columns)) FROM \"\(name)\" NOT INDEXED"))
  }

  private static func schemaSum(_ db: Database) throws -> [Int64] {
    try added(Int64.fetchCursor(db, sql: "SELECT marks_hash(type, name, tbl_name, sql) FROM sqlite_schema"))
  }

  private static func added(_ hashes: FastDatabaseValueCursor<Int64>) throws -> [Int64] {
    var (rows, sum): (Int64, Int64) = (0, 0)
    while let hash = try hashes.next() { (rows, sum) = (rows + 1, sum ^ hash) }
    return [rows, sum]
  }

  /// Has each change summed from now on; what is there is taken for what was put there. Nothing is done where that is so already.
  func arm(_ db: Database) throws {
    var wanted: [String: String] = [:]
    for name in tables {
      let columns = try Self.columns(name, db)
      func turned(_ row: String) -> String {
        let hash = "marks_hash('\(name)', \(Self.quoted(columns, row + ".")))"
        return "sum = (sum | \(hash)) - (sum & \(hash))"
      }
      let count = "UPDATE \(Self.table) SET rows = rows + 1 WHERE name = '\(Self.changes)'; "
      for (event, steps) in [
        ("insert", ["rows = rows + 1, \(turned("new"))"]), ("delete", ["rows = rows - 1, \(turned("old"))"]),
        ("update", [turned("old"), turned("new")]),
      ] {
        let all = steps.map { "UPDATE \(Self.table) SET \($0) WHERE name = '\(name)'; " }.joined()
        let trigger = "\(Self.table)_\(name)_\(event)"
        wanted[trigger] =
          "CREATE TRIGGER \(trigger) AFTER \(event.uppercased()) ON \"\(name)\" BEGIN \(all)\(count)END"
      }
    }
    let there = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    let isArmed = Dictionary(there.map { ($0[0] as String, $0[1] as String) }) { $1 } == wanted
    let hasTable = try db.tableExists(Self.table)
    if isArmed, hasTable, try said(Self.schema, db) == Self.schemaSum(db) { return }
    for row in there { try db.execute(sql: "DROP TRIGGER \"\(row[0] as String)\"") }
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(Self.table) (
          name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID
        """)
    for trigger in wanted.values.sorted() { try db.execute(sql: trigger) }
    try db.execute(sql: "INSERT OR IGNORE INTO \(Self.table) VALUES (?, 0, 0)", arguments: [Self.changes])
    for (name, sum) in try tables.map({ ($0, try Self.sum($0, db)) }) + [(Self.schema, try Self.schemaSum(db))] {
      try db.execute(
        sql: "INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?, ?)", arguments: [name, sum[0], sum[1]])
    }
  }
}
