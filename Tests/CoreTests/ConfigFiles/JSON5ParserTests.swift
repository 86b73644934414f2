import Testing

@testable import BoothCore
@testable import ConfigFiles

@Suite struct JSON5ParserTests {
  @Test(arguments: [
    "{\u{201C}id\u{201D}: 7}", "{\n  id: \u{201E}seven\u{201C}}", "{id: \u{2018}x\u{2019}}", "{id: \u{AB}x\u{BB}}",
  ])
  func `a curly quote is named with its line, and what to write instead`(_ text: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Parser.parse(Array(text.utf8)) }
    #expect(error?.expected.contains("straight quotes") == true && error?.found.contains("curly quote") == true)
    #expect(error?.line == (text.contains("\n") ? 2 : 1))
  }

  private func parse(_ text: String) throws(JSON5Error) -> JSON5Value { try JSON5Parser.parse(Array(text.utf8)) }

  @Test(arguments: [
    ("null", JSON5Value.null), (" true // yes", .bool(true)), ("/* no */ false", .bool(false)), ("0", .integer(0)),
    ("-12", .integer(-12)), ("+7", .integer(7)), ("0x1F", .integer(31)), ("-0xa", .integer(-10)), ("0xe", .integer(14)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(0x1p63)),
    (".5", .number(0.5)), ("5.", .number(5)), ("5.e1", .number(50)), ("1e308", .number(1e308)), ("1E+2", .number(100)),
    ("25e-2", .number(0.25)), ("1e999", .number(.infinity)), ("-Infinity", .number(-.infinity)),
    ("Infinity", .number(.infinity)),
    ("'it''", .null), ("'a\"b'", .string("a\"b")), (#""\u00e9\x41\n\/""#, .string("é\u{41}\n/")),
    (#""\ud83d\ude00""#, .string("😀")), (#""\ud83dx""#, .string("\u{FFFD}x")),
    (#""\ud83d\u0041""#, .string("\u{FFFD}A")),
    ("\"a\\\nb\"", .string("ab")), ("\"שלום\"", .string("שלום")), ("[]", .array([])), ("[1,]", .array([.integer(1)])),
    ("\u{FEFF}\u{A0}\u{2028}[ 1 , 2 ]", .array([.integer(1), .integer(2)])),
  ])
  func `values are read as JSON5 defines them`(_ text: String, _ expected: JSON5Value) throws {
    if text == "'it''" {
      #expect(throws: JSON5Error.self) { try parse(text) }
    } else {
      #expect(try parse(text) == expected)
    }
  }

  @Test func `NaN is a number that is none`() throws {
    let value = try parse("NaN")
    #expect(value.double?.isNaN == true)
    #expect(value.wholeNumber == nil)
  }

  @Test func `objects keep the order of keys and tell which came twice`() throws {
    guard case .object(let object) = try parse("{b: 1, 'a': null, \"b\": 2, ключ: 3,}") else {
      Issue.record("expected an object")
      return
    }
    #expect(object.keys == ["b", "a", "ключ"])
    #expect(object.repeatedKeys == ["b"])
    #expect(object["b"] == .integer(2))
    #expect(object["a"] == nil)
  }

  @Test(arguments: [
    ("", 1, 1, "a value", "the end of the file"), ("{\n  \"a\" 1}", 2, 7, "\":\" after the key", "\"1}\""),
    ("[1 2]", 1, 4, "\",\" or \"]\"", "\"2]\""), ("{a:1", 1, 5, "\",\" or \"}\"", "the end of the file"),
    ("{,}", 1, 2, "a key or \"}\"", "\",}\""), ("[,]", 1, 2, "a value", "\",]\""),
    ("1 x", 1, 3, "the end of the file", "\"x\""),
    ("\"ab", 1, 1, "a string with a closing quote", "the end of the file"),
    ("\n\"a\nb\"", 2, 1, "a string that ends on its line", "a line's end inside the string"),
    ("\"\\u12G4\"", 1, 4, "4 hexadecimal digits", "\"12G4\"\""),
    ("\"\\x", 1, 4, "2 hexadecimal digits", "the end of the file"),
    ("/* x", 1, 1, "a comment with a closing \"*/\"", "the end of the file"), ("truely", 1, 1, "a value", "\"truely\""),
    ("012", 1, 1, "a number", "\"012\""), ("-", 1, 1, "a number", "\"-\""), ("1e", 1, 1, "a number", "\"1e\""),
    ("0x", 1, 1, "a number", "\"0x\""), ("1.2.3", 1, 1, "a number", "\"1.2.3\""),
    ("\"\\", 1, 3, "a character after \"\\\"", "the end of the file"),
    ("{1:2}", 1, 2, "a key or \"}\"", "\"1:2}\""),
  ])
  func `mistakes are told with their line, what was expected and what is there`(
    _ text: String, _ line: Int, _ column: Int, _ expected: String, _ found: String
  ) {
    #expect(throws: JSON5Error(line: line, column: column, expected: expected, found: found)) { try parse(text) }
  }

  @Test func `deep nesting is refused`() throws {
    let deepest = String(repeating: "[", count: 31) + "1" + String(repeating: "]", count: 31)
    _ = try parse(deepest)
    #expect(throws: JSON5Error.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSON5Error.self) { try parse(String(repeating: "{a:", count: 300_000)) }
  }

  @Test func `a byte that is no UTF-8 is named, with its line and column`() {
    let latin = Array("{\n  // ü\n  name: 'Caf".utf8) + [0xE9] + Array("'}".utf8)
    let found = "the byte E9, in Latin-1 the letter é; save the file as UTF-8"
    #expect(throws: JSON5Error(line: 3, column: 13, expected: "text in UTF-8", found: found)) {
      try JSON5Parser.parse(latin)
    }
    // The end of the file within a letter.
    #expect(
      throws: JSON5Error(
        line: 1, column: 2, expected: "text in UTF-8",
        found: "the byte C3, in Latin-1 the letter Ã; save the file as UTF-8")
    ) { try JSON5Parser.parse([0x22, 0xC3]) }
    #expect(throws: JSON5Error(line: 1, column: 1, expected: "text in UTF-8", found: "a file in UTF-16")) {
      try JSON5Parser.parse([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])
    }
  }

  /// Every prefix, and every byte replaced by every one that means something: no crash, whatever comes out.
  @Test func `no mutilated document crashes the parser`() {
    let document =
      Array(#"{/*c*/"a":[1,-2.5e3,0x1F,.5,"\u00e9\ud83d\ude00"],'b':{c:null,d:true},// x"#.utf8) + [10, 0x7D]
    var parsed = 0
    for length in 0...document.count where (try? JSON5Parser.parse(Array(document[..<length]))) != nil { parsed += 1 }
    for index in document.indices {
      for byte in Array("{}[]:,\"'\\/*+-.0exuIN \n".utf8) + [0, 0xC2, 0xE2, 0xEF, 0xFF] {
        var changed = document
        changed[index] = byte
        if (try? JSON5Parser.parse(changed)) != nil { parsed += 1 }
      }
    }
    #expect(parsed > 1)
  }

  @Test func `what is printed cannot steer a terminal`() {
    #expect("a\u{1B}[2Jb\u{202E}c\nd".printable(limit: 40) == #"a\u{1b}[2Jb\u{202e}c\u{a}d"#)
    #expect(String(repeating: "x", count: 100).printable(limit: 3) == "xxx…")
  }
}
