/// Writes a canvas as the bytes that turn a terminal's screen from one canvas into the next.
///
/// Sequences by ECMA-48 and xterm's "Control Sequences": CUP, SGR, and mode 2026 (synchronized update), which terminals
/// that do not know it ignore.
struct CellEncoder {
  let colors: TerminalColors
  /// Brackets each frame so that no half of it is shown; off for the Linux console, which would print no harm but has
  /// no use for it either.
  var isSynchronized = true
  /// A gap of unchanged cells up to this long is written again: a cursor jump costs as many bytes.
  private static let shortGap = 4

  private var bytes: [UInt8] = []
  private var ink: Paint?
  private var paper: Paint?
  private var isBold = false
  private var isReversed = false

  init(colors: TerminalColors) { self.colors = colors }

  /// The bytes for `canvas`, which must have passed ``TerminalColors/approximate(_:)``; empty if nothing changed.
  /// - Parameter previous: what the terminal shows; nil, or another size, draws everything.
  mutating func encode(_ canvas: CellCanvas, after previous: CellCanvas?) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    forgetState()
    let known = previous.flatMap { $0.columns == canvas.columns && $0.rows == canvas.rows ? $0 : nil }
    if known == nil { put("\u{1B}[0m\u{1B}[2J") }
    for row in 0..<canvas.rows { encode(row: row, of: canvas, after: known) }
    guard !bytes.isEmpty else { return [] }
    put("\u{1B}[0m")
    return isSynchronized ? Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) : bytes
  }

  private mutating func forgetState() {
    ink = nil
    paper = nil
    isBold = false
    isReversed = false
  }

  private mutating func encode(row: Int, of canvas: CellCanvas, after previous: CellCanvas?) {
    let start = row * canvas.columns
    func isChanged(_ column: Int) -> Bool {
      previous.map { $0.cells[start + column] != canvas.cells[start + column] } ?? true
    }
    /// The column where the terminal's cursor is known to stand in this row.
    var cursor: Int?
    var column = 0
    while column < canvas.columns {
      let cell = canvas.cells[start + column]
      let width = max(1, cell.glyph.columns)
      guard isChanged(column) || width == 2 && isChanged(column + 1) else {
        column += width
        continue
      }
      if let at = cursor, at < column, column - at <= Self.shortGap, canvas.isPlain(row, at..<column) {
        for skipped in at..<column { put(canvas.cells[start + skipped]) }
      } else if cursor != column {
        put("\u{1B}[\(row + 1);\(column + 1)H")
      }
      put(cell)
      column += width
      // Where terminals disagree about a width, only a jump puts the next cell in its place.
      cursor = cell.glyph.isCertain ? column : nil
    }
  }

  private mutating func put(_ cell: Cell) {
    select(cell)
    for scalar in cell.glyph.scalars {
      if let units = UTF8.encode(scalar) { bytes.append(contentsOf: units) }
    }
  }

  private mutating func select(_ cell: Cell) {
    var codes: [String] = []
    // Nothing of a blank is seen but its paper, and nothing of a full block but its ink.
    let needsInk = cell.glyph != .blank
    let needsPaper = cell.glyph != BlockElement.glyphs[BlockElement.all]
    if ink == nil {
      codes.append("0")
      isBold = false
      isReversed = false
    }
    if cell.isBold != isBold, needsInk {
      codes.append(cell.isBold ? "1" : "22")
      isBold = cell.isBold
    }
    if colors == .none {
      let reversed = cell.paper.brightness > cell.ink.brightness
      if reversed != isReversed || ink == nil { codes.append(reversed ? "7" : "27") }
      isReversed = reversed
      ink = .white
    } else {
      if ink == nil || needsInk && ink != cell.ink {
        codes.append(code(of: cell.ink, isPaper: false))
        ink = cell.ink
      }
      if paper == nil || needsPaper && paper != cell.paper {
        codes.append(code(of: cell.paper, isPaper: true))
        paper = cell.paper
      }
    }
    guard !codes.isEmpty else { return }
    put("\u{1B}[\(codes.joined(separator: ";"))m")
  }

  private func code(of paint: Paint, isPaper: Bool) -> String {
    switch colors {
    case .none: return isPaper ? "49" : "39"
    case .sixteen:
      let index = TerminalColors.vgaIndex(paint)
      return String((isPaper ? 40 : 30) + (index < 8 ? index : 60 + index - 8))
    case .table256: return "\(isPaper ? 48 : 38);5;\(TerminalColors.tableIndex(paint))"
    case .direct: return "\(isPaper ? 48 : 38);2;\(paint.red);\(paint.green);\(paint.blue)"
    }
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension Glyph {
  /// Whether every terminal gives it the same width: Latin, Greek, Cyrillic, punctuation, lines and blocks. Hebrew and
  /// Arabic too would be, were it not for terminals that shape or reorder them.
  fileprivate var isCertain: Bool {
    mark1 == 0 && (base < 0x300 || (0x370..<0x530).contains(base) || (0x2500..<0x25A0).contains(base))
  }
}

extension CellCanvas {
  /// Whether these cells of a row can be written one after the other without a thought.
  fileprivate func isPlain(_ row: Int, _ range: Range<Int>) -> Bool {
    range.allSatisfy { self[$0, row].glyph.isCertain && self[$0, row].glyph != .continuation }
  }
}
