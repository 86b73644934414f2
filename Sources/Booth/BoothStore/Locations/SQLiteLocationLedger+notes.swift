public import BoothCore
import BoothVault
import GRDB
public import Locations

/// What a sync keeps and asks beside the locations.
extension SQLiteLocationLedger {
  /// When each location that was deleted was, the last time; also of those that are here again.
  public func departures() throws(StoreError) -> [LocationID: WallTime] {
    try read { db in
      var found: [LocationID: WallTime] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT location, decidedAt, decidedZone, decidedTrusted FROM locationDecision ORDER BY id")
      while let row = try rows.next() {
        var row = LocationRow("locationDecision", row)
        guard let id = LocationID(try row.text()) else {
          throw DatabaseRowFault(place: "table locationDecision", expected: "a location's id", found: "a text")
        }
        found[id] = try row.time()
      }
      return found
    }
  }

  /// The texts that were kept for a target, by their names.
  public func notes(for target: String) throws(StoreError) -> [String: String] {
    try read { db in
      var found: [String: String] = [:]
      // An earlier version has written the database, and they are only looked at.
      guard try db.tableExists("locationNote") else { return found }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT location, note FROM locationNote WHERE target = ?", arguments: [target])
      while let row = try rows.next() {
        var row = LocationRow("locationNote", row)
        let name = try row.text()
        found[name] = try row.text()
      }
      return found
    }
  }

  /// One of them; nil where there is none of that name.
  public func note(_ name: String, for target: String) throws(StoreError) -> String? {
    try read { db in
      guard try db.tableExists("locationNote") else { return nil }
      return try String.fetchOne(
        db, sql: "SELECT note FROM locationNote WHERE target = ? AND location = ?", arguments: [target, name])
    }
  }

  /// Keeps texts for a target, all or none; nil takes one away.
  public func keep(_ notes: [String: String?], for target: String) throws(StoreError) {
    try write("note") { db in
      for (name, note) in notes.sorted(by: { $0.key < $1.key }) {
        if let note {
          try db.run(
            "INSERT OR REPLACE INTO locationNote (target, location, note) VALUES (?, ?, ?)", [target, name, note])
        } else {
          try db.run("DELETE FROM locationNote WHERE target = ? AND location = ?", [target, name])
        }
      }
    }
  }
}
