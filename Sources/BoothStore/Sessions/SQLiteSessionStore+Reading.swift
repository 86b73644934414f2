public import BoothCore
import GRDB
import Glibc

extension SQLiteSessionStore {
  public func session(_ id: SessionID) async throws(StoreError) -> SessionRecord? {
    try await perform { try $0.read { try SessionRecord.fetch($0, "WHERE id = ?", [id.text]).first } }
  }

  public func sessions(limit: Int) async throws(StoreError) -> [SessionRecord] {
    try await perform { try $0.read { try SessionRecord.fetch($0, "ORDER BY rowid DESC LIMIT ?", [limit]) } }
  }

  public func interruptedSessions() async throws(StoreError) -> [SessionRecord] {
    try await perform { try $0.read { try SessionRecord.fetch($0, "WHERE state = 'capturing' ORDER BY rowid") } }
  }

  public func jobs(all: Bool) async throws(StoreError) -> [Job] {
    try await perform { database in
      try database.read {
        try Job.fetch($0, all ? "ORDER BY id" : "WHERE state NOT IN ('done', 'cancelled') ORDER BY id")
      }
    }
  }

  /// How many sessions are in each state.
  public func sessionCounts() async throws(StoreError) -> [SessionRecord.State: Int] {
    try await perform { database in
      try database.read { db in
        let rows = try Row.fetchAll(db, sql: "SELECT state, COUNT(*) AS count FROM session GROUP BY state")
        return rows.reduce(into: [:]) { counts, row in
          if let state = SessionRecord.State(rawValue: row["state"]) { counts[state] = row["count"] }
        }
      }
    }
  }

  /// Writes, flushes and removes a small file, and a row, as a photo would.
  public func check() async throws(StoreError) {
    let path = scratchPath(for: "check")
    try await perform { database in
      _ = try DurableFile.write(Array("booth".utf8), to: path)
      try DurableFile.remove(path)
      try database.write { try $0.execute(sql: "INSERT OR REPLACE INTO setting VALUES ('check', 'written')") }
    }
  }

  public func keepApart(_ bytes: [UInt8], as name: String) async throws(StoreError) {
    let apart = folder + "/unasked"
    try await perform { _ in
      try DurableFile.makeFolder(apart)
      _ = try DurableFile.write(bytes, to: apart + "/" + name)
    }
  }

  public func selectedEvent() async throws(StoreError) -> String? {
    try await perform { database in
      try database.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE key = 'event'") }
    }
  }

  public func selectEvent(_ slug: String) async throws(StoreError) {
    try await perform { database in
      try database.write {
        try $0.execute(sql: "INSERT OR REPLACE INTO setting VALUES ('event', ?)", arguments: [slug])
      }
    }
  }
}
