/// An opaque or translucent colour, 8 bits a channel, sRGB.
///
/// ```swift
/// let paper = RGBColor(hex: "#F2B8A6")
/// paper?.readableInk  // black or white, whichever is easier to read on it
/// ```
public struct RGBColor: Hashable, Sendable {
  /// 0 to 255, not multiplied by ``alpha``.
  public var red: UInt8
  /// 0 to 255, not multiplied by ``alpha``.
  public var green: UInt8
  /// 0 to 255, not multiplied by ``alpha``.
  public var blue: UInt8
  /// 0 is clear, 255 opaque.
  public var alpha: UInt8

  /// An opaque colour, unless `alpha` is given.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads FotoX's notation: 6 hex digits RGB or 8 hex digits **ARGB**, `#` optional, any case, blanks trimmed.
  public init?(hex: String) {
    var digits = Substring(hex)
    while let first = digits.first, first.isWhitespace { digits.removeFirst() }
    while let last = digits.last, last.isWhitespace { digits.removeLast() }
    if digits.first == "#" { digits.removeFirst() }
    guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255),
      alpha: digits.utf8.count == 8 ? UInt8(value >> 24) : 255)
  }

  /// `#RRGGBB`; the alpha is left out, as web pages and terminals have their own.
  public var hex: String {
    "#"
      + [red, green, blue].map { byte in
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  /// Relative luminance by WCAG 2.2 (0 black to 1 white).
  public var relativeLuminance: Double {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : Self.power2point4((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio by WCAG 2.2: 1 (none) to 21 (black on white).
  public func contrast(to other: RGBColor) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// `self` mixed with `other`: 0 keeps `self`, 1 is `other`.
  public func mixed(with other: RGBColor, _ share: Double) -> RGBColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: Int(Double(a) + (Double(b) - Double(a)) * share + 0.5))
    }
    return RGBColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Black or white, whichever reads better on this colour.
  public var readableInk: RGBColor { contrast(to: .white) >= contrast(to: .black) ? .white : .black }

  /// #FFFFFF, opaque.
  public static let white = RGBColor(red: 255, green: 255, blue: 255)
  /// #000000, opaque.
  public static let black = RGBColor(red: 0, green: 0, blue: 0)

  /// x^2.4 for x in 0...1 without a maths library: x² times the fifth root of x², by Newton's method.
  private static func power2point4(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    let square = x * x
    var root = 1.0
    for _ in 0..<24 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }
}
