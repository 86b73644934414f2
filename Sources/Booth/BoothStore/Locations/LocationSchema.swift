import GRDB

/// The tables of `locations.sqlite`, in the steps in which they came to be. A step that was released is never changed.
enum LocationSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: locations, their versions, and which left") { db in
      try db.create(table: "location") { table in
        table.primaryKey("id", .text)
        for column in ["title", "notes", "status", "pair", "historicalImageURL"] {
          table.column(column, .text).notNull()
        }
        table.column("newImageURL", .text)
        for column in ["latitude", "longitude"] { table.column(column, .double).notNull() }
        for moment in ["created", "updated"] {
          table.column("\(moment)At", .double).notNull()
          table.column("\(moment)Zone", .integer).notNull()
          table.column("\(moment)Trusted", .boolean).notNull()
        }
        for column in ["archive", "signature", "author", "date", "licence", "link"] { table.column(column, .text) }
        for column in ["bearing", "accuracy"] { table.column(column, .double) }
        Self.addPicture(to: table)
        table.column("chosen", .text)
        // What a search looks through: title, notes and provenance without case and marks.
        table.column("folded", .text).notNull()
      }
      try db.create(table: "locationVersion") { table in
        table.column("location", .text).notNull().references("location", onDelete: .cascade)
        table.column("id", .text).notNull()
        table.column("place", .integer).notNull()
        Self.addPicture(to: table)
        table.column("takenAt", .double).notNull()
        table.column("takenZone", .integer).notNull()
        table.column("takenTrusted", .boolean).notNull()
        table.column("session", .text)
        table.primaryKey(["location", "id"])
      }
      try db.create(table: "locationDecision") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("location", .text).notNull()
        table.column("title", .text).notNull()
        table.column("decidedAt", .double).notNull()
        table.column("decidedZone", .integer).notNull()
        table.column("decidedTrusted", .boolean).notNull()
        table.column("filesGone", .boolean).notNull().defaults(to: false)
      }
    }
    migrator.registerMigration("2: points that were marked in the old picture") { db in
      // JSON as in the sheet, as no query needs a single point.
      try db.alter(table: "location") { $0.add(column: "marks", .text) }
    }
    migrator.registerMigration("3: where versions were taken, and how they lie on the old picture") { db in
      try db.alter(table: "locationVersion") { table in
        for column in ["latitude", "longitude", "accuracy"] { table.add(column: column, .double) }
        for column in ["verdict", "method"] { table.add(column: column, .text) }
        table.add(column: "confidence", .double)
        // Nine numbers; null where nothing is claimed.
        for column in ["transform", "program", "registeredOld", "registeredNew"] { table.add(column: column, .text) }
      }
    }
    migrator.registerMigration("4: what was agreed on with others about locations") { db in
      // The target is a project's name; the note is JSON, which only a sync reads.
      try db.create(table: "locationNote") { table in
        table.column("target", .text).notNull()
        table.column("location", .text).notNull()
        table.column("note", .text).notNull()
        table.primaryKey(["target", "location"])
      }
    }
    migrator.registerMigration("5: the part of the old picture that is covered, and its crop") { db in
      try db.alter(table: "locationVersion") { table in
        // Its share and its corners; null where it is not known.
        table.add(column: "region", .text)
        table.add(column: "deviation", .double)
      }
      // As people type it, after "found " where the booth found it.
      try db.alter(table: "location") { $0.add(column: "crop", .text) }
    }
    migrator.registerMigration("6: how sure each part of the old picture is") { db in
      // 64 digits; null where it is not known.
      try db.alter(table: "locationVersion") { $0.add(column: "cells", .text) }
    }
    return migrator
  }()

  private static func addPicture(to table: TableDefinition) {
    table.column("file", .text).notNull()
    table.column("bytes", .integer).notNull()
    table.column("checksum", .text).notNull()
    table.column("width", .integer)
    table.column("height", .integer)
  }
}
