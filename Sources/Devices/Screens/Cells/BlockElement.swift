/// The characters that cover quarters of a cell (Unicode "Block Elements", U+2580 to U+259F).
///
/// A quarter is a bit: upper left 1, upper right 2, lower left 4, lower right 8.
enum BlockElement {
  static let upperLeft = 1
  static let upperRight = 2
  static let lowerLeft = 4
  static let lowerRight = 8
  static let upperHalf = 3
  static let all = 15

  /// By the covered quarters.
  static let glyphs: [Glyph] = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map(Glyph.init)

  private static let quarters: [UInt32: Int] = Dictionary(
    uniqueKeysWithValues: glyphs.enumerated().map { ($0.element.base, $0.offset) })

  /// Which quarters a glyph covers; nil for one that is no block of quarters. A blank covers none.
  static func quarters(of glyph: Glyph) -> Int? {
    guard glyph.base == 0x20 || (0x2580...0x259F).contains(glyph.base) else { return nil }
    return quarters[glyph.base]
  }
}

/// How finely a terminal's font can draw pictures.
public enum BlockSymbols: Sendable {
  /// Quarters of cells: what every font of a graphical terminal has.
  case quarters
  /// Upper and lower halves: what the Linux console's fonts have.
  case halves
}
