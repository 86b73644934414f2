/// A projective transform of the plane: where a point of one picture lies in another, both in pixels, x to the right and
/// y down, the centre of the first pixel at 0, 0.
///
/// ```swift
/// let shift = Homography([1, 0, 20, 0, 1, 0, 0, 0, 1])
/// shift(SIMD2(5, 7))  // (25, 7)
/// ```
public struct Homography: Sendable, Equatable {
  /// Nine numbers, row by row; the last is 1 where the transform is normalised.
  public var values: [Double]

  /// Stops the program where there are not nine values.
  public init(_ values: [Double]) {
    precondition(values.count == 9, "a homography has nine values")
    self.values = values
  }

  /// Leaves every point where it is.
  public static let identity = Homography([1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// Where a point goes. Not finite where it lies on the transform's horizon.
  public func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let scale = values[6] * point.x + values[7] * point.y + values[8]
    return SIMD2(
      (values[0] * point.x + values[1] * point.y + values[2]) / scale,
      (values[3] * point.x + values[4] * point.y + values[5]) / scale)
  }

  /// First the right transform, then the left, normalised.
  public static func * (left: Homography, right: Homography) -> Homography {
    var values = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for k in 0..<3 { values[3 * row + column] += left.values[3 * row + k] * right.values[3 * k + column] }
      }
    }
    return Homography(values).normalised
  }

  /// The same transform with the last value 1, where that can be.
  public var normalised: Homography {
    let last = values[8]
    return abs(last) > 1e-12 && last.isFinite ? Homography(values.map { $0 / last }) : self
  }

  /// The way back; nil where the transform flattens the plane.
  public var inverse: Homography? {
    let v = values
    let c = [
      v[4] * v[8] - v[5] * v[7], v[2] * v[7] - v[1] * v[8], v[1] * v[5] - v[2] * v[4],
      v[5] * v[6] - v[3] * v[8], v[0] * v[8] - v[2] * v[6], v[2] * v[3] - v[0] * v[5],
      v[3] * v[7] - v[4] * v[6], v[1] * v[6] - v[0] * v[7], v[0] * v[4] - v[1] * v[3],
    ]
    let determinant = v[0] * c[0] + v[1] * c[3] + v[2] * c[6]
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return Homography(c.map { $0 / determinant }).normalised
  }

  /// From the pixels of a picture to those of the same picture in another size.
  static func resizing(_ old: PictureSize, to new: PictureSize) -> Homography {
    let sx = Double(new.width) / Double(old.width)
    let sy = Double(new.height) / Double(old.height)
    return Homography([sx, 0, (sx - 1) / 2, 0, sy, (sy - 1) / 2, 0, 0, 1])
  }
}

/// A picture's size in pixels.
struct PictureSize: Sendable, Equatable {
  var width: Int
  var height: Int

  var longest: Int { max(width, height) }
  var centre: SIMD2<Double> { SIMD2(Double(width - 1) / 2, Double(height - 1) / 2) }
  var corners: [SIMD2<Double>] {
    let right = Double(width - 1)
    let bottom = Double(height - 1)
    return [SIMD2(0, 0), SIMD2(right, 0), SIMD2(right, bottom), SIMD2(0, bottom)]
  }

  /// The same shape, `scale` times as large, at least 1 each.
  func scaled(by scale: Double) -> PictureSize {
    PictureSize(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded())))
  }
}

/// Numbers that look random and are the same each time (SplitMix64, Steele and others 2014).
package struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 up to, not including, `count`.
  package mutating func below(_ count: Int) -> Int { Int(((next() >> 32) &* UInt64(count)) >> 32) }

  /// Between two numbers, each value as likely.
  package mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
