import BoothCore
import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

@Suite struct ReportTests {
  private static let me = Principal(user: UserID("u1"), organisation: Seed.organisation, standing: .photographer)
  private static let hash = String(repeating: "ab", count: 32)
  private static let key = String(repeating: "0f", count: 16)

  private func submission(_ answers: DocumentFields, attachments: [ReportAttachment] = []) -> ReportSubmission {
    ReportSubmission(
      key: Self.key, date: "2024-01-15", answers: answers, schools: [Seed.adams, Seed.lincoln], attachments: attachments
    )
  }

  private static let picture = ReportAttachment(
    sha256: hash, sizeBytes: 5, type: "image/jpeg", name: "a.jpg", field: "")

  @Test func `a report is written so that both lists show it, and read again`() async throws {
    let template = try #require(try Seed.template().template)
    let store = MemoryDocumentStore()
    let sent = submission(
      ["job_type": "Fall Sports", "mileage_calc": "24.8 miles", "weather": "Sunny, 72°F", "notes": "Great light"],
      attachments: [Self.picture])
    #expect(sent.faults(template).isEmpty)
    let document = sent.document(template, by: Self.me, photographer: "John Smith")
    let path = try #require(ReportDocument.path(ReportDocument.collection, Self.key))
    _ = try await store.commit([.set(path, document.fields, serverTimes: document.serverTimes)])
    let fields = try #require(try await store.document(at: path)).fields
    // The iOS app's names, flat; what the web app's list is ordered by, and where it looks for answers.
    #expect(fields["weather"] == "Sunny, 72°F" && fields["reportType"] == "template" && fields["templateVersion"] == 1)
    #expect(fields["smartFieldsUsed"] == ["mileage_calc", "weather"])
    #expect(fields["customFields"]?.fields?["notes"] == "Great light" && fields["formData"]?.fields?["job_type"] != nil)
    for name in ["createdAt", "updatedAt", "timestamp"] {
      if case .timestamp? = fields[name] {} else { Issue.record("\(name) is no moment") }
    }
    let found = try await ReportFinder(store).reports(of: Seed.organisation)
    #expect(found.map(\.id) == [Self.key] && found[0].shape == .template && found[0].date == "2024-01-15")
    #expect(found[0].answers["mileage_calc"] == "24.8 miles" && found[0].attachments == [Self.picture])
    #expect(found[0].schools == ["Adams School - Marion", "Lincoln Elementary"])
    #expect(try await ReportFinder(store).reports(of: OrganisationID("other")).isEmpty)
  }

  @Test func `what is decided about a submission`() throws {
    let template = try #require(try Seed.template().template)
    let whole = submission(["job_type": "Fall Sports"], attachments: [Self.picture])
    func step(_ submission: ReportSubmission, found: DailyReport? = nil, _ stored: [String: Int]) -> SubmissionStep {
      SubmissionStep(submission, template, by: Self.me.user, found: found, stored: stored)
    }
    #expect(step(whole, [:]) == .missing([Self.hash]))
    // What is stored is whole: it would be asked for again for ever.
    #expect(step(whole, [Self.hash: 4]) == .otherSize(Self.picture, stored: 4))
    #expect(step(whole, [Self.hash: 5]) == .write)
    #expect(step(submission([:]), [:]) == .refused(["job_type": .missing]))
    let document = whole.document(template, by: Self.me, photographer: "J")
    let time = DocumentTimestamp(microseconds: 0)
    let stored = StoredDocument(
      path: try #require(ReportDocument.path(ReportDocument.collection, Self.key)), fields: document.fields,
      createTime: time, updateTime: time)
    #expect(step(whole, found: DailyReport(stored), [:]) == .isThere)
    #expect(SubmissionStep(whole, template, by: UserID("u2"), found: DailyReport(stored), stored: [:]) == .taken)
    // The same key with something else in it.
    var (marked, other) = (whole, whole)
    (marked.mark, other.mark) = (ReportSubmission.mark(of: [1]), ReportSubmission.mark(of: [2]))
    let named = StoredDocument(
      path: stored.path, fields: marked.document(template, by: Self.me, photographer: "J").fields, createTime: time,
      updateTime: time)
    #expect(step(marked, found: DailyReport(named), [:]) == .isThere)
    #expect(step(other, found: DailyReport(named), [:]) == .taken)
  }

