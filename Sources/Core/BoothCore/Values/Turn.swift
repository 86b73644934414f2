/// A turn about a point, clockwise, as its cosine and sine; exact for quarters.
public struct Turn: Hashable, Sendable {
  /// 0 to under 4 where the turn is of whole quarters, otherwise nil.
  public let quarters: Int?
  /// Of the angle, -1 to 1; exactly 0, 1 or -1 for quarters.
  public let cosine: Double
  /// Of the angle, -1 to 1; exactly 0, 1 or -1 for quarters.
  public let sine: Double

  /// - Parameter degrees: any number that is one; 90 turns what is on top to the right.
  public init(degrees: Double) {
    let nearest = (degrees / 90).rounded()
    let rest = (degrees - nearest * 90) * Double.pi / 180
    // Of the angle beyond the nearest quarter, at most π/4: eight terms of the series are exact to the last bit.
    var (cosine, sine) = (1.0, rest)
    var (even, odd) = (1.0, rest)
    for n in stride(from: 1.0, to: 16, by: 2) {
      even *= -rest * rest / (n * (n + 1))
      odd *= -rest * rest / ((n + 1) * (n + 2))
      cosine += even
      sine += odd
    }
    let quarter = ((Int(nearest.truncatingRemainder(dividingBy: 4)) % 4) + 4) % 4
    for _ in 0..<quarter { (cosine, sine) = (-sine, cosine) }
    self.cosine = cosine
    self.sine = sine
    quarters = rest == 0 ? quarter : nil
  }

  /// Where a point goes that lies (`x`, `y`) from the middle; y grows downwards.
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (x * cosine - y * sine, x * sine + y * cosine)
  }

  /// Where it came from.
  public func undo(x: Double, y: Double) -> (x: Double, y: Double) {
    (x * cosine + y * sine, y * cosine - x * sine)
  }
}
