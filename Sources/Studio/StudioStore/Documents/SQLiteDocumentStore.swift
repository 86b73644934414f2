package import BoothSystem
public import Documents
import FoundationEssentials
import GRDB
import StudioModel
import Synchronization

/// Documents in `documents.sqlite`. WAL with `synchronous=FULL`: what was answered is on disk. Several processes may have it open,
/// and hear of each other's changes within a second.
///
/// A field is put in order for a collection when it is first asked for, and from then on with every write: the first question
/// reads all of the collection, the later ones what they find.
public final class SQLiteDocumentStore: DocumentStore {
  /// The name of the file in the studio's folder.
  public static let name = "documents.sqlite"

  let database: StudioDatabase
  private let bell = DocumentBell()
  private let clock: @Sendable () -> DocumentTimestamp
  private let pause: @Sendable () async -> Void

  /// Opens the database, or makes it.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - care: for who has it alone.
  /// - Throws: `unavailable` in words: not a database, of a newer version, no room.
  public convenience init(path: String, care: DatabaseCare? = nil) throws(DocumentStoreError) {
    try self.init(path: path, care: care) {
      DocumentTimestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    } pause: {
      // A cancelled wait is a wait that is over.
      do { try await Task.sleep(for: .seconds(1)) } catch {}
    }
  }

  /// - Parameters:
  ///   - clock: the wall clock.
  ///   - pause: returns when it is time to see whether another process has written.
  init(
    path: String, care: DatabaseCare? = nil, clock: @escaping @Sendable () -> DocumentTimestamp,
    pause: @escaping @Sendable () async -> Void
  ) throws(DocumentStoreError) {
    self.clock = clock
    self.pause = pause
    do {
      database = try StudioDatabase.open(path, label: "booth.documents", patience: 10, DocumentPlan.plan, care: care)
    } catch {
      throw Self.unopened(
        error, path, without: Self.without,
        isTried: care != nil)
    }
  }

  /// What is begun without where its file is moved away.
  static let without = "what it has (reports, critiques, forms), by booth studio --begin-anew"

  /// What is wrong with the file, as far as that was found, and what to do; nil where nothing was.
  public var damage: String? { database.damage }

  /// Looks at all of it, where it was too large for that at the start: what is found is told to ``DatabaseCare``, and stands in
  /// ``damage``. Blocks for as long as reading it takes.
  public func check() throws(DocumentStoreError) {
    do { try database.check() } catch { throw Self.failure(error, database.path) }
  }

  /// Lets the file go.
  public func close() { database.close() }

  /// What of the database's files is not as this process left it; nil where all is.
  package var fault: HeldPlaces.Fault? { database.held.fault }

  /// The same of the write-ahead log, by reading all of it: before it is brought into the database as the file is let go.
  package var logFault: HeldPlaces.Fault? { database.held.logFault }

  /// Says whether this process is the studio that serves, and alone writes the database's file; another one leaves that to it.
  package func takeLog(serves: Bool) throws(DocumentStoreError) {
    do { try database.take(serves ? .own : .others) } catch { throw Self.failure(error, database.path) }
  }

  /// Before the program ends because another one has written into the files: notes what is lost, for the next start.
  /// - Parameter time: when that was seen, in words.
  package func noteStop(_ fault: HeldPlaces.Fault, at time: String) { database.noteStop(fault, at: time) }

  /// Before the program ends because the write-ahead log was taken away: brings what this process still has of it into the database.
  package func rescue() throws(DocumentStoreError) {
    do { try database.rescue() } catch { throw Self.failure(error, database.path) }
  }

  /// Why it cannot be opened: what does not mend itself says what to do.
  static func unopened(
    _ error: any Error, _ path: String, without what: String, isTried: Bool
  ) -> DocumentStoreError {
    if error is StudioDatabase.NewerFault {
      return DocumentStoreError(.invalid, subject: path, detail: "it \(StudioDatabase.NewerFault.words)")
    }
    if let words = StudioDatabase.remedy(of: error, without: what, isTried: isTried) {
      return DocumentStoreError(.invalid, subject: path, detail: "it \(words)")
    }
    return failure(error, path)
  }

  static func failure(_ error: any Error, _ path: String) -> DocumentStoreError {
    if let error = error as? DocumentStoreError { return error }
    if let fault = error as? HeldPlaces.Fault {
      return DocumentStoreError(.unavailable, subject: fault.path, detail: "\(fault.words): what is written is lost")
    }
    if let fault = StudioDatabase.DamagedFault(error) {
      return DocumentStoreError(.damaged, subject: path, detail: fault.said)
    }
    if error is CancellationError {
      return DocumentStoreError(.cancelled, subject: path, detail: "the task was cancelled")
    }
    // Never the statement's arguments: they are what people have written.
    let words = (error as? DatabaseError).map { $0.message ?? "\($0.extendedResultCode)" } ?? "\(error)"
    return DocumentStoreError(.unavailable, subject: path, detail: words)
  }

  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(DocumentStoreError) -> Value {
    do { return try await database.read(body) } catch { throw noted(Self.failure(error, database.path)) }
  }

  /// One document that is damaged takes nothing from the others, and is said where all look.
  private func noted(_ error: DocumentStoreError) -> DocumentStoreError {
    if error.kind == .damaged, error.subject != database.path {
      database.note("\(error.subject) is not what was written", isWide: false)
    }
    return error
  }

