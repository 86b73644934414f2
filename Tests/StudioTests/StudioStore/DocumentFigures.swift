import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import StudioStore
import Testing

/// What a large collection costs: prints, and compares nothing, as machines differ.
@Suite struct DocumentFigures {
  private static let isWanted = ProcessInfo.processInfo.environment["BOOTH_FIGURES"] != nil

  @Test(.enabled(if: isWanted, "figures are printed where BOOTH_FIGURES is set"))
  func `pages of 100,000 documents`() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteDocumentStore(path: folder.path(SQLiteDocumentStore.name))
    let collection = try DocumentCollection("critiques")
    func measure(_ what: String, _ body: () async throws -> Void) async rethrows {
      let start = ContinuousClock.now
      try await body()
      print("\(what): \(ContinuousClock.now - start)")
    }
    try await measure("100,000 documents written, 500 at a time") {
      for batch in 0..<200 {
        let writes = try (0..<500).map { place in
          let number = Int64(batch * 500 + place)
          return DocumentWrite.set(
            try DocumentPath(collection, "d\(number)"),
            [
              "organizationId": number % 10 == 0 ? "small" : "large", "createdAt": .integer(number * 7919 % 100_003),
              "rare": .boolean(number % 10_000 == 0), "notes": "Chin up, and mind the light behind her.",
            ])
        }
        _ = try await store.commit(writes)
      }
    }
    let newest = DocumentQuery(collection, orderedBy: [.init("createdAt", .descending)], limit: 20)
    var ours = newest
    ours.filters = [.init("organizationId", is: "large")]
    var few = newest
    few.filters = [.init("rare", is: true)]
    for (name, query) in [("newest", newest), ("newest of the large", ours), ("newest of the rare", few)] {
      try await measure("\(name), the first time") { _ = try await store.page(query) }
      try await measure("\(name), again") { _ = try await store.page(query) }
      var deep = query
      deep.after = .init(values: [500], id: "d0")
      try await measure("\(name), behind 99,500 others") { _ = try await store.page(deep) }
    }
    var all = newest
    all.limit = 1000
    var count = 0
    try await measure("all, pages of 1000") {
      while true {
        let page = try await store.page(all)
        count += page.documents.count
        guard let next = page.next else { break }
        all.after = next
      }
    }
    #expect(count == 100_000)
    store.close()
  }
}
