import BoothCore
import Documents
import NIOHTTP1
import Reports
import StudioModel
import StudioServer
import Testing

@testable import StudioReports

@Suite(.timeLimit(.minutes(15))) struct ReportPagesTests {
  private static let key = String(repeating: "0a", count: 16)
  /// SHA-256 of `picture`.
  private static let hash = "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97"

  /// One report with a picture, of Adams on 2024-01-15.
  private static func send(_ lab: ReportsLab, _ cookie: String) async throws {
    #expect(try await lab.post("/reports/attachment/\(hash)", cookie, "picture").status == 200)
    let sent = """
      {"key": "\(key)", "template": "fall", "date": "2024-01-15", "answers": {"job": "A"}, "schools": ["a"],
       "attachments": [{"sha256": "\(hash)", "size": 7, "type": "image/jpeg", "name": "a.jpg", "field": ""}]}
      """
    #expect(try await lab.post("/reports/send", cookie, sent).status == 200)
  }

  // MARK: The list

  @Test func `what a list is narrowed down by is a chip that takes it off again`() async throws {
    try await ReportsLab.run { lab in
      let max = try await lab.join("max", Standing(.manager))
      try await Self.send(lab, max)
      let page = try await lab.get("/reports?q=adams&school=Adams&when=year", max).text
      for (name, rest) in [
        ("“adams”", "when=year&amp;today=2024-01-15&amp;school=Adams"),
        ("Adams", "when=year&amp;today=2024-01-15&amp;q=adams"),
        ("This year", "q=adams&amp;school=Adams"),
      ] {
        #expect(
          page.contains("href=\"/reports?\(rest)\" aria-label=\"Remove filter: \(name)\""), "\(name)")
      }
      // A period's own chip, pressed again, takes it off.
      let week = try await lab.get("/reports?when=week", max).text
      #expect(week.contains("aria-current=\"true\" data-dated href=\"/reports\">This week</a>"))
      #expect(week.contains("href=\"/reports?whose=mine&amp;when=week&amp;today="))
      let own = try await lab.get("/reports", try await lab.join("ben", .photographer)).text
      #expect(!own.contains("whose=mine"), "who sees only their own is not asked whose")
    }
  }

  @Test func `a list counts the reports, pictures and photographers of all its pages`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      try await Self.send(lab, ben)
      #expect(try await lab.get("/reports", ben).text.contains(">1 report · 1 picture</p>"))
      let carl = try await lab.join("carl", .photographer)
      let other =
        #"{"key": "\#(String(repeating: "1b", count: 16))", "template": "fall", "date": "2024-01-16", "answers": {"job": "A"}}"#
      #expect(try await lab.post("/reports/send", carl, other).status == 200)
      let max = try await lab.join("max", Standing(.manager))
      #expect(try await lab.get("/reports", max).text.contains(">2 reports · 1 picture · 2 photographers</p>"))
    }
  }

  @Test(arguments: [
    (Language.hebrew, "שני דוחות"), (.arabic, "تقريران"), (.german, "2 Berichte"), (.french, "2 rapports"),
  ]) func `numbers of reports have the form that their language has for them`(_ language: Language, _ text: String)
    async throws
  {
    #expect(WordTable<ReadingText>(language).counted(.found, 2) == text)
    for texts in [ReadingText.found, .photographerCount, .deleteNow, .deleted, .deletedNot] {
      let forms = WordTable<ReadingText>(language)[texts].split(separator: "|")
      #expect(forms.count == language.numberForms, "\(texts) in \(language)")
    }
  }

  @Test func `a row is called by its school and photographer, and its form is a badge`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      try await Self.send(lab, ben)
      let form = "<span class=\"badge\"><bdi>Fall &lt;Sports&gt;</bdi></span>"
      let all = try await lab.get("/reports", max).text
      #expect(all.contains("<strong><bdi>Adams</bdi> · <bdi>ben</bdi></strong> \(form)"))
      // All of one's own are by the same photographer.
      #expect(try await lab.get("/reports", ben).text.contains("<strong><bdi>Adams</bdi></strong> \(form)"))
      let grouped = try await lab.get("/reports?order=form", max).text
      #expect(grouped.contains("<h2><bdi>Fall &lt;Sports&gt;</bdi></h2>") && !grouped.contains(form))
    }
  }

  @Test func `a report that was sent a moment ago is on top, of its writer alone, and once`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      try await Self.send(lab, ben)
      let later =
        #"{"key": "\#(String(repeating: "1b", count: 16))", "template": "fall", "date": "2024-01-16", "answers": {"job": "A"}}"#
      #expect(try await lab.post("/reports/send", ben, later).status == 200)
      let address = "href=\"/reports/report/\(Self.key)\""
      let page = try await lab.get("/reports?sent=\(Self.key)", ben).text
      let top = try #require(page.firstRange(of: "id=\"sent\" data-sent=\"Report sent with all pictures.\""))
      #expect(page.ranges(of: address).count == 1)
      #expect(try #require(page.firstRange(of: address)).lowerBound > top.lowerBound)
      #expect(page.contains("2 reports"))
      for (person, id) in [(max, Self.key), (ben, "none"), (ben, "..")] {
        #expect(try await !lab.get("/reports?sent=\(id)", person).text.contains("id=\"sent\""), "\(id)")
      }
    }
  }

  @Test func `a form's groups are called what they hold, and schools are missed only where it asks for one`()
    async throws
  {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      _ = try await lab.documents.commit([.delete(try DocumentPath("schools/a"))])
      func page(_ id: String, _ fields: String) async throws -> String {
        let form = #"{"template": {"id": "\#(id)", "name": "B", "fields": [\#(fields)]}}"#
        #expect(try await lab.post("/reports/forms/save", max, form).status == 200)
        return try await lab.get("/reports/new/\(id)", ben).text
      }
      let plain = try await page("b", #"{"id": "a", "type": "text", "label": "A"}"#)
      #expect(plain.contains(">Pictures</h2>") && !plain.contains("Pictures and location"))
      #expect(!plain.contains("There are no schools yet"))
      let driven = try await page(
        "c", #"{"id": "m", "type": "mileage", "label": "M"}, {"id": "w", "type": "current_location", "label": "W"}"#)
      #expect(driven.contains("There are no schools yet") && driven.contains(">Pictures and location</h2>"))
    }
  }

  @Test func `an empty list says what can be done, to who can do it`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      func buttons(_ text: String) -> Int { text.ranges(of: "class=\"button\"").count }
      for person in [ben, max] {
        let page = try await lab.get("/reports", person).text
        #expect(page.contains("<a class=\"button\" href=\"/reports/new\">New report</a>") && buttons(page) == 1)
      }
      let none = try await lab.get("/reports?q=nothing&whose=mine", max).text
      #expect(none.contains("No reports match.") && none.contains("href=\"/reports?whose=mine\">Show all</a>"))
      _ = try await lab.documents.commit([.delete(try DocumentPath("reportTemplates/fall"))])
      let boss = try await lab.get("/reports", max).text
      #expect(boss.contains("<a class=\"button\" href=\"/reports/forms/new\">New form</a>") && buttons(boss) == 1)
      let hers = try await lab.get("/reports", ben).text
      #expect(hers.contains("A manager can create one.") && buttons(hers) == 0)
    }
  }

  @Test func `one form alone is opened at once, and of several one is chosen`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      let one = try await lab.get("/reports/new", ben)
      #expect(one.status == 303 && one.headers.first(name: "Location") == "/reports/new/fall")
      #expect(try await lab.get("/reports/new?q=none", ben).text.contains("No forms match."))
      let form = #"{"template": {"id": "b", "name": "B", "fields": [{"id": "a", "type": "text", "label": "A"}]}}"#
      #expect(try await lab.post("/reports/forms/save", max, form).status == 200)
      let both = try await lab.get("/reports/new", ben)
      #expect(both.status == 200 && both.text.contains("/reports/new/fall\"") && both.text.contains("/reports/new/b\""))
    }
  }

  @Test func `forms and schools are reached from the list by who may change them`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      for path in ["/reports/forms", "/reports/schools"] {
        #expect(try await lab.get("/reports", max).text.contains("href=\"\(path)\""), "\(path)")
        #expect(try await !lab.get("/reports", ben).text.contains("href=\"\(path)\""), "\(path)")
      }
      for path in ["/reports/mileage", "/reports/details"] {
        #expect(try await lab.get("/reports", ben).text.contains("class=\"menu-item\" href=\"\(path)\""), "\(path)")
      }
    }
  }

  @Test(arguments: [
    ("37.7,-88.9", true), ("37.7307, -88.9331", true), ("behind the gym", false), ("137.7,-88.9", false),
  ]) func `a place on earth leads to a map, and any other is shown as it was typed`(_ typed: String, _ isPlace: Bool)
    async throws
  {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let sent =
        #"{"key": "\#(Self.key)", "template": "fall", "date": "2024-01-15", "answers": {"job": "A"}, "position": "\#(typed)"}"#
      #expect(try await lab.post("/reports/send", ben, sent).status == 200)
      let page = try await lab.get("/reports/report/\(Self.key)", ben).text
      #expect(page.contains(typed) && page.contains("https://www.openstreetmap.org/?mlat=37.7") == isPlace)
    }
  }

  // MARK: What is handed out

  @Test func `files are named by school, day and photographer, and never by an identifier`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      try await Self.send(lab, ben)
      for (path, name) in [
        ("/reports/pdf/\(Self.key)", "Adams%202024-01-15%20ben.pdf"), ("/reports/export.csv", "Reports.csv"),
        ("/reports/export.xlsx?school=Adams", "Reports%20Adams.xlsx"),
        (
          "/reports/export.csv?when=between&from=2024-01-01&to=2024-01-31",
          "Reports%202024-01-01%20%E2%80%93%202024-01-31.csv"
        ),
        ("/reports/export.csv?when=between&from=2024-01-15&to=2024-01-15", "Reports%202024-01-15.csv"),
        ("/reports/mileage.csv?period=2024-01-15", "Mileage%202024-01-14%20%E2%80%93%202024-01-27.csv"),
      ] {
        let header = try await lab.get(path, ben).headers.first(name: "Content-Disposition")
        #expect(header == "attachment; filename*=UTF-8''\(name)", "\(path)")
      }
      let page = try await lab.get("/reports/report/\(Self.key)", ben).text
      // A script shows the button where the browser shares files.
      #expect(page.contains("data-share-file=\"Adams 2024-01-15 ben.pdf\"") && page.contains("hidden><svg"))
    }
  }

  // MARK: The form

  @Test func `a form shows how far it is and what was saved, and asks one question at a time on request`() async throws
  {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let page = try await lab.get("/reports/new/fall", ben).text
      for part in [
        "<div class=\"form-head\">", "id=\"report-saved\"",
        "id=\"report-one\" aria-pressed=\"false\">One at a time</button>",
        "id=\"report-steps\"", "data-words=\"Question %1 of %2\" hidden>",
        "capture=\"environment\" data-camera=\"\" aria-label=\"Take a photo: Pictures\"",
      ] { #expect(page.contains(part), "\(part)") }
      // A preview in the builder is neither saved nor walked through.
      let max = try await lab.join("max", Standing(.manager))
      let preview = try await lab.post(
        "/reports/forms/check", max,
        #"{"template": {"id": "p", "name": "P", "fields": [{"id": "a", "type": "text", "label": "A"}]}}"#)
      #expect(
        preview.status == 200 && !preview.text.contains("report-steps") && preview.text.contains("report-progress"))
    }
  }

  @Test func `a form comes with what its fields need, and no other`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      func parts(_ id: String, _ fields: [TemplateField]) async throws -> Set<String> {
        let template = ReportTemplate(id: id, name: id, organisation: lab.organisation.text, fields: fields)
        _ = try await lab.documents.commit([
          .set(try DocumentPath("reportTemplates/\(id)"), template.document, serverTimes: ["createdAt"])
        ])
        let page = try await lab.get("/reports/new/\(id)", ben).text
        return Set(
          [
            "calculation", "form-state", "form-rows", "smart-fields", "outbox", "draft-parts", "form-steps",
            "form-pictures", "form-calculations", "position-input",
          ]
          .filter { page.contains("/reports/\($0).js?") })
      }
      let text = TemplateField("a", .text, "A")
      #expect(try await parts("plain", [text]) == [])
      var asked = TemplateField("b", .text, "B")
      asked.showWhen = "a = 'x'"
      #expect(try await parts("asked", [text, asked]) == ["form-state", "form-calculations"])
      var rows = TemplateField("r", .textarea, "R")
      rows.columns = [text]
      #expect(try await parts("rows", [rows]) == ["form-rows"])
      let smart = TemplateField("w", .weather, "W", smart: SmartSettings(.ios, .weather))
      #expect(try await parts("smart", [smart]) == ["smart-fields", "position-input"])
      #expect(try await parts("place", [TemplateField("l", .location, "L")]) == ["position-input"])
      // Nor does it carry the sentences of what it does not have.
      let (plain, dry) = (
        try await lab.get("/reports/new/smart", ben).text, try await lab.get("/reports/new/plain", ben).text
      )
      #expect(plain.contains("The weather could not be found.") && !dry.contains("The weather could not be found."))
      #expect(!plain.contains("it divides by zero") && !plain.contains("Remove row %1"))
      #expect(try await lab.get("/reports/new/asked", ben).text.contains("it divides by zero"))
      #expect(try await lab.get("/reports/new/rows", ben).text.contains("Remove row %1"))
    }
  }

  @Test func `a form's file is taken in on the page of forms, where the builder's script also saves`() async throws {
    try await ReportsLab.run { lab in
      let max = try await lab.join("max", Standing(.manager))
      let page = try await lab.get("/reports/forms", max).text
      #expect(page.contains("id=\"import-file\" type=\"file\"") && page.contains("/reports/form-import.js?"))
      let form =
        #"{"template": {"id": "taken", "name": "Taken", "fields": [{"id": "a", "type": "text", "label": "A"}]}}"#
      #expect(try await lab.post("/reports/forms/save", max, form).status == 200)
      #expect(try await lab.post("/reports/forms/save", max, form).status == 409, "it is there already")
      #expect(try await lab.get("/reports/forms", try await lab.join("ben", .photographer)).status == 403)
    }
  }

  // MARK: Weight

  /// Every byte of a first visit: the page, and what it names, as browsers get it.
  private static func weight(_ lab: ReportsLab, _ path: String, _ cookie: String) async throws -> Int {
    let page = try await lab.get(path, cookie).text
    let addresses = Set(
      page.split(separator: "\"").map { String($0.prefix { $0 != "#" }) }.filter { $0.hasPrefix("/static/") })
    #expect(addresses.count > 5, "style sheets, icons and bundles")
    var total = try await lab.weigh(path, cookie).bytes
    for address in addresses { total += try await lab.weigh(address, cookie).bytes }
    return total
  }

  @Test func `a page weighs at most 60 KB at the first visit, and a form 66`() async throws {
    try await ReportsLab.run { lab in
      let max = try await lab.join("max", Standing(.manager))
      try await Self.send(lab, max)
      for (path, most) in [
        ("/reports", 60_000), ("/reports/schools", 60_000), ("/reports/report/\(Self.key)", 60_000),
        ("/reports/mileage", 60_000), ("/reports/forms", 60_000), ("/reports/new/fall", 66_000),
      ] {
        let weight = try await Self.weight(lab, path, max)
        #expect(weight <= most, "\(path): \(weight) bytes")
      }
    }
  }

  @Test func `a page is compressed for who takes that, and says so to caches`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let plain = try await lab.get("/reports/new/fall", ben)
      let packed = try await lab.weigh("/reports/new/fall", ben)
      #expect(packed.headers.first(name: "Content-Encoding") == "gzip" && packed.bytes * 2 < plain.text.utf8.count)
      #expect(plain.headers.first(name: "Content-Encoding") == nil)
      for headers in [plain.headers, packed.headers] {
        #expect(headers.first(name: "Vary") == "Accept-Encoding, Cookie")
      }
    }
  }
}
