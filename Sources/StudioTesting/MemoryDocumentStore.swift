import FoundationEssentials
public import StudioRules

/// The documents' double: ``DocumentTable`` behind the port. It ends with the process.
public actor MemoryDocumentStore: DocumentStore {
  private var table = DocumentTable()
  private let bell = DocumentBell()

  public init() {}

  public func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    paths.map { table[$0] }
  }

  public func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage { try table.page(query) }

  public func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try Self.check(batch: writes)
    let clock = DocumentTimestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    let commit = try table.commit(writes, at: clock)
    await bell.ring()
    return commit
  }

  public nonisolated func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    let watcher = DocumentWatcher(bell: bell) {
      // Nobody else can write: only the bell tells of changes.
      await DocumentBell().wait(beyond: 0)
    } read: {
      do throws(DocumentStoreError) { return .success(try await self.page(query).documents) } catch {
        return .failure(error)
      }
    }
    return watcher.changes
  }
}
