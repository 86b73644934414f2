import BoothCore
import Documents
import Synchronization

/// Another store, which is not asked again for a while after it did not answer: a page does not wait for a network
/// that is away. The while grows with each failure, up to half a minute, by chance.
final class DocumentGate: DocumentStore {
  private struct Away: Sendable {
    var failures = 0
    var until: Instant?
    var error: DocumentStoreError?
  }

  private let store: any DocumentStore
  private let now: @Sendable () -> Instant
  private let random: @Sendable () -> UInt64
  private let away = Mutex(Away())
  private static let policy = RetryPolicy(base: .seconds(2), cap: .seconds(30))

  init(
    _ store: any DocumentStore, now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64
  ) {
    self.store = store
    self.now = now
    self.random = random
  }

  /// Why it is not asked at the moment; nil where it is.
  var absence: DocumentStoreError? { away.withLock { $0.error } }

  /// When it is asked again; nil where it is at once.
  var nextTry: Instant? { away.withLock { $0.until } }

  private func asking<Value: Sendable>(
    _ body: () async throws(DocumentStoreError) -> Value
  ) async throws(DocumentStoreError) -> Value {
    let closed = away.withLock { away in away.until.flatMap { now() < $0 ? away.error : nil } }
    if let closed { throw closed }
    do {
      let value = try await body()
      away.withLock { $0 = Away() }
      return value
    } catch {
      switch error.kind {
      case .unavailable, .exhausted, .inDoubt:
        away.withLock { away in
          away.failures += 1
          away.error = error
          away.until =
            now()
            + Self.policy.delay(afterFailures: away.failures, retryAfter: error.retryAfter, random: random())
        }
      case .cancelled: break
      // It answers.
      case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .unauthenticated, .missingIndex,
        .invalid, .tooLarge, .damaged:
        away.withLock { $0 = Away() }
      }
      throw error
    }
  }

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try await asking { () throws(DocumentStoreError) in try await store.documents(at: paths) }
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try await asking { () throws(DocumentStoreError) in try await store.page(query) }
  }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try await asking { () throws(DocumentStoreError) in try await store.commitBatch(writes) }
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
