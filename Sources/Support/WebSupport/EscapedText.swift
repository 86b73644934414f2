/// Text as HTML holds it, written to bytes.
enum EscapedText {
  /// - Parameter exactly: for fields in which it is edited; see ``HTML/StringInterpolation``.
  static func append(_ string: String, to bytes: inout [UInt8], exactly: Bool) {
    var string = string
    string.withUTF8 { text in
      // What stands before `at` and behind `from` is to be copied as it is.
      var (from, at) = (0, 0)
      while at < text.count {
        guard let sign = special(text, at, exactly) else {
          at += 1
          continue
        }
        bytes.append(contentsOf: text[from..<at])
        sign.written.withUTF8Buffer { bytes.append(contentsOf: $0) }
        at += sign.count
        from = at
      }
      bytes.append(contentsOf: text[from...])
    }
  }

  /// What is not written as it stands: of how many bytes it is, and what is written; nil for all else. The text is valid UTF-8.
  @inline(__always) private static func special(
    _ text: UnsafeBufferPointer<UInt8>, _ at: Int, _ exactly: Bool
  ) -> (count: Int, written: StaticString)? {
    switch text[at] {
    // Letters, and nearly all else.
    case 0x3F...0x7E: nil
    case UInt8(ascii: "&"): (1, "&amp;")
    case UInt8(ascii: "<"): (1, "&lt;")
    case UInt8(ascii: ">"): (1, "&gt;")
    case UInt8(ascii: "\""): (1, "&quot;")
    case UInt8(ascii: "'"): (1, "&#39;")
    // No document can hold it.
    case 0: (1, "\u{FFFD}")
    // HTML, 13.2.3.5: it would become a new line.
    case 0x0D where exactly: (1, "&#13;")
    case 0x0A, 0x09: nil
    case 0x01...0x1F, 0x7F: exactly ? nil : (1, "\u{FFFD}")
    // U+0080–009F.
    case 0xC2: exactly || text[at + 1] > 0x9F ? nil : (2, "\u{FFFD}")
    case 0xE2: exactly || !turnsLetters(text[at + 1], text[at + 2]) ? nil : (3, "")
    default: nil
    }
  }

  /// U+202A–202E and U+2066–2069, behind their first byte.
  private static func turnsLetters(_ second: UInt8, _ third: UInt8) -> Bool {
    second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
  }
}
