public import BoothCore
import BoothSystem
public import BoothVault
import GRDB
import Glibc

/// The database in `booth.sqlite`. WAL with `synchronous=FULL`: a commit is on disk when the call returns.
public final class SQLiteLedger: Ledger {
  /// One connection: all of the store's calls come one after the other, and a pool's second one costs every commit.
  private let database: DatabaseQueue
  private let path: String
  private let held: HeldDatabase
  /// The lock of the data folder that the database is in.
  private let lock: HeldPlaces?

  /// - Parameters:
  ///   - jobs: the kinds that this program works on. Books with a job of another one that is not over are refused:
  ///     it would never be done.
  ///   - readOnly: looks only, beside a running booth or without one.
  ///   - lock: the path of what keeps a second booth away, which this process holds; nil for those that only look.
  ///   - checked: reads the whole database for damage, each row of it.
  ///   - whenDamaged: called while a damaged database is still open. SQLite touches no file that was renamed before it
  ///     is closed ("sqlite3PagerClose", pager.c), so this is the moment to set it aside as it is.
  public init(
    path: String, jobs: JobRegistry = .sessions, readOnly: Bool = false, lock: String? = nil,
    checked: Bool = false, whenDamaged: () throws -> Void = {}
  ) throws(StoreError) {
    self.path = path
    var configuration = Configuration()
    configuration.label = "booth"
    configuration.busyMode = .timeout(5)
    configuration.readonly = readOnly
    do {
      if !readOnly { configuration.journalMode = .wal }
      database = try DatabaseQueue(path: path, configuration: configuration)
      if !readOnly {
        // GRDB sets NORMAL when it opens a WAL database; a commit must survive a power cut.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
        // A session has 4 kB in the database, and no call needs more than a few of them: SQLite's own 2 MB of pages would only
        // grow through the night.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size=-256") }
        if FaultPoint.script?.skips(.ledgerSync, "database") == true {
          try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=OFF") }
        }
      }
      if checked { try database.read { try DatabaseCheck.checkPages($0, path) } }
      try database.read { try SchemaCheck.check($0, path) }
      if !readOnly {
        try Schema.migrator.migrate(database)
        try JobWords.keep(jobs, in: database, path)
      }
      if checked { try database.read { try DatabaseCheck.readAll($0) } }
      if !readOnly {
        // One process alone writes the database: it alone brings the log into them, too, so that what another program writes over them is
        // noticed.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
      }
      held = try HeldDatabase(path)
      self.lock = try lock.map { try HeldPlaces([$0]) }
      if !readOnly { held.keepLog() }
    } catch {
      var fault = StoreError(wrapping: error, path)
      if fault.code == .damaged {
        do { try whenDamaged() } catch { fault = StoreError(wrapping: error, path) }
      }
      throw fault
    }
  }

  /// Brings the log's commits into the database and lets the files go; whatever is asked afterwards fails. A database that is not the
  /// one at its path any more only lets go: what is there belongs to another, and SQLite leaves that alone. Where another program has
  /// written into the log, nothing is closed, as SQLite would bring that into the database: the next start looks at the log.
  func close() throws(StoreError) {
    do {
      if isReplaced { return try database.close() }
      if let fault = held.logFault, fault == .overwritten(fault.path) {
        _ = Unmanaged.passRetained(database)
        throw fault
      }
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try database.close()
    } catch { throw StoreError(wrapping: error, path) }
  }

  /// The value of `PRAGMA synchronous` on the connection that writes: 2 is FULL.
  package func synchronousLevel() throws -> Int? {
    try database.writeWithoutTransaction { try Row.fetchOne($0, sql: "PRAGMA synchronous")?[0] }
  }

  /// Whether another file than the one that was opened is where the database was, or none, while the folder is in its place.
  var isReplaced: Bool { held.fault.map { $0 == .replaced(path) || $0 == .gone(path) } ?? false }

  /// - Throws: `moved` where the data folder is not the one that was opened, or both the database and the lock in it are not: all of it was
  ///   exchanged, and a start would begin with what is there now. `replaced` where one of them is not.
  func checkPlace() throws(StoreError) {
    let lockFault = lock?.fault()
    if let fault = held.fault {
      var error = StoreError(wrapping: fault, path)
      if error.code == .replaced, lockFault != nil {
        error.code = .moved
        error.detail = "\(fault.words), and so is the lock: what is written is lost; put back what belongs there"
      }
      throw error
    }
    if let lockFault {
      throw StoreError(
        .replaced, subject: lockFault.path,
        detail:
          "\(lockFault.words): another booth may use this data folder beside this one; the booth's next start makes it anew"
      )
    }
  }

