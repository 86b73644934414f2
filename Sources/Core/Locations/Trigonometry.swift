/// Sine, cosine and arc sine without a C library, which the middle does not import; good to 1e-13 and better.
enum Trigonometry {
  static func sine(_ degrees: Double) -> Double {
    // Exact: a remainder is. It takes longer than all the rest, so it is found where there is one.
    var turn = degrees.magnitude <= 180 ? degrees : degrees.remainder(dividingBy: 360)
    if turn > 90 { turn = 180 - turn } else if turn < -90 { turn = -180 - turn }
    let x = turn * .pi / 180
    // Taylor's series on ±π/2: the term after the last is below 1e-17.
    let square = x * x
    var sum = 1.0
    for share in shares { sum = 1 - square * share * sum }
    return x * sum
  }

  /// 1 / (n (n + 1)) for n of 22 down to 2: what each term of the sine's series is of the one before.
  private static let shares = stride(from: 22.0, through: 2, by: -2).map { 1 / ($0 * ($0 + 1)) }

  static func cosine(_ degrees: Double) -> Double { sine(90 - degrees.magnitude.truncatingRemainder(dividingBy: 360)) }

  /// In radians, of 0...1.
  static func arcSine(_ value: Double) -> Double {
    // Near the end of its range the sine is flat: the other side of the right angle is found there.
    if value > 0.71 { return .pi / 2 - arcSine(max(0, (1 - value) * (1 + value)).squareRoot()) }
    // Newton's method on the sine, from a start that is within 10 %; each step doubles the digits.
    var angle = value
    for _ in 0..<6 {
      let degrees = angle * 180 / .pi
      angle -= (sine(degrees) - value) / cosine(degrees)
    }
    return angle
  }
}
