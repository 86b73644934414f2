import BoothCore
import GRDB

/// The database's tables, version by version. A migration that was released is never changed.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: sessions, assets, jobs, decisions") { db in
      try db.create(table: "session") { table in
        table.primaryKey("id", .text)
        table.column("event", .integer).notNull()
        table.column("eventSlug", .text).notNull()
        table.column("state", .text).notNull().indexed()
        table.column("plan", .text).notNull()
        // Unix seconds, UTC.
        table.column("createdAt", .double).notNull()
        table.column("link", .text).notNull()
        table.column("quiet", .boolean).notNull().defaults(to: false)
      }
      try db.create(table: "asset") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session", .text).notNull().indexed().references("session")
        table.column("kind", .text).notNull()
        table.column("strip", .integer).notNull()
        table.column("path", .text).notNull().unique()
        table.column("sizeBytes", .integer).notNull()
        table.column("checksum", .text).notNull()
        table.column("durationNanoseconds", .integer)
        table.column("frames", .integer)
        table.column("droppedFrames", .integer)
        table.column("fromLiveView", .boolean).notNull().defaults(to: false)
        table.column("uploaded", .boolean).notNull().defaults(to: false)
        // A discarded asset's row stays until its file is surely gone, and longer, as proof.
        table.column("discarded", .boolean).notNull().defaults(to: false)
        table.column("fileGone", .boolean).notNull().defaults(to: false)
      }
      try db.create(table: "job") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("kind", .text).notNull()
        table.column("session", .text).notNull().indexed().references("session")
        table.column("state", .text).notNull().indexed()
        table.column("attempts", .integer).notNull().defaults(to: 0)
        table.column("lastFailure", .text)
      }
      try db.create(table: "decision") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("at", .double).notNull()
        table.column("session", .text).notNull()
        // Nil: the decision is about the whole session.
        table.column("asset", .integer)
        table.column("reason", .text).notNull()
      }
      try db.create(table: "setting") { table in
        table.primaryKey("key", .text)
        table.column("value", .text).notNull()
      }
    }
    migrator.registerMigration("2: every time with its zone and whether the clock was trusted") { db in
      try db.alter(table: "session") { table in
        table.rename(column: "createdAt", to: "openedAt")
        table.add(column: "openedZone", .integer)
        table.add(column: "openedTrusted", .boolean)
      }
      try db.alter(table: "asset") { table in
        table.add(column: "takenAt", .double)
        table.add(column: "takenZone", .integer)
        table.add(column: "takenTrusted", .boolean)
        table.add(column: "confirmedAt", .double)
        table.add(column: "confirmedZone", .integer)
        table.add(column: "confirmedTrusted", .boolean)
      }
      try db.alter(table: "decision") { table in
        table.rename(column: "at", to: "decidedAt")
        table.add(column: "decidedZone", .integer)
        table.add(column: "decidedTrusted", .boolean)
      }
    }
    migrator.registerMigration("3: what guests agreed to") { db in
      // JSON; null where they were not asked.
      try db.alter(table: "session") { $0.add(column: "consent", .text) }
    }
    migrator.registerMigration("4: jobs that are about anything") { db in
      // The kinds that a program of this folder ever worked on, and what they are about: an older one that finds a word of
      // a newer one says so, and a letter that flipped is found.
      try db.create(table: "jobKind") { table in
        table.primaryKey("name", .text)
        table.column("subject", .text).notNull()
      }
      for kind in ["composite", "filmStrip", "upload", "erase", "emails"] {
        try db.execute(sql: "INSERT INTO jobKind (name, subject) VALUES (?, 'session')", arguments: [kind])
      }
      // A column can lose its NOT NULL only with its table (SQLite, "ALTER TABLE", 7). Rows keep their numbers, and the
      // counter goes on where it was.
      try db.create(table: "newJob") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("kind", .text).notNull()
        table.column("session", .text).references("session")
        table.column("subject", .text)
        table.column("subjectID", .text)
        table.column("state", .text).notNull()
        table.column("attempts", .integer).notNull().defaults(to: 0)
        table.column("lastFailure", .text)
        table.check(sql: "(session IS NULL) = (subject IS NOT NULL AND subjectID IS NOT NULL)")
      }
      try db.execute(
        sql: """
          INSERT INTO newJob (id, kind, session, state, attempts, lastFailure)
          SELECT id, kind, session, state, attempts, lastFailure FROM job ORDER BY id;
          UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM sqlite_sequence WHERE name = 'job'))
          WHERE name = 'newJob' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'job');
          """)
      try db.drop(table: "job")
      try db.rename(table: "newJob", to: "job")
      try db.create(index: "index_job_on_session", on: "job", columns: ["session"])
      try db.create(index: "index_job_on_state", on: "job", columns: ["state"])
      try db.create(index: "index_job_on_subject", on: "job", columns: ["subject", "subjectID"])
    }
    return migrator
  }
}
