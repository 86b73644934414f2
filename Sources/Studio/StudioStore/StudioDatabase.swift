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

  /// It is damaged.
  struct DamagedFault: Error {
    /// What was found.
    var words: String
    /// What the pages and the log know it by.
    static let sign = "the studio's database is damaged"
    /// For readers, behind the file's name.
    var said: String { "\(Self.sign) (\(words))" }
    /// What to do while it is in use.
    static let advice =
      "start the studio again: its start saves what can be read of it, and says what it could not; until then nothing is written to it"

    /// - Parameter words: also SQLite's own, which have lines.
    init(words: String) {
      self.words = words.replacing("*** in database main ***", with: "").replacing("\n", with: " ").trimmed
    }

    /// Nil for what says nothing of the file.
    init?(_ error: any Error) {
      switch error {
      case let error as Self: self = error
      case let error as DatabaseError where DatabaseCheck.isDamage(error):
        self.init(words: error.message ?? "\(error.extendedResultCode)")
      default: return nil
      }
    }
  }

  /// What to do about a file that is no database, or nil where it is one, and something else is wrong.
  /// - Parameter isTried: whether it was tried to save what can be read of it.
  static func remedy(of error: any Error, without what: String, isTried: Bool) -> String? {
    var words: String?
    if error is EmptiedFault { words = "is empty, and was not made so: " }
    if let fault = DamagedFault(error) {
      words =
        "is damaged (\(fault.words)): "
        + (isTried ? "" : "start the studio, which saves what can be read of it; where it could not, ")
    }
    return words.map { "\($0)put a copy of it back, or move it away, to begin without \(what)" }
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

  /// What was found while it was in use.
  private struct Found {
    var words: String
    /// Whether more than single rows: then nothing is written any more, as SQLite could write over what is sound.
    var isWide: Bool
  }

  private let plan: DatabasePlan
  private let care: DatabaseCare?
  private let found = Mutex<Found?>(nil)
  /// Whether all of it was looked at before it was used.
  private let isChecked: Bool

  private init(_ queue: DatabaseQueue, _ plan: DatabasePlan, _ care: DatabaseCare?, isChecked: Bool) throws {
    path = queue.path
    held = try HeldDatabase(queue.path)
    self.queue = Mutex(queue)
    (self.plan, self.care, self.isChecked) = (plan, care, isChecked)
  }

  // MARK: Damage

  /// What is wrong with the database that is in use, and what to do; nil where nothing was found.
  var damage: String? {
    found.withLock { $0 }.map { "\(path): \(DamagedFault(words: $0.words).said): \(DamagedFault.advice)" }
  }

  /// Writes down what was found, for the next start, and says it, once.
  /// - Parameter isWide: whether more than single rows.
  func note(_ words: String, isWide: Bool) {
    let words = DamagedFault(words: words).words
    let isNew = found.withLock { found in
      defer { found = Found(words: found?.words ?? words, isWide: found?.isWide == true || isWide) }
      return found == nil
    }
    guard isNew else { return }
    DamageNotes(path: path).suspect(words)
    if let damage { care?.told(damage) }
  }

  private func notingNow<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      note(error)
      throw error
    }
  }

  private func noting<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch {
      note(error)
      throw error
    }
  }

  private func note(_ error: any Error) {
    if let fault = DamagedFault(error) { note(fault.words, isWide: true) }
    if DatabaseCheck.isUnread(error) { note("its disk does not give back what was written: \(error)", isWide: false) }
  }

  /// What was damaged is not written to: SQLite could write over what is sound, and what is answered must last.
  private func checkWhole() throws {
    if let found = found.withLock({ $0 }), found.isWide { throw DamagedFault(words: found.words) }
  }

  /// Makes anew what can be made anew.
  private func order(_ what: String) throws {
    try commitNow("order") { try plan.order($0) }
    care?.told("\(path): \(what) was damaged, and is made anew; nothing is lost")
  }

  /// Looks at all of it while it is in use, where that was not done before. Blocks for as long as reading it takes.
  func check() throws {
    guard !isChecked else { return }
    var configuration = DatabasePlan.configuration()
    configuration.label = "booth.check"
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let fault = try queue.read { try DatabaseCheck.fault($0, plan) }
      let what = fault == nil ? try queue.read { try plan.orderFault($0) } : nil
      try queue.close()
      if let fault { note(fault, isWide: true) }
      if let what { try order(what) }
    } catch {
      note(error)
      guard DatabaseCheck.isDamage(error) || DatabaseCheck.isUnread(error) else { throw error }
    }
  }

  /// - Throws: `HeldPlaces.Fault` where the file is not the one at its path any more.
  private func checkPlace() throws {
    if let fault = held.fault { throw fault }
  }

  /// Opens it, or makes it, and brings it up to date.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - label: of its queue, for a look at threads.
  ///   - patience: how long another process is waited for, in seconds.
  ///   - care: looks whether it is whole, and saves what can be read of one that is not; nil: another process may have
  ///   it open.
  /// - Throws: ``NewerFault``, ``EmptiedFault``, ``DamagedFault``, and what GRDB throws.
  static func open(
    _ path: String, label: String, patience: Double, _ plan: DatabasePlan, care: DatabaseCare? = nil
  ) throws -> StudioDatabase {
    guard let care else { return try opened(path, label, patience, plan, nil, isChecked: false) }
    let notes = DamageNotes(path: path)
    // Before anything is opened: SQLite forgets what it cannot read of its log.
    if !care.isCopy, !notes.takeLossNoted(), let loss = LogLoss(of: path, isSameBoot: notes.isOfThisBoot) {
      care.told(notes.keep(loss, "was cut off, written over or damaged"))
    }
    try DatabaseRescue.finish(path)
    notes.noteBoot()
    let words: String
    do {
      let suspected = notes.suspected
      var facts = stat()
      let isShort = stat(path, &facts) != 0 || Int64(facts.st_size) <= care.longest
      if let suspected, !isShort {
        care.told(Self.told(path, "is looked at whole, as it may be damaged (\(suspected))"))
      }
      let database = try opened(path, label, patience, plan, care, isChecked: isShort || suspected != nil)
      guard database.isChecked else { return database }
      guard let fault = try database.opened.read({ try DatabaseCheck.fault($0, plan) }) else {
        if let what = try database.opened.read({ try plan.orderFault($0) }) { try database.order(what) }
        notes.clear()
        return database
      }
      database.close()
      words = DamagedFault(words: fault).words
    } catch {
      guard DatabaseCheck.isDamageAtOpening(error) || (care.isCopy && error is EmptiedFault) else { throw error }
      words = DamagedFault(error)?.words ?? "\((error as? DatabaseError)?.message ?? "\(error)")"
    }
    if care.isCopy {
      for ending in DamageNotes.endings { unlink(path + ending) }
      notes.clear()
      care.told("\(path) was damaged (\(words)), and is made anew: it is a copy of what is elsewhere")
      return try opened(path, label, patience, plan, care, isChecked: true)
    }
    care.told(Self.told(path, "is damaged (\(words)): what can be read of it is saved into a new file"))
    do { care.told(try DatabaseRescue.run(path, plan, because: words)) } catch {
      // What could not be saved is a person's to decide.
      if error is DamagedFault { throw error }
      guard DatabaseCheck.isDamageAtOpening(error) else { throw error }
      let failure = (error as? DatabaseError)?.message ?? "\(error)"
      throw DamagedFault(
        words: failure == words ? words : "\(words); what can be read of it cannot be saved: \(failure)")
    }
    return try opened(path, label, patience, plan, care, isChecked: true)
  }

  /// What a start says before it begins with what takes long, as nothing is served until that is done.
  private static func told(_ path: String, _ words: String) -> String {
    var facts = stat()
    let size = stat(path, &facts) == 0 ? Int64(facts.st_size) >> 20 : 0
    return "\(path) \(words), before anything is served; "
      + (size < 10 ? "that takes some seconds" : "it has \(size) MB, and each 100 MB may take a minute")
  }

  private static func opened(
    _ path: String, _ label: String, _ patience: Double, _ plan: DatabasePlan, _ care: DatabaseCare?, isChecked: Bool
  ) throws -> StudioDatabase {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_size == 0 { throw EmptiedFault() }
    var configuration = DatabasePlan.configuration()
    configuration.label = label
    configuration.busyMode = .timeout(patience)
    configuration.journalMode = .wal
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
    guard try !database.read({ try DatabaseCheck.isNewer($0, plan.migrator) }) else { throw NewerFault() }
    if try !database.read({ try plan.migrator.hasCompletedMigrations($0) }) {
      let role = database.role("migrate")
      FaultPoint.script?.arrive(.studioCommit, "before", role)
      try plan.migrator.migrate(database)
      FaultPoint.script?.arrive(.studioCommit, "after", role)
    }
    return try StudioDatabase(database, plan, care, isChecked: isChecked)
  }

  /// Lets the file go, after the last read or write; who asks from now on gets a ``ClosedFault``. Nothing that was
  /// answered is lost.
  ///
  /// Where another program has written into the log, nothing is closed: SQLite would bring that into the database. The log stays for the
  /// next start, which says what is lost.
  func close() {
    let last = queue.withLock { queue in
      defer { queue = nil }
      return queue
    }
    if let last, isLogOverwritten { _ = Unmanaged.passRetained(last) }
  }

  /// Whether another program has written into the log; reads all of it.
  var isLogOverwritten: Bool { held.logFault.map { $0 == .overwritten($0.path) } ?? false }

  /// Where only the log is gone or replaced: brings what this process has of it into the database, as no other process
  /// can. Not what another program has written into it.
  func rescue() throws {
    guard let fault = held.fault, fault.path.hasPrefix(path + "-"), fault != .overwritten(fault.path) else { return }
    try opened.writeWithoutTransaction { _ = try $0.checkpoint(.full) }
  }

  /// Before the program ends because another one has written over the database or its log: notes what is lost with that, so that the next
  /// start says it, and looks closely at the rest.
  func noteStop(_ fault: HeldPlaces.Fault, at time: String) {
    guard fault == .overwritten(fault.path), fault.path == path || fault.path.hasPrefix(path + "-") else { return }
    let notes = DamageNotes(path: path)
    if let loss = LogLoss(of: path, isSameBoot: true) {
      care?.told(notes.keep(loss, "was written over by another program while the studio ran, seen \(time)"))
      notes.noteLossNoted()
    }
    if fault.path == path { notes.suspect("another program wrote over it while the studio ran, seen \(time)") }
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
    let queue = try opened
    return try await noting { try await queue.read(body) }
  }

  /// One transaction, on disk when it returns, between its fault points.
  /// - Parameter what: the function that asks for it, or what it is about.
  /// - Throws: also `HeldPlaces.Fault`: the transaction went to a file that is not at its path any more, and is lost.
  func commit<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let queue = try opened
    try checkPlace()
    try checkWhole()
    guard let script = FaultPoint.script else {
      let value = try await noting { try await queue.write(body) }
      try checkPlace()
      if isLogLong { await shorten(queue) }
      return value
    }
    let role = queue.role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try await noting {
      try await queue.write { db in
        let value = try body(db)
        script.arrive(.studioCommit, "half", role)
        return value
      }
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
    try checkWhole()
    guard let script = FaultPoint.script else {
      let value = try notingNow { try queue.write(body) }
      try checkPlace()
      return value
    }
    let role = queue.role(what)
    script.arrive(.studioCommit, "before", role)
    let value = try notingNow {
      try queue.write { db in
        let value = try body(db)
        script.arrive(.studioCommit, "half", role)
        return value
      }
    }
    script.arrive(.studioCommit, "after", role)
    try checkPlace()
    return value
  }
}

extension DatabaseQueue {
  /// `studio-invite` for `invite(_:to:by:at:)` in `studio.sqlite`.
  fileprivate func role(_ what: String) -> String {
    let store = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    return "\(store)-\(what.prefix { $0 != "(" })"
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
