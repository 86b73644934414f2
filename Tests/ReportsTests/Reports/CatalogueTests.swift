import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

@Suite struct CatalogueTests {
  private static let organisation = ReadingLab.organisation

  private func filter(_ change: (inout ReportFilter) -> Void) -> ReportFilter {
    var filter = ReportFilter()
    change(&filter)
    return filter
  }

  @Test func `a list follows every change of a store of one's own`() async throws {
    let store = MemoryDocumentStore()
    let catalogue = ReportCatalogue(store)
    func ids(_ filter: ReportFilter = ReportFilter()) async throws -> Set<String> {
      Set(try await catalogue.all(filter, of: Self.organisation, now: 0).rows.map(\.id))
    }
    #expect(try await ids().isEmpty)
    try await ReadingLab.fill(store, 0..<40)
    #expect(try await ids().count == 40)
    // Deleted, changed, made anew, and moved to another organisation, by whomever.
    _ = try await store.commit([.delete(try ReadingLab.path("r0"))])
    _ = try await store.commit([.update(try ReadingLab.path("r4"), ["photographer": "Zoe"])])
    _ = try await store.commit([.update(try ReadingLab.path("r8"), ["organizationID": "other"])])
    #expect(try await ids().count == 38)
    #expect(try await ids(filter { $0.search = "zoe" }) == ["r4"])
    _ = try await store.commit([.update(try ReadingLab.path("r8"), ["organizationID": "org_123"])])
    _ = try await store.commit([
      .delete(try ReadingLab.path("r12")), .set(try ReadingLab.path("r0"), ReadingLab.report(0)),
    ])
    #expect(try await ids().count == 39)
    #expect(try await catalogue.all(ReportFilter(), of: OrganisationID("other"), now: 0).rows.isEmpty)
  }

  @Test func `over any store it is read as a whole, and again in time; what was written here is there at once`()
    async throws
  {
    let memory = MemoryDocumentStore()
    try await ReadingLab.fill(memory, 0..<20)
    let catalogue = ReportCatalogue(PlainStore(store: memory))
    func count(_ now: Double) async throws -> Int {
      try await catalogue.all(ReportFilter(), of: Self.organisation, now: now).rows.count
    }
    #expect(try await count(1000) == 20)
    // What another app has sent is found by the orders in which it writes.
    try await ReadingLab.fill(memory, 20..<22)
    #expect(try await count(1001) == 20)
    #expect(try await count(1003) == 22)
    // What leaves no trace there is found when all is read again.
    _ = try await memory.commit([.delete(try ReadingLab.path("r0"))])
    #expect(try await count(1010) == 22)
    #expect(try await count(1000 + ReportMemory.wholeAfter) == 21)
    _ = try await memory.commit([.delete(try ReadingLab.path("r1"))])
    try await catalogue.changed("r1", of: Self.organisation)
    #expect(try await count(1000 + ReportMemory.wholeAfter) == 20)
  }

  @Test(arguments: ReportOrder.allCases, [nil, true, false] as [Bool?])
  func `pages go on where the last one ended, whatever came and went between`(order: ReportOrder, way: Bool?)
    async throws
  {
    let store = MemoryDocumentStore()
    try await ReadingLab.fill(store, 0..<90)
    let catalogue = ReportCatalogue(store)
    let filter = filter {
      $0.order = order
      $0.isDescending = way
    }
    let all = try await catalogue.all(filter, of: Self.organisation, now: 0).rows.map(\.id)
    var (found, after): ([String], ReportPlace?) = ([], nil)
    var isFirst = true
    repeat {
      let page = try await catalogue.page(filter, of: Self.organisation, after: after, limit: 20, now: 0)
      found += page.rows.map(\.id)
      // Through an address, and with the last one of the page gone.
      after = page.next.flatMap { ReportPlace($0.text) }
      #expect(after == page.next)
      if isFirst, let last = page.rows.last { _ = try await store.commit([.delete(try ReadingLab.path(last.id))]) }
      isFirst = false
    } while after != nil
    #expect(found == all && Set(found).count == 90)
    for text in ["", "~", "1~2~3", "x~~1~a", "1~~9~a", "1~~-1~a", "1~2024-01-01xx~1~a"] {
      #expect(ReportPlace(text) == nil)
    }
  }

