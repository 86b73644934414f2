/// HTML that is safe to send: its literals are the program's own, everything put into them is escaped.
///
/// ```swift
/// let page: HTML = "<h1>\(event.name)</h1>"      // a name with a `<` in it stays a name
/// let list: HTML = "<ul>\(items.map { "<li>\($0)</li>" as HTML })</ul>"
/// ```
/// A `String` cannot become HTML but by interpolation, so it cannot be forgotten. Escaped text is safe between tags
/// and in **quoted** attributes; it is not in scripts, styles or unquoted attributes, which we never make.
public struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The text as it is sent.
  public let text: String

  /// Takes a literal of the program as it is, tags and all.
  public init(stringLiteral literal: StaticString) { text = literal.description }
  /// Takes what was gathered; everything in it is escaped, or was HTML before.
  public init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  private init(trusted: String) { text = trusted }

  /// Text with the five signs that mean something in HTML written as entities, without control characters, which HTML
  /// does not allow, and without those that turn the order of letters beyond their own text (U+202A–202E, U+2066–2069).
  public static func escape(_ text: some StringProtocol) -> String {
    if isPlain(text) { return String(text) }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): escaped += "\u{FFFD}"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The same, but for fields in which it is edited, and for data that scripts read: every sign stays that HTML can hold, so that
  /// what somebody typed survives an edit. A field keeps the order of its letters to itself; elsewhere use ``escape(_:)``.
  public static func exact(_ text: some StringProtocol) -> String {
    if isPlain(text) { return String(text) }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // HTML, 13.2.3.5: it would become a new line.
      case "\r": escaped += "&#13;"
      // No document can hold it.
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether nothing in it need be written otherwise; known by its bytes, as most of a page's text is such.
  private static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x7F: false
      // U+0080–009F begin with C2, U+2000–2FFF with E2.
      case 0xC2, 0xE2: false
      default: byte >= 0x20 || byte == 0x0A || byte == 0x09
      }
    }
  }

  /// Nothing.
  public static let empty: HTML = ""

  /// `a` and `b` after each other.
  public static func + (a: HTML, b: HTML) -> HTML { HTML(trusted: a.text + b.text) }

  /// Gathers the pieces of an HTML literal: the program's own text as it is, all other text escaped.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Makes room for what is likely to come; more is fine.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// The program's own text, as it is.
    public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    /// HTML, as it is.
    public mutating func appendInterpolation(_ html: HTML) { text += html.text }
    /// HTML as it is; nothing for nil.
    public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
    /// Pieces of HTML after each other, with nothing between.
    public mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    /// Text from anywhere, escaped: the only way in for what guests or operators wrote.
    public mutating func appendInterpolation(_ string: some StringProtocol) { text += HTML.escape(string) }
    /// Text from anywhere in a field where it is edited, or as data for a script: see ``HTML/exact(_:)``.
    public mutating func appendInterpolation(exact string: some StringProtocol) { text += HTML.exact(string) }
    /// A number in plain digits, without separators.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
  }
}
