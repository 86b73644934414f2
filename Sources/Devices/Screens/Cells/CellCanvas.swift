/// A terminal's screen as values: columns by rows of cells.
///
/// Every wide character is followed by its continuation, and no continuation stands without one.
public struct CellCanvas: Sendable, Equatable {
  /// Cells in a row; at least 1.
  public let columns: Int
  /// Rows from the top; at least 1.
  public let rows: Int
  /// Row after row.
  var cells: [Cell]

  init(columns: Int, rows: Int, _ cell: Cell = Cell(ink: .white, paper: .black)) {
    precondition(columns > 0 && rows > 0, "a canvas has at least one cell, not \(columns)×\(rows)")
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: cell, count: columns * rows)
  }

  /// Turns a picture into the nearest blocks.
  init(_ grid: PixelGrid, _ symbols: BlockSymbols) {
    self.init(columns: grid.columns, rows: grid.rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let upper = row * 2 * grid.width + column * 2
        let lower = upper + grid.width
        let fit = QuarterFit(
          grid.pixels[upper], grid.pixels[upper + 1], grid.pixels[lower], grid.pixels[lower + 1], symbols)
        cells[row * columns + column] = Cell(
          BlockElement.glyphs[fit.quarters], ink: fit.quarters == 0 ? fit.paper : fit.ink, paper: fit.paper)
      }
    }
  }

  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// Writes one glyph; what does not fit wholly, or lies outside, is left out. Half-covered wide characters become
  /// blanks.
  mutating func put(_ glyph: Glyph, column: Int, row: Int, ink: Paint, paper: Paint, isBold: Bool = false) {
    let width = glyph.columns
    guard width > 0, row >= 0, row < rows, column >= 0, column + width <= columns else { return }
    splitWide(column, row)
    if width == 2 { splitWide(column + 1, row) }
    self[column, row] = Cell(glyph, ink: ink, paper: paper, isBold: isBold)
    if width == 2 { self[column + 1, row] = Cell(.continuation, ink: ink, paper: paper, isBold: isBold) }
  }

  private mutating func splitWide(_ column: Int, _ row: Int) {
    if self[column, row].glyph == .continuation, column > 0 { self[column - 1, row].glyph = .blank }
    if column + 1 < columns, self[column + 1, row].glyph == .continuation { self[column + 1, row].glyph = .blank }
  }

  /// The rows as text, for tests and logs: blocks and all, without colours.
  package var text: [String] {
    (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<columns { line.append(contentsOf: self[column, row].glyph.scalars) }
      return String(line)
    }
  }
}
