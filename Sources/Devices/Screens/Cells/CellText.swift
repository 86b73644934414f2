import BoothCore
import CLinux
import Imaging

/// Text as glyphs for cells: measuring, wrapping, cutting, and the order in which a terminal must get it.
enum CellText {
  /// The glyphs in logical order. Blanks of all kinds become plain ones; control characters, and what takes no column
  /// and marks nothing, are dropped.
  static func glyphs(_ text: some Sequence<Unicode.Scalar>) -> [Glyph] {
    var glyphs: [Glyph] = []
    for scalar in text {
      switch scalar.properties.generalCategory {
      case .spaceSeparator: glyphs.append(.blank)
      case .nonspacingMark, .enclosingMark:
        if !glyphs.isEmpty { glyphs[glyphs.count - 1].add(mark: scalar) }
      default:
        if scalar.value < 0x20 { continue }
        if clinux_column_width(scalar.value) > 0 { glyphs.append(Glyph(scalar)) }
      }
    }
    return glyphs
  }

  static func columns(_ glyphs: some Sequence<Glyph>) -> Int { glyphs.reduce(0) { $0 + $1.columns } }
  static func columns(_ text: String) -> Int { columns(glyphs(text.unicodeScalars)) }

  /// Breaks text at blanks (and within words that are longer than a line) into lines of at most `width` columns, in
  /// logical order. What does not fit into `limit` lines is cut, with an ellipsis.
  static func wrap(_ text: String, width: Int, limit: Int = .max) -> [String] {
    guard width > 0, limit > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let joined = line.isEmpty ? String(word) : line + " " + word
      if columns(joined) <= width {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var pieces = split(String(word), width: width)
      line = pieces.popLast() ?? ""
      lines += pieces
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > limit else { return lines }
    let rest = lines[(limit - 1)...].joined(separator: " ")
    return Array(lines[..<(limit - 1)]) + [cut(rest, width: width)]
  }

  /// The text, or as much as fits with an ellipsis behind it.
  static func cut(_ text: String, width: Int) -> String {
    guard columns(text) > width else { return text }
    guard width > 1 else { return width == 1 ? "…" : "" }
    var kept = split(text, width: width - 1).first ?? ""
    // A first character wider than all there is.
    if columns(kept) >= width { kept = "" }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// Cuts into pieces of at most `width` columns, between characters. A character wider than that stands alone.
  static func split(_ text: String, width: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in text {
      let needed = columns(String(character))
      if used + needed > width, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        used = 0
      }
      piece.append(character)
      used += needed
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}

/// In which order a terminal must get text that runs from right to left.
public enum TextOrder: Sendable {
  /// As it stands on the screen, with the shapes of Arabic letters chosen: for terminals that only put characters.
  case visual
  /// As it is spoken: for terminals that reorder by themselves and cannot be told not to.
  case logical
}
