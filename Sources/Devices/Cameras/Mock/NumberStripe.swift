public import BoothCore

/// A picture's number for machines: one row of 40 black and white cells along an edge of the picture.
///
/// Its own number is at the top; a photo that knows which live frame was there at its exposure has that at the bottom.
///
/// Four cells white, black, white, black; 32 cells of the number, most significant bit first, white for 1; four cells
/// of a check: the exclusive or of the number's eight nibbles and 0b0101. The row is a 45th of the height, at least
/// 8 pixels. It survives scaling, JPEG and H.264, but not cropping, turning or mirroring.
public enum NumberStripe {
  /// How many cells a stripe has. Each must be two pixels wide or more to be read: a picture 80 pixels wide at least.
  public static let cells = 40

  /// Where the stripe lies in the picture.
  public enum Edge: Sendable { case top, bottom }

  /// The number's low 32 bits as cells, `true` for white.
  static func cells(of number: UInt64) -> [Bool] {
    let value = UInt32(truncatingIfNeeded: number)
    let bits = [true, false, true, false] + (0..<32).map { value >> (31 - $0) & 1 == 1 }
    return bits + (0..<4).map { check(value) >> (3 - $0) & 1 == 1 }
  }

  static func height(in size: PixelSize) -> Int { max(8, size.height / 45) & ~1 }

  static func draw(_ number: UInt64, on canvas: I420Canvas, along edge: Edge = .top) {
    let height = height(in: canvas.size)
    let y = edge == .top ? 0 : canvas.size.height - height
    for (index, white) in cells(of: number).enumerated() {
      let left = index * canvas.size.width / cells
      let right = (index + 1) * canvas.size.width / cells
      canvas.fill(
        PixelRect(x: left, y: y, width: right - left, height: height), white ? VideoColor.white : VideoColor.black)
    }
  }

  /// Reads the number back, or nil where there is none or its check fails.
  ///
  /// - Parameter brightness: the luma, 0 to 255, of the pixel at (x, y) of a picture of `size`.
  public static func read(
    size: PixelSize, along edge: Edge = .top, brightness: (_ x: Int, _ y: Int) -> Int
  ) -> UInt64? {
    let half = height(in: size) / 2
    let y = edge == .top ? half : size.height - half
    guard size.width >= cells * 2, size.height > y + 1 else { return nil }
    let bits = (0..<cells).map { cell in
      let x = (2 * cell + 1) * size.width / (2 * cells)
      let four = brightness(x, y) + brightness(x - 1, y) + brightness(x, y - 1) + brightness(x - 1, y - 1)
      return four > 4 * 127
    }
    let number = bits[4..<36].reduce(UInt32(0)) { $0 << 1 | ($1 ? 1 : 0) }
    return cells(of: UInt64(number)) == bits ? UInt64(number) : nil
  }

  /// Reads the number out of a frame in a raw layout; nil for JPEG frames, which want decoding first.
  public static func read(_ frame: Frame) -> UInt64? {
    let pixelBytes: Int
    switch frame.layout {
    case .jpeg: return nil
    case .yuyv: pixelBytes = 2
    case .i420, .nv12: pixelBytes = 1
    }
    return read(size: frame.size) { x, y in Int(frame.bytes[y * frame.strideBytes + x * pixelBytes]) }
  }

  private static func check(_ value: UInt32) -> UInt32 {
    (0..<8).reduce(0b0101) { $0 ^ (value >> (4 * $1) & 15) }
  }
}
