import BoothCore
import CLinux

/// An opaque colour as a number, `0xRRGGBB`: what cells are made of, as it compares in one instruction.
public struct Paint: Hashable, Sendable {
  /// `0xRRGGBB`; the highest eight bits are zero.
  public var rgb: UInt32

  /// Takes `0xRRGGBB`, and drops whatever stands above the 24 bits.
  public init(rgb: UInt32) { self.rgb = rgb & 0xFF_FFFF }

  /// Each part from 0 (dark) to 255, in sRGB as screens take it.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  init(_ color: RGBColor) { self.init(color.red, color.green, color.blue) }

  var red: UInt8 { UInt8(rgb >> 16) }
  var green: UInt8 { UInt8(rgb >> 8 & 255) }
  var blue: UInt8 { UInt8(rgb & 255) }
  var color: RGBColor { RGBColor(red: red, green: green, blue: blue) }

  /// Brightness as the eye weighs it, 0...255, without a gamma curve: for choosing a side, not for contrasts.
  var brightness: Int { (Int(red) * 54 + Int(green) * 183 + Int(blue) * 19) >> 8 }

  /// `share` 0 is `self`, 256 is `other`.
  func mixed(with other: Paint, _ share: Int) -> Paint {
    let keep = UInt32(256 - share)
    let take = UInt32(share)
    let redBlue = ((rgb & 0xFF00FF) * keep + (other.rgb & 0xFF00FF) * take) >> 8 & 0xFF00FF
    let green = ((rgb & 0x00FF00) * keep + (other.rgb & 0x00FF00) * take) >> 8 & 0x00FF00
    return Paint(rgb: redBlue | green)
  }

  static let black = Paint(rgb: 0)
  static let white = Paint(rgb: 0xFF_FFFF)
}

/// What stands in a cell: a scalar and up to two combining marks (more are dropped), plain numbers so that screens of
/// them compare quickly.
public struct Glyph: Hashable, Sendable {
  var base: UInt32
  var mark1: UInt32 = 0
  var mark2: UInt32 = 0

  init(_ scalar: Unicode.Scalar) { base = scalar.value }
  private init(base: UInt32) { self.base = base }

  static let blank = Glyph(" ")
  /// The second column of a wide character.
  static let continuation = Glyph(base: 0)

  mutating func add(mark: Unicode.Scalar) {
    if mark1 == 0 { mark1 = mark.value } else if mark2 == 0 { mark2 = mark.value }
  }

  /// The scalars in order; none for the second column of a wide character.
  var scalars: [Unicode.Scalar] {
    [base, mark1, mark2].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
  }

  /// 1 or 2 columns; 0 for the second column of a wide character.
  var columns: Int {
    if base == 0 { return 0 }
    // Latin, lines and blocks, which is nearly all.
    if base < 0x300 || (0x2500..<0x25A0).contains(base) { return 1 }
    return max(1, Int(clinux_column_width(base)))
  }
}

/// One character cell of a terminal.
public struct Cell: Hashable, Sendable {
  var glyph: Glyph
  /// The colour of the glyph.
  var ink: Paint
  /// The colour behind it.
  var paper: Paint
  var isBold = false

  init(_ glyph: Glyph = .blank, ink: Paint, paper: Paint, isBold: Bool = false) {
    self.glyph = glyph
    self.ink = ink
    self.paper = paper
    self.isBold = isBold
  }
}
