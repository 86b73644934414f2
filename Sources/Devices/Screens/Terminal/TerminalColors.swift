import BoothCore

/// How many colours a terminal shows.
public enum TerminalColors: String, Sendable, CaseIterable {
  /// None, or the user wants none: bright, dark and reversed.
  case none
  /// The sixteen of the VGA, as on the Linux console.
  case sixteen
  /// xterm's table: a cube of six levels a channel and 24 greys.
  case table256
  /// 24 bits a pixel.
  case direct

  /// What `environment` says: `NO_COLOR` (no-color.org: any value that is not empty), `COLORTERM` (`truecolor` or
  /// `24bit`), then the name in `TERM`.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    let color = environment["COLORTERM"] ?? ""
    let direct = ["-direct", "kitty", "alacritty", "foot", "wezterm", "ghostty", "truecolor"]
    if !(environment["NO_COLOR"] ?? "").isEmpty || term.isEmpty || term == "dumb" || term.hasPrefix("vt") {
      self = .none
    } else if color == "truecolor" || color == "24bit" || direct.contains(where: { term.contains($0) }) {
      self = .direct
    } else if term.contains("256color") || term.hasPrefix("tmux") {
      self = .table256
    } else {
      self = .sixteen
    }
  }

  /// The canvas in the nearest colours the terminal has; without colours, in black and white by other blocks.
  func approximate(_ canvas: CellCanvas) -> CellCanvas {
    guard self != .direct else { return canvas }
    var canvas = canvas
    var known: [Paint: Paint] = [:]
    func nearest(_ paint: Paint) -> Paint {
      if let near = known[paint] { return near }
      let near = self.nearest(paint)
      known[paint] = near
      return near
    }
    for index in canvas.cells.indices {
      let cell = canvas.cells[index]
      if self == .none {
        canvas.cells[index] = Self.withoutColor(cell)
      } else {
        canvas.cells[index].ink = nearest(cell.ink)
        canvas.cells[index].paper = nearest(cell.paper)
      }
    }
    return canvas
  }

  /// The nearest colour the terminal has.
  func nearest(_ paint: Paint) -> Paint {
    switch self {
    case .direct: paint
    case .table256: Self.table(Self.tableIndex(paint))
    case .sixteen: Self.vga[Self.vgaIndex(paint)]
    case .none: paint.brightness > 127 ? .white : .black
    }
  }

  /// Bright quarters stay, dark ones go; where both sides are alike, a shade stands for them.
  private static func withoutColor(_ cell: Cell) -> Cell {
    var plain = Cell(cell.glyph, ink: .white, paper: .black, isBold: cell.isBold)
    guard let quarters = BlockElement.quarters(of: cell.glyph) else {
      if cell.paper.brightness > cell.ink.brightness { (plain.ink, plain.paper) = (.black, .white) }
      return plain
    }
    let (ink, paper) = (cell.ink.brightness, cell.paper.brightness)
    if quarters == 0 || quarters == BlockElement.all || abs(ink - paper) < 64 {
      let bright = quarters == 0 ? paper : quarters == BlockElement.all ? ink : (ink + paper) / 2
      plain.glyph = shades[min(bright * shades.count / 256, shades.count - 1)]
    } else {
      plain.glyph = BlockElement.glyphs[ink > paper ? quarters : BlockElement.all ^ quarters]
    }
    return plain
  }

  private static let shades = " ░▒▓█".unicodeScalars.map(Glyph.init)

  // MARK: The tables

  /// The Linux console's and VGA's own, in the order of SGR 30–37 and 90–97.
  static let vga: [Paint] = [
    0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
    0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
  ].map { Paint(rgb: $0) }

  static func vgaIndex(_ paint: Paint) -> Int {
    var best = (distance: Int.max, index: 0)
    for (index, candidate) in vga.enumerated() {
      let distance = Self.distance(paint, candidate)
      if distance < best.distance { best = (distance, index) }
    }
    return best.index
  }

  /// xterm's table from 16 on (its first sixteen are the user's to change): 16 + 36 r + 6 g + b, then greys 8, 18 … 238.
  static func tableIndex(_ paint: Paint) -> Int {
    func level(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
    let cube = 16 + 36 * level(paint.red) + 6 * level(paint.green) + level(paint.blue)
    let mean = (Int(paint.red) + Int(paint.green) + Int(paint.blue)) / 3
    let gray = 232 + min(max((mean - 3) / 10, 0), 23)
    return distance(paint, table(gray)) < distance(paint, table(cube)) ? gray : cube
  }

  static func table(_ index: Int) -> Paint {
    if index >= 232 {
      let value = UInt8(8 + 10 * (index - 232))
      return Paint(value, value, value)
    }
    func value(_ level: Int) -> UInt8 { UInt8(level == 0 ? 0 : 55 + 40 * level) }
    let cube = index - 16
    return Paint(value(cube / 36), value(cube / 6 % 6), value(cube % 6))
  }

  private static func distance(_ a: Paint, _ b: Paint) -> Int {
    let red = Int(a.red) - Int(b.red)
    let green = Int(a.green) - Int(b.green)
    let blue = Int(a.blue) - Int(b.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }
}
