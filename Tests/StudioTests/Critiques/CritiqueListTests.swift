import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Training

@Suite struct CritiqueListTests {
  private static let org = OrganisationID("org")
  private static let ben = UserID("p1")

  /// So many of one photographer's, a minute apart; every third is a good example, every seventh cannot be read.
  private static func filled(_ count: Int) async throws -> MemoryDocumentStore {
    let store = MemoryDocumentStore()
    var writes: [DocumentWrite] = []
    for number in 0..<count {
      var fields = CritiqueDocumentTests.current
      fields["createdAt"] = .timestamp(DocumentTimestamp(microseconds: Int64(number) * 60_000_000))
      fields["exampleType"] = number % 3 == 0 ? "example" : "improvement"
      if number % 7 == 6 { (fields["managerNotes"], fields["imageUrls"], fields["imageUrl"]) = (nil, nil, nil) }
      writes.append(.set(try Critique.path("C\(number)"), fields))
    }
    _ = try await store.commit(writes)
    return store
  }

  private static func all(
    _ view: CritiqueView, _ store: MemoryDocumentStore, between: (Int) async throws -> Void = { _ in }
  ) async throws -> [[String]] {
    var pages: [[String]] = []
    var after: DocumentQuery.Cursor?
    repeat {
      var page = CritiquePage(view, limit: 10)
      var query = try view.query(of: ben, in: org, limit: 11, after: after)
      while let more = page.take(try await store.page(query), of: query) { query.after = more }
      pages.append(page.critiques.map(\.id))
      after = page.next.flatMap { CritiqueCursor.read(CritiqueCursor.text($0)) }
      try await between(pages.count)
    } while after != nil
    return pages
  }

  @Test(arguments: CritiqueView.Filter.allCases, CritiqueView.Order.allCases)
  func `pages go on with nothing left out and nothing twice`(_ filter: CritiqueView.Filter, _ order: CritiqueView.Order)
    async throws
  {
    let store = try await Self.filled(100)
    var view = CritiqueView()
    (view.filter, view.order) = (filter, order)
    let wanted = (0..<100).filter { number in
      number % 7 != 6 && (filter == .all || (filter == .good) == (number % 3 == 0))
    }.map { "C\($0)" }
    let pages = try await Self.all(view, store)
    #expect(pages.flatMap { $0 } == (order == .newest ? wanted.reversed() : wanted))
    #expect(pages.dropLast().allSatisfy { $0.count == 10 })
  }

  @Test func `what comes and goes between pages moves nothing`() async throws {
    let store = try await Self.filled(40)
    let before = try await Self.all(CritiqueView(), store).flatMap { $0 }
    let pages = try await Self.all(CritiqueView(), store) { page in
      guard page == 1 else { return }
      var fields = CritiqueDocumentTests.current
      fields["createdAt"] = .timestamp(DocumentTimestamp(microseconds: 1 << 50))
      _ = try await store.commit([
        .set(try Critique.path("new"), fields), .delete(try Critique.path(before[9])),
        .delete(try Critique.path(before[15])),
      ])
    }
    #expect(pages.flatMap { $0 } == before.enumerated().filter { $0.offset != 15 }.map(\.element))
  }

  @Test func `counts are of all, with those that cannot be read`() async throws {
    let store = try await Self.filled(21)
    let page = try await store.page(
      DocumentQuery(try DocumentCollection(Critique.collectionName), limit: 100))
    var counts = CritiqueCounts()
    for document in page.documents { if let entry = CritiqueEntry(document) { counts.add(entry) } }
    #expect(counts.total == 18 && counts.unreadable == 3 && counts.good == 6 && counts.improvement == 12)
    #expect(counts.last == DocumentTimestamp(microseconds: 19 * 60_000_000))
  }

  /// Against counting anew, after each of many changes from one seed.
  @Test func `a tally that is kept up is as one that is counted`() throws {
    var (tally, entries, state) = (CritiqueTally(), [String: CritiqueEntry](), UInt64(27))
    func chance(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    for _ in 0..<2000 {
      let id = "k\(chance(60))"
      var fields = CritiqueDocumentTests.current
      fields["targetPhotographerId"] = .string("p\(chance(4))")
      fields["exampleType"] = chance(2) == 0 ? "example" : "improvement"
      fields["createdAt"] = chance(9) == 0 ? "broken" : .timestamp(.init(microseconds: Int64(chance(1000))))
      let entry = chance(3) == 0 ? nil : CritiqueEntry(try CritiqueDocumentTests.document(fields))
      tally.set(id, entry)
      entries[id] = entry
      var counted: [UserID: CritiqueCounts] = [:]
      for entry in entries.values {
        if let photographer = entry.photographer { counted[photographer, default: CritiqueCounts()].add(entry) }
      }
      try #require(tally.counts == counted)
    }
  }

  @Test func `drafts are neither shown nor counted`() throws {
    var fields = CritiqueDocumentTests.current
    fields["status"] = "draft"
    let document = try CritiqueDocumentTests.document(fields)
    #expect(!Critique.isPublished(document) && CritiqueEntry(document) == nil)
  }

  @Test func `a view is remembered as it was`() {
    for filter in CritiqueView.Filter.allCases {
      for order in CritiqueView.Order.allCases {
        for layout in CritiqueView.Layout.allCases {
          var view = CritiqueView()
          (view.filter, view.order, view.layout) = (filter, order, layout)
          #expect(CritiqueView(text: view.text) == view)
        }
      }
    }
    #expect(CritiqueView(text: "<script>.x..good") == CritiqueView(text: "good"))
  }

  @Test func `a cursor is read back, and nothing else is one`() {
    let time = DocumentQuery.Cursor(values: [.timestamp(CritiqueDocumentTests.time)], id: "a.b")
    #expect(CritiqueCursor.read(CritiqueCursor.text(time)) == time)
    let none = DocumentQuery.Cursor(values: [.null], id: "x")
    #expect(CritiqueCursor.read(CritiqueCursor.text(none)) == none)
    for text in ["", ".", "1", "x.1", "1x.2", "1.a/b", "1..."] { #expect(CritiqueCursor.read(text) == nil, "\(text)") }
  }
}
