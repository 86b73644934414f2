import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

/// Reports whose forms call their fields as the web app does: by numbers, which mean something in one form only.
@Suite struct FormVersionTests {
  private static let here = OrganisationID("o")

  /// A form with fields of ids that say nothing; the second version asks the same under other labels, and one thing of another kind.
  private static func form(_ version: Int) -> ReportTemplate {
    let isNew = version > 1
    return ReportTemplate(
      id: "t", name: "Day", organisation: "o",
      fields: [
        TemplateField("1718392001", .mileage, isNew ? "Way" : "Trip", smart: SmartSettings(.web, .mileage)),
        TemplateField("1718392002", .userName, "Who", smart: SmartSettings(.web, .userName)),
        TemplateField("1718392003", .schoolName, "Where", smart: SmartSettings(.web, .schoolName)),
        TemplateField("1718392004", .photoCount, "Shots", smart: SmartSettings(.web, .photoCount)),
        TemplateField("1718392005", .select, "Job Type", options: ["Fall", "Retake"]),
        TemplateField("1718392006", .textarea, "Extra Notes"),
        TemplateField("1718392007", isNew ? .text : .date, isNew ? "Anything" : "Next visit"),
      ], version: version)
  }

  private static func report(version: Int?, _ change: (inout DocumentFields) -> Void = { _ in }) -> DocumentFields {
    var answers: DocumentFields = [
      "1718392001": 24.8, "1718392002": "Ann", "1718392003": "Adams, Lincoln", "1718392004": "7",
      "1718392005": "Fall", "1718392006": "All well", "1718392007": "1/15/2024",
    ]
    change(&answers)
    var fields: DocumentFields = [
      "organizationID": "o", "userId": "u", "date": "2024-01-15", "templateId": "t", "templateName": "Day",
      "timestamp": "2024-01-15T10:00:00Z", "customFields": .map(answers),
    ]
    fields["templateVersion"] = version.map { .integer(Int64($0)) }
    return fields
  }

  private static func store(_ reports: [DocumentFields]) async throws -> MemoryDocumentStore {
    let store = MemoryDocumentStore()
    let templates = TemplateStore(store)
    _ = try await templates.save(form(1), base: nil)
    _ = try await templates.save(form(2), base: 1)
    for (number, fields) in reports.enumerated() {
      _ = try await store.commit([.set(try DocumentPath("dailyJobReports/r\(number)"), fields)])
    }
    return store
  }

  @Test func `a report is read by the version that it was made with, also when the form is gone`() async throws {
    let store = try await Self.store([Self.report(version: 1), Self.report(version: 2), Self.report(version: nil)])
    for isGone in [false, true] {
      if isGone { try await TemplateStore(store).delete("t", of: Self.here) }
      let forms = try await TemplateStore(store).forms(of: Self.here)
      let reports = try await ReportFinder(store).reports(["r0", "r1", "r2"], of: Self.here)
      #expect(reports.map { forms.form(of: $0)?.version } == [1, 2, 2])
      let labels = reports.map { ReportAnswers($0, forms.form(of: $0)).all.map(\.label) }
      #expect(labels[0].contains("Trip") && labels[0].contains("Next visit") && !labels[0].contains("Way"))
      #expect(labels[1].contains("Way") && labels[1] == labels[2])
      var odd = reports[0]
      odd.templateVersion = 9
      #expect(forms.form(of: odd)?.version == 2, "of a version that nobody knows the newest")
      odd.templateID = "other"
      #expect(forms.form(of: odd) == nil)
    }
  }

