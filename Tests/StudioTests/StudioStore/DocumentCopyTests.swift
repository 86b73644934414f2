import BoothTesting
import Documents
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioStore

@Suite struct DocumentCopyTests {
  private struct Lab {
    let folder: TemporaryFolder
    let store = FlakyDocumentStore()
    let copied: CopiedDocumentStore
    let collection: DocumentCollection

    init() throws {
      folder = try TemporaryFolder()
      collection = try DocumentCollection("c")
      copied = CopiedDocumentStore(
        of: store, copy: try SQLiteDocumentStore(path: folder.path(SQLiteDocumentStore.name)))
    }

    func path(_ id: String) throws -> DocumentPath { try DocumentPath(collection, id) }
    func put(_ id: String, _ fields: DocumentFields) async throws {
      _ = try await store.store.commit([.set(try path(id), fields)])
    }
    func go(_ kind: DocumentStoreError.Kind?) { store.absence.withLock { $0 = kind } }
    func kind(_ body: () async throws -> Void) async -> DocumentStoreError.Kind? {
      do {
        try await body()
        return nil
      } catch { return (error as? DocumentStoreError)?.kind }
    }
  }

  @Test(arguments: DocumentConformance.checks)
  func `a store with a copy keeps the port's promise`(_ check: DocumentConformance) async throws {
    let lab = try Lab()
    try await check.run(DocumentTrial(lab.copied, lab.collection) { [store = lab.store.store] in store })
  }

  @Test func `what was looked at is there without a network, as it was`() async throws {
    let lab = try Lab()
    for number in 0..<5 { try await lab.put("d\(number)", ["n": .integer(Int64(number))]) }
    let query = DocumentQuery(lab.collection, orderedBy: [.init("n", .descending)], limit: 3)
    let page = try await lab.copied.page(query)
    #expect(lab.copied.absence == nil)
    lab.go(.unavailable)
    #expect(try await lab.copied.page(query) == page)
    #expect(lab.copied.absence?.kind == .unavailable)
    #expect(try await lab.copied.document(at: lab.path("d4")) == page.documents.first)
    #expect(
      await lab.kind { _ = try await lab.copied.document(at: lab.path("d0")) } == .unavailable,
      "what was never looked at is not said to be missing")
    #expect(await lab.kind { _ = try await lab.copied.commit([.delete(lab.path("d4"))]) } == .unavailable)
    lab.go(nil)
    #expect(try await lab.copied.page(query) == page)
    #expect(lab.copied.absence == nil)
  }

  @Test func `what is gone there is gone from the copy when its place is looked at`() async throws {
    let lab = try Lab()
    for number in 0..<5 { try await lab.put("d\(number)", ["n": .integer(Int64(number)), "kind": 1]) }
    let query = DocumentQuery(lab.collection, where: [.init("kind", is: 1)], orderedBy: [.init("n")])
    _ = try await lab.copied.page(query)
    _ = try await lab.store.store.commit([.delete(try lab.path("d1"))])
    try await lab.put("d2", ["n": 2, "kind": 2])
    try await lab.put("d4", ["n": 40, "kind": 1])
    var narrow = query
    narrow.limit = 2
    #expect(try await lab.copied.page(narrow).documents.map(\.path.id) == ["d0", "d3"])
    lab.go(.unavailable)
    let known = try await lab.copied.page(query).documents
    #expect(known.map(\.path.id) == ["d0", "d3", "d4"], "what stands behind the page is as it was")
    #expect(known.last?.fields["n"] == 4)
  }

  @Test func `who may see nothing sees no copy`() async throws {
    let lab = try Lab()
    try await lab.put("a", ["n": 1])
    let query = DocumentQuery(lab.collection)
    _ = try await lab.copied.page(query)
    for kind in [DocumentStoreError.Kind.permissionDenied, .unauthenticated] {
      lab.go(kind)
      #expect(await lab.kind { _ = try await lab.copied.page(query) } == kind)
      #expect(await lab.kind { _ = try await lab.copied.document(at: lab.path("a")) } == kind)
    }
  }

  @Test func `what was written is in the copy, with the store's times`() async throws {
    let lab = try Lab()
    _ = try await lab.copied.commit([.set(try lab.path("a"), ["n": 1], serverTimes: ["at"])])
    let there = try await lab.store.document(at: lab.path("a"))
    lab.go(.unavailable)
    #expect(try await lab.copied.document(at: lab.path("a")) == there)
    lab.go(nil)
    _ = try await lab.copied.commit([.delete(try lab.path("a"))])
    lab.go(.unavailable)
    #expect(try await lab.copied.page(DocumentQuery(lab.collection)).documents.isEmpty)
  }
}
