import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

@Suite struct AmendmentTests {
  private static let boss = Principal(
    user: UserID("boss"), organisation: ReadingLab.organisation, standing: Standing(.manager))
  private static let key = String(repeating: "1a", count: 16)
  private static let now = DocumentTimestamp(microseconds: 1_705_350_600_000_000)

  private func change(
    _ base: Int = 1, key: String = key, why: String = "typo", date: String? = nil, schools: [String]? = nil,
    _ answers: DocumentFields = [:]
  ) -> ReportChange {
    ReportChange(key: key, base: base, reason: why, date: date, schools: schools, answers: answers)
  }

  private func made(_ change: ReportChange, _ store: MemoryDocumentStore, _ id: String) async throws -> DocumentFields {
    let document = try #require(try await store.document(at: ReadingLab.path(id)))
    guard case .write(let writes) = change.step(document, by: Self.boss, name: "The Boss", at: Self.now) else {
      Issue.record("nothing is written")
      return [:]
    }
    _ = try await store.commit(writes)
    return try #require(try await store.document(at: ReadingLab.path(id))).fields
  }

  @Test(arguments: 0..<4)
  func `each shape is amended where its readers look, and what was there stays`(number: Int) async throws {
    let store = MemoryDocumentStore()
    try await ReadingLab.fill(store, number..<number + 1)
    let id = "r\(number)"
    let before = DailyReport(try #require(try await store.document(at: ReadingLab.path(id))))
    let name = ["notes", "hours", "totalMileage", "visited"][number]
    let fields = try await made(
      change(date: "2023-02-03", schools: ["New School"], [name: "changed", "added": 5]), store, id)
    let after = DailyReport(try #require(try await store.document(at: ReadingLab.path(id))))
    #expect(after.shape == before.shape && after.version == 2 && after.id == id && after.user == before.user)
    #expect(after.answers[name] == "changed" && after.answers["added"] == 5 && after.schools == ["New School"])
    #expect(after.date == "2023-02-03" && after.oddities.isEmpty && after.submittedAt == before.submittedAt)
    let amendment = try #require(after.amendments.first)
    #expect(amendment.user == "boss" && amendment.name == "The Boss" && amendment.reason == "typo")
    #expect(amendment.at == Self.now && Set(amendment.changed) == ["date", "schools", name, "added"])
    // Where the existing apps look.
    switch number {
    case 0: #expect(fields["notes"] == "changed" && fields["schoolOrDestination"] == "New School")
    case 1: #expect(fields["customFields"]?.fields?["hours"] == "changed" && fields["hours"] == nil)
    case 2: #expect(fields["totalMileage"] == "changed" && fields["schoolOrDestination"] == "New School")
    default: #expect(fields["report_data"]?.fields?["visited"] == "changed")
    }
    let older = try #require(try await ReportFinder(store).report(id, version: 1))
    #expect(older.answers == before.answers && older.date == before.date && older.amendments.isEmpty)
    // The lists show one report, the newest.
    let rows = try await ReportCatalogue(store).all(ReportFilter(), of: ReadingLab.organisation, now: 0).rows
    #expect(rows.map(\.version) == [2] && rows[0].date == "2023-02-03")
  }

  @Test func `an amendment is made once, and only of what was looked at`() async throws {
    let store = MemoryDocumentStore()
    try await ReadingLab.fill(store, 0..<1)
    _ = try await made(change(1, ["notes": "first"]), store, "r0")
    let document = try #require(try await store.document(at: ReadingLab.path("r0")))
    func step(_ change: ReportChange) -> ReportChangeFault? {
      switch change.step(document, by: Self.boss, name: "B", at: Self.now) {
      case .refused(let fault): fault
      case .isThere, .write: nil
      }
    }
    guard case .isThere = change(1, ["notes": "first"]).step(document, by: Self.boss, name: "B", at: Self.now) else {
      Issue.record("made twice")
      return
    }
    let other = String(repeating: "2b", count: 16)
    #expect(step(change(1, key: other, ["notes": "second"])) == .meanwhile)
    #expect(step(change(2, key: other, ["notes": "second"])) == nil)
    #expect(step(change(2, key: other, why: "  ", ["notes": "second"])) == .noReason)
    #expect(step(change(2, key: other)) == .nothing)
    #expect(step(change(2, key: "x", ["notes": "second"])) == .noKey)
    #expect(step(change(2, key: other, date: "soon")) == .noDay)
    // It is January 15 in UTC, and the 16th already somewhere.
    #expect(step(change(2, key: other, date: "2024-01-16")) == nil)
    #expect(step(change(2, key: other, date: "2024-01-17")) == .dayAhead)
  }

  @Test func `an answer that is taken away is gone everywhere`() async throws {
    let store = MemoryDocumentStore()
    let template = try #require(try Seed.template().template)
    let submission = ReportSubmission(
      key: Self.key, date: "2024-01-15", answers: ["job_type": "Fall Sports", "notes": "x"],
      sources: ["notes": ["source": "s"]])
    let document = submission.document(
      template, by: Principal(user: UserID("u"), organisation: Seed.organisation, standing: .photographer),
      photographer: "J")
    _ = try await store.commit([.set(try ReadingLab.path(Self.key), document.fields)])
    let fields = try await made(change(1, ["notes": .null]), store, Self.key)
    #expect(fields["notes"] == nil && fields["formData"]?.fields?["notes"] == nil)
    #expect(
      fields["customFields"]?.fields?["notes"] == nil && fields["customFields"]?.fields?["job_type"] == "Fall Sports")
    #expect(fields["smartSources"]?.fields?["notes"]?.fields?["source"] == "amended")
  }

  @Test(arguments: [
    ("weekly", "2024-02-29", "2024-02-25", "2024-03-02"),
    ("weekly 2024-02-26", "2024-02-25", "2024-02-19", "2024-02-25"),
    ("two-weekly", "2024-02-25", "2024-02-25", "2024-03-09"), ("two-weekly", "2024-02-24", "2024-02-11", "2024-02-24"),
    ("two-weekly 2024-01-01", "2024-01-20", "2024-01-15", "2024-01-28"),
    ("half-monthly", "2024-02-15", "2024-02-01", "2024-02-15"),
    ("half-monthly", "2024-02-16", "2024-02-16", "2024-02-29"),
    ("monthly", "2023-12-31", "2023-12-01", "2023-12-31"), ("monthly", "2024-02-01", "2024-02-01", "2024-02-29"),
  ])
  func `a day is in one pay period`(text: String, day: String, first: String, last: String) throws {
    let period = try #require(PayPeriods(text)).period(of: try #require(DayText.read(day)))
    #expect(DayText.iso(period.lowerBound) == first && DayText.iso(period.upperBound) == last)
    for wrong in ["", "daily", "weekly x", "monthly 2024-01-01", "two-weekly 2024-01-01 x"] {
      #expect(PayPeriods(wrong) == nil)
    }
    #expect(PayPeriods("two-weekly") == .usual)
  }

  @Test func `mileage is added up by person, of every shape`() async throws {
    let store = MemoryDocumentStore()
    try await ReadingLab.fill(store, 0..<8)
    _ = try await store.commit([
      .set(
        try ReadingLab.path("k"),
        [
          "organizationID": "org_123", "userId": "u0", "date": "2022-01-09", "photographer": "P0 Photographer",
          "templateId": "t", "templateName": "Fall", "mileage_calc": "40 km",
        ]),
      .set(
        try ReadingLab.path("n"),
        ["organizationID": "org_123", "userId": "u0", "date": "2022-01-09", "yourName": "P0", "x": "no miles"]),
    ])
    let mileage = try await ReportFinder(store).mileage(
      ReportFilter(), of: ReadingLab.organisation, by: ReportCatalogue(store), now: 0)
    let own = try #require(mileage.people.first { $0.user == "u0" })
    #expect(own.miles.text == "10.5" && own.kilometres.text == "40" && own.reports == 3 && own.without == 1)
    #expect(mileage.people.map(\.miles.text).sorted() == ["10.5", "10.5", "12.25", "12.25", "3.5", "3.5", "7", "7"])
    #expect(mileage.total.miles.text == "66.5" && mileage.total.reports == 10)
    #expect(mileage.csv(19_000...19_013).contains("\"Total\",\"10\",\"1\",\"66.5\",\"40.0\""))
    #expect(mileage.csv(19_000...19_013, .semicolon).contains("\"Total\";10;1;66,5;40\r\n"))
  }
}
