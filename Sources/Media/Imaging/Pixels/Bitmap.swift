public import BoothCore

/// A picture in memory: 32 bits a pixel, sRGB, premultiplied alpha, top row first, no padding between rows.
///
/// ```swift
/// var paper = Bitmap(size: PixelSize(width: 1200, height: 1800), color: .white)
/// paper[0, 0] = 0xFF00_0000  // black
/// ```
///
/// A pixel is the number `0xAARRGGBB` in the machine's byte order, which is cairo's `ARGB32` (and, with an alpha of
/// 255 throughout, its `RGB24`), and on little-endian machines the bytes B G R A. A value: copies share their memory
/// until one of them is written to. Safe to hand to any thread.
public struct Bitmap: Sendable, Equatable {
  /// In pixels; both sides are 1 or more.
  public let size: PixelSize
  /// `size.area` pixels, row after row.
  package var pixels: [UInt32]

  /// Makes a picture of one colour.
  public init(size: PixelSize, color: RGBColor = RGBColor(red: 0, green: 0, blue: 0, alpha: 0)) {
    self.init(size: size, pixels: Array(repeating: color.premultiplied, count: size.area))
  }

  /// Takes `pixels` as they are: `0xAARRGGBB`, premultiplied.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(size.width > 0 && size.height > 0, "a bitmap has at least one pixel, not \(size)")
    precondition(pixels.count == size.area, "\(pixels.count) pixels given for a bitmap of \(size)")
    self.size = size
    self.pixels = pixels
  }

  /// Pixels in a row.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }
  /// Bytes from one row to the next.
  public var strideBytes: Int { size.width * 4 }
  /// Whether the point lies in the picture.
  public func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < size.width && y < size.height }

  /// One pixel as `0xAARRGGBB`, premultiplied; the point must lie in the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    get {
      precondition(contains(x, y), "(\(x), \(y)) lies outside of a bitmap of \(size)")
      return pixels[y * size.width + x]
    }
    set {
      precondition(contains(x, y), "(\(x), \(y)) lies outside of a bitmap of \(size)")
      pixels[y * size.width + x] = newValue
    }
  }

  /// One pixel as a colour, alpha taken out of the channels.
  public func color(_ x: Int, _ y: Int) -> RGBColor { RGBColor(premultiplied: self[x, y]) }

  /// Lends the pixels for reading.
  public func withPixels<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pixels.withUnsafeBufferPointer(body)
  }

  /// Lends the pixels for writing.
  public mutating func withMutablePixels<Result, Failure>(
    _ body: (inout UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pixels.withUnsafeMutableBufferPointer(body)
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool {
    var all: UInt32 = 0xFF00_0000
    for pixel in pixels { all &= pixel }
    return all == 0xFF00_0000
  }

  /// Cuts a rectangle out; what of it lies outside of the picture is left away. Nil if nothing is left.
  public func cropped(to rect: PixelRect) -> Bitmap? {
    guard let part = rect.clipped(to: size) else { return nil }
    var cut: [UInt32] = []
    cut.reserveCapacity(part.size.area)
    for y in part.y..<part.y + part.height {
      cut.append(contentsOf: pixels[y * width + part.x..<y * width + part.x + part.width])
    }
    return Bitmap(size: part.size, pixels: cut)
  }

  /// The picture as in a mirror: left and right change places.
  public mutating func mirror() {
    let width = width
    for y in 0..<height { pixels[y * width..<(y + 1) * width].reverse() }
  }
}

extension PixelRect {
  /// The part that lies within a picture of `bounds`, or nil; safe for any numbers.
  package func clipped(to bounds: PixelSize) -> PixelRect? {
    guard width > 0, height > 0 else { return nil }
    let (right, farRight) = x.addingReportingOverflow(width)
    let (bottom, farBottom) = y.addingReportingOverflow(height)
    let left = max(x, 0)
    let top = max(y, 0)
    let endX = farRight ? bounds.width : min(right, bounds.width)
    let endY = farBottom ? bounds.height : min(bottom, bounds.height)
    guard left < endX, top < endY else { return nil }
    return PixelRect(x: left, y: top, width: endX - left, height: endY - top)
  }
}

extension RGBColor {
  /// `0xAARRGGBB` with the channels multiplied by alpha.
  package var premultiplied: UInt32 {
    func times(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
    return UInt32(alpha) << 24 | times(red) << 16 | times(green) << 8 | times(blue)
  }

  package init(premultiplied pixel: UInt32) {
    let alpha = pixel >> 24
    func channel(_ shift: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha))
    }
    self.init(red: channel(16), green: channel(8), blue: channel(0), alpha: UInt8(alpha))
  }
}
