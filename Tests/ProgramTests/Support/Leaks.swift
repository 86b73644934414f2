import FoundationEssentials

/// Looks for texts in files, in whatever form they may stand there. Written without a look at what takes them out.
enum Leaks {
  /// Those of `texts` that stand in `bytes`: as they are, in other letter case, percent-encoded, escaped, without hyphens, or in
  /// base 64 at any of its three places.
  static func found(_ texts: [String], in bytes: [UInt8]) -> [String] {
    let lower = String(decoding: bytes, as: UTF8.self).lowercased()
    return texts.filter { text in forms(text).contains { lower.contains($0) } }
  }

  private static func forms(_ text: String) -> Set<String> {
    let bytes = Array(text.utf8)
    var forms: Set<String> = [text]
    forms.insert(bytes.map { hex($0) }.joined())
    forms.insert(bytes.map { ascii($0) ? String(UnicodeScalar($0)) : hex($0) }.joined())
    forms.insert(bytes.map { $0 == 0x20 ? "+" : ascii($0) ? String(UnicodeScalar($0)) : hex($0) }.joined())
    forms.insert(text.replacing("&", with: "&amp;"))
    forms.insert(text.replacing("/", with: "\\/"))
    if text.count == 36 { forms.insert(text.replacing("-", with: "")) }
    for before in 0..<3 where bytes.count >= 8 {
      // Two whole groups of what is surely of the text alone.
      let whole = Data([UInt8](repeating: 0x78, count: before) + bytes).base64EncodedString()
      let core = String(whole.dropFirst(before == 0 ? 0 : 4).prefix(8))
      forms.formUnion([core, core.replacing("+", with: "-").replacing("/", with: "_")])
    }
    return Set(forms.map { $0.lowercased() })
  }

  private static func ascii(_ byte: UInt8) -> Bool {
    UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
      || "-._~".utf8.contains(byte)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }
}