  /// One transaction, flushed to the drive when it returns. Waits up to 5 s for another process that has the database.
  /// - Throws: also `moved` and `replaced`: the transaction went to a file that is not at its path any more.
  public func commit(_ changes: [LedgerChange]) throws(StoreError) {
    try checkPlace()
    try FaultPoint.commit(changes) { () throws(StoreError) in
      do {
        // A single statement is a transaction by itself.
        if changes.count == 1 {
          try database.writeWithoutTransaction { try changes[0].apply(to: $0) }
        } else {
          try database.write { db in
            for change in changes { try change.apply(to: db) }
            FaultPoint.commitHalf(changes)
          }
        }
      } catch {
        throw fault(committing: error)
      }
    }
    try checkPlace()
    shortenLog()
  }

  /// As long as SQLite's own rule of a thousand pages lets it become.
  private static let longLog: Int64 = 4 << 20

  /// Brings a long log into the database. What is committed is safe in the log: where that fails, the next commit tries again.
  private func shortenLog() {
    guard held.logSize >= Self.longLog, held.fault == nil else { return }
    do {
      try database.writeWithoutTransaction { db in try held.changing { _ = try db.checkpoint(.truncate) } }
    } catch {}
  }

  /// A counter at its end is refused with the words of a full disk.
  private func fault(committing error: any Error) -> StoreError {
    let fault = StoreError(wrapping: error, path)
    guard fault.code == .full else { return fault }
    do { try database.unsafeReentrantRead { try SchemaCheck.checkCounters($0, path) } } catch let damage
      as DatabaseRowFault
    {
      return StoreError(wrapping: damage, path)
    } catch {}  // the disk is as full as it said
    return fault
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.unsafeReentrantRead(body) } catch { throw StoreError(wrapping: error, path) }
  }

  /// Read from the table: rows are never removed, so no number comes twice.
  public func nextAssetID() throws(StoreError) -> AssetID { try nextNumber(in: AssetEntry.table) }
  /// Read from the table: rows are never removed, so no number comes twice.
  public func nextJobID() throws(StoreError) -> JobID { try nextNumber(in: Job.table) }

  private func nextNumber(in table: String) throws(StoreError) -> Int64 {
    try read { db in
      guard let row = try Row.fetchAll(db, "SELECT MAX(id) AS id FROM \(table)").first else { return 1 }
      return (try DatabaseRow(table, row).optionalInteger("id", KeptBounds.number) ?? 0) + 1
    }
  }

  /// Reads two columns of every session, and no asset.
  public func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] {
    try read { db in
      try Row.fetchAll(db, "SELECT id, state FROM session").reduce(into: [:]) { states, row in
        let row = DatabaseRow(SessionRecord.table, row)
        states[try row.session("id")] = try row.word("state", of: SessionRecord.State.self)
      }
    }
  }

  /// Reads the session and its assets in the same transaction; `damaged` for a row that says what none can.
  public func session(_ id: SessionID) throws(StoreError) -> SessionRecord? {
    try read { try SessionRecord.fetch($0, "WHERE id = ?", [id.text]).first }
  }

  /// Reads the sessions of those states, each with its assets.
  public func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    let wanted = states.map(\.rawValue).sorted()
    let places = wanted.map { _ in "?" }.joined(separator: ", ")
    return try read {
      try SessionRecord.fetch($0, "WHERE state IN (\(places)) ORDER BY rowid", StatementArguments(wanted))
    }
  }

  /// Ordered by when they were opened, not by their clock times; each with its assets.
  public func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] {
    try read { try SessionRecord.fetch($0, "ORDER BY rowid DESC LIMIT ?", [limit]) }
  }

  /// The rows as they are, also of an unknown session: then none.
  public func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] {
    try read { try AssetEntry.fetch($0, "WHERE session = ? ORDER BY id", [session.text]) }
  }

  /// By the database alone; the disk is not looked at.
  public func undeletedAssets() throws(StoreError) -> [AssetEntry] {
    try read { try AssetEntry.fetch($0, "WHERE discarded AND NOT fileGone ORDER BY id") }
  }

  /// Jobs of every state, those that are over too.
  public func jobs(of subject: JobSubject) throws(StoreError) -> [Job] {
    try read { try Job.fetch($0, of: subject) }
  }

  /// Those that are not over are neither `done` nor `cancelled`.
  public func jobs(all: Bool) throws(StoreError) -> [Job] {
    try read { try Job.fetch($0, all ? "ORDER BY id" : "WHERE state NOT IN ('done', 'cancelled') ORDER BY id") }
  }

  /// The whole table for nil.
  public func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    try read { db in
      guard let session else { return try Decision.fetch(db, "ORDER BY id") }
      return try Decision.fetch(db, "WHERE session = ? ORDER BY id", [session.text])
    }
  }

  /// Nil where the key was never set.
  public func setting(_ key: String) throws(StoreError) -> String? {
    try read { db in
      let rows = try Row.fetchAll(db, "SELECT key, value FROM setting WHERE key = ?", [key])
      return try rows.first.map { try DatabaseRow("setting", $0).text("value") }
    }
  }
}
