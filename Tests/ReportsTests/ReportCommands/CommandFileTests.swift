import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import StudioTesting
import Testing

@testable import CommandSupport
@testable import Reports
@testable import booth

@Suite struct CommandFileTests {
  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a file that is there stays, unless it is to be replaced, and then until the new one is whole`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("all.csv")
    let first = try WrittenFile(path, replacing: false)
    try first.append(Array("one".utf8))
    try first.finish()
    #expect(text(path) == "one")
    #expect(throws: (any Error).self) { try WrittenFile(path, replacing: false) }
    #expect(throws: (any Error).self) { try WrittenFile.isThere(path, replacing: false) }
    #expect(text(path) == "one")
    do {
      let half = try WrittenFile(path, replacing: true)
      try half.append(Array("tw".utf8))
      #expect(text(path) == "one", "the old one is there while the new one is written")
    }
    #expect(text(path) == "one", "what was not finished is no file")
    let second = try WrittenFile(path, replacing: true)
    try second.append(Array("two".utf8))
    try second.finish()
    #expect(text(path) == "two")
    do { try WrittenFile(folder.path("half.csv"), replacing: false).append([1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["all.csv"])
    #expect(throws: (any Error).self) { try WrittenFile(folder.path, replacing: true) }
    #expect(throws: (any Error).self) { try WrittenFile(folder.path("none/all.csv"), replacing: false) }
    let pipe = try WrittenFile("/dev/null", replacing: false)
    try pipe.append([1])
    try pipe.finish()
  }

  @Test func `the form on the page about reports has nothing against it but the organisation that an import gives`()
    throws
  {
    let page = SourceTree.root.appending(path: "Docs/manual/reports.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).split(separator: "```\n")
    let example = try #require(blocks.first { $0.hasPrefix("{\n") && $0.contains("\"smartConfig\"") })
    let folder = try TemporaryFolder()
    try Data(example.utf8).write(to: URL(filePath: folder.path("form.json")))
    let (id, reading) = TemplateReading.ofFile(try ReportStore.form(folder.path("form.json")), organisation: nil)
    #expect(id != nil && reading.template?.fields.count == 6)
    #expect(reading.problems.map(\.kind) == [.organisationLater], "\(reading.problems)")
  }

  /// What stands on the page of what programs read.
  private static func documented(_ section: String) throws -> Set<String> {
    let page = SourceTree.root.appending(path: "Docs/manual/json.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "\n## \(section)\n"))
    let block = text[start.upperBound...].split(separator: "```\n", maxSplits: 2).dropFirst().first ?? ""
    return Set(block.split(separator: "\n").compactMap { $0.split(separator: " ").first.map { String($0) } })
  }

  @Test func `the members of a list of reports are those of the page`() async throws {
    let time = DocumentTimestamp(microseconds: 1_705_350_600_000_000)
    let store = MemoryDocumentStore()
    _ = try await store.commit([
      .set(
        try DocumentPath("dailyJobReports/r"),
        [
          "organizationID": "o", "userId": "u", "date": "soon", "photographer": "Jo", "templateId": "t",
          "templateName": "T", "schools": ["A"], "job_type": "Fall", "createdAt": .timestamp(time),
        ])
    ])
    let rows = try await ReportCatalogue(store).all(ReportFilter(), of: OrganisationID("o"), now: 0).rows
    let answer = ReportAnswer(try #require(rows.first))
    let json = try JSONEncoder().encode(answer)
    let members = try JSONDecoder().decode([String: Member].self, from: json)
    let known = try Self.documented("report list")
    let named = Set(["reports"] + members.keys.map { "reports[].\($0)" })
    #expect(named == known.filter { !$0.hasSuffix("[]") }, "\(named.symmetricDifference(known))")
    #expect(answer.odd == ["unreadableDate"] && answer.submitted == "2024-01-15T20:30:00Z" && answer.jobs == ["Fall"])
  }

  @Test func `what stands for a field's value is one, or is refused`() throws {
    let right = [
      "1", "-2.5", "\"a\"", "\"\"", "null", "true", "[1, [\"b\"]]", "{\"date\": \"2024-01-15\"}",
      "{\"time\": \"14:30\"}",
    ]
    let wrong = ["1e15", "{}", "{\"date\": \"soon\"}", "{\"time\": \"25:00\"}", "{\"at\": 1}", "[1, {}]"]
    for (texts, isRight) in [(right, true), (wrong, false)] {
      for text in texts {
        let json = try DocumentJSON(bytes: Array(text.utf8))
        #expect(ReportCommand.Calculate.isValue(json) == isRight, "\(text)")
      }
    }
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch { return "\(error)" }
  }

  @Test func `a file of JSON may begin with a mark, and an empty one is called so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("form.json")
    for (bytes, words) in [
      ([0xEF, 0xBB, 0xBF] + Array("[1]".utf8), ""), ([], "is empty"), ([0xEF, 0xBB, 0xBF, 0x0A], "is empty"),
      ([0xEF, 0xBB, 0xBF] + Array("[1".utf8), "at byte 5"),
    ] as [([UInt8], String)] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      var count: Int?
      let said = refusal { count = try ReportStore.json(path).elements?.count }
      #expect(words.isEmpty ? said.isEmpty && count == 1 : said.contains(words), "\(said)")
    }
  }

  @Test func `two schools of one id are refused, both by name`() throws {
    let json = try DocumentJSON(
      bytes: Array(#"[{"id": "a", "value": "Adams"}, {"id": "b", "value": "B"}, {"id": "a", "value": "Ames"}]"#.utf8))
    let elements = try #require(json.elements)
    let said = refusal { _ = try ReportCommand.ImportSchools.read(elements, of: "f.json") }
    #expect(said.contains("school 3 (Ames) has the id a of school 1 (Adams)"), "\(said)")
    #expect(
      try ReportCommand.ImportSchools.read(Array(elements.prefix(2)), of: "f").map(\.school.name) == ["Adams", "B"])
  }

  @Test func `what replaces a form says which`() throws {
    typealias Import = ReportCommand.ImportTemplate
    #expect(try Import.id("day", replacing: true, "f") == "day")
    #expect(try Import.id(nil, replacing: false, "f") != Import.id(nil, replacing: false, "f"))
    #expect(refusal { _ = try Import.id(nil, replacing: true, "f.json") }.contains("f.json has no id"))
  }

  /// Anything.
  private struct Member: Decodable { init(from decoder: any Decoder) {} }
}
