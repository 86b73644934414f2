import BoothSystem
import GRDB

/// How the studio's databases are opened: WAL with `synchronous=FULL`, so that what was answered is on disk; several processes may
/// have one open.
enum StudioDatabase {
  /// A newer version of the program has made it.
  struct NewerFault: Error {
    /// For who looks at it, behind the file's name or `it`.
    static let words = "was made by a newer version of booth; update this one, or use --data"
  }

  /// Opens it, or makes it, and brings it up to date.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - label: of its queue, for whoever looks at threads.
  ///   - patience: how long another process is waited for, in seconds.
  /// - Throws: ``NewerFault``, and what GRDB throws.
  static func open(
    _ path: String, label: String, patience: Double, _ migrator: DatabaseMigrator
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = label
    configuration.busyMode = .timeout(patience)
    configuration.journalMode = .wal
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
    guard try !database.read({ try migrator.hasBeenSuperseded($0) }) else { throw NewerFault() }
    if try !database.read({ try migrator.hasCompletedMigrations($0) }) {
      let role = database.role("migrate")
      FaultPoint.script?.arrive(.studioCommit, "before", role)
      try migrator.migrate(database)
      FaultPoint.script?.arrive(.studioCommit, "after", role)
    }
    return database
  }
}

extension DatabaseQueue {
  /// One transaction, on disk when it returns, between its fault points.
  /// - Parameter what: the function that asks for it, or what it is about.
  func commit<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    guard let script = FaultPoint.script else { return try await write(body) }
    let role = role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try await write { db in
      let value = try body(db)
      script.arrive(.studioCommit, "half", role)
      return value
    }
    script.arrive(.studioCommit, "after", role)
    return value
  }

  /// The same on the thread that asks, where the database is opened.
  func commitNow<Value>(_ what: String, _ body: (Database) throws -> Value) throws -> Value {
    guard let script = FaultPoint.script else { return try write(body) }
    let role = role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try write { db in
      let value = try body(db)
      script.arrive(.studioCommit, "half", role)
      return value
    }
    script.arrive(.studioCommit, "after", role)
    return value
  }

  /// `studio-invite` for `invite(_:to:by:at:)` in `studio.sqlite`.
  fileprivate func role(_ what: String) -> String {
    let book = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    return "\(book)-\(what.prefix { $0 != "(" })"
  }
}
