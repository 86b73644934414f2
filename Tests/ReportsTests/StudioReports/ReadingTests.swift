import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import Locations
import NIOCore
import NIOHTTP1
import Reports
import StudioModel
import StudioStore
import StudioTesting
import Testing
import WebSupport

@testable import StudioReports
@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct ReadingTests {
  private static let key = String(repeating: "0a", count: 16)
  /// Of the word "picture", which stands for one.
  private static let hash = "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97"
  private static let again = String(repeating: "1b", count: 16)

  private static let sent = """
    {"key": "\(key)", "template": "fall", "date": "2024-01-15", "answers": {"job": "A", "notes": "as it was"},
     "attachments": [{"sha256": "\(hash)", "size": 7, "type": "image/jpeg", "name": "a.jpg", "field": ""}]}
    """

  /// A report of Ben's with a picture.
  private func sendOne(_ lab: ReportsLab, _ ben: String) async throws {
    #expect(try await lab.post("/reports/attachment/\(Self.hash)", ben, "picture").status == 200)
    #expect(try await lab.post("/reports/send", ben, Self.sent).status == 200)
  }

  private func amend(
    _ lab: ReportsLab, _ cookie: String, notes: String, key: String = again, base: Int = 1, why: String = "typo",
    job: String = "A", token: Bool = true
  ) async throws -> ReportsLab.Reply {
    try await lab.submit(
      "/reports/amend/\(Self.key)", cookie,
      [
        ("key", key), ("base", "\(base)"), ("why", why), ("date", "2024-01-15"), ("schools", ""), ("a.job", job),
        ("a.notes", notes), ("a.miles", "0 miles"), ("a.weather", "Unknown"),
      ], token: token)
  }

  @Test(arguments: [
    (WrittenNumber.Decimal.comma, "1.234", "1234", "1,2340"), (.point, "1,234", "1234", "1.2340"),
    (.point, "-12.345", "-12345", "-12.3450"),
  ])
  func `an amended number that may be thousands or a fraction is asked back`(
    decimal: WrittenNumber.Decimal, text: String, whole: String, fraction: String
  ) throws {
    let (form, _) = try amendedHours(decimal, text)
    #expect(form.faults == ["a.hours"] && form.changes.isEmpty)
    #expect(form.asked["a.hours"]?.whole == whole && form.asked["a.hours"]?.fraction == fraction)
  }

  @Test(arguments: [
    (WrittenNumber.Decimal.comma, "1.234,56", 1234.56), (.point, "1.234,56", 1234.56), (.point, "1,2340", 1.234),
    (.comma, "2,5", 2.5),
  ])
  func `an amended number of either convention is kept as it is meant`(
    decimal: WrittenNumber.Decimal, text: String, kept: Double
  ) throws {
    let (form, known) = try amendedHours(decimal, text)
    #expect(form.faults.isEmpty && form.changes["hours"] == .double(kept))
    #expect(known.faults.isEmpty && known.changes["hours"] == .double(kept), "of a form that is not known")
  }

  private func amendedHours(
    _ decimal: WrittenNumber.Decimal, _ text: String
  ) throws -> (AmendmentForm, AmendmentForm) {
    var template = ReportsLab.template
    template.fields.append(TemplateField("hours", .number, "Hours"))
    let report = DailyReport(
      StoredDocument(
        path: try DocumentPath("dailyJobReports/x"),
        fields: ["templateId": .string("fall"), "formData": .map(["job": .string("A"), "hours": .double(7.25)])],
        createTime: .init(microseconds: 0), updateTime: .init(microseconds: 0)))
    func filled(_ template: ReportTemplate?) -> AmendmentForm {
      var form = AmendmentForm(report, template, in: decimal == .comma ? .german : .english)
      let fields = form.fields
      form.fill { name in
        name == "a.hours" ? text : fields.first { $0.name == name }?.text ?? ""
      }
      return form
    }
    return (filled(template), filled(nil))
  }

  @Test(arguments: Language.allCases)
  func `an amendment that changes nothing changes no number, in whatever language it was opened and sent`(
    language: Language
  ) throws {
    var template = ReportsLab.template
    template.fields += [
      TemplateField("hours", .number, "Hours"), TemplateField("fee", .currency, "Fee"),
      TemplateField("way", .mileage, "Way"), TemplateField("count", .photoCount, "Count"),
    ]
    let answers: DocumentFields = [
      "job": .string("A"), "hours": .double(1.234), "fee": .double(1234.5), "way": .string("24.8 miles"),
      "count": .string("1234"), "other": .double(-7.25),
    ]
    let report = DailyReport(
      StoredDocument(
        path: try DocumentPath("dailyJobReports/x"),
        fields: ["templateId": .string("fall"), "formData": .map(answers)], createTime: .init(microseconds: 0),
        updateTime: .init(microseconds: 0)))
    let shown = AmendmentForm(report, template, in: language).fields
    for reader in [language, .english, .german] {
      var form = AmendmentForm(report, template, in: reader)
      form.fill { name in shown.first { $0.name == name }?.text ?? "" }
      #expect(form.changes.isEmpty && form.faults.isEmpty, "\(reader): \(form.changes) \(form.faults)")
    }
    let hours = shown.first { $0.id == "hours" }?.text
    #expect(hours == (WrittenNumber.Decimal(language) == .comma ? "1,2340" : "1.2340"))
  }

  @Test func `an amended way in metres is asked back, and one with a comma is kept with a point`() throws {
    var template = ReportsLab.template
    template.fields.append(TemplateField("way", .mileage, "Way"))
    let report = DailyReport(
      StoredDocument(
        path: try DocumentPath("dailyJobReports/x"),
        fields: ["templateId": .string("fall"), "formData": .map(["way": .string("24.8 miles")])],
        createTime: .init(microseconds: 0), updateTime: .init(microseconds: 0)))
    func filled(_ way: String) -> AmendmentForm {
      var form = AmendmentForm(report, template, in: .german)
      let fields = form.fields
      form.fill { name in name == "a.way" ? way : fields.first { $0.name == name }?.text ?? "" }
      return form
    }
    #expect(filled("10 m").otherUnits == ["a.way"] && filled("10 m").changes.isEmpty)
    #expect(filled("30,5 miles").changes["way"] == .string("30.5 miles"))
    #expect(filled("1.234 miles").asked["a.way"]?.whole == "1234")
  }

  @Test func `what the form has calculated is calculated again from what is amended`() throws {
    var template = ReportsLab.template
    template.fields.append(
      TemplateField(
        "pay", .calculation, "Pay", smart: SmartSettings(.ios, .calculation, expression: "round(miles * 0.67, 2)")))
    func amended(pay: DocumentValue, _ miles: String) throws -> DocumentFields {
      let answers: DocumentFields = ["job": .string("A"), "miles": .string("37.5 miles"), "pay": pay]
      let report = DailyReport(
        StoredDocument(
          path: try DocumentPath("dailyJobReports/x"),
          fields: ["templateId": .string("fall"), "formData": .map(answers)], createTime: .init(microseconds: 0),
          updateTime: .init(microseconds: 0)))
      var form = AmendmentForm(report, template)
      let fields = form.fields
      form.fill { name in
        if name == "a.miles" { return miles }
        return fields.first { $0.name == name }?.text ?? ""
      }
      form.calculate(template)
      return form.changes
    }
    #expect(try amended(pay: .string("25.13"), "50 miles")["pay"] == .string("33.5"))
    #expect(try amended(pay: .double(25.13), "50 miles")["pay"]?.plainText == "33.5")
    // A person wrote their own; and nothing was changed.
    #expect(try amended(pay: .string("30"), "50 miles")["pay"] == nil)
    #expect(try amended(pay: .string("25.13"), "37.5 miles").isEmpty)
  }

  @Test(arguments: LabStore.allCases)
  func `who may do what: the whole table`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      try await sendOne(lab, ben)
      let people: [(String?, may: Bool)] = [
        (ben, true), (try await lab.join("ada", Standing(.admin)), true),
        (try await lab.join("max", Standing(.manager)), true),
        (try await lab.join("cleo", Standing(.employee)), false), (try await lab.join("carl", .photographer), false),
      ]
      let paths = [
        "/reports/report/\(Self.key)", "/reports/report/\(Self.key)?version=1", "/reports/pdf/\(Self.key)",
        "/reports/amend/\(Self.key)", "/reports/picture/\(Self.hash)", "/reports/picture/\(Self.hash)?side=320",
      ]
      for (person, may) in people {
        for path in paths {
          let (answer, none) = (
            try await lab.get(path, person),
            try await lab.get(
              path.replacing(Self.key, with: "none").replacing(Self.hash, with: Self.hash.replacing("c", with: "e")),
              person)
          )
          #expect(answer.status == (may ? 200 : 404), "\(path)")
          // Without the right a person is told what they are told of what is not there.
          #expect(none.status == 404 && (may || answer.text == none.text), "\(path)")
        }
        for path in ["/reports?whose=all", "/reports/export.csv?whose=all"] {
          #expect(try await lab.get(path, person).text.contains(Self.key) == may, "\(path)")
        }
        #expect(try await lab.get("/reports/mileage.csv?period=2024-01-15", person).text.contains("ben") == may)
      }
      for path in paths + ["/reports/export.xlsx", "/reports/mileage", "/reports/mileage.csv"] {
        #expect(try await lab.get(path, nil).status == 303, "\(path)")
      }
      for (person, may) in people where !may {
        #expect(try await amend(lab, try #require(person), notes: "x").status == 404)
      }
      #expect(try await lab.reports().map(\.version) == [1])
    }
  }

  @Test(arguments: LabStore.allCases)
  func `whoever knows a hash alone has neither the picture nor a report with it`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, carl) = (try await lab.join("ben", .photographer), try await lab.join("carl", .photographer))
      try await sendOne(lab, ben)
      let claimed = Self.sent.replacing(Self.key, with: Self.again)
      #expect(try await lab.post("/reports/send", carl, claimed).status == 202)
      #expect(try await lab.get("/reports/picture/\(Self.hash)", carl).status == 404)
      // With the bytes it is his own.
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", carl, "picture").status == 200)
      #expect(try await lab.post("/reports/send", carl, claimed).status == 200)
      #expect(try await lab.get("/reports/picture/\(Self.hash)", carl).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `an amendment is made once, by name and reason, and nothing is lost`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      try await sendOne(lab, ben)
      #expect(try await amend(lab, ben, notes: "x", token: false).status == 403)
      let refused = try await amend(lab, ben, notes: "mine", why: " ")
      #expect(
        refused.status == 200 && refused.text.contains("Enter a reason.") && refused.text.contains(">mine<"))
      #expect(try await amend(lab, ben, notes: "as it was").text.contains("Nothing was changed."))
      #expect(try await amend(lab, ben, notes: "mine", job: "").text.contains("does not fit its field"))
      for _ in 0..<3 { #expect(try await amend(lab, ben, notes: "better").status == 303) }
      // Looked at before Ben's: nothing of either is lost.
      let late = try await amend(lab, max, notes: "worse", key: String(repeating: "2c", count: 16))
      #expect(
        late.status == 200 && late.text.contains("Another person has amended this report.")
          && late.text.contains(">worse<"))
      #expect(try await amend(lab, max, notes: "best", key: String(repeating: "2c", count: 16), base: 2).status == 303)
      let report = try #require(try await lab.reports().first)
      #expect(report.version == 3 && report.answers["notes"] == "best" && report.user != "max")
      #expect(report.amendments.map(\.name) == ["ben", "max"] && report.attachments.count == 1)
      let older = try await lab.get("/reports/report/\(Self.key)?version=1", ben)
      #expect(older.text.contains("as it was") && older.text.contains("This is version 1"))
      #expect(try await lab.get("/reports/report/\(Self.key)?version=2", ben).text.contains("better"))
      let csv = try await lab.get("/reports/export.csv", max)
      #expect(csv.text.contains("\"3\",\"max\"") && csv.text.contains("\"best\"") && !csv.text.contains("better"))
    }
  }

  @Test(arguments: [
    ("38.321991, -88.867400", "38.321991, -88.867400"), ("38,321991; -88,867400", "38.321991,-88.867400"),
    ("38,321991 -88,867400", "38.321991,-88.867400"), ("38°30'N, 88°30'W", "38.500000,-88.500000"),
    ("\u{2066}٣٨٫٥،٨٨٫٥\u{2069}", "38.500000,88.500000"), ("", ""),
  ])
  func `a home is kept as the apps read it, however its coordinates are typed`(typed: String, kept: String) async throws
  {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let saved = try await lab.submit("/reports/details", ben, [("first", "Ben"), ("last", "B"), ("home", typed)])
      #expect(saved.status == 303)
      let page = try await lab.get("/reports/details", ben)
      #expect(page.text.contains("name=\"home\" value=\"\(kept)\""), "\(typed)")
      for wrong in ["somewhere", "91,0", "1e1;2e1"] {
        let refused = try await lab.submit("/reports/details", ben, [("first", "Ben"), ("last", "B"), ("home", wrong)])
        #expect(refused.status == 200 && refused.text.contains("id=\"complaint\""), "\(wrong)")
      }
    }
  }

  @Test func `a list and mileage can be saved for the reader's spreadsheet`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      try await sendOne(lab, ben)
      let list = try await lab.get("/reports", ben)
      #expect(list.text.contains("&amp;csv=semicolon\"") && list.text.contains("&amp;csv=comma\""))
      let table = try await lab.get("/reports/export.csv?csv=semicolon", ben)
      #expect(
        table.status == 200 && table.text.contains("\"Date\";\"Photographer\"") && table.text.contains("2024-01-15;"))
      let page = try await lab.get("/reports/mileage?period=2024-01-15", ben)
      #expect(page.text.contains("/reports/mileage.csv?period=2024-01-14&amp;csv=semicolon\""))
      // The lab's photographers have said no home.
      #expect(page.text.contains("id=\"without\"") && page.text.contains("href=\"/reports/details\""))
      #expect(
        page.text.contains("Reports without mileage: 1.") && page.text.contains("<td class=\"figure\">unknown</td>"))
      let report = try #require(try await lab.reports().first)
      #expect(try await lab.get("/reports/report/\(report.id)", ben).text.contains("(unknown)"))
      let mileage = try await lab.get("/reports/mileage.csv?period=2024-01-15&csv=semicolon", ben)
      #expect(mileage.status == 200 && mileage.text.contains("\"From\";\"To\""))
      for path in ["export.csv?csv=tabs", "mileage.csv?csv=tabs"] {
        let refused = try await lab.get("/reports/\(path)", ben)
        #expect(refused.status == 400 && refused.text.contains("csv=tabs"))
      }
    }
  }

  @Test(arguments: LabStore.allCases)
  func `two amendments at one moment: one is made, and the other is said`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      try await sendOne(lab, ben)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<6 {
          group.addTask {
            try await amend(lab, ben, notes: "n\(number)", key: String(repeating: "\(number)f", count: 16)).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 303 }.count == 1 && statuses.filter { $0 == 200 }.count == 5)
      #expect(try await lab.reports().map(\.version) == [2])
    }
  }

  @Test(arguments: [
    "/reports?after=~~~", "/reports?after=1~~99999~x", "/reports?when=never&order=none&way=round&form=%00",
    "/reports?from=2024-13-45&to=x&today=9999-01-01", "/reports?q=%F0%28%8C%28&photographer=%00&school=%FF",
    "/reports/report/\(key)?version=-1", "/reports/report/\(key)?version=99999999999999999999",
    "/reports/report/\(key)?version=0", "/reports/mileage?period=0000-00-00", "/reports/mileage?period=9999-12-31",
    "/reports/mileage?period=1970-01-01", "/reports/export.csv?zone=../../etc/passwd&rows=all",
    "/reports/export.xlsx?zone=%00&rows=repeats", "/reports/pdf/\(key)?zone=/etc/passwd&version=x",
  ])
  func `odd addresses are answered with what they can mean`(path: String) async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      try await sendOne(lab, ben)
      #expect(try await lab.get(path, ben).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `what leads nowhere is not there, and what is long is bounded`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let max = try await lab.join("max", Standing(.manager))
      for path in [
        "/reports/report/..%2F..%2Fx", "/reports/report/__x__", "/reports/pdf/", "/reports/amend/%00",
        "/reports/report/",
        "/reports/picture/..%2F", "/reports/picture/\(Self.hash.uppercased())", "/reports/pdf/a/b",
        "/reports/export.doc",
      ] {
        #expect(try await lab.get(path, max).status == 404, "\(path)")
      }
      let long = String(repeating: "a%20", count: 1500)
      #expect(try await lab.get("/reports?q=\(long)&school=\(long)", max).status == 200)
      #expect(try await lab.post("/reports/amend/\(Self.key)", max, "{}").status == 404)
      #expect(try await lab.post("/reports/mileage", max, "{}").status == 405)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `documents that are no reports of ours are shown as text, with what is wrong`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let max = try await lab.join("max", Standing(.manager))
      _ = try await lab.documents.commit([
        .set(
          try DocumentPath("dailyJobReports/bad"),
          [
            "organizationID": .string(lab.organisation.text), "date": "<script>", "templateId": "t",
            "photographer": "<b>",
            "customFields": 7, "<img>": "<i>", "list": ["<u>", 1, true], "deep": ["a": ["b": "<s>"]],
            "photoURLs": ["javascript:alert(1)"], "amendments": "x",
          ])
      ])
      for path in ["/reports", "/reports/report/bad", "/reports/amend/bad", "/reports/pdf/bad", "/reports/export.xlsx"]
      {
        let answer = try await lab.get(path, max)
        #expect(answer.status == 200, "\(path)")
        for tag in ["<script>", "<b>", "<img>", "<u>", "<s>", "javascript:"]
        where !path.contains("pdf") && !path.contains("xlsx") {
          #expect(!answer.text.contains(tag) || tag == "<i>", "\(path): \(tag)")
        }
      }
      let list = try await lab.get("/reports?odd=1", max).text
      #expect(list.contains("The date cannot be read.") && list.contains("Some answers cannot be read."))
    }
  }
}

extension ReportsLab {
  /// A form as a browser sends it.
  func submit(
    _ path: String, _ cookie: String, _ fields: [(String, String)], token: Bool = true
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = .POST
    request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)")
    request.headers.add(name: "Origin", value: base)
    request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
    let all = fields + [("token", token ? FormGuard.token(cookie) : "x")]
    let body = all.map { "\(PercentEncoding.component($0.0))=\(PercentEncoding.component($0.1))" }.joined(
      separator: "&")
    request.body = .bytes(ByteBuffer(string: body))
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
    let answer = try await client.execute(request, timeout: .minutes(10))
    let bytes = try await answer.body.collect(upTo: 8 << 20)
    try await client.shutdown()
    return Reply(
      status: Int(answer.status.code), text: String(answer: bytes.readableBytesView), headers: answer.headers)
  }
}
