import Testing

@testable import Locations

/// Quotes that are not doubled, as people and some programs write them.
@Suite struct BareQuotesTests {
  private static let header = "id,title,latitude,longitude\n"

  private func read(_ rows: String) -> [SeparatedValues.Record] {
    Array(SeparatedValues(Self.header + rows).records.dropFirst())
  }

  @Test(arguments: [
    // A quote in a text without quotes around it.
    ("7,The \"Old\" Gate,31.7,35.2", "The \"Old\" Gate"), ("7,\"Old\" Gate,31.7,35.2", "\"Old\" Gate"),
    ("7,Gate of 5\",31.7,35.2", "Gate of 5\""), ("7,\"Old\" and \"New\" Gate,31.7,35.2", "\"Old\" and \"New\" Gate"),
    // Bare quotes in a text with quotes around it.
    ("7,\"The \"Old\" Gate\",31.7,35.2", "The \"Old\" Gate"),
    ("7,\"The \"Old\" Gate, Jaffa\",31.7,35.2", "The \"Old\" Gate, Jaffa"),
    ("\"7\",\"The \"Old\" Gate\",\"31.7\",\"35.2\"", "The \"Old\" Gate"),
    ("\"7\",\"\"Old\" Gate\",\"31.7\",\"35.2\"", "\"Old\" Gate"),
    ("\"7\",\"The \"Old\" Gate, Jaffa\",\"31.7\",\"35.2\"", "The \"Old\" Gate, Jaffa"),
    ("\"7\",\"Gate of 5\" guns\",\"31.7\",\"35.2\"", "Gate of 5\" guns"),
    ("\"7\",\"The \"Old\" and \"\"New\"\" Gate\",\"31.7\",\"35.2\"", "The \"Old\" and \"New\" Gate"),
    ("7,\"Old Gate\" ,31.7,35.2", "Old Gate"),
    ("\"7\",\"The \"Old\"\nGate\",\"31.7\",\"35.2\"", "The \"Old\"\nGate"),
  ]) func `a quote that is not doubled is text where the columns leave one reading`(_ row: String, _ title: String) {
    for (before, after) in [
      ("", ""), ("6,A,1,2\n", "8,B,3,4\n"), ("\"6\",\"A\",\"1\",\"2\"\n", "\"8\",\"B\",\"3\",\"4\"\n"),
    ] {
      let records = read(before + row + "\n" + after)
      let place = before.isEmpty ? 0 : 1
      #expect(records.count == (before.isEmpty ? 1 : 3) && records.allSatisfy { $0.fault == nil })
      #expect(records[place].fields == ["7", title, "31.7", "35.2"] && records[place].line == 2 + place)
      if !before.isEmpty {
        #expect(records[2].fields == ["8", "B", "3", "4"])
        #expect(records[2].line == 4 + row.count { $0 == "\n" })
      }
    }
  }

  @Test(arguments: [
    // Two fields could be in one pair of quotes, or a quote is missing.
    "\"7\",\"A\",\"B\"x\",\"31.7\",\"35.2\"", "7,\"Old Gate,31.7,35.2", "7,\"A\"B\",\"31.7\",\"35.2\",\"x\"",
    // Too few fields.
    "7,\"The \"Old\" Gate\",31.7", "7,\"The \"Old\" Gate",
  ]) func `a row with no reading, or several, is left out with its line, and its neighbours are read`(_ row: String) {
    let records = read("6,A,1,2\n" + row + "\n8,B,3,4\n9,C,5,6\n")
    #expect(
      records.filter { $0.fault == nil }.map(\.fields) == [
        ["6", "A", "1", "2"], ["8", "B", "3", "4"], ["9", "C", "5", "6"],
      ])
    #expect(records.filter { $0.fault != nil }.map(\.line) == [3])
    #expect(records.map(\.line) == [2, 3, 4, 5])
  }

  @Test func `a quote that is opened in one row does not take the next ones along`() {
    let records = read("6,A,1,2\n7,\"Old Gate,31.7,35.2\n8,B,3,4\n9,the \"C\",5,6\n10,D,7,8\n")
    #expect(records.filter { $0.fault == nil }.map { $0.fields[0] } == ["6", "8", "9", "10"])
    #expect(records.filter { $0.fault != nil }.map(\.line) == [3])
  }

  @Test func `the app's own row comes in with such a title`() {
    let text =
      ExportTables.locationsHeader
      + "\n\"a-1\",\"The \"Old\" Gate, \"Bab\"\",31.7767,35.2276,\"notVisited\",\"see \"\"x\"\"\",\"https://x\",\"old.jpg\",\"\"\n"
      + "\"a-2\",\"\"Old\" Gate\",31.7767,35.2276,\"notVisited\",\"\",\"https://x\",\"old.jpg\",\"\"\n"
    let table = LocationTable(Array(text.utf8), file: "t")
    #expect(table.rows.map(\.title) == ["The \"Old\" Gate, \"Bab\"", "\"Old\" Gate"])
    #expect(table.rows.map(\.notes) == ["see \"x\"", ""] && table.problems.allSatisfy { $0.severity == .warning })
  }

  /// A number from a seed, below `limit`.
  private struct Dice {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test func `whatever a title is, a row with bare quotes is read rightly or left out, and never another way`() {
    let letters: [Character] = ["a", "b", " ", ",", "\"", "\"", "\n", "ä", "\""]
    var (right, silent) = (0, 0)
    for seed in 0..<4000 {
      var dice = Dice(state: UInt64(seed) &* 7919 &+ 1)
      let title = String((0..<1 + dice.next(8)).map { _ in letters[dice.next(letters.count)] })
      let allQuoted = dice.next(2) == 0
      // As a program writes it that doubles no quotes.
      let row = allQuoted ? "\"7\",\"\(title)\",\"31.7\",\"35.2\"" : "7,\"\(title)\",31.7,35.2"
      let records = read("6,A,1,2\n" + row + "\n8,B,3,4\n")
      // Without numbers where they belong, the table refuses it.
      guard let found = records.first(where: { $0.line == 3 }), found.fault == nil, found.fields.count == 4,
        found.fields[2...] == ["31.7", "35.2"]
      else {
        silent += 1
        continue
      }
      // Two quotes in a row are one to every reader.
      let meant = [title, title.replacing("\"\"", with: "\"")]
      #expect(meant.contains(found.fields[1]), "\(row) was read as \(found.fields)")
      right += 1
    }
    #expect(right > 3000, "\(right) right, \(silent) silent")
  }

  @Test func `any bytes are read in a short time, each record within its lines`() {
    let letters: [Character] = ["a", ",", "\"", "\n", "\r", "\"", ","]
    for seed in 0..<300 {
      var dice = Dice(state: UInt64(seed) &* 104_729 &+ 3)
      let text = String((0..<dice.next(400)).map { _ in letters[dice.next(letters.count)] })
      let records = read(text)
      #expect(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line })
      let lines = 2 + text.utf8.count { $0 == 0x0A || $0 == 0x0D }
      #expect(records.allSatisfy { $0.line <= lines })
    }
    // Nothing but rows with a fault.
    let many = read(String(repeating: "1,\"a\"b\"\"c,2\n", count: 20_000))
    #expect(many.allSatisfy { $0.fault != nil })
  }
}