  @Test func `all four shapes are read`() throws {
    func report(_ json: String) throws -> DailyReport {
      let time = DocumentTimestamp(microseconds: 1_705_000_000_000_000)
      return DailyReport(
        StoredDocument(
          path: try DocumentPath("dailyJobReports/r"), fields: try Seed.fields(json), createTime: time, updateTime: time
        ))
    }
    let flat = try report(
      #"{"organizationID": "o", "userId": "u", "date": "2024-01-15T10:00:00Z", "photographer": "J", "templateId": "t", "templateName": "T", "templateVersion": 2, "weather": "Clear"}"#
    )
    #expect(flat.shape == .template && flat.date == "2024-01-15" && flat.answers == ["weather": "Clear"])
    let web = try report(
      #"{"organizationID": "o", "date": "1/15/2024", "yourName": "J", "templateId": "t", "customFields": {"reportType": "template", "n": 3, "photoURLs": ["p"]}}"#
    )
    #expect(web.shape == .web && web.date == "2024-01-15" && web.answers == ["n": 3] && web.photos == ["p"])
    let legacy = try report(
      #"{"organizationID": "o", "date": "1.5.2024", "yourName": "Jo", "schoolOrDestination": "A, B", "totalMileage": 12.5, "photoURLs": ["x", "y"]}"#
    )
    #expect(legacy.shape == .legacy && legacy.schools == ["A", "B"] && legacy.photos.count == 2)
    #expect(legacy.date == "2024-01-05" && legacy.answers["totalMileage"] == 12.5)
    let sql = try report(
      #"{"organization_id": "o", "user_id": "u", "date": "2024-01-15T00:00:00+00:00", "your_name": "J", "report_data": {"a": "b"}, "total_mileage": 3, "photo_urls": ["z"]}"#
    )
    #expect(sql.shape == .sql && sql.organisation == "o" && sql.answers == ["a": "b", "totalMileage": 3])
  }

  @Test func `a table defuses formulas, keeps numbers, and begins with Excel's mark`() throws {
    #expect(ReportTable.isFormula("=1+1") && ReportTable.isFormula("@a"))
    #expect(!ReportTable.isFormula("-3.5") && ReportTable.isFormula("-3+1"))
    #expect(ReportTable.line(["a\"b", "c,d"]) == "\"a\"\"b\",\"c,d\"\r\n")
    #expect(ReportTable.title("jobDescriptions") == "Job Descriptions" && ReportTable.title("job_type") == "Job Type")
    let template = try #require(try Seed.template().template)
    let time = DocumentTimestamp(microseconds: 0)
    let document = submission(["job_type": "Fall Sports", "notes": "=HYPERLINK(1)"], attachments: [Self.picture])
      .document(template, by: Self.me, photographer: "J")
    let report = DailyReport(
      StoredDocument(
        path: try DocumentPath("dailyJobReports/r"), fields: document.fields, createTime: time, updateTime: time))
    let answered = report.answers.map { ReportColumn(field: $0.name) }
    let table = ReportTable(answered, forms: ReportForms([template]))
    let csv = table.csvHeader() + table.csv(report)
    #expect(csv.unicodeScalars.first == "\u{FEFF}" && csv.contains("\"Job Type\",\"Additional Notes\""))
    #expect(csv.contains("\"'=HYPERLINK(1)\"") && csv.contains("\"Adams School - Marion; Lincoln Elementary\""))
  }

  @Test(arguments: [
    (FieldType.email, "a@b.co", true), (.email, "a@b", false), (.email, "a b@c.de", false), (.email, "a@.c", false),
    (.phone, "(555) 123-4567", true), (.phone, "555-1234", false), (.phone, "+49 30 abc12345", false),
    (.number, "12.5", true), (.number, "1,5", true), (.number, "1,234.5", true), (.number, "twelve", false),
    (.currency, "$ 12.50", true), (.currency, "12,50 €", true), (.currency, "x", false),
    (.date, "2024-02-29", true), (.date, "2/29/2024", true), (.date, "2023-02-29", false),
    (.time, "14:30", true), (.time, "2:30 PM", true), (.time, "25:00", false), (.text, "anything", true),
    (.select, "an option that went", true), (.location, "12 Main St", true),
  ])
  func `answers are checked by their type`(type: FieldType, text: String, isRight: Bool) {
    let field = TemplateField("f", type, "F")
    var read: DocumentValue?
    var fault: AnswerFault?
    do throws(AnswerFault) { read = try FormAnswer.read(.string(text), of: field) } catch { fault = error }
    #expect((read != nil) == isRight && (fault == nil) == isRight)
  }

  @Test(arguments: FieldType.allCases)
  func `nothing is no answer, and is asked for where it is required`(type: FieldType) throws {
    for empty: DocumentValue? in [nil, .null, "", "  ", []] {
      #expect(try FormAnswer.read(empty, of: TemplateField("f", type, "F")) == nil)
      #expect(throws: AnswerFault.missing) {
        try FormAnswer.read(empty, of: TemplateField("f", type, "F", isRequired: true))
      }
    }
    #expect(!FormAnswer.isEmpty(false) && !FormAnswer.isEmpty(0))
  }

  @Test func `a row says what it has in the order of its columns, and what no column has behind them`() {
    var field = TemplateField("visits", .textarea, "Visits")
    field.columns = [TemplateField("school", .text, "School"), TemplateField("miles", .number, "Miles")]
    let row: DocumentFields = ["again": true, "miles": 7, "school": "Adams"]
    let parts = ReportAnswers.parts(of: row, field)
    #expect(parts.map(\.label) == ["School", "Miles", "Again"])
    #expect(parts.map(\.value) == ["Adams", 7, true])
    #expect(ReportAnswers.parts(of: row, nil).map(\.id) == ["again", "miles", "school"])
  }
}
