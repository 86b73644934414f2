import BoothCore
import Documents
import StudioModel

/// Sends what waits in an outbox, in its order, again and again until nothing does.
actor DocumentSender {
  private let outbox: SQLiteDocumentOutbox
  private let store: any DocumentStore
  private let copy: SQLiteDocumentStore
  private let timing: OfflineDocumentStore.Timing
  private var nextTry: Instant?
  private var running: Task<Void, Never>?
  private var background: Task<Void, Never>?
  private var counted: (waiting: Int, refused: Int)?
  /// Why the last try failed; nil where it did not.
  private(set) var failure: DocumentStoreError?
  /// No wait is longer: who has a network again need not wait for minutes.
  private static let longest = Duration.seconds(30)

  init(
    _ outbox: SQLiteDocumentOutbox, to store: any DocumentStore, copy: SQLiteDocumentStore,
    timing: OfflineDocumentStore.Timing
  ) {
    self.outbox = outbox
    self.store = store
    self.copy = copy
    self.timing = timing
  }

  /// How many wait to be sent, and how many for a person's decision.
  func count() async throws(DocumentStoreError) -> (waiting: Int, refused: Int) {
    if let counted { return counted }
    let all = try await outbox.all()
    let found = (all.count { $0.refusal == nil }, all.count { $0.refusal != nil })
    counted = found
    return found
  }

  /// Takes writes in, behind what waits.
  /// - Parameter isInDoubt: they may have been made already.
  /// - Returns: their key.
  func take(_ writes: [DocumentWrite], key: String, isInDoubt: Bool) async throws(DocumentStoreError) {
    // A document of which a change waits already has other times there than here: that change is what this one goes upon.
    let waiting = Set(try await outbox.all().filter { $0.refusal == nil }.flatMap { $0.writes.map(\.path) })
    let relaxed = writes.map { write in
      guard waiting.contains(write.path), case .updateTime = write.precondition else { return write }
      return DocumentWrite(write.path, write.action, if: .exists, serverTimes: write.serverTimes)
    }
    try await outbox.add(relaxed, key: key, isInDoubt: isInDoubt)
    counted = nil
  }

  /// Forgets writes.
  func discard(key: String) async throws(DocumentStoreError) {
    try await outbox.discard(key: key)
    counted = nil
  }

  /// Sends what was set aside once more.
  func retry(key: String) async throws(DocumentStoreError) {
    try await outbox.retry(key: key)
    (counted, nextTry) = (nil, nil)
  }

  /// Sends all that can be sent now; one for all who ask. Returns at once while it is not time to try again.
  func flush() async {
    if let nextTry, timing.now() < nextTry { return }
    let task = running ?? Task { await send() }
    running = task
    await task.value
    if running == task { running = nil }
  }

  private func send() async {
    do throws(DocumentStoreError) {
      while true {
        let next = try await outbox.all().first { $0.refusal == nil }
        switch try await outbox.sendNext(to: store, random: timing.random()) {
        case .nothing:
          (failure, nextTry) = (nil, nil)
          return
        case .sent:
          counted = nil
          await look(at: next)
        case .later(after: let wait, let error):
          (failure, nextTry) = (error, timing.now() + min(wait, Self.longest))
          return
        case .setAside(let key, _):
          counted = nil
          try await setAsideBehind(key, next)
          await look(at: next)
        }
      }
    } catch {
      (failure, nextTry) = (error, timing.now() + Self.longest)
    }
  }

  /// What goes upon a change that was refused would be made upon something else.
  private func setAsideBehind(_ key: String, _ refused: DocumentOutgoing?) async throws(DocumentStoreError) {
    var touched = Set(refused?.writes.map(\.path) ?? [])
    for later in try await outbox.all() where later.refusal == nil {
      guard later.writes.contains(where: { touched.contains($0.path) }) else { continue }
      touched.formUnion(later.writes.map(\.path))
      try await outbox.setAside(
        key: later.key, words: "it goes upon a change that was refused; try both again, or neither")
    }
  }

  /// As it is there now.
  private func look(at sent: DocumentOutgoing?) async {
    guard let paths = sent.map({ Array(Set($0.writes.map(\.path))) }), !paths.isEmpty else { return }
    do throws(DocumentStoreError) {
      let found = try await store.documents(at: paths)
      try await copy.take(found.compactMap(\.self), forgetting: zip(paths, found).filter { $0.1 == nil }.map(\.0))
    } catch {
      // The next look is there.
    }
  }

  /// Sends by itself from now on, until nothing waits.
  func wake() {
    guard background == nil else { return }
    background = Task { [weak self, timing] in
      while await self?.step() == true { await timing.wait(.seconds(1)) }
      await self?.rest()
    }
  }

  private func rest() { background = nil }

  /// - Returns: whether anything waits that may yet be sent by itself.
  private func step() async -> Bool {
    await flush()
    do throws(DocumentStoreError) { return try await count().waiting > 0 && !Task.isCancelled } catch { return false }
  }

  /// Sends nothing any more by itself.
  func end() async {
    background?.cancel()
    await background?.value
    await running?.value
  }
}
