public import BoothCore

/// The edges of the live picture, found anew in each frame: where they run along the guide's outlines, the camera stands
/// where the old one stood.
///
/// Works on the brightness at half the picture's size, and keeps its memory from frame to frame. For one thread.
public struct LiveEdges: Sendable {
  /// Told apart from the guide's light outlines.
  public static let color = RGBColor(red: 64, green: 224, blue: 255)
  /// What sensors' noise makes of Sobel's sums, and more is an edge.
  private static let noise: Int32 = 48

  /// Of the picture they were found in; nil before the first.
  public private(set) var size: PixelSize?
  private var half = PixelSize(width: 1, height: 1)
  private var luma: [UInt8] = []
  private var strength: [UInt8] = []
  /// 256ths by which sums become strengths.
  private let gain: Int32

  /// - Parameter intensity: how strong soft edges become: of Core Image's `CIEdges`.
  public init(intensity: Double = GuidePainter.edgeIntensity) {
    // A step from black to white has a sum of 4 * 255, and a gradient of a half per pixel.
    gain = Int32((min(max(intensity, 0.1), 50) / 8 * 256).rounded())
  }

  /// Finds the edges of a picture.
  public mutating func find(in picture: Bitmap) {
    reserve(HalvedLuma.size(of: picture.size))
    size = picture.size
    let half = half
    luma.withUnsafeMutableBufferPointer { luma in
      picture.withPixels { pixels in
        guard let source = pixels.baseAddress, let target = luma.baseAddress else { return }
        HalvedLuma.halve(source, stride: picture.width, into: target, half)
      }
    }
    findInLuma()
  }

  /// Finds the edges of what a live picture shows; nothing while it shows none.
  public mutating func find(in live: LivePicture) {
    guard let shown = live.size, let turned = live.halvedLuma(&luma) else {
      size = nil
      return
    }
    reserve(turned)
    size = shown
    findInLuma()
  }

  /// Lays the edges over a part of one of the picture's rows.
  /// - Parameters:
  ///   - columns: of the picture; they must lie in it.
  ///   - target: as many opaque pixels; they stay opaque.
  public func lay(
    row y: Int, columns: Range<Int>, over target: UnsafeMutablePointer<UInt32>, color: RGBColor = color
  ) {
    guard let size else { return }
    precondition(
      y >= 0 && y < size.height && columns.lowerBound >= 0 && columns.upperBound <= size.width,
      "row \(y), columns \(columns) of edges of \(size)")
    let even = color.opaque.premultiplied & 0x00FF_00FF
    let odd = color.opaque.premultiplied >> 8 & 0x00FF_00FF
    let last = half.width - 1
    strength.withUnsafeBufferPointer { strength in
      guard let row = strength.baseAddress.map({ $0 + min(y / 2, half.height - 1) * half.width }) else { return }
      var x = columns.lowerBound
      while x < columns.upperBound {
        // Most of a picture has no edge.
        if x & 1 == 0, x / 2 + 8 <= half.width,
          UnsafeRawPointer(row + x / 2).loadUnaligned(as: UInt64.self) == 0
        {
          x += 16
          continue
        }
        let share = UInt32(row[min(x / 2, last)])
        if share > 0 {
          let at = target + (x - columns.lowerBound)
          let (pixel, rest) = (at.pointee, 256 &- share)
          let mixedEven = ((pixel & 0x00FF_00FF) &* rest &+ even &* share) >> 8 & 0x00FF_00FF
          let mixedOdd = ((pixel >> 8 & 0x00FF_00FF) &* rest &+ odd &* share) & 0xFF00_FF00
          at.pointee = mixedEven | mixedOdd
        }
        x += 1
      }
    }
  }

  /// The edges as a picture that is transparent elsewhere, of the size they were found in; nil before the first.
  public func bitmap(color: RGBColor = color) -> Bitmap? {
    guard let size else { return nil }
    var picture = Bitmap(size: size)
    let pixels = (0...255).map { share in
      RGBColor(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(share)).premultiplied
    }
    let half = half
    picture.withMutablePixels { target in
      for y in 0..<size.height {
        let row = min(y / 2, half.height - 1) * half.width
        for x in 0..<size.width {
          target[y * size.width + x] = pixels[Int(strength[row + min(x / 2, half.width - 1)])]
        }
      }
    }
    return picture
  }

  private mutating func reserve(_ size: PixelSize) {
    half = size
    if luma.count != size.area { luma = Array(repeating: 0, count: size.area) }
    if strength.count != size.area { strength = Array(repeating: 0, count: size.area) }
  }

  /// Sobel's sums both ways; the outermost pixels have none.
  private mutating func findInLuma() {
    let (width, height, gain) = (half.width, half.height, gain)
    luma.withUnsafeBufferPointer { luma in
      strength.withUnsafeMutableBufferPointer { strength in
        guard let luma = luma.baseAddress, let strength = strength.baseAddress else { return }
        for y in 0..<height {
          let target = strength + y * width
          target.update(repeating: 0, count: width)
          guard y > 0, y < height - 1, width > 2 else { continue }
          Self.sum(luma + (y - 1) * width, width, gain, into: target)
        }
      }
    }
  }

