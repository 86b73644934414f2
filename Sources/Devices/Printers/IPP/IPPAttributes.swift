import BoothCore

/// Attributes by their names, as what is believed of them: a value of another type than is asked for is not there, and
/// texts come without control characters and bounded.
package struct IPPAttributes: Sendable, Hashable {
  private let all: [IPPAttribute]

  /// Of two with one name the first counts.
  package init(_ attributes: [IPPAttribute]) { all = attributes }

  /// As it came; empty where there is none.
  package func values(_ name: String) -> [IPPValue] { all.first { $0.name == name }?.values ?? [] }

  /// Whether the printer says it at all, be it "no value".
  package func has(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// An `integer`.
  package func integer(_ name: String) -> Int? { values(name).first?.integer }

  /// All that are an `integer`.
  package func integers(_ name: String) -> [Int] { values(name).compactMap(\.integer) }

  /// An `enum`; or an `integer` in its place, as some printers have it.
  package func enumeration(_ name: String) -> Int? { values(name).first?.enumeration }

  /// All of type `enum`.
  package func enumerations(_ name: String) -> [Int] { values(name).compactMap(\.enumeration) }

  package func boolean(_ name: String) -> Bool? {
    if case .boolean(let value)? = values(name).first { value } else { nil }
  }

  /// A keyword, or a name in its place: `media` may be both. At most 255 bytes (RFC 8011, 5.1.4), or it is not there.
  package func keywords(_ name: String) -> [String] { values(name).compactMap(\.keyword) }

  /// A text, name, keyword, URI or MIME type; nil where it is empty.
  /// - Parameter limit: in bytes of UTF-8; longer ones are cut.
  package func text(_ name: String, limit: Int) -> String? {
    values(name).first?.anyText.map { PrinterWords.clean($0, limit: limit) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All texts, with an empty one in the place of what is none, so that lists that belong together stay so.
  package func texts(_ name: String, limit: Int) -> [String] {
    values(name).map { PrinterWords.clean($0.anyText ?? "", limit: limit) }
  }

  /// The members of each collection.
  package func collections(_ name: String) -> [IPPAttributes] {
    values(name).compactMap { if case .collection(let members) = $0 { IPPAttributes(members) } else { nil } }
  }
}

extension IPPValue {
  fileprivate var integer: Int? { if case .integer(let value) = self { Int(value) } else { nil } }

  fileprivate var enumeration: Int? {
    switch self {
    case .enumeration(let value), .integer(let value): Int(value)
    default: nil
    }
  }

  fileprivate var keyword: String? {
    switch self {
    case .keyword(let text), .name(let text, _):
      text.utf8.count <= 255 && !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
    default: nil
    }
  }

  fileprivate var anyText: String? {
    switch self {
    case .text(let text, _), .name(let text, _), .keyword(let text), .uri(let text), .mimeMediaType(let text): text
    default: nil
    }
  }
}

/// A printer's words, made fit for people's eyes and for logs.
enum PrinterWords {
  /// Without control characters and such as turn the reading order around, on one line, and at most `limit` bytes long.
  static func clean(_ text: String, limit: Int) -> String {
    var out = ""
    var bytes = 0
    var isBlank = true
    for character in text {
      let wanted = character.unicodeScalars.prefix(8).filter { !isUnfit($0) }
      let piece =
        wanted.isEmpty || character.isWhitespace ? (isBlank ? "" : " ") : String(String.UnicodeScalarView(wanted))
      guard bytes + piece.utf8.count <= limit else { break }
      if !piece.isEmpty { isBlank = piece == " " }
      out += piece
      bytes += piece.utf8.count
    }
    return out.trimmed
  }

  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}
