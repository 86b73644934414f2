import BoothSystem
import GRDB
import Glibc
import Synchronization

/// One of the studio's databases: WAL with `synchronous=FULL`, so that what was answered is on disk; several processes may have one
/// open.
final class StudioDatabase: Sendable {
  /// A newer version of the program has made it.
  struct NewerFault: Error {
    /// For who looks at it, behind the file's name or `it`.
    static let words = "was made by a newer version of booth; update this one, or use --data"
  }

  /// Its file is there, and has nothing in it: something has emptied it. (SQLite writes the first page as it makes one.)
  struct EmptiedFault: Error {}

  /// What to do about a file that is no database, or nil where it is one, and something else is wrong.
  static func remedy(of error: any Error, without what: String) -> String? {
    let words =
      switch error {
      case is EmptiedFault: "is empty, and was not made so"
      case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode):
        "is damaged (\(error.message ?? "\(error.extendedResultCode)"))"
      default: String?.none
      }
    return words.map { "\($0): put a copy of it back, or move it away, to begin without \(what)" }
  }

  /// Asked for something after it was let go.
  struct ClosedFault: Error, CustomStringConvertible {
    let description = "is closed, as the studio ends"
  }

  let path: String
  /// GRDB's own `close()` leaves a queue behind that reads a null pointer when it is asked again, so this one is only let go: the
  /// last one who still reads closes the file.
  private let queue: Mutex<DatabaseQueue?>

  let held: HeldDatabase
  let logCare = Mutex(LogCare.anybody)

  private init(_ queue: DatabaseQueue) throws {
    path = queue.path
    held = try HeldDatabase(queue.path)
    self.queue = Mutex(queue)
  }

  /// - Throws: `HeldPlaces.Fault` where the file is not the one at its path any more.
  private func checkPlace() throws {
    if let fault = held.fault { throw fault }
  }

  /// Opens it, or makes it, and brings it up to date.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - label: of its queue, for whoever looks at threads.
  ///   - patience: how long another process is waited for, in seconds.
  /// - Throws: ``NewerFault``, ``EmptiedFault``, and what GRDB throws.
  static func open(
    _ path: String, label: String, patience: Double, _ migrator: DatabaseMigrator
  ) throws -> StudioDatabase {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_size == 0 { throw EmptiedFault() }
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
    return try StudioDatabase(database)
  }

  /// Lets the file go, as soon as nobody reads or writes any more; who asks from now on gets a ``ClosedFault``. Nothing that was
  /// answered is lost.
  func close() { queue.withLock { $0 = nil } }

  /// Where only the log is gone or replaced: brings what this process has of it into the database, as nobody else can. Not what another
  /// program has written into it.
  func rescue() throws {
    guard let fault = held.fault, fault.path.hasPrefix(path + "-"), fault != .overwritten(fault.path) else { return }
    try opened.writeWithoutTransaction { _ = try $0.checkpoint(.full) }
  }

  /// What is asked.
  var opened: DatabaseQueue {
    get throws {
      guard let queue = queue.withLock({ $0 }) else { throw ClosedFault() }
      return queue
    }
  }

  /// What one state of it says.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await opened.read(body)
  }

  /// One transaction, on disk when it returns, between its fault points.
  /// - Parameter what: the function that asks for it, or what it is about.
  /// - Throws: also `HeldPlaces.Fault`: the transaction went to a file that is not at its path any more, and is lost.
  func commit<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let queue = try opened
    try checkPlace()
    guard let script = FaultPoint.script else {
      let value = try await queue.write(body)
      try checkPlace()
      if isLogLong { await shorten(queue) }
      return value
    }
    let role = queue.role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try await queue.write { db in
      let value = try body(db)
      script.arrive(.studioCommit, "half", role)
      return value
    }
    script.arrive(.studioCommit, "after", role)
    try checkPlace()
    if isLogLong { await shorten(queue) }
    return value
  }

  private func shorten(_ queue: DatabaseQueue) async {
    // Cancelled: the next commit does it.
    do { try await queue.writeWithoutTransaction { [self] db in shortenLog(db) } } catch {}
  }

  /// The same on the thread that asks, where the database is opened.
  func commitNow<Value>(_ what: String, _ body: (Database) throws -> Value) throws -> Value {
    let queue = try opened
    try checkPlace()
    guard let script = FaultPoint.script else {
      let value = try queue.write(body)
      try checkPlace()
      return value
    }
    let role = queue.role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try queue.write { db in
      let value = try body(db)
      script.arrive(.studioCommit, "half", role)
      return value
    }
    script.arrive(.studioCommit, "after", role)
    try checkPlace()
    return value
  }
}

extension DatabaseQueue {
  /// `studio-invite` for `invite(_:to:by:at:)` in `studio.sqlite`.
  fileprivate func role(_ what: String) -> String {
    let book = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    return "\(book)-\(what.prefix { $0 != "(" })"
  }
}
