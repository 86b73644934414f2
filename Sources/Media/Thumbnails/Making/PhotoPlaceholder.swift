/// A photo's colours in 25 bytes, to be shown until its picture is there: 4 columns and 2 rows of 24 bits, sRGB, rows from
/// the top, and a byte for the proportions.
///
/// A page stretches it smoothly over the cell; ``css`` is the same as a background that needs no request.
public struct PhotoPlaceholder: Sendable, Hashable {
  /// Columns of colours.
  public static let columns = 4
  /// Rows of colours.
  public static let rows = 2
  /// How many bytes one has.
  public static let byteCount = 1 + columns * rows * 3

  /// All of it: the proportions, then red, green and blue of each colour.
  public let bytes: [UInt8]

  /// Nil for bytes of another count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// - Parameter colors: red, green and blue of 4×2 places, rows from the top.
  init(width: Int, height: Int, colors: [UInt8]) {
    precondition(colors.count == Self.columns * Self.rows * 3, "a placeholder has 4×2 colours")
    bytes = [Self.code(width: width, height: height)] + colors
  }

  /// Width by height, within 3 %, from 1:16 to 16:1.
  public var aspectRatio: Double { Self.power(Double(bytes[0]) - 128) }

  /// Red, green and blue of a place; columns and rows from the top left.
  public func color(column: Int, row: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    precondition((0..<Self.columns).contains(column) && (0..<Self.rows).contains(row), "outside of the placeholder")
    let at = 1 + (row * Self.columns + column) * 3
    return (bytes[at], bytes[at + 1], bytes[at + 2])
  }

  /// As lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  /// The byte whose power is nearest: 32 steps for each doubling.
  private static func code(width: Int, height: Int) -> UInt8 {
    let ratio = Double(max(width, 1)) / Double(max(height, 1))
    return powers.indices.min { abs(powers[$0] / ratio - 1) < abs(powers[$1] / ratio - 1) }.map { UInt8($0) } ?? 128
  }

  /// Of each byte.
  private static let powers = (0...255).map { power(Double($0) - 128) }

  /// 2 to the power of `steps` thirty-seconds, without a library.
  private static func power(_ steps: Double) -> Double {
    let step = 1.021897148654116678
    var value = 1.0
    for _ in 0..<Int(abs(steps)) { value *= step }
    return steps < 0 ? 1 / value : value
  }
}
