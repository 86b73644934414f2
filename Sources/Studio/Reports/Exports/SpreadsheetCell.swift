/// One cell of a sheet, with its kind.
package enum SpreadsheetCell: Sendable, Equatable {
  case empty
  /// Text stays text, whatever it looks like; what looks like a formula is marked as text for its editor.
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

  /// Its XML in the sheet; nothing for an empty one.
  /// - Parameter place: `B7`.
  func write(at place: String, to xml: inout [UInt8]) {
    switch self {
    case .empty: break
    case .text(let text, let looksLikeFormula):
      let style = looksLikeFormula ? " s=\"4\"" : ""
      xml += "<c r=\"\(place)\"\(style) t=\"inlineStr\"><is><t xml:space=\"preserve\">".utf8
      Self.write(text, to: &xml)
      xml += "</t></is></c>".utf8
    case .number(let digits): xml += "<c r=\"\(place)\"><v>\(digits)</v></c>".utf8
    case .day(let day): xml += "<c r=\"\(place)\" s=\"2\"><v>\(day + Self.epoch)</v></c>".utf8
    case .moment(let seconds):
      xml += "<c r=\"\(place)\" s=\"3\"><v>\(Double(Self.epoch) + seconds / 86_400)</v></c>".utf8
    case .truth(let value): xml += "<c r=\"\(place)\" t=\"b\"><v>\(value ? 1 : 0)</v></c>".utf8
    }
  }

  /// Text in XML, without what XML cannot hold; what would be read as an escape of a sheet's (`_x0041_`, ECMA-376 22.9.2.19) is
  /// escaped as such.
  static func escaped(_ text: String) -> String {
    var xml: [UInt8] = []
    write(text, to: &xml)
    return String(decoding: xml, as: UTF8.self)
  }

  private static func write(_ text: String, to xml: inout [UInt8]) {
    var text = text
    // UTF-16 never has more units than UTF-8 has bytes.
    if text.utf8.count > longest, text.utf16.count > longest {
      var units = 0
      text =
        String(
          text.prefix {
            units += $0.utf16.count
            return units < longest
          }) + "…"
    }
    text.withUTF8 { write($0, to: &xml) }
  }

  private static func write(_ text: UnsafeBufferPointer<UInt8>, to xml: inout [UInt8]) {
    var (start, place) = (0, 0)
    while place < text.count {
      let byte = text[place]
      var length = 1
      let other: [UInt8]
      switch byte {
      case UInt8(ascii: "&"): other = Array("&amp;".utf8)
      case UInt8(ascii: "<"): other = Array("&lt;".utf8)
      case UInt8(ascii: ">"): other = Array("&gt;".utf8)
      case 13: other = Array("_x000D_".utf8)
      case UInt8(ascii: "_") where isEscape(text, place): other = Array("_x005F_".utf8)
      case ..<0x20, 0xEF, 0xF0...:
        length = TextBounds.oddLength(text, place)
        guard length > 0 else {
          place += 1
          continue
        }
        other = TextBounds.replacement
      default:
        place += 1
        continue
      }
      xml += text[start..<place]
      xml += other
      place += length
      start = place
    }
    xml += text[start...]
  }

  private static func isEscape(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    guard place + 6 < text.count, text[place + 1] == UInt8(ascii: "x"), text[place + 6] == UInt8(ascii: "_") else {
      return false
    }
    return text[(place + 2)..<(place + 6)].allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
    }
  }
}