  /// What the apps write ("24.8 miles", "1,234.5 miles") means what it did; what people type has groups and units of their own.
  @Test func `mileage that a person typed counts whole, in its unit`() async throws {
    let typed: [(text: String, length: String?, isKilometres: Bool)] = [
      ("24.8 miles", "24.8", false), ("1,234.5 miles", "1234.5", false), ("39.9 km", "39.9", true),
      ("1 234,5 km", "1234.5", true), ("12 345 km", "12345", true), ("1'234.5 km", "1234.5", true),
      ("1\u{202F}234,5 km", "1234.5", true), ("1’234", "1234", false), ("10 كم", "10", true), ("10 ק״מ", "10", true),
      ("10 quilómetros", "10", true), ("45 round trip", "45", false), ("45 2 trips", "45", false),
      ("12 - 15", "12", false),
      ("none", nil, false), ("-3 km", nil, false), ("", nil, false),
    ]
    let store = try await Self.store(
      typed.map { typed in Self.report(version: 2) { $0["1718392001"] = .string(typed.text) } })
    let forms = try await TemplateStore(store).forms(of: Self.here)
    let reports = try await ReportFinder(store).reports(typed.indices.map { "r\($0)" }, of: Self.here)
    for (report, typed) in zip(reports, typed) {
      let way = ReportMileage.way(report, forms.form(of: report))
      #expect(way?.length == typed.length.flatMap { Amount($0) }, "\(typed.text): \(String(describing: way))")
      if typed.length != nil { #expect(way?.isKilometres == typed.isKilometres, "\(typed.text)") }
    }
  }

  @Test func `tables find what a form asks under any id`() async throws {
    let store = try await Self.store([
      Self.report(version: 1), Self.report(version: 2) { $0["1718392001"] = "39.9 km" },
      Self.report(version: 2) { $0["1718392001"] = nil },
    ])
    let forms = try await TemplateStore(store).forms(of: Self.here)
    let found = try await ReportCatalogue(store).all(ReportFilter(), of: Self.here, now: 0)
    let table = ReportTable(found.columns, forms: forms)
    let reports = try await ReportFinder(store).reports(["r0", "r1", "r2"], of: Self.here)
    func cell(_ title: String, _ report: Int) throws -> ReportCell {
      table.rows(reports[report])[0][try #require(table.columns.firstIndex { $0.title == title }, "\(title)")]
    }
    #expect(try cell("Total Mileage", 0) == .number(try #require(Amount("24.8"))))
    #expect(try cell("Total Mileage", 1) == .text("39.9 km") && cell("Total Mileage", 2) == .empty)
    for report in 0..<3 {
      #expect(try cell("Photographer", report) == .text("Ann"))
      #expect(try cell("School/Destination", report) == .text("Adams; Lincoln"))
      #expect(try cell("Photo Count", report) == .number(try #require(Amount(7))))
      #expect(try cell("Job Descriptions", report) == .text("Fall"))
      #expect(try cell("Extra Notes", report) == .text("All well"))
    }
    // Under their newest labels, each of its own version's kind; what stands in a column of all stands there alone.
    #expect(try cell("Anything", 0) == .day(19_737) && cell("Anything", 1) == .text("1/15/2024"))
    #expect(!table.columns.contains { $0.title.hasPrefix("Extra Notes (") })
  }

  @Test func `lists find it, too, and follow a form that comes after`() async throws {
    let store = try await Self.store([Self.report(version: 1)])
    let catalogue = ReportCatalogue(store)
    func row(_ id: String) async throws -> ReportRow {
      let rows = try await catalogue.all(ReportFilter(), of: Self.here, now: 0).rows
      return try #require(rows.first { $0.id == id })
    }
    let row = try await row("r0")
    #expect(row.photographer == "Ann" && row.schools == ["Adams", "Lincoln"] && row.jobs == ["Fall"])
    #expect(row.pictureCount == 7 && row.oddities.isEmpty)
    #expect(try await catalogue.choices(of: Self.here, user: nil, now: 0).jobs == ["Fall"])
    var form = Self.form(2)
    form.fields[1] = TemplateField("99", .userName, "Who", smart: SmartSettings(.web, .userName))
    #expect(try await TemplateStore(store).save(form, base: 2).version == 3)
    let later = Self.report(version: 3) { $0["99"] = "Zoe" }
    _ = try await store.commit([.set(try DocumentPath("dailyJobReports/late"), later)])
    #expect(try await photographer("late", catalogue) == "Zoe")
  }

  private func photographer(_ id: String, _ catalogue: ReportCatalogue) async throws -> String? {
    try await catalogue.all(ReportFilter(), of: Self.here, now: 0).rows.first { $0.id == id }?.photographer
  }

  @Test func `rules elsewhere that know nothing of versions keep nobody from reading reports`() async throws {
    let store = try await Self.store([Self.report(version: 1)])
    let denying = DenyingStore(store: store, denied: TemplateStore.versions)
    let rows = try await ReportCatalogue(denying).all(ReportFilter(), of: Self.here, now: 0).rows
    #expect(rows.map(\.photographer) == ["Ann"])
    let forms = try await TemplateStore(denying).forms(of: Self.here)
    #expect(forms.all.map(\.version) == [2])
    await #expect(throws: DocumentStoreError.self) {
      try await TemplateStore(DenyingStore(store: store, denied: ReportTemplate.collection)).forms(of: Self.here)
    }
  }

  @Test func `mileage is added up by each report's own version`() async throws {
    let store = try await Self.store([Self.report(version: 1), Self.report(version: 2)])
    let mileage = try await ReportFinder(store).mileage(
      ReportFilter(), of: Self.here, by: ReportCatalogue(store), now: 0)
    #expect(mileage.total.miles.text == "49.6" && mileage.total.without == 0 && mileage.people.map(\.name) == ["Ann"])
  }

  /// What the web app stores where there is no home: the number 0. What a person typed or amended is meant.
  @Test func `a way that is not known is counted aside, and is no 0 in a sum or a table`() async throws {
    func sourced(_ source: String?) -> DocumentFields {
      var report = Self.report(version: 2) { $0["1718392001"] = 0 }
      report["smartSources"] = source.map { .map(["1718392001": .map(["source": .string($0)])]) }
      return report
    }
    let unknown: [String?] = [nil, "fallback", "device: fallback", "home → home", "device: home → home", "default"]
    let meant: [String?] = ["amended", "device", "home → Adams → home", "device: home → Adams → home"]
    let store = try await Self.store([Self.report(version: 1)] + (unknown + meant).map(sourced))
    let catalogue = ReportCatalogue(store)
    let mileage = try await ReportFinder(store).mileage(ReportFilter(), of: Self.here, by: catalogue, now: 0)
    #expect(mileage.total.reports == 11 && mileage.total.without == unknown.count)
    #expect(mileage.total.isKnown && mileage.total.miles.text == "24.8")
    let forms = try await TemplateStore(store).forms(of: Self.here)
    let table = ReportTable(try await catalogue.all(ReportFilter(), of: Self.here, now: 0).columns, forms: forms)
    let reports = try await ReportFinder(store).reports(
      (0...unknown.count + meant.count).map { "r\($0)" }, of: Self.here)
    let place = try #require(table.columns.firstIndex { $0.title == "Total Mileage" })
    for (report, source) in zip(reports.dropFirst(), unknown + meant) {
      let isMeant = meant.contains(source)
      #expect((table.rows(report).first?[place] == .empty) == !isMeant, "\(source ?? "none")")
      #expect(ReportMileage.isUnknown(try #require(forms.form(of: report)?.fields.first), report) == !isMeant)
    }
  }

  @Test func `a person of whom no way is known has no sum, in a table either`() async throws {
    var total = Self.report(version: nil)
    total["customFields"] = nil
    total["templateId"] = nil
    total["totalMileage"] = 0
    total["yourName"] = "Ann"
    let store = try await Self.store([total, Self.report(version: 2) { $0["1718392001"] = nil }])
    let mileage = try await ReportFinder(store).mileage(
      ReportFilter(), of: Self.here, by: ReportCatalogue(store), now: 0)
    #expect(mileage.total.reports == 2 && mileage.total.without == 2 && !mileage.total.isKnown)
    let lines = mileage.csv(0...13).split(whereSeparator: \.isNewline)
    #expect(lines.count == 3)
    for line in lines.dropFirst() {
      #expect(line.hasSuffix(",\"2\",\"2\",\"\",\"\"") || line.hasSuffix(",2,2,,"), "\(line)")
    }
  }

  @Test func `a report goes with all that it was before, unless somebody has just changed it`() async throws {
    let store = try await Self.store([Self.report(version: 1), Self.report(version: 2)])
    let finder = ReportFinder(store)
    let (me, boss) = (
      Principal(user: UserID("u"), organisation: Self.here, standing: .photographer),
      Principal(user: UserID("b"), organisation: Self.here, standing: Standing(.manager))
    )
    let change = ReportChange(
      key: String(repeating: "0a", count: 16), base: 1, reason: "typo", answers: ["1718392006": "Better"])
    let document = try #require(try await store.document(at: try DocumentPath("dailyJobReports/r0")))
    guard case .write(let writes) = change.step(document, by: me, name: "Ann", at: document.updateTime) else {
      return #expect(Bool(false), "it may be amended")
    }
    _ = try await store.commit(writes)
    #expect(try await finder.report("r0", version: 1) != nil)
    let other = Principal(user: UserID("x"), organisation: Self.here, standing: .photographer)
    let stranger = Principal(user: UserID("b"), organisation: OrganisationID("y"), standing: Standing(.admin))
    for principal in [other, stranger] {
      #expect(try await finder.delete(["r0", "r1", "none"], by: principal) == ReportDeletion())
    }
    #expect(try await finder.delete(["r0", "none"], by: me) == ReportDeletion(gone: ["r0"], left: []))
    #expect(try await finder.report("r0", of: Self.here) == nil)
    #expect(try await finder.report("r0", version: 1) == nil)
    #expect(try await finder.delete(["r1"], by: boss).gone == ["r1"])
    // Changed between being read and being deleted.
    await #expect(throws: DocumentStoreError.self) { _ = try await store.commit(ReportDeletion.writes(document)) }
  }
}

/// A store whose rules do not let documents be looked for of one collection.
private struct DenyingStore: DocumentStore {
  let store: MemoryDocumentStore
  let denied: String

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try await store.documents(at: paths)
  }
  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    guard query.collection.description != denied else {
      throw DocumentStoreError(.permissionDenied, subject: denied, detail: "the rules say no")
    }
    return try await store.page(query)
  }
  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try await store.commitBatch(writes)
  }
  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
