import Glibc

/// A turn, a zoom and a shift: p → factor · p + shift, points as complex numbers.
struct Similarity: Sendable, Equatable {
  var factor: SIMD2<Double>
  var shift: SIMD2<Double>

  @inline(__always)
  func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> { multiplied(factor, p) + shift }

  var zoom: Double { (factor * factor).sum().squareRoot() }
  /// In degrees, from x towards y: clockwise on the screen.
  var roll: Double { atan2(factor.y, factor.x) * 180 / .pi }

  var homography: Homography {
    Homography([factor.x, -factor.y, shift.x, factor.y, factor.x, shift.y, 0, 0, 1])
  }
}

/// The product of two points as complex numbers.
@inline(__always)
func multiplied(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

/// The quotient of two points as complex numbers.
@inline(__always)
func divided(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  let square = (b * b).sum()
  return SIMD2((a.x * b.x + a.y * b.y) / square, (a.y * b.x - a.x * b.y) / square)
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}

/// How far from right a person who aims may still be: nothing else is believed. Lengths in shares of the old picture's
/// width, in the working sizes, where a picture aimed perfectly has zoom 1 and its centre at the centre.
struct AimPrior: Sendable {
  var zooms: ClosedRange<Double> = 0.5...2
  /// In degrees.
  var roll: Double = 20
  var shift: Double = 0.35
  var old: PictureSize
  var new: PictureSize

  func allows(_ s: Similarity) -> Bool {
    guard zooms.contains(s.zoom), abs(s.roll) < roll else { return false }
    return (s(old.centre) - new.centre).length < shift * Double(old.width)
  }

  /// How many times as much evidence as usual is asked for: people who aim have the picture about where it belongs. Beyond
  /// a fifth of the width off, as much again for each twentieth. Of streets with alike houses the wrong one was found with
  /// nearly three times what is needed, at 0.31.
  func remoteness(_ transform: Homography) -> Double {
    let shift = (transform(old.centre) - new.centre).length / Double(old.width)
    return 1 + max(0, shift - 0.2) / 0.05
  }

  /// Whether a transform could be a picture taken from about there: near the prior, and bent by perspective no more than
  /// 12 % of the width, and not folded over.
  func isPlausible(_ transform: Homography) -> Bool {
    let width = Double(old.width)
    let right = Double(old.width - 1)
    let bottom = Double(old.height - 1)
    let from = [
      SIMD2(0.1 * right, 0.1 * bottom), SIMD2(0.9 * right, 0.1 * bottom), SIMD2(0.9 * right, 0.9 * bottom),
      SIMD2(0.1 * right, 0.9 * bottom),
    ]
    let to = from.map { transform($0) }
    let centre = transform(old.centre)
    for p in to + [centre] where !p.x.isFinite || !p.y.isFinite || abs(p.x) > 5 * width || abs(p.y) > 5 * width {
      return false
    }
    guard (centre - new.centre).length <= 0.33 * width,
      let nearest = similarity(from, to, weights: [1, 1, 1, 1]), (0.55...1.8).contains(nearest.zoom),
      abs(nearest.roll) <= 18
    else { return false }
    for (a, b) in zip(from, to) where (nearest(a) - b).length > 0.12 * width { return false }
    for i in 0..<4 {
      let a = to[(i + 1) % 4] - to[i]
      let b = to[(i + 2) % 4] - to[(i + 1) % 4]
      if a.x * b.y - a.y * b.x <= 0 { return false }
    }
    return true
  }
}

/// The similarity that brings one set of points nearest to another, by least squares; nil where the points are one.
func similarity(_ from: [SIMD2<Double>], _ to: [SIMD2<Double>], weights: [Double]) -> Similarity? {
  var total = 0.0
  var meanFrom = SIMD2<Double>.zero
  var meanTo = SIMD2<Double>.zero
  for i in from.indices {
    total += weights[i]
    meanFrom += weights[i] * from[i]
    meanTo += weights[i] * to[i]
  }
  guard total > 0 else { return nil }
  meanFrom /= total
  meanTo /= total
  var cross = SIMD2<Double>.zero
  var square = 0.0
  for i in from.indices {
    let a = from[i] - meanFrom
    let b = to[i] - meanTo
    cross += weights[i] * SIMD2(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x)
    square += weights[i] * (a * a).sum()
  }
  guard square > 1e-9 else { return nil }
  let factor = cross / square
  return Similarity(factor: factor, shift: meanTo - multiplied(factor, meanFrom))
}
