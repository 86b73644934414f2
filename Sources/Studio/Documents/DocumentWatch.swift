/// What is different from what was told: a pure machine, the same for every store.
public struct DocumentWatch: Sendable {
  private var told: [StoredDocument] = []
  private var hasTold = false
  private var failure: DocumentStoreError?

  /// Nothing was told yet.
  public init() {}

  /// A page was read.
  /// - Returns: what is to be told; nil where nothing is new. The first page is always told.
  public mutating func found(_ documents: [StoredDocument]) -> DocumentChange? {
    let before = Dictionary(told.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    let now = Set(documents.map(\.path))
    let change = DocumentChange(
      documents: documents, changed: documents.filter { before[$0.path] != $0 },
      removed: told.map(\.path).filter { !now.contains($0) })
    let isNew = !hasTold || failure != nil || documents != told
    (told, hasTold, failure) = (documents, true, nil)
    return isNew ? change : nil
  }

  /// It could not be read.
  /// - Returns: what is to be told; nil where the same was told already.
  public mutating func failed(_ error: DocumentStoreError) -> DocumentChange? {
    guard failure?.kind != error.kind else { return nil }
    failure = error
    return DocumentChange(documents: told, failure: error)
  }
}

/// Rings when something was written, for who waits for that.
public actor DocumentBell {
  private var rung = 0
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var next = 0

  /// Nothing was written yet.
  public init() {}

  /// Something was written.
  public func ring() {
    rung += 1
    let all = waiting
    waiting = [:]
    for continuation in all.values { continuation.resume() }
  }

  /// How often it has rung.
  public var count: Int { rung }

  /// Waits until it has rung more often than so many times, or the task is cancelled.
  public func wait(beyond seen: Int) async {
    guard rung == seen else { return }
    next += 1
    let mine = next
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting[mine] = continuation }
      }
    } onCancel: {
      Task { await self.giveUp(mine) }
    }
  }

  private func giveUp(_ mine: Int) { waiting.removeValue(forKey: mine)?.resume() }
}

/// Asks a store again and again for one listener, when he wants the next change and not before.
public actor DocumentWatcher {
  private var machine = DocumentWatch()
  private let bell: DocumentBell
  private let pause: @Sendable () async -> Void
  private let read: @Sendable () async -> Result<[StoredDocument]?, DocumentStoreError>
  private var seen = -1

  /// - Parameters:
  ///   - bell: rings when this process has written.
  ///   - pause: returns when it is time to ask again, or the task is cancelled.
  ///   - read: asks; nil where nothing can have changed since it was asked last.
  public init(
    bell: DocumentBell, pause: @escaping @Sendable () async -> Void,
    read: @escaping @Sendable () async -> Result<[StoredDocument]?, DocumentStoreError>
  ) {
    self.bell = bell
    self.pause = pause
    self.read = read
  }

  /// The stream of what it finds, for ``DocumentStore/watch(_:)``.
  public nonisolated var changes: AsyncStream<DocumentChange> {
    AsyncStream(unfolding: { await self.next() })
  }

  private func next() async -> DocumentChange? {
    while !Task.isCancelled {
      if seen >= 0 { await wait(beyond: seen) }
      if Task.isCancelled { return nil }
      seen = await bell.count
      let change: DocumentChange? =
        switch await read() {
        case .success(nil): nil
        case .success(let documents?): machine.found(documents)
        case .failure(let error): error.kind == .cancelled ? nil : machine.failed(error)
        }
      if let change { return change }
    }
    return nil
  }

  private func wait(beyond seen: Int) async {
    await withTaskGroup { [bell, pause] group in
      group.addTask { await bell.wait(beyond: seen) }
      group.addTask { await pause() }
      await group.next()
      group.cancelAll()
    }
  }
}
