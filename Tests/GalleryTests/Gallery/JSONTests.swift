import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `JSON` {
  private func read(_ text: String) throws -> JSONDocument { try JSONReader.read(Array(text.utf8)) }

  @Test(arguments: [
    "null", "true", "false", "0", "-1.50e+10", "\"\"", "[]", "{}", "[1,[2,{\"a\":null}]]",
    "{\"b\":1,\"a\":2,\"b2\":[true]}", "\"ä😀\\\"\\\\\\u0001\"", "123456789012345678901234567890",
  ])
  func `is written as it was read`(_ text: String) throws {
    #expect(String(decoding: try read(text).bytes, as: UTF8.self) == text)
  }

  @Test func `is read with its escapes and blanks`() throws {
    #expect(try read(" { \"a\" : [ 1 , 2 ] } \n") == .members(["a": [1, 2]]))
    #expect(try read("\"\\u00e4\\n\\/\\b\\f\\r\\t\"") == "ä\n/\u{8}\u{C}\r\t")
    #expect(try read("\"\\ud83d\\ude00\"") == "😀")
    #expect(try read("\"\\ud83d\"") == "\u{FFFD}" && read("\"\\ude00x\"") == "\u{FFFD}x")
    #expect(try read("\"\\ud83d\\u0041\"") == "\u{FFFD}A")
    #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("7".utf8)) == 7)
    #expect(try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).array?.count == 1)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "01", "1.", ".5", "-", "1e", "+1", "NaN", "'a'", "\"", "\"\\x\"", "\"\\u12G4\"", "\"\\u12",
    "\"\n\"", "[1,]", "[1 2]", "[", "{", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1", "[1]]", "1 2", "{}x",
    "\u{FEFF}\u{FEFF}1",
  ])
  func `is refused when it is none`(_ text: String) {
    #expect(throws: JSONReader.Fault.self) { try read(text) }
  }

  @Test func `is refused when it is nested without end, or no UTF-8`() {
    #expect(throws: JSONReader.Fault.self) { try read(String(repeating: "[", count: 100_000)) }
    #expect(throws: JSONReader.Fault.self) { try read(String(repeating: "{\"a\":", count: 100_000)) }
    #expect(throws: JSONReader.Fault.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func `members are read as JavaScript does, and changed in place`() throws {
    var value = try read("{\"a\":1,\"b\":2,\"a\":3}")
    #expect(value["a"] == 3 && value["c"] == nil)
    value["a"] = "x"
    #expect(String(decoding: value.bytes, as: UTF8.self) == "{\"a\":\"x\",\"b\":2}")
    value["c"] = true
    value["b"] = nil
    #expect(String(decoding: value.bytes, as: UTF8.self) == "{\"a\":\"x\",\"c\":true}")
    for (text, number) in [("7", 7), ("7.0", 7), ("7e0", 7), ("-0", 0), ("7.5", nil), ("1e400", nil), ("\"7\"", nil)]
      as [(String, Int64?)]
    {
      #expect(try read(text).integer == number, "\(text)")
    }
  }
}
