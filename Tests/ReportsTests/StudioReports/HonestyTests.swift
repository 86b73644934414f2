import BoothCore
import Documents
import Reports
import StudioModel
import StudioStore
import StudioTesting
import Testing

@testable import StudioReports

/// What a request says that no page of ours would send.
@Suite(.timeLimit(.minutes(15))) struct HonestyTests {
  private static let key = String(repeating: "0c", count: 16)
  /// SHA-256 of "picture", and of nothing.
  private static let hash = "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97"
  private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private static func report(_ more: String = "") -> String {
    #"{"key": "\#(key)", "template": "fall", "date": "2024-01-15", "answers": {"job": "A", "miles": "5000 miles", "weather": "Hail"}\#(more)}"#
  }

  @Test(arguments: LabStore.allCases)
  func `miles that nobody may type are the studio's own`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      let more = #", "sources": {"miles": {"source": "home → far → home"}, "weather": {"source": "Open-Meteo"}}"#
      #expect(try await lab.post("/reports/send", ben, Self.report(more)).status == 200)
      let report = try #require(try await lab.reports().first)
      #expect(report.answers["miles"] == "0 miles" && report.answers["weather"] == "Hail")
      #expect(report.sources["miles"]?.fields?["source"] == "fallback")
      #expect(report.sources["weather"]?.fields?["source"] == "device: Open-Meteo")
    }
  }

  @Test(arguments: LabStore.allCases)
  func `an attachment of another size than was said, and an empty one, are said`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      let empty = try await lab.post("/reports/attachment/\(Self.nothing)", ben, "")
      #expect(empty.status == 422 && empty.text.contains("empty"), "\(empty.text)")
      #expect(try await lab.post("/reports/attachment/\(Self.hash)", ben, "picture").status == 200)
      let lying =
        #", "attachments": [{"sha256": "\#(Self.hash)", "size": 5, "type": "image/jpeg", "name": "a.jpg", "field": ""}]"#
      let answer = try await lab.post("/reports/send", ben, Self.report(lying))
      #expect(answer.status == 422 && answer.text.contains("a.jpg: 5 bytes were said of it, and it has 7"))
      #expect(answer.text.contains(#""faults":{"":"wrongKind"}"#), "\(answer.text)")
      #expect(try await lab.reports().isEmpty)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a draft that was written while its report was sent goes, and is in no list`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      let draft = #"{"key": "\#(Self.key)", "template": "fall", "version": 1, "parts": {}}"#
      #expect(try await lab.post("/reports/draft", ben, draft).status == 200)
      let path = try DocumentPath("reportDrafts/\(Self.key)")
      let kept = try #require(try await lab.documents.document(at: path))
      #expect(try await lab.post("/reports/send", ben, Self.report()).status == 200)
      // As one that had looked before, and wrote behind it.
      _ = try await lab.documents.commit([.set(path, kept.fields)])
      #expect(!(try await lab.get("/reports/drafts", ben).text.contains(Self.key)))
      #expect(try await lab.post("/reports/draft", ben, draft).status == 410)
      #expect(try await lab.documents.document(at: path) == nil)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `drafts and the sending of one key at once leave no draft`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let ben = try await lab.join("ben", .photographer)
      for round in 0..<10 {
        let key = String(repeating: "\(round)f", count: 16)
        let report = Self.report().replacing(Self.key, with: key)
        try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 1...5 {
            let draft =
              #"{"key": "\#(key)", "template": "fall", "version": 1, "parts": {"job": {"at": \#(number), "value": {"value": "A"}}}}"#
            group.addTask {
              try await lab.post(number == 3 ? "/reports/send" : "/reports/draft", ben, number == 3 ? report : draft)
                .status
            }
          }
          for try await status in group { #expect([200, 409, 410].contains(status)) }
        }
        #expect(try await lab.get("/reports/draft/\(key)", ben).status == 404, "round \(round)")
      }
    }
  }

  @Test func `a draft of no form is refused`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let draft = #"{"key": "\#(Self.key)", "template": "nothing", "version": 1, "parts": {}}"#
      #expect(try await lab.post("/reports/draft", ben, draft).status == 422)
      #expect(!(try await lab.get("/reports/drafts", ben).text.contains(Self.key)))
    }
  }

  @Test(arguments: [
    "when=xx", "from=2026-13-01", "to=soon", "order=zz", "way=left", "whose=hers", "odd=2", "rows=x", "after=%2F",
  ])
  func `what means nothing in an address is said`(part: String) async throws {
    try await ReportsLab.run { lab in
      let max = try await lab.join("max", Standing(.manager))
      let page = try await lab.get("/reports?\(part)", max)
      let name = try #require(part.split(separator: "=").first)
      #expect(
        page.status == 200 && page.text.contains("id=\"left-out\"")
          && page.text.contains("has no meaning here: \(name)="))
      for format in ["csv", "xlsx"] {
        let table = try await lab.get("/reports/export.\(format)?\(part)", max)
        #expect(table.status == 400 && table.text.contains("\(name)="), "\(table.text)")
      }
    }
  }

  @Test func `a period that is none is said, and empty filters are none`() async throws {
    try await ReportsLab.run { lab in
      let max = try await lab.join("max", Standing(.manager))
      #expect(try await lab.get("/reports/mileage?period=soon", max).text.contains("period=soon"))
      #expect(try await lab.get("/reports/mileage.csv?period=soon", max).status == 400)
      let usual = try await lab.get("/reports?q=&when=all&whose=all&from=&to=&order=date&way=&form=", max)
      #expect(!usual.text.contains("left-out"))
    }
  }

  @Test func `a reason that the page would not take is refused`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      #expect(try await lab.post("/reports/send", ben, Self.report()).status == 200)
      for (why, status) in [
        (String(repeating: "a\r\n", count: 500) + "b", 200), (String(repeating: "a\r\n", count: 499) + "bc", 303),
      ] {
        let answer = try await lab.submit(
          "/reports/amend/\(Self.key)", ben,
          [
            ("key", String(repeating: "1d", count: 16)), ("base", "1"), ("why", why), ("date", "2024-01-15"),
            ("schools", ""), ("a.job", "B"), ("a.miles", "0 miles"), ("a.weather", "Hail"), ("a.notes", ""),
          ])
        #expect(answer.status == status)
        #expect(status == 303 || answer.text.contains("at most 1000 characters"))
      }
    }
  }
}
