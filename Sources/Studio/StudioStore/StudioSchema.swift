import GRDB

/// The tables of `studio.sqlite`, in the steps in which they came to be. A step that was released is never changed.
enum StudioSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: organisations, accounts, places and invitations") { db in
      try db.create(table: "organisation") { table in
        table.primaryKey("id", .text)
        table.column("createdAt", .double).notNull()
      }
      try db.create(table: "account") { table in
        table.primaryKey("id", .text)
        table.column("organisation", .text).notNull().references("organisation")
        // What is signed in with, as it was typed and as it is compared.
        table.column("name", .text).notNull()
        table.column("key", .text).notNull().unique()
        table.column("displayName", .text).notNull()
        table.column("role", .text).notNull()
        table.column("isPhotographer", .boolean).notNull()
        table.column("hash", .text).notNull()
        table.column("createdAt", .double).notNull()
        table.column("endedAt", .double)
        table.column("language", .text)
      }
      try db.create(table: "place") { table in
        table.primaryKey("id", .text)
        table.column("secret", .text).notNull().unique()
        table.column("account", .text).notNull().references("account", onDelete: .cascade).indexed()
        table.column("agent", .text).notNull()
        table.column("createdAt", .double).notNull()
        table.column("seenAt", .double).notNull()
      }
      try db.create(table: "invitation") { table in
        table.primaryKey("secret", .text)
        table.column("id", .text).notNull().unique()
        // Who made it, as it is over with their right to; null for the operator's console.
        table.column("madeBy", .text).references("account", onDelete: .cascade)
        // Printed while no sign-in was possible: over as soon as one is.
        table.column("isFirst", .boolean).notNull()
        table.column("organisation", .text).notNull().references("organisation")
        table.column("role", .text)
        table.column("isPhotographer", .boolean)
        table.column("name", .text)
        // Of whom the password is to be another; null for a new account.
        table.column("account", .text).references("account", onDelete: .cascade)
        table.column("createdAt", .double).notNull()
        table.column("expiresAt", .double).notNull()
      }
    }
    migrator.registerMigration("2: people whose accounts an organisation keeps elsewhere") { db in
      // Which project's it is; null for those of this store.
      try db.alter(table: "organisation") { $0.add(column: "project", .text) }
      try db.alter(table: "account") { $0.add(column: "project", .text) }
      // What lets a place go on as that person there, sealed.
      try db.create(table: "pass") { table in
        table.primaryKey("place", .text).references("place", onDelete: .cascade)
        table.column("sealed", .blob).notNull()
        // When the organisation last said that the account is good.
        table.column("checkedAt", .double).notNull()
      }
    }
    migrator.registerMigration("what people and organisations have chosen") { db in
      try db.create(table: "preference") { table in
        // An account's or an organisation's id.
        table.column("owner", .text).notNull()
        table.column("name", .text).notNull()
        table.column("value", .text).notNull()
        table.primaryKey(["owner", "name"])
      }
    }
    migrator.registerMigration("devices from which accounts have signed in") { db in
      try db.create(table: "device") { table in
        // Its hash, one for all the accounts of a device.
        table.column("secret", .text).notNull()
        // As what tries to sign in to the account are counted.
        table.column("key", .text).notNull()
        table.column("account", .text).notNull().references("account", onDelete: .cascade).indexed()
        table.column("usedAt", .double).notNull()
        table.primaryKey(["secret", "key"])
      }
    }
    migrator.registerMigration("sums of who may what") { db in
      for (table, columns) in sums {
        try db.alter(table: table) { $0.add(column: "sum", .integer) }
        func sum(_ row: String) -> String {
          "row_sum('\(table)', \(columns.map { "\(row)\"\($0)\"" }.joined(separator: ", ")))"
        }
        try db.execute(sql: "UPDATE \(table) SET sum = \(sum(""))")
        for event in ["INSERT", "UPDATE OF \(columns.map { "\"\($0)\"" }.joined(separator: ", "))"] {
          try db.execute(
            sql: """
              CREATE TRIGGER \(table)_sum_\(event.prefix { $0 != " " }) AFTER \(event) ON \(table)
              BEGIN UPDATE \(table) SET sum = \(sum("new.")) WHERE rowid = new.rowid; END
              """)
        }
      }
    }
    return migrator
  }()

  /// What of a row is summed, of each table in which a bit that has changed would let a person in, or keep them out. A
  /// step that was released sums by this: it is never changed.
  private static let sums: [(table: String, columns: [String])] = [
    ("organisation", ["id", "createdAt", "project"]),
    (
      "account",
      [
        "id", "organisation", "name", "key", "displayName", "role", "isPhotographer", "hash", "createdAt", "endedAt",
        "language", "project",
      ]
    ),
    (
      "invitation",
      [
        "secret", "id", "madeBy", "isFirst", "organisation", "role", "isPhotographer", "name", "account", "createdAt",
        "expiresAt",
      ]
    ), ("preference", ["owner", "name", "value"]),
  ]

  private static func table(_ name: String, isNeededWhole: Bool = false) -> DatabasePlan.Table {
    DatabasePlan.Table(
      name: name, summed: sums.first { $0.table == name }?.columns ?? [], isNeededWhole: isNeededWhole)
  }

  /// Who may sign in, and as what, is never guessed: of that nothing may be missing.
  static let plan = DatabasePlan(
    migrator: migrator,
    tables: [
      table("organisation", isNeededWhole: true), table("account", isNeededWhole: true), table("place"), table("pass"),
      table("invitation"), table("preference"), table("device"),
    ])
}
