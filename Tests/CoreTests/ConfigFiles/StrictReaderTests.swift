import Testing

@testable import BoothCore
@testable import ConfigFiles

@Suite struct StrictReaderTests {
  /// What a reader says about a file.
  private func problems(
    of text: String, known: [String] = ["a", "b"], _ read: (inout StrictReader, FileFields) -> Void = { _, _ in }
  ) -> [String] {
    var reader = StrictReader(file: "x.json5")
    if let fields = reader.fields(of: Array(text.utf8), known: known) { read(&reader, fields) }
    return reader.problems.map(\.description)
  }

  @Test func `a file is one object of known keys, each once`() {
    #expect(problems(of: "{a: 1, b: null}") == [])
    #expect(problems(of: "[1, 2]") == ["x.json5: expected an object with a, b, found a list of 2"])
    #expect(problems(of: "{a: 1,\n b}") == ["x.json5: line 2, column 3: expected \":\" after the key, found \"}\""])
    #expect(
      problems(of: "{c: 1, a: 1, a: 2}") == [
        "x.json5: c: expected one of a, b, found a key that is not known",
        "x.json5: a: expected the key once, found it more than once",
      ])
  }

  @Test(arguments: [
    ("primry_color", "primary_color"), ("Primary-Color", "primary_color"), ("footer_txet", "footer_text"),
    ("footer", nil), ("nothing_alike", nil), ("c", nil),
  ]) func `a misspelt key is told what it was likely meant as`(_ written: String, _ meant: String?) {
    let found = problems(of: "{'\(written)': 1}", known: ["primary_color", "footer_text", "a"]).first ?? ""
    let end = "found a key that is not known" + (meant.map { ", perhaps meant as \($0)" } ?? "")
    #expect(found.hasSuffix(end), "\(found)")
  }

  @Test func `a missing key is a problem where it must be there, and null is a missing key`() {
    let read = { (reader: inout StrictReader, fields: FileFields) in
      #expect(reader.text("a", in: fields) == nil)
      #expect(reader.text("b", in: fields, "its name", limit: 9, isRequired: true) == nil)
    }
    let expected = "expected its name, a text of 1 to 9 characters on one line"
    #expect(problems(of: "{}", read) == ["x.json5: b: \(expected), found nothing"])
    #expect(problems(of: "{a: null, b: null}", read) == ["x.json5: b: \(expected), found null"])
    #expect(problems(of: "{b: '\\u001b[2J'}", read) == ["x.json5: b: \(expected), found \"\\u{1b}[2J\""])
  }

  @Test func `numbers are told their range, and items of lists their place`() {
    let found = problems(of: "{a: [{n: 1, m: 0.2}, 7, {n: 0, m: NaN}], b: []}") { reader, fields in
      for item in reader.list("a", in: fields, of: "pairs") {
        guard let item = reader.object(item, known: ["n", "m"]) else { continue }
        _ = reader.whole("n", in: item, 1...Int.max)
        _ = reader.seconds("m", in: item, 0.1...2)
      }
      _ = reader.list("b", in: fields, of: "words", 1...4)
    }
    #expect(
      found == [
        "x.json5: a[1]: expected an object with n, m, found 7",
        "x.json5: a[2].n: expected a whole number, 1 or more, found 0",
        "x.json5: a[2].m: expected 0.1 to 2 seconds, found nan",
        "x.json5: b: expected a list of 1 to 4 words, found a list of 0",
      ])
  }

  @Test func `bytes and problems are bounded`() {
    var reader = StrictReader(file: "x")
    #expect(reader.fields(of: Array(repeating: 0x20, count: reader.maximumBytes + 1), known: []) == nil)
    #expect(reader.problems.map(\.found) == ["\(reader.maximumBytes + 1) bytes"])
    let keys = (0..<5000).map { "k\($0): 1" }.joined(separator: ",")
    #expect(problems(of: "{\(keys)}").count == FileBounds.problems)
  }
}
