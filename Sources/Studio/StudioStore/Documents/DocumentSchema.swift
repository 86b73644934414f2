import GRDB

/// The tables of `documents.sqlite`, in the steps in which they came to be. A step that was released is never changed.
enum DocumentSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: documents and what orders them") { db in
      try db.create(table: "document") { table in
        table.primaryKey("key", .integer)
        table.column("collection", .text).notNull()
        table.column("id", .text).notNull()
        // Firestore's JSON of the fields.
        table.column("fields", .text).notNull()
        // Microseconds since 1970.
        table.column("createTime", .integer).notNull()
        table.column("updateTime", .integer).notNull()
        table.uniqueKey(["collection", "id"])
      }
      // Fields that were asked for once, and so are kept in order.
      try db.create(table: "sorted") { table in
        table.primaryKey("number", .integer)
        table.column("collection", .text).notNull()
        table.column("field", .text).notNull()
        table.uniqueKey(["collection", "field"])
      }
      // Each document's value of such a field, as bytes in the order of values.
      try db.create(table: "entry", options: .withoutRowID) { table in
        table.primaryKey {
          table.column("sorted", .integer)
          table.column("value", .blob)
          table.column("id", .text)
        }
        table.column("document", .integer).notNull()
      }
      try db.create(index: "entryOfDocument", on: "entry", columns: ["document", "sorted"])
      // When the last commit was: one row.
      try db.create(table: "clock") { table in table.column("time", .integer).notNull() }
      try db.execute(sql: "INSERT INTO clock VALUES (0)")
    }
    migrator.registerMigration("2: what was written since") { db in
      try db.create(index: "documentByTime", on: "document", columns: ["collection", "updateTime", "id"])
    }
    migrator.registerMigration("3: sums of what was written") { db in
      // Null for what was written before.
      try db.alter(table: "document") { $0.add(column: "sum", .integer) }
      try db.alter(table: "clock") { $0.add(column: "sum", .integer) }
      // How many documents there are, and all their sums in one (exclusive or): one row.
      try db.create(table: "tally") { table in
        table.column("rows", .integer).notNull()
        table.column("sum", .integer).notNull()
      }
      try db.execute(sql: "INSERT INTO tally SELECT count(*), 0 FROM document")
      func turned(_ row: String) -> String { "sum = (sum | ifnull(\(row).sum, 0)) - (sum & ifnull(\(row).sum, 0))" }
      for (event, steps) in [
        ("INSERT", ["rows = rows + 1, \(turned("new"))"]), ("DELETE", ["rows = rows - 1, \(turned("old"))"]),
        ("UPDATE", [turned("old"), turned("new")]),
      ] {
        let all = steps.map { "UPDATE tally SET \($0); " }.joined()
        try db.execute(sql: "CREATE TRIGGER tally\(event) AFTER \(event) ON document BEGIN \(all)END")
      }
    }
    return migrator
  }()
}
