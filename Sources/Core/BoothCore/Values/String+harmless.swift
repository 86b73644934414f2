extension String {
  /// Without what would steer a terminal or turn the order of its letters: control characters (ESC begins them), line
  /// breaks, and Unicode's embeddings, overrides and isolates (U+202A–202E, U+2066–2069). They are written as
  /// `\u{1b}`. The marks and joiners that Hebrew, Arabic and emoji need stay.
  package var harmless: String {
    func steers(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    // Most have none, and their bytes are looked at faster than their letters.
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }), unicodeScalars.contains(where: steers) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if steers(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
