import BoothCore
import BoothVault
import GRDB

/// The kinds of jobs that are known in a data folder, in its table `jobKind`.
enum JobWords {
  static let table = "jobKind"

  /// What each kind is about.
  static func kept(_ db: Database) throws -> [Job.Kind: JobSubject.Kind] {
    try Row.fetchAll(db, sql: "SELECT name AS key, subject FROM \(table)").reduce(into: [:]) { words, row in
      let row = DatabaseRow(table, row)
      words[Job.Kind(rawValue: try row.text("key"))] = try row.text("subject")
    }
  }

  /// Writes down the kinds that are new, and refuses a database in which a kind that this program does not know still has
  /// something to do: a newer version has queued it, and it would never be done.
  static func keep(_ registry: JobRegistry, in database: DatabaseQueue, _ path: String) throws {
    try database.write { db in
      let known = try kept(db)
      for kind in registry.kinds where known[kind] == nil {
        try db.execute(
          sql: "INSERT INTO \(table) (name, subject) VALUES (?, ?)",
          arguments: [kind.rawValue, registry[kind]?.subject ?? ""])
      }
      let foreign = known.keys.filter { registry[$0] == nil }.map(\.rawValue).sorted()
      for kind in foreign {
        let waiting = try Row.fetchAll(
          db, "SELECT COUNT(*) AS count FROM job WHERE kind = ? AND state NOT IN ('done', 'cancelled')", [kind])
        let count = try waiting.first.map { try DatabaseRow("job", $0).integer("count", 0...Int64.max) } ?? 0
        guard count > 0 else { continue }
        throw StoreError(
          .newerVersion, subject: path,
          detail: """
            has \(count) \(count == 1 ? "job" : "jobs") of the kind \(kind.printable(limit: 64)) waiting, which a newer \
            version of booth has queued; update this one, or give them up: booth queue list, booth queue cancel ID
            """)
      }
    }
  }
}
