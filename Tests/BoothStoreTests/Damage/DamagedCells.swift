import BoothCore
import GRDB

/// Damage that SQLite itself writes, so that its pages, indices and checks are all in order.
struct DamagedCells {
  let path: String

  /// Values that fit no column, or are at the end of what one can hold; and a way out of the folder.
  static let values = [
    "'seven'", "''", "x'00ff'", "x''", "9223372036854775807", "-9223372036854775808", "9007199254740993", "-1", "1e300",
    "-1e300", "9e999", "0.5", "'../bait/photo_0.jpg'", "'sessions/../../bait/photo_0.jpg'", "'/etc/passwd'",
    "char(27) || '[2J'", "'{'", "'null'", "'[]'", "hex(zeroblob(70000))", "NULL",
  ]

  /// Gives what was done, in words.
  func damage(_ random: inout SeededRandom) throws -> String {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let sql = try queue.writeWithoutTransaction { db in
        // SQLite refuses to write the schema as such where it is careful.
        try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON")
        let sql = try statement(&random, db)
        do { try db.execute(sql: sql) } catch { return "nothing, as SQLite refused: \(sql)" }
        return sql
      }
      try queue.close()
      return sql
    } catch {
      return "nothing, as SQLite opens it no more"  // damaged before
    }
  }

  private func statement(_ random: inout SeededRandom, _ db: Database) throws -> String {
    func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...5:
      let table = one(["session", "asset", "asset", "job", "decision", "setting"])
      let columns = try db.columns(in: table).map(\.name)
      let place =
        "rowid = (SELECT rowid FROM \(table) ORDER BY rowid LIMIT 1 OFFSET \(Int.random(in: 0..<4, using: &random)))"
      return "UPDATE OR REPLACE \(table) SET \(one(columns)) = \(one(Self.values)) WHERE \(place)"
    case 6:
      let place = "id = (SELECT id FROM session ORDER BY rowid LIMIT 1 OFFSET \(Int.random(in: 0..<4, using: &random)))"
      let column = one(["plan", "consent"])
      let length = Int.random(in: 0..<200, using: &random)
      return "UPDATE session SET \(column) = substr(\(column), 1, \(length)) WHERE \(place)"
    case 7:
      return one([
        "UPDATE sqlite_sequence SET seq = \(one(Self.values)) WHERE name = '\(one(["asset", "job", "decision"]))'",
        "UPDATE sqlite_sequence SET name = \(one(Self.values))", "DELETE FROM sqlite_sequence",
      ])
    case 8:
      return one([
        "UPDATE grdb_migrations SET identifier = replace(identifier, '\(one(["s", "e", "1", "2", "3", ":"]))', 'X')",
        "UPDATE grdb_migrations SET identifier = '9' || identifier",
        "DELETE FROM grdb_migrations WHERE identifier LIKE '\(one(["1", "2", "3", ""]))%'",
        "DROP TABLE grdb_migrations",
      ])
    default:
      let row = Int.random(in: 0..<14, using: &random)
      let column = one(["sql", "sql", "sql", "name", "tbl_name", "type"])
      let letter = Int.random(in: 1..<120, using: &random)
      return """
        UPDATE sqlite_master SET \(column) = substr(\(column), 1, \(letter) - 1) || '\(one(["x", "A", " ", "("]))' || \
        substr(\(column), \(letter) + 1) WHERE rowid = (SELECT rowid FROM sqlite_master ORDER BY rowid LIMIT 1 OFFSET \(row))
        """
    }
  }
}
