import BoothCore
public import Documents
import FoundationEssentials
public import StudioModel

/// Another store that may be away: a copy of what was looked at answers then, and what is written waits in an outbox and is sent once.
///
/// While anything waits, the copy answers, as it has what was entered; so people see what they have just written.
/// ``absence()`` says what a page tells of it. What the other store refuses (its rules, a missing index) is refused
/// here, network or not.
public final class OfflineDocumentStore: DocumentStore {
  /// How time passes: a test's own, or the system's.
  struct Timing: Sendable {
    var now: @Sendable () -> Instant
    var wait: @Sendable (Duration) async -> Void
    var random: @Sendable () -> UInt64

    static var system: Timing {
      let start = ContinuousClock.now
      return Timing {
        Instant(nanoseconds: (ContinuousClock.now - start).wholeNanoseconds)
      } wait: { duration in
        // A cancelled wait is a wait that is over.
        do { try await Task.sleep(for: duration) } catch {}
      } random: {
        .random(in: .min ... .max)
      }
    }
  }

  private let gate: DocumentGate
  private let copied: CopiedDocumentStore
  private let copy: SQLiteDocumentStore
  private let outbox: SQLiteDocumentOutbox
  private let sender: DocumentSender

  /// - Parameters:
  ///   - store: which decides.
  ///   - copy: a database of one person's: no other person's rights are checked when it answers.
  ///   - outbox: of the same person.
  public convenience init(of store: any DocumentStore, copy: SQLiteDocumentStore, outbox: SQLiteDocumentOutbox) {
    self.init(of: store, copy: copy, outbox: outbox, timing: .system)
  }

  init(of store: any DocumentStore, copy: SQLiteDocumentStore, outbox: SQLiteDocumentOutbox, timing: Timing) {
    gate = DocumentGate(store, now: timing.now, random: timing.random)
    copied = CopiedDocumentStore(of: gate, copy: copy)
    self.copy = copy
    self.outbox = outbox
    sender = DocumentSender(outbox, to: gate, copy: copy, timing: timing)
  }

  // MARK: What waits

  /// What a person is to know.
  public func absence() async throws(DocumentStoreError) -> StoreAbsence {
    let (waiting, refused) = try await sender.count()
    return StoreAbsence(isAway: gate.absence != nil, waiting: waiting, refused: refused)
  }

  /// All that waits, what was refused among it.
  public func outgoing() async throws(DocumentStoreError) -> [DocumentOutgoing] { try await outbox.all() }

  /// Sends what was refused once more.
  public func retry(key: String) async throws(DocumentStoreError) {
    try await sender.retry(key: key)
    await sender.wake()
  }

  /// Forgets what was refused: a person has decided so.
  public func discard(key: String) async throws(DocumentStoreError) { try await sender.discard(key: key) }

  /// Sends what waits by itself, until nothing does.
  public func send() async { await sender.wake() }

  /// Sends nothing by itself any more; what is being sent is waited for. The files are let go with this.
  public func close() async { await sender.end() }

  // MARK: The port

  /// - Returns: whether only the copy has everything.
  private func isWaiting() async throws(DocumentStoreError) -> Bool {
    guard try await sender.count().waiting > 0 else { return false }
    await sender.flush()
    guard try await sender.count().waiting > 0 else { return false }
    // Who may not any more reads no copy either.
    if let failure = await sender.failure, failure.kind == .unauthenticated || failure.kind == .permissionDenied {
      throw failure
    }
    return true
  }

  /// The other store's, or the copy's where it has all of them.
  public func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    guard try await isWaiting() else { return try await copied.documents(at: paths) }
    let known = try await copy.documents(at: paths)
    if known.allSatisfy({ $0 != nil }) { return known }
    // What the copy lacks may be there; what it has may be newer than there.
    let there = try await fresh(at: zip(paths, known).filter { $0.1 == nil }.map(\.0))
    return zip(paths, known).map { path, document in document ?? there[path] ?? nil }
  }

  /// Of documents that the copy lacks: one that is to be deleted by what waits is not there.
  private func fresh(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [DocumentPath: StoredDocument?] {
    let waiting = try await outbox.all().filter { $0.refusal == nil }.flatMap(\.writes)
    let gone = Set(paths.filter { path in waiting.last { $0.path == path }.map { $0.action == .delete } ?? false })
    let asked = paths.filter { !gone.contains($0) }
    let found = try await gate.documents(at: asked)
    return Dictionary(zip(asked, found), uniquingKeysWith: { $1 })
  }

  /// The other store's, or what the copy has of it.
  public func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try await isWaiting() ? copy.page(query) : copied.page(query)
  }

  /// The other store's; where it is away, or something waits already, what is written waits, too.
  public func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try Self.check(batch: writes)
    if try await isWaiting() { return try await take(writes, instead: nil) }
    do { return try await copied.commitBatch(writes) } catch {
      switch error.kind {
      case .unavailable, .exhausted, .inDoubt: return try await take(writes, instead: error)
      case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .unauthenticated, .missingIndex,
        .invalid, .tooLarge, .damaged, .cancelled:
        throw error
      }
    }
  }

  /// Into the outbox first, then into the copy: what is answered is on disk, and is seen.
  private func take(
    _ writes: [DocumentWrite], instead failure: DocumentStoreError?
  ) async throws(DocumentStoreError) -> DocumentCommit {
    let key = UUID().uuidString
    let isInDoubt = failure?.kind == .inDoubt
    try await sender.take(writes, key: key, isInDoubt: isInDoubt)
    do {
      let commit = try await copy.commitBatch(writes)
      await sender.wake()
      return commit
    } catch {
      // It may be made already: then it is so.
      if isInDoubt, let failure { throw failure }
      try await sender.discard(key: key)
      // What the copy never had may be there for all that anybody knows.
      if error.kind == .notFound, let failure { throw failure }
      throw error
    }
  }

  /// The other store's, and at once after a write of this person's, wherever it went.
  public func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { gate.watch(query) }
}
