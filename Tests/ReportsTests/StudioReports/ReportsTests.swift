import BoothCore
import Documents
import NIOHTTP1
import Reports
import StudioModel
import StudioServer
import StudioStore
import StudioTesting
import Synchronization
import Testing

@testable import StudioReports

@Suite(.timeLimit(.minutes(15))) struct ReportsTests {
  private static let key = String(repeating: "0a", count: 16)
  /// SHA-256 of `picture`.
  private static let hash = "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97"

  private func submission(
    _ key: String = key, job: String = "A", template: String = "fall", attachments: String = ""
  ) -> String {
    """
    {"key": "\(key)", "template": "\(template)", "date": "2024-01-15", "answers": {"job": "\(job)", "notes": "<b>=1</b>",
     "nobody's": "x"}, "schools": ["a", "x"], "position": "37.7,-88.9", "attachments": [\(attachments)]}
    """
  }

  private static let picture = #"{"sha256": "\#(hash)", "size": 7, "type": "image/jpeg", "name": "a.jpg", "field": ""}"#

  @Test(arguments: LabStore.allCases)
  func `a report is kept once, when all of it is there`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let body = submission(attachments: Self.picture)
      let early = try await lab.post("/reports/send", cookie, body)
      #expect(early.status == 202 && early.text.contains(Self.hash))
      #expect(try await lab.reports().isEmpty)
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", cookie, "pictur").status == 422)
      #expect(try await lab.post("/reports/send", cookie, body).status == 202)
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", cookie, "picture").status == 200)
      for _ in 0..<3 {
        let answer = try await lab.post("/reports/send", cookie, body)
        #expect(answer.status == 200 && answer.text.contains("/reports/report/\(Self.key)"))
      }
      let report = try #require(try await lab.reports().first)
      #expect(try await lab.reports().count == 1 && report.photos == ["/reports/picture/\(Self.hash)"])
      // Filled in on arrival; another organisation's school is none.
      #expect(report.answers["weather"] == "Clear, 72°F" && report.answers["miles"] == "0 miles")
      #expect(report.schools == ["Adams"] && report.answers["nobody's"] == nil && report.photographer == "ben")
      #expect(report.sources["weather"]?.fields?["source"] == "Open-Meteo")
      // Where it was written stays, as it was typed.
      #expect(report.position == "37.7,-88.9")
      #expect(try await lab.get("/reports/report/\(Self.key)", cookie).text.contains("37.7,-88.9"))
    }
  }

  @Test(arguments: [
    (#"../../../etc/passwd"#, "passwd"), (#"a\r\nSet-Cookie: b=c.jpg"#, "a__Set-Cookie_%20b%3Dc.jpg"),
    (#"day\u202Egpj.exe"#, "day_gpj.exe"), ("..", String(hash.prefix(12))),
  ])
  func `what was attached is saved under a name that stays in its folder, on its line, and in its order`(
    _ name: String, _ saved: String
  ) async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", ben, "picture").status == 200)
      let body = submission(attachments: Self.picture.replacing("a.jpg", with: name))
      #expect(try await lab.post("/reports/send", ben, body).status == 200)
      let file = try await lab.get("/reports/original/\(Self.key)/\(Self.hash)", ben)
      #expect(file.headers.first(name: "Content-Disposition") == "attachment; filename*=UTF-8''\(saved)")
    }
  }

  @Test func `what was attached is had as it was sent, by who may see the report, and only ever saved`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let mia = try await lab.join("mia", Standing(.manager))
      let zoe = try await lab.join("zoe", .photographer)
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", ben, "picture").status == 200)
      #expect(try await lab.post("/reports/send", ben, submission(attachments: Self.picture)).status == 200)
      let address = "/reports/original/\(Self.key)/\(Self.hash)"
      let page = try await lab.get("/reports/report/\(Self.key)", mia).text
      #expect(page.contains("href=\"\(address)\"") && page.contains("No preview is available for this file."))
      for reader in [ben, mia] {
        let file = try await lab.get(address, reader)
        #expect(file.status == 200 && file.text == "picture")
        #expect(file.headers.first(name: "Content-Disposition")?.hasPrefix("attachment; filename*=UTF-8''") == true)
        #expect(file.headers.first(name: "Content-Type") == "application/octet-stream")
        #expect(file.headers.first(name: "X-Content-Type-Options") == "nosniff")
        #expect(file.headers.first(name: "Content-Security-Policy")?.contains("sandbox") == true)
      }
      let other = String(repeating: "0", count: 64)
      for path in [address, "/reports/original/\(Self.key)/\(other)", "/reports/original/none/\(Self.hash)"] {
        #expect(try await lab.get(path, zoe).status == 404)
        if path != address { #expect(try await lab.get(path, mia).status == 404) }
      }
      #expect(try await lab.get(address, nil).status == 303)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a picture of no report and no draft goes in time, and no other goes`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", cookie, "picture").status == 200)
      #expect(try await lab.post("/reports/send", cookie, submission(attachments: Self.picture)).status == 200)
      // SHA-256 of the texts.
      let drafted = "094b7ade939cad4d56226805bf98158aca9bc6e0b1a433755340b0bc614c8d49"
      let abandoned = "766d63f0332125220adc982e51598010024acc16a916d500187bf15f5d0e4a54"
      #expect(try await lab.post("/reports/attachment/\(drafted)", cookie, "drafted").status == 200)
      #expect(try await lab.post("/reports/attachment/\(abandoned)", cookie, "nobody's").status == 200)
      let picture = #"{"sha256": "\#(drafted)", "size": 7, "type": "image/jpeg", "name": "b.jpg", "field": ""}"#
      let draft =
        #"{"key": "\#(String(repeating: "1b", count: 16))", "template": "fall", "parts": {"=pictures": {"at": 1, "value": [\#(picture)]}}}"#
      #expect(try await lab.post("/reports/draft", cookie, draft).status == 200)
      await lab.feature.tend(at: ReportsLab.later)
      let left = try await lab.files.untouched(since: .infinity, in: lab.organisation.text)
      #expect(left == [Self.hash, drafted].sorted())
    }
  }

  /// SHA-256 of `first`, `second`, `third` and `fourth`.
  private static let many = [
    "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e",
    "16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4",
    "b1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927",
    "dc81b1d371a4072be7fcfc3e1939f5bddae8bdc168846a50a78face975b9af63",
  ]

  private static func named(_ hash: String, _ size: Int) -> String {
    #"{"sha256": "\#(hash)", "size": \#(size), "type": "image/jpeg", "name": "a.jpg", "field": ""}"#
  }

  @Test(arguments: LabStore.allCases)
  func `pictures of deleted reports go, and stay where a report, a version of before or a draft names them`(
    _ store: LabStore
  ) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      let words = ["first", "second", "third", "fourth"]
      for (hash, word) in zip(Self.many, words) {
        #expect(try await lab.post("/reports/attachment/\(hash)", ben, word).status == 200)
      }
      let named = zip(Self.many, words).map { Self.named($0, $1.utf8.count) }
      let (other, amended) = (String(repeating: "1b", count: 16), String(repeating: "2c", count: 16))
      for (key, files) in [(Self.key, named), (other, [named[1]]), (amended, [named[3]])] {
        let body = submission(key, attachments: files.joined(separator: ", "))
        #expect(try await lab.post("/reports/send", ben, body).status == 200)
      }
      let draft =
        #"{"key": "\#(String(repeating: "3d", count: 16))", "template": "fall", "parts": {"=pictures": {"at": 1, "value": [\#(named[2])]}}}"#
      #expect(try await lab.post("/reports/draft", ben, draft).status == 200)
      // Amended, and then without its picture, as an existing app may change it.
      let change = [
        ("key", Self.key), ("base", "1"), ("why", "typo"), ("date", "2024-01-15"), ("schools", "Adams"), ("a.job", "B"),
        ("a.notes", "x"), ("a.miles", "0 miles"), ("a.weather", "Clear, 72°F"),
      ]
      #expect(try await lab.submit("/reports/amend/\(amended)", ben, change).status == 303)
      let path = try #require(ReportDocument.path(ReportDocument.collection, amended))
      var fields = try #require(try await lab.documents.document(at: path)).fields
      (fields["attachments"], fields["photoURLs"]) = (nil, nil)
      _ = try await lab.documents.commit([.set(path, fields)])
      await lab.feature.tend(at: ReportsLab.later)
      #expect(try await lab.files.untouched(since: .infinity, in: lab.organisation.text) == Self.many.sorted())
      let chosen = [("r0", Self.key), ("back", ""), ("sure", "yes")]
      #expect(try await lab.submit("/reports/delete", max, chosen).status == 303)
      #expect(try await lab.reports().count == 2)
      await lab.feature.tend(at: ReportsLab.later)
      #expect(
        try await lab.files.untouched(since: .infinity, in: lab.organisation.text) == Self.many.dropFirst().sorted())
      #expect(try await lab.get("/reports/picture/\(Self.many[0])", ben).status == 404)
      #expect(try await lab.get("/reports/picture/\(Self.many[1])", ben).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `the same key with something else in it is refused, and what is there stays`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      #expect(try await lab.post("/reports/send", cookie, submission()).status == 200)
      #expect(try await lab.post("/reports/send", cookie, submission(job: "B")).status == 409)
      #expect(try await lab.post("/reports/send", cookie, submission()).status == 200)
      #expect(try await lab.reports().map { $0.answers["job"] } == ["A"])
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a report is of tomorrow at the latest, by the calendar where it is written`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      // It is 20:30 on 15 January in UTC, and the next day four hours east of it.
      func of(_ day: String, offset: String = "0") -> String {
        submission().replacing(
          #""date": "2024-01-15""#, with: "\"date\": \"\(day)\", \"offset\": \(offset)")
      }
      #expect(of("2024-01-18") != submission())
      for (day, offset) in [
        ("2024-01-17", "0"), ("2024-01-18", "14400"), ("2024-01-17", "-36000"), ("2034-01-15", "0"),
        // What is no zone counts as UTC.
        ("2024-01-17", "999999999"),
      ] {
        let refused = try await lab.post("/reports/send", cookie, of(day, offset: offset))
        #expect(refused.status == 422 && refused.text == #"{"faults":{"date":"dateAhead"}}"#, "\(day) \(refused.text)")
      }
      #expect(try await lab.reports().isEmpty)
      #expect(try await lab.get("/reports/new/fall", cookie).text.contains("Choose a date no later than tomorrow."))
      #expect(try await lab.post("/reports/send", cookie, of("2024-01-17", offset: "14400")).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a report that was sent with more pictures than it names is not taken, and is once it names each`(
    _ store: LabStore
  ) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let named = submission(attachments: Self.picture)
      func announcing(_ pictures: String, _ body: String) -> String {
        body.replacing(#""answers""#, with: "\"pictures\": \(pictures), \"answers\"")
      }
      _ = try await lab.post("/reports/attachment/\(Self.hash)", cookie, "picture")
      // As of a page that sends before its pictures are ready: without the list of them, with an empty one, with too few or too many.
      let without = submission().replacing(#", "attachments": []"#, with: "")
      for body in [
        announcing("6", without), announcing("1", submission()), announcing("2", named), announcing("0", named),
      ] {
        let refused = try await lab.post("/reports/send", cookie, body)
        #expect(
          refused.status == 422 && refused.text.contains(#""faults":{"=report":"picturesLacking"}"#), "\(refused.text)")
      }
      #expect(try await lab.reports().isEmpty)
      #expect(try await lab.post("/reports/send", cookie, announcing("1", named)).status == 200)
      #expect(try #require(try await lab.reports().first).photos == ["/reports/picture/\(Self.hash)"])
      // A page of before says nothing of how many there are.
      let other = String(repeating: "0b", count: 16)
      #expect(try await lab.post("/reports/send", cookie, submission(other, attachments: Self.picture)).status == 200)
    }
  }

  @Test func `a telephone's keyboard leads on from every line of a form, which only its button sends`() async throws {
    try await ReportsLab.run(.memory) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let page = try await lab.get("/reports/new/fall", cookie).text
      #expect(page.contains("data-deliberate") && page.contains("id=\"report-back\" hidden"))
      let lines = page.matches(of: /<input [^>]*>/).map { String($0.output) }.filter {
        !$0.contains(/type="(file|checkbox|radio|hidden|search)"/)
      }
      #expect(lines.count > 1)
      for line in lines { #expect(line.contains("enterkeyhint=\"next\""), "\(line)") }
    }
  }

  @Test(arguments: LabStore.allCases)
  func `what cannot be kept is said field by field, and nothing is written`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let refused = try await lab.post("/reports/send", cookie, submission(job: ""))
      #expect(refused.status == 422 && refused.text == #"{"faults":{"job":"missing"}}"#)
      for body in [
        "", "{", "[]", "7", #"{"key": "x", "template": "fall"}"#, submission("0A" + Self.key.dropFirst(2)),
        submission(attachments: #"{"sha256": "../../x", "size": 7}"#), submission(attachments: "7"),
      ] {
        #expect(try await lab.post("/reports/send", cookie, body).status == 400, "\(body)")
      }
      for template in ["nothing", "../fall", "a/b", "__x__", ""] {
        #expect(try await lab.post("/reports/send", cookie, submission(template: template)).status == 404)
      }
      #expect(try await lab.post("/reports/attachment/..%2F..%2Fx", cookie, "picture").status == 400)
      #expect(try await lab.reports().isEmpty)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `what no store keeps comes back to who wrote it, and is not tried for ever`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let long = String(repeating: "x", count: 20_000)
      let former = (0..<60).map { #""q\#($0)": {"label": "Q", "value": "\#(long)"}"# }.joined(separator: ", ")
      let body = submission().replacing("\"schools\":", with: "\"former\": {\(former)}, \"schools\":")
      let answer = try await lab.post("/reports/send", cookie, body)
      #expect(answer.status == 422)
      #expect(answer.text.contains("tooLong"))
      #expect(try await lab.reports().isEmpty)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `nobody sends from another page, or without an account`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      for path in ["/reports/send", "/reports/smart", "/reports/attachment/\(Self.hash)"] {
        #expect(try await lab.post(path, cookie, submission(), token: false).status == 403)
        #expect(try await lab.post(path, nil, submission()).status == 401)
      }
      for path in ["/reports", "/reports/new/fall", "/reports/export.csv", "/reports/report/1", "/reports/nothing"] {
        let answer = try await lab.get(path, nil)
        #expect(answer.status == 303 && answer.headers.first(name: "Location")?.hasPrefix("/sign-in") == true)
      }
      #expect(try await lab.get("/reports/nothing", cookie).status == 404)
      #expect(try await lab.get("/reports/send", cookie).status == 405)
      #expect(try await lab.reports().isEmpty)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `one sees one's own, who leads sees all, and another's key is not to be had`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, cleo) = (try await lab.join("ben", .photographer), try await lab.join("cleo", Standing(.employee)))
      let dana = try await lab.join("dana", Standing(.manager))
      #expect(try await lab.post("/reports/send", ben, submission()).status == 200)
      #expect(try await lab.post("/reports/send", cleo, submission()).status == 409)
      let (own, others) = (try await lab.get("/reports", ben), try await lab.get("/reports?whose=all", cleo))
      #expect(own.text.contains("Fall &lt;Sports&gt;") && !others.text.contains("/reports/report/"))
      #expect(try await lab.get("/reports", dana).text.contains("/reports/report/\(Self.key)"))
      #expect(!(try await lab.get("/reports?whose=mine", dana).text.contains("/reports/report/")))
      let page = try await lab.get("/reports/report/\(Self.key)", ben)
      #expect(page.status == 200 && page.text.contains("&lt;b&gt;=1&lt;/b&gt;") && !page.text.contains("<b>=1"))
      // The same answer as for what is not there.
      let (hidden, none) = (
        try await lab.get("/reports/report/\(Self.key)", cleo), try await lab.get("/reports/report/none", cleo)
      )
      #expect(hidden.status == 404 && hidden.text == none.text)
      #expect(try await lab.get("/reports/export.csv", dana).text.contains("\"ben\""))
      #expect(!(try await lab.get("/reports/export.csv?whose=all", cleo).text.contains("\"ben\"")))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `smart fields follow what is chosen, and the clock of whoever asks`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let cookie = try await lab.join("ben", .photographer)
      let user = try #require(try await lab.accounts.people(of: lab.organisation).first)
      _ = try await lab.documents.commit([
        .set(try DocumentPath("users/\(user.id.text)"), ["userCoordinates": "38.321991,-88.867400"])
      ])
      let answer = try await lab.post(
        "/reports/smart", cookie, #"{"template": "fall", "schools": ["a"], "position": "37.7,-88.9", "weather": true}"#)
      #expect(answer.status == 200 && answer.text.contains(#""miles":{"value":"82.0 miles""#), "\(answer.text)")
      #expect(answer.text.contains("Clear, 72°F"))
      let odd = try await lab.post(
        "/reports/smart", cookie,
        #"{"template": "fall", "schools": "a", "position": "here", "now": 1e300, "offset": "x", "photoCount": -5}"#)
      #expect(odd.status == 200 && odd.text.contains(#""lack":"position""#))
    }
  }

  @Test(arguments: Language.allCases)
  func `every word of the reading pages is there in every language`(language: Language) {
    let table = ReadingText.table(language)
    for text in ReadingText.allCases {
      let found = table[text] ?? ""
      #expect(!found.isEmpty, "\(text)")
      for place in ["%1", "%2"] {
        #expect(found.contains(place) == ReadingText.table(.english)[text]?.contains(place), "\(text): \(found)")
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `every word is there in every language`(language: Language) {
    let table = ReportsText.table(language)
    for text in ReportsText.allCases {
      let found = table[text] ?? ""
      #expect(!found.isEmpty, "\(text)")
      for place in ["%1", "%2"] {
        #expect(found.contains(place) == ReportsText.table(.english)[text]?.contains(place), "\(text): \(found)")
      }
    }
  }
}
