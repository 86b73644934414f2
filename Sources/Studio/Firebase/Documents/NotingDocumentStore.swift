import Documents
import StudioModel
import StudioStore

/// One person's documents elsewhere, for one request of theirs: after each answer its page is told what they are to know of the store,
/// as where it is away and a copy has answered.
struct NotingDocumentStore: DocumentStore {
  private let store: OfflineDocumentStore
  private let person: ActingPerson

  init(_ store: OfflineDocumentStore, _ person: ActingPerson) { (self.store, self.person) = (store, person) }

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    let found = try await store.documents(at: paths)
    try await note()
    return found
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    let page = try await store.page(query)
    try await note()
    return page
  }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    let commit = try await store.commitBatch(writes)
    try await note()
    return commit
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }

  private func note() async throws(DocumentStoreError) {
    let absence = try await store.absence()
    if absence.isWorthSaying { person.note(absence) }
  }
}
