import Testing

@testable import Reports

@Suite struct TypedLineTests {
  @Test(arguments: [
    ("  Ben Ami \n", "Ben Ami"), ("Ben\r\nX-Header: y", "BenX-Header: y"), ("a\u{202E}b\u{0}c\u{7F}", "abc"),
    ("\u{2066}x\u{2069}", "x"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("שלום", "שלום"),
    (String(repeating: "é", count: 120), String(repeating: "é", count: 100)), ("\u{2028}", ""),
  ]) func `a line has no characters that are not seen, and at most so many`(_ typed: String, _ kept: String) {
    #expect(typed.line(atMost: 100) == kept)
  }
}
