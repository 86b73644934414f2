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
    try migrator.migrate(database)
    return database
  }
}
