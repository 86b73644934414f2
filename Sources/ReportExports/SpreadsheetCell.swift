/// One cell of a sheet, with its kind.
package enum SpreadsheetCell: Sendable, Equatable {
  case empty
  /// Text stays text, whatever it looks like; what looks like a formula is marked as text for whoever edits it.
  case text(String, looksLikeFormula: Bool = false)
  /// Decimal digits, as `-12.5`.
  case number(String)
  /// Days since 1970-01-01.
  case day(Int)
  /// Seconds since 1970-01-01 00:00, as clocks on the wall have them.
  case moment(Double)
  case truth(Bool)

  /// The most signs of one cell, in UTF-16 ("Excel specifications and limits").
  static let longest = 32_767
  /// 1970-01-01 as sheets count days (ECMA-376 18.17.4.1, 1900 date system).
  private static let epoch = 25_569

  /// As the sheet's XML; nothing for an empty one.
  /// - Parameter place: `B7`.
  func xml(at place: String) -> String {
    switch self {
    case .empty: return ""
    case .text(let text, let looksLikeFormula):
      let style = looksLikeFormula ? " s=\"4\"" : ""
      return
        "<c r=\"\(place)\"\(style) t=\"inlineStr\"><is><t xml:space=\"preserve\">\(Self.escaped(text))</t></is></c>"
    case .number(let digits): return "<c r=\"\(place)\"><v>\(digits)</v></c>"
    case .day(let day): return "<c r=\"\(place)\" s=\"2\"><v>\(day + Self.epoch)</v></c>"
    case .moment(let seconds):
      return "<c r=\"\(place)\" s=\"3\"><v>\(Double(Self.epoch) + seconds / 86_400)</v></c>"
    case .truth(let value): return "<c r=\"\(place)\" t=\"b\"><v>\(value ? 1 : 0)</v></c>"
    }
  }

  /// Text in XML, without what XML cannot hold; what would be read as an escape of a sheet's (`_x0041_`, ECMA-376 22.9.2.19) is
  /// escaped as such.
  static func escaped(_ text: String) -> String {
    var text = text
    if text.utf16.count > longest {
      var units = 0
      text =
        String(
          text.prefix {
            units += $0.utf16.count
            return units < longest
          }) + "…"
    }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "_", isEscape(rest) { escaped += "_x005F" }
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "_x000D_"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
      rest = rest.dropFirst()
    }
    return escaped
  }

  private static func isEscape(_ scalars: Substring.UnicodeScalarView) -> Bool {
    let next = Array(scalars.prefix(7))
    return next.count == 7 && next[1] == "x" && next[6] == "_" && next[2..<6].allSatisfy(\.properties.isHexDigit)
  }
}
