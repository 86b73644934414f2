import Documents
import Reports
import StudioModel
import StudioStore
import StudioTesting
import Testing

@testable import StudioReports

@Suite(.timeLimit(.minutes(15))) struct DraftTests {
  private static let key = String(repeating: "0a", count: 16)

  @Test func `a report that arrives while its draft is kept leaves no draft behind`() async throws {
    try await ReportsLab.run(over: OvertakenStore()) { lab in
      let ben = try await lab.join("ben", .photographer)
      let draft =
        #"{"key": "\#(Self.key)", "template": "fall", "parts": {"notes": {"at": 1, "value": {"value": "x"}}}}"#
      #expect(try await lab.post("/reports/draft", ben, draft).status == 410)
      #expect(!(try await lab.get("/reports/drafts", ben).text.contains(Self.key)))
      #expect(try await lab.get("/reports/draft/\(Self.key)", ben).status == 404)
    }
  }
}

/// A person sends a report at the last moment before its draft is written.
private struct OvertakenStore: DocumentStore {
  let store = MemoryDocumentStore()

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try await store.documents(at: paths)
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage { try await store.page(query) }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    for write in writes where write.path.collection.segments == [SharedDraft.collection] && write.action != .delete {
      let report = try DocumentPath(DocumentCollection(ReportDocument.collection), write.path.id)
      _ = try await store.commitBatch([.set(report, ["userId": .string("ben")]), .delete(write.path)])
    }
    return try await store.commitBatch(writes)
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