  /// - Parameter above: the row above, of three.
  @inline(__always)
  private static func sum(
    _ above: UnsafePointer<UInt8>, _ width: Int, _ gain: Int32, into target: UnsafeMutablePointer<UInt8>
  ) {
    let (middle, below) = (above + width, above + 2 * width)
    for x in 1..<width &- 1 {
      let (a, b, c) = (Int32(above[x &- 1]), Int32(above[x]), Int32(above[x &+ 1]))
      let (d, e) = (Int32(middle[x &- 1]), Int32(middle[x &+ 1]))
      let (f, g, h) = (Int32(below[x &- 1]), Int32(below[x]), Int32(below[x &+ 1]))
      let across = c &+ 2 &* e &+ h &- a &- 2 &* d &- f
      let down = f &+ 2 &* g &+ h &- a &- 2 &* b &- c
      let sum = max(across, 0 &- across) &+ max(down, 0 &- down) &- noise
      target[x] = UInt8(truncatingIfNeeded: min(max(sum &* gain, 0) >> 8, 255))
    }
  }
}

/// Brightness at half the size: the mean of each two by two pixels.
enum HalvedLuma {
  /// An odd last row or column is left out.
  static func size(of size: PixelSize) -> PixelSize {
    PixelSize(width: max(1, size.width / 2), height: max(1, size.height / 2))
  }

  /// - Parameters:
  ///   - stride: pixels from one row to the next; both sides of the source have at least two, or count as one.
  static func halve(
    _ source: UnsafePointer<UInt32>, stride: Int, into target: UnsafeMutablePointer<UInt8>, _ half: PixelSize
  ) {
    for y in 0..<half.height {
      let upper = source + 2 * y * stride
      // A picture of one row, or one column, is its own half.
      let lower = stride > 1 && half.height > 1 ? upper + stride : upper
      let row = target + y * half.width
      for x in 0..<half.width {
        let (a, b) = (upper[2 &* x], upper[stride > 1 ? 2 &* x &+ 1 : 2 &* x])
        let (c, d) = (lower[2 &* x], lower[stride > 1 ? 2 &* x &+ 1 : 2 &* x])
        let even = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF) &+ (c & 0x00FF_00FF) &+ (d & 0x00FF_00FF)
        let green = (a >> 8 & 255) &+ (b >> 8 & 255) &+ (c >> 8 & 255) &+ (d >> 8 & 255)
        row[x] = UInt8(
          truncatingIfNeeded: ((even >> 16) &* 77 &+ green &* 150 &+ (even & 0xFFFF) &* 29) >> 10)
      }
    }
  }

  /// Of a plane of brightness.
  static func halve(
    _ source: UnsafePointer<UInt8>, stride: Int, into target: UnsafeMutablePointer<UInt8>, _ half: PixelSize
  ) {
    for y in 0..<half.height {
      let upper = source + 2 * y * stride
      let lower = upper + stride
      let row = target + y * half.width
      for x in 0..<half.width {
        let sum =
          UInt16(upper[2 &* x]) &+ UInt16(upper[2 &* x &+ 1]) &+ UInt16(lower[2 &* x]) &+ UInt16(lower[2 &* x &+ 1])
        row[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
      }
    }
  }
}

extension LivePicture {
  /// The brightness of what is shown, upright and mirrored as it is, at half the size.
  /// - Returns: the half size; nil while there is no picture.
  func halvedLuma(_ target: inout [UInt8]) -> PixelSize? {
    let (size, turn): (PixelSize, Orientation)
    switch held {
    case .nothing: return nil
    case .pixels(_, _, let part, let how): (size, turn) = (part, how)
    case .planes(let upright, let how): (size, turn) = (upright, how)
    }
    let half = HalvedLuma.size(of: size)
    if target.count != half.area { target = Array(repeating: 0, count: half.area) }
    target.withUnsafeMutableBufferPointer { target in
      guard let target = target.baseAddress else { return }
      switch held {
      case .nothing: return
      case .pixels(let start, let stride, _, _):
        pixels.withUnsafeBufferPointer { pixels in
          guard let source = pixels.baseAddress else { return }
          HalvedLuma.halve(source + start, stride: stride, into: target, half)
        }
      case .planes:
        planes?.withPlanes { y, _, _ in
          guard let source = y.baseAddress, let width = planes?.width else { return }
          HalvedLuma.halve(source, stride: width, into: target, half)
        }
      }
    }
    guard turn != .upright else { return half }
    let whole = target
    target.withUnsafeMutableBufferPointer { target in
      whole.withUnsafeBufferPointer { whole in
        guard let whole = whole.baseAddress, let target = target.baseAddress else { return }
        SampleTurn(turn, of: half).apply(whole, into: target)
      }
    }
    return turn.apply(to: half)
  }
}
