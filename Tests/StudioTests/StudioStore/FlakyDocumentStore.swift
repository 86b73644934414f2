import Documents
import StudioModel
import StudioTesting
import Synchronization

/// A store that fails as it is told to, before it has written or after.
final class FlakyDocumentStore: DocumentStore {
  enum Fault: Sendable {
    case before(DocumentStoreError.Kind)
    case after(DocumentStoreError.Kind)
  }
  let store = MemoryDocumentStore()
  let faults = Mutex<[Fault]>([])
  let commits = Mutex(0)
  /// Why nothing answers at all.
  let absence = Mutex<DocumentStoreError.Kind?>(nil)

  private func check() throws(DocumentStoreError) {
    if let kind = absence.withLock({ $0 }) { throw Self.error(kind) }
  }

  private static func error(_ kind: DocumentStoreError.Kind) -> DocumentStoreError {
    DocumentStoreError(kind, subject: "x", detail: "as planned")
  }

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try check()
    return try await store.documents(at: paths)
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try check()
    return try await store.page(query)
  }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try check()
    let fault = faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if case .before(let kind)? = fault { throw Self.error(kind) }
    let commit = try await store.commitBatch(writes)
    commits.withLock { $0 += 1 }
    if case .after(let kind)? = fault { throw Self.error(kind) }
    return commit
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
