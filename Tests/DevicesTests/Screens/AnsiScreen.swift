@testable import Screens

/// A terminal in memory: turns the bytes a screen writes back into a canvas, and notes what it does not know.
struct AnsiScreen {
  private(set) var canvas: CellCanvas
  private(set) var modes: [String: Bool] = [:]
  /// Sequences and characters that no terminal of ours should have been sent.
  private(set) var complaints: [String] = []

  private var column = 0
  private var row = 0
  private var ink: Paint = .white
  private var paper: Paint = .black
  private var isBold = false
  private var isReversed = false
  private var rest: [UInt8] = []

  init(columns: Int, rows: Int) { canvas = CellCanvas(columns: columns, rows: rows) }

  mutating func take(_ bytes: [UInt8]) {
    let all = rest + bytes
    rest = []
    var index = 0
    while index < all.count {
      guard let next = takeOne(all, at: index) else {
        rest = Array(all[index...])
        return
      }
      index = next
    }
  }

  /// Takes one character or sequence; the index behind it, or nil if more bytes are needed.
  private mutating func takeOne(_ bytes: [UInt8], at start: Int) -> Int? {
    let byte = bytes[start]
    if byte == 0x1B {
      guard start + 1 < bytes.count else { return nil }
      guard bytes[start + 1] == UInt8(ascii: "[") else {
        complaints.append("ESC \(bytes[start + 1])")
        return start + 2
      }
      var end = start + 2
      while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) { end += 1 }
      guard end < bytes.count else { return nil }
      control(String(decoding: bytes[start + 2..<end], as: UTF8.self), bytes[end])
      return end + 1
    }
    guard byte >= 0x20, byte != 0x7F else {
      complaints.append("control \(byte)")
      return start + 1
    }
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard start + length <= bytes.count else { return nil }
    for scalar in String(decoding: bytes[start..<start + length], as: UTF8.self).unicodeScalars { put(scalar) }
    return start + length
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let category = scalar.properties.generalCategory
    if category == .nonspacingMark || category == .enclosingMark {
      // A mark belongs to the character before the cursor.
      var before = column - 1
      if before > 0, canvas[before, row].glyph == .continuation { before -= 1 }
      if before >= 0 { canvas[before, row].glyph.add(mark: scalar) }
      return
    }
    let glyph = Glyph(scalar)
    guard column + glyph.columns <= canvas.columns else {
      complaints.append("“\(scalar)” beyond the right edge")
      return
    }
    canvas.put(
      glyph, column: column, row: row, ink: isReversed ? paper : ink, paper: isReversed ? ink : paper, isBold: isBold)
    column += glyph.columns
  }

  private mutating func control(_ parameters: String, _ final: UInt8) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (Character(Unicode.Scalar(final)), parameters) {
    case ("H", _):
      row = (numbers.first ?? 1) - 1
      column = (numbers.count > 1 ? numbers[1] : 1) - 1
      if row < 0 || row >= canvas.rows || column < 0 || column >= canvas.columns {
        complaints.append("cursor to \(parameters)")
        (row, column) = (0, 0)
      }
    case ("J", "2"):
      canvas = CellCanvas(
        columns: canvas.columns, rows: canvas.rows, Cell(ink: ink, paper: paper))
    case ("m", _): select(numbers)
    case ("h", _), ("l", _): modes[parameters] = final == UInt8(ascii: "h")
    default: complaints.append("CSI \(parameters) \(Character(Unicode.Scalar(final)))")
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var index = 0
    while index < numbers.count {
      let number = numbers[index]
      switch number {
      case 0: (ink, paper, isBold, isReversed) = (.white, .black, false, false)
      case 1: isBold = true
      case 22: isBold = false
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: ink = TerminalColors.vga[number - 30]
      case 40...47: paper = TerminalColors.vga[number - 40]
      case 90...97: ink = TerminalColors.vga[number - 82]
      case 100...107: paper = TerminalColors.vga[number - 92]
      case 38, 48:
        let color: Paint
        if numbers[index + 1] == 5 {
          color = TerminalColors.table(numbers[index + 2])
          index += 2
        } else {
          color = Paint(UInt8(numbers[index + 2]), UInt8(numbers[index + 3]), UInt8(numbers[index + 4]))
          index += 4
        }
        if number == 38 { ink = color } else { paper = color }
      default: complaints.append("SGR \(number)")
      }
      index += 1
    }
  }
}

extension CellCanvas {
  /// What can be seen of it: the ink of a blank cannot, nor the paper of a full block, nor a blank's boldness.
  var visible: CellCanvas {
    var canvas = self
    for index in canvas.cells.indices {
      if canvas.cells[index].glyph == .blank {
        canvas.cells[index].ink = canvas.cells[index].paper
        canvas.cells[index].isBold = false
      } else if BlockElement.quarters(of: canvas.cells[index].glyph) == BlockElement.all {
        canvas.cells[index].paper = canvas.cells[index].ink
      }
    }
    return canvas
  }
}