  @Test func `each filter finds what it names, over all four shapes`() async throws {
    let store = MemoryDocumentStore()
    try await ReadingLab.fill(store, 0..<120)
    let catalogue = ReportCatalogue(store)
    func numbers(_ change: (inout ReportFilter) -> Void) async throws -> [Int] {
      try await catalogue.all(filter(change), of: Self.organisation, now: 0).rows.map { Int($0.id.dropFirst()) ?? -1 }
        .sorted()
    }
    #expect(try await numbers { $0.user = "u3" } == (0..<120).filter { $0 % 20 == 3 })
    #expect(try await numbers { $0.photographer = "P7 Photographer" } == (0..<120).filter { $0 % 20 == 7 })
    #expect(try await numbers { $0.school = "School 6" } == (0..<120).filter { $0 % 30 == 6 && $0 % 4 != 1 })
    #expect(try await numbers { $0.job = "Retakes" } == (0..<120).filter { $0 % 4 == 2 })
    #expect(try await numbers { $0.job = "Sports" } == (0..<120).filter { $0 % 4 == 0 })
    #expect(try await numbers { $0.template = "w" } == (0..<120).filter { $0 % 4 == 1 })
    #expect(try await numbers { $0.kind = .legacy } == (0..<120).filter { $0 % 4 > 1 })
    #expect(try await numbers { $0.search = "NOTE 1 fall" }.allSatisfy { $0 % 4 == 0 })
    #expect(try await numbers { $0.search = "room" } == (0..<120).filter { $0 % 4 == 3 })
    #expect(try await numbers { $0.search = "1/8/2022" } == [0])
    #expect(try await numbers { $0.span = .between(19_010, 19_012) } == [10, 11, 12])
    #expect(
      try await numbers {
        $0.span = .today
        $0.today = 19_050
      } == [50])
    let choices = try await catalogue.choices(of: Self.organisation, user: nil, now: 0)
    #expect(choices.photographers.count == 20 && choices.schools.count == 31 && choices.hasLegacy && choices.odd == 0)
    #expect(choices.jobs == ["Fall Original Day", "Retakes", "Sports"] && choices.templates.map(\.id) == ["t", "w"])
    #expect(try await catalogue.choices(of: Self.organisation, user: "u1", now: 0).photographers == ["P1 Photographer"])
  }

  @Test func `spans begin where people expect`() throws {
    // A Wednesday.
    let today = try #require(DayText.read("2024-05-15"))
    func days(_ name: String) throws -> [String?] {
      let days = try #require(ReportSpan(name)).days(today: today)
      return [days.first, days.last].map { $0.map { DayText.iso($0) } }
    }
    #expect(try days("all") == [nil, nil] && days("today") == ["2024-05-15", "2024-05-15"])
    #expect(try days("week") == ["2024-05-12", nil] && days("month") == ["2024-05-01", nil])
    #expect(try days("thirtyDays") == ["2024-04-16", nil] && days("quarter") == ["2024-04-01", nil])
    #expect(try days("year") == ["2024-01-01", nil] && ReportSpan("decade") == nil)
  }

  @Test(
    arguments: [
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15"}"#, []),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J"}"#, [.noDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": ""}"#, [.noDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "last Tuesday"}"#, [.unreadableDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": 7}"#, [.unreadableDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": [1]}"#, [.unreadableDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": {"seconds": 1705320000}}"#, []),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": 1705320000000}"#, []),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "date": 9223372036854775807}"#, [.unreadableDate]),
      (#"{"organizationID": "o", "userId": "u", "yourName": "J", "timestamp": "2024-01-15T10:00:00Z"}"#, []),
      (#"{"organizationID": "o", "userId": "u", "date": "1/15/2024", "yourName": " "}"#, [.noPhotographer]),
      (#"{"organizationID": "o", "date": "1.15.2024", "yourName": "J"}"#, [.noOwner]),
      (#"{"date": "1.15.2024", "yourName": "J", "userId": "u"}"#, [.noOrganisation]),
      (
        #"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15", "templateId": "t"}"#,
        [.noTemplateName]
      ),
      (
        #"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15", "templateId": "t", "templateName": "T", "customFields": "x"}"#,
        [.unreadableAnswers]
      ),
      (
        #"{"organization_id": "o", "user_id": "u", "your_name": "J", "date": "2024-01-15", "report_data": "{"}"#,
        [.unreadableAnswers]
      ),
      (
        #"{"organization_id": "o", "user_id": "u", "your_name": "J", "date": "2024-01-15", "report_data": "{\"a\": 1}"}"#,
        []
      ),
      (
        #"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15", "attachments": [1]}"#,
        [.unreadableAttachments]
      ),
      (
        #"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15", "photoURLs": [null, 7]}"#,
        [.unreadablePhotos]
      ),
      (
        #"{"organizationID": "o", "userId": "u", "yourName": "J", "date": "2024-01-15", "amendments": [{"why": "x"}], "reportVersion": 9223372036854775807}"#,
        [.unreadableAmendments]
      ),
    ] as [(String, [ReportOddity])])
  func `a broken document is a report all the same, and what is broken is named`(json: String, odd: [ReportOddity])
    throws
  {
    let time = DocumentTimestamp(microseconds: 0)
    let document = StoredDocument(
      path: try ReadingLab.path("r"), fields: try Seed.fields(json), createTime: time, updateTime: time)
    let report = DailyReport(document)
    #expect(report.oddities == odd, "\(json)")
    if odd.isEmpty { #expect(report.date == "2024-01-15") }
    var columns = ReportColumns()
    #expect(ReportRow(report, columns: &columns).oddities == odd)
    for oddity in odd { #expect(!oddity.words.isEmpty) }
  }
}
