/// HTML that is safe to send: its literals are the program's own, everything put into them is escaped.
///
/// ```swift
/// let page: HTML = "<h1>\(event.name)</h1>"      // a name with a `<` in it stays a name
/// let list: HTML = "<ul>\(items.map { "<li>\($0)</li>" as HTML })</ul>"
/// ```
/// A `String` cannot become HTML but by interpolation, so it cannot be forgotten. Escaped text is safe between tags
/// and in **quoted** attributes; it is not in scripts, styles or unquoted attributes, which we never make.
public struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The text as it is sent, in UTF-8.
  public let bytes: [UInt8]
  /// The same as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes a literal of the program as it is, tags and all.
  public init(stringLiteral literal: StaticString) { bytes = literal.withUTF8Buffer { Array($0) } }
  /// Takes what was gathered; everything in it is escaped, or was HTML before.
  public init(stringInterpolation interpolation: StringInterpolation) { bytes = interpolation.bytes }

  fileprivate init(trusted: [UInt8]) { bytes = trusted }

  /// Nothing.
  public static let empty: HTML = ""

  /// `a` and `b` after each other.
  public static func + (a: HTML, b: HTML) -> HTML { HTML(trusted: a.bytes + b.bytes) }

  /// Gathers the pieces of an HTML literal: the program's own text as it is, all other text escaped.
  ///
  /// What stands in most pages (literals, strings, HTML) has a method of its own, which is compiled for it.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    /// Makes room for what is likely to come; more is fine.
    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 24)
    }

    /// The program's own text, as it is.
    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
    /// HTML, as it is.
    public mutating func appendInterpolation(_ html: HTML) { bytes += html.bytes }
    /// HTML as it is; nothing for nil.
    public mutating func appendInterpolation(_ html: HTML?) { if let html { bytes += html.bytes } }
    /// Pieces of HTML after each other, with nothing between.
    public mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { bytes += part.bytes } }
    /// Text from anywhere, escaped: the only way in for what guests or operators wrote. The five signs that mean something in HTML
    /// are written as entities, control characters, which HTML does not allow, as U+FFFD; those that turn the order of letters
    /// beyond their own text (U+202A–202E, U+2066–2069) are left out.
    public mutating func appendInterpolation(_ string: String) {
      EscapedText.append(string, to: &bytes, exactly: false)
    }
    /// The same.
    public mutating func appendInterpolation(_ string: some StringProtocol) {
      EscapedText.append(String(string), to: &bytes, exactly: false)
    }
    /// Text from anywhere in a field where it is edited, or as data for a script: escaped, but every sign stays that HTML can hold,
    /// so that what a person typed survives an edit. A field keeps the order of its letters to itself; elsewhere leave
    /// `exact` out.
    public mutating func appendInterpolation(exact string: some StringProtocol) {
      EscapedText.append(String(string), to: &bytes, exactly: true)
    }
    /// A number in plain digits, without separators.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { bytes += String(number).utf8 }
  }
}

extension Icon {
  /// The symbols of some icons, for a page that loads no sprite: `<use href="#trash">` shows one of them.
  package static func symbols(_ icons: [Icon]) -> HTML {
    let symbols = Set(icons.map(\.sprite)).sorted().flatMap { sprite in
      let wanted = icons.filter { $0.sprite == sprite }.map { Array("<symbol id=\"\($0.rawValue)\" ".utf8) }
      let lines = WebAssets.bytes(of: sprite)?.split(separator: UInt8(ascii: "\n")) ?? []
      return lines.filter { line in wanted.contains { line.starts(with: $0) } }.flatMap { $0 }
    }
    return "<svg class=\"symbols\" aria-hidden=\"true\">" + HTML(trusted: symbols) + "</svg>\n"
  }
}

extension HTML {
  /// A module with all that it imports, as a script of a page that stands alone: `pairs/stage.js`.
  package static func script(_ path: String, of assets: WebAssets) -> HTML {
    "<script type=\"module\">\n" + HTML(trusted: Array(assets.inlined(path).utf8)) + "</script>"
  }

  /// Style sheets of a page that stands alone, in this order.
  package static func styles(_ paths: [String], of assets: WebAssets) -> HTML {
    let sheets = paths.compactMap { assets.text($0) }.joined()
    return "<style>\n" + HTML(trusted: Array(sheets.utf8)) + "</style>"
  }
}
