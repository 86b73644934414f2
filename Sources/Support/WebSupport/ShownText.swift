/// Text from anywhere as scripts show it, with what ``HTML`` does to it: names in JSON are not escaped.
public enum ShownText {
  /// Without what turns the order of letters beyond its own text (U+202A–202E, U+2066–2069), and with U+FFFD for control characters.
  public static func of(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x202A...0x202E, 0x2066...0x2069: break
      case 0x09, 0x0A: shown.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: shown.unicodeScalars.append("\u{FFFD}")
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension JSONDocument {
  /// A name that others have given, to be shown: ``ShownText``.
  package static func shown(_ text: String) -> JSONDocument { .string(ShownText.of(text)) }
}
