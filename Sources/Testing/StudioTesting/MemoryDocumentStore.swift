public import Documents
import FoundationEssentials

/// The documents' double: ``DocumentTable`` behind the port. It ends with the process.
public actor MemoryDocumentStore: VersionedDocuments {
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

  public func state(of collection: DocumentCollection) async throws(DocumentStoreError) -> DocumentCollectionState {
    table.state(of: collection)
  }

  public func documents(
    in collection: DocumentCollection, after time: DocumentTimestamp, id: String
  ) async throws(DocumentStoreError) -> [StoredDocument] { table.documents(in: collection, after: time, id: id) }

  public func ids(in collection: DocumentCollection) async throws(DocumentStoreError) -> [String] {
    table.all(in: collection).map(\.path.id)
  }

  public nonisolated func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    let watcher = DocumentWatcher(bell: bell) {
      // No other can write: only the bell tells of changes.
      await DocumentBell().wait(beyond: 0)
    } read: {
      do throws(DocumentStoreError) { return .success(try await self.page(query).documents) } catch {
        return .failure(error)
      }
    }
    return watcher.changes
  }
}