  /// - Parameters:
  ///   - what: what it is about, for the fault points.
  ///   - isNeeded: also on a disk that is full, as far as what was set aside for that goes.
  private func write<Value: Sendable>(
    _ what: String = #function, isNeeded: Bool = false, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(DocumentStoreError) -> Value {
    do { return try await database.commit(what, isNeeded: isNeeded, body) } catch {
      throw noted(Self.failure(error, database.path))
    }
  }

  // MARK: Reading

  /// All of one moment.
  public func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    let rows = try await read { db in try paths.map { try DocumentRow.fetch(db, $0) } }
    var documents: [StoredDocument?] = []
    do throws(DocumentStoreError) { for row in rows { documents.append(try row?.document()) } } catch {
      throw noted(error)
    }
    return documents
  }

  /// By an index of the first order, or of a filter that few documents pass.
  public func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try query.check()
    guard try await isSorted(query) else {
      let rows = try await read { db in try DocumentRow.fetchAll(db, query.collection) }
      return query.page(of: try documents(rows))
    }
    let rows = try await read { db in try DocumentSearch(query, db).fetch(db) }
    return query.page(found: try documents(rows))
  }

  func documents(_ rows: [DocumentRow]) throws(DocumentStoreError) -> [StoredDocument] {
    var documents: [StoredDocument] = []
    do throws(DocumentStoreError) { for row in rows { documents.append(try row.document()) } } catch {
      throw noted(error)
    }
    return documents
  }

  /// Puts the fields in order that a query needs and that were not asked for yet. False where the disk does not take
  /// that: then all of the collection is looked through, as what is there can be read.
  private func isSorted(_ query: DocumentQuery) async throws(DocumentStoreError) -> Bool {
    let fields = query.filters.map(\.field) + query.orders.map(\.field)
    let collection = query.collection
    let missing = try await read { db in
      try fields.filter { try DocumentIndex.number(db, collection, $0) == nil }
    }
    guard !missing.isEmpty else { return true }
    do {
      try await write { db in
        for field in missing { try DocumentIndex.add(db, collection, field) }
      }
      return true
    } catch {
      guard error.kind == .unavailable else { throw error }
      return false
    }
  }

  // MARK: Writing

  /// In one transaction.
  public func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try Self.check(batch: writes)
    let makesRoom = writes.allSatisfy { $0.action == .delete }
    let commit = try await write(
      writes.first?.path.collection.description ?? #function, isNeeded: makesRoom
    ) { [clock] db in
      let last = try Int64.fetchOne(db, sql: "SELECT time FROM clock") ?? 0
      let now = DocumentCommit.time(clock(), after: DocumentTimestamp(microseconds: last))
      try db.execute(
        sql: "UPDATE clock SET time = ?, sum = ?",
        arguments: [now.microseconds, DocumentPlan.clockSum(now.microseconds)])
      var indexes: [DocumentCollection: [DocumentIndex]] = [:]
      var times: [DocumentTimestamp?] = []
      for write in writes {
        let collection = write.path.collection
        let known = try indexes[collection] ?? DocumentIndex.all(db, collection)
        indexes[collection] = known
        let found = try DocumentRow.fetch(db, write.path)
        let result = try write.applied(to: found?.document(), at: now)
        times.append(result?.updateTime)
        try DocumentRow.replace(db, found, by: result, known)
      }
      return DocumentCommit(time: now, updateTimes: times)
    }
    await bell.ring()
    return commit
  }

  /// Takes documents over as another store has them, with its times, and forgets some: this one is then its copy.
  func take(_ documents: [StoredDocument], forgetting gone: [DocumentPath]) async throws(DocumentStoreError) {
    guard !documents.isEmpty || !gone.isEmpty else { return }
    try await write { db in
      for (path, document) in documents.map({ ($0.path, Optional($0)) }) + gone.map({ ($0, nil) }) {
        let indexes = try DocumentIndex.all(db, path.collection)
        try DocumentRow.replace(db, try DocumentRow.fetch(db, path), by: document, indexes)
      }
    }
    await bell.ring()
  }

  // MARK: Watching

  /// What a listener has seen: how often this process has written, and SQLite's count of what others have.
  private final class Seen: Sendable {
    struct Stamp: Equatable { var rung: Int, version: Int64 }
    let stamp = Mutex<Stamp?>(nil)
  }

  /// Changes of this process at once, those of others within a second, while there is a listener.
  public func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    let seen = Seen()
    let watcher = DocumentWatcher(bell: bell, pause: pause) { [self] in
      do throws(DocumentStoreError) { return .success(try await news(query, seen)) } catch { return .failure(error) }
    }
    return watcher.changes
  }

  private func news(_ query: DocumentQuery, _ seen: Seen) async throws(DocumentStoreError) -> [StoredDocument]? {
    try query.check()
    let isSorted = try await isSorted(query)
    let rung = await bell.count
    let before = seen.stamp.withLock { $0 }
    let (stamp, rows) = try await read { db -> (Seen.Stamp, [DocumentRow]?) in
      // Changes when another connection has changed the file (sqlite.org, "PRAGMA data_version").
      let stamp = Seen.Stamp(rung: rung, version: try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0)
      guard stamp != before else { return (stamp, nil) }
      let rows =
        if isSorted { try DocumentSearch(query, db).fetch(db) } else { try DocumentRow.fetchAll(db, query.collection) }
      return (stamp, rows)
    }
    guard let rows else { return nil }
    let found = try documents(rows)
    let documents = isSorted ? found : query.page(of: found).documents
    seen.stamp.withLock { $0 = stamp }
    return documents
  }
}
