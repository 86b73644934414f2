import Glibc

/// The homography that most pairs agree on, found from four of them and held near nothing.
///
/// How far a true pair may be off is not known beforehand: pairs are weighed by every deviation up to the largest at once,
/// after MAGSAC++ (Barath and others 2020). The numbers come from a seed, so the same pairs give the same answer.
struct FreeHomography: Sendable {
  var transform: Homography
  /// The pairs that agree.
  var agrees: [Bool]
  /// How many of them.
  var count: Int
  /// The summed weights of all pairs, 0 to 1 each.
  var quality: Double

  /// At most so many fours are tried.
  static let most = 4000
  /// The chance that a better one is missed where the search ends early.
  private static let doubt = 0.002

  /// Nil where fewer than eight pairs agree on anything that is allowed.
  /// - Parameters:
  ///   - size: the old picture's.
  ///   - reach: the distance in pixels of the new picture at which a pair no longer counts.
  ///   - starts: transforms that are tried before any four.
  ///   - isAllowed: what is not is not counted.
  init?(
    _ pairs: PointPairs, size: PictureSize, reach: Double, starts: [Homography] = [], numbers: inout SeededNumbers,
    isAllowed: (Homography) -> Bool
  ) {
    let n = pairs.count
    guard n >= 8 else { return nil }
    // The surest first: fours are drawn from few pairs, then from more and more (PROSAC, Chum and Matas 2005).
    let order = (0..<n).sorted { (pairs.weights[$0], $1) > (pairs.weights[$1], $0) }
    let fit = Fit(pairs, size: size, reach: reach)
    var best: Homography?
    var bestQuality = 0.0
    func consider(_ candidate: Homography) {
      guard isAllowed(candidate) else { return }
      let quality = fit.quality(candidate)
      guard quality > bestQuality else { return }
      (best, bestQuality) = (candidate, quality)
      let better = fit.refined(candidate, steps: 4)
      let betterQuality = fit.quality(better)
      if betterQuality > bestQuality, isAllowed(better) { (best, bestQuality) = (better, betterQuality) }
    }
    for start in starts {
      consider(start)
      // Perspective and depth bend what a similarity says: first with three times the reach.
      consider(Fit(pairs, size: size, reach: 3 * reach).refined(start, steps: 6))
    }
    var needed = Self.most
    var tried = 0
    var drawn = 0
    while tried < needed, drawn < 3 * Self.most {
      drawn += 1
      let pool = min(n, 16 + n * drawn / (Self.most / 2))
      let four = (0..<4).map { _ in order[numbers.below(pool)] }
      guard Self.isFour(four, pairs, 6 * reach) else { continue }
      tried += 1
      guard let candidate = Homography(from: four.map { pairs.old[$0] }, to: four.map { pairs.new[$0] }) else {
        continue
      }
      let before = bestQuality
      consider(candidate)
      if bestQuality > before {
        let share = Double(fit.agreeing(best ?? candidate).count { $0 }) / Double(n)
        let chance = min(0.999, max(1e-6, share * share * share * share))
        needed = max(200, min(Self.most, Int(log(Self.doubt) / log(1 - chance)) + 1))
      }
    }
    guard let best else { return nil }
    let found = fit.refined(best, steps: 6)
    transform = isAllowed(found) && fit.quality(found) >= bestQuality ? found : best
    agrees = fit.agreeing(transform)
    count = agrees.count { $0 }
    quality = fit.quality(transform)
    if count < 8 { return nil }
  }

  /// Whether four pairs lie apart, and turn the same way around in both pictures.
  private static func isFour(_ four: [Int], _ pairs: PointPairs, _ apart: Double) -> Bool {
    for i in 0..<4 {
      for j in 0..<i {
        if four[i] == four[j] || (pairs.old[four[i]] - pairs.old[four[j]]).length < apart { return false }
      }
    }
    for (i, j, k) in [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)] {
      let a = turn(pairs.old[four[i]], pairs.old[four[j]], pairs.old[four[k]])
      let b = turn(pairs.new[four[i]], pairs.new[four[j]], pairs.new[four[k]])
      if a * b <= 0 || abs(a) < apart * apart { return false }
    }
    return true
  }

  private static func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Weighs and refines homographies for one set of pairs.
  struct Fit {
    private let pairs: PointPairs
    private let toUnit: Homography
    private let fromUnit: Homography
    private let old: [SIMD2<Double>]
    private let new: [SIMD2<Double>]
    private let reach: Double

    init(_ pairs: PointPairs, size: PictureSize, reach: Double) {
      let width = Double(size.width)
      let ratio = Double(size.height) / width
      let to = Homography([2 / width, 0, -1, 0, 2 / width, -ratio, 0, 0, 1])
      (self.pairs, toUnit, self.reach) = (pairs, to, reach)
      fromUnit = Homography([width / 2, 0, width / 2, 0, width / 2, ratio * width / 2, 0, 0, 1])
      old = pairs.old.map { to($0) }
      new = pairs.new.map { to($0) }
    }

    /// The weights of all pairs, summed.
    func quality(_ h: Homography) -> Double {
      let v = h.values
      let over = 1 / (reach * reach)
      var sum = 0.0
      for i in pairs.old.indices {
        let p = pairs.old[i]
        let scale = 1 / (v[6] * p.x + v[7] * p.y + v[8])
        let x = (v[0] * p.x + v[1] * p.y + v[2]) * scale - pairs.new[i].x
        let y = (v[3] * p.x + v[4] * p.y + v[5]) * scale - pairs.new[i].y
        let square = (x * x + y * y) * over
        if square < 1 { sum += pairs.weights[i] * Marginal.gain(square) }
      }
      return sum
    }

    func agreeing(_ h: Homography) -> [Bool] {
      pairs.old.indices.map { (h(pairs.old[$0]) - pairs.new[$0]).length < reach }
    }

    /// Least squares, weighed again in each step.
    func refined(_ h: Homography, steps: Int) -> Homography {
      var current = toUnit * h * fromUnit
      let over = 1 / (reach * reach)
      let half = fromUnit.values[0]
      for _ in 0..<steps {
        var equations = NormalEquations()
        var counted = 0
        for i in old.indices {
          let d = new[i] - current(old[i])
          let square = (d * d).sum() * half * half * over
          guard square < 1 else { continue }
          counted += 1
          equations.add(current, old[i], d, pairs.weights[i] * Marginal.weight(square))
        }
        guard counted >= 6, let change = equations.solution else { break }
        for k in 0..<8 { current.values[k] += change[k] }
      }
      return fromUnit * current * toUnit
    }
  }

  /// Weights of squared distances, as shares of the squared reach, for errors in two directions whose deviation is anything
  /// up to a third of the reach, each as likely.
  enum Marginal {
    private static let tables: (weights: [Double], gains: [Double]) = {
      // The weight is the chance of a distance, marginalised: erfc(r / (σ √2)) less its value at the reach.
      let cut = 3.0 / 2.0.squareRoot()
      let rest = erfc(cut)
      let count = 512
      let weights = (0...count).map { i in
        max(0, (erfc(cut * (Double(i) / Double(count)).squareRoot()) - rest) / (1 - rest))
      }
      // The loss is the weight summed over the squared distance.
      var loss = [0.0]
      for i in 1...count { loss.append(loss[i - 1] + (weights[i - 1] + weights[i]) / 2) }
      return (weights, loss.map { 1 - $0 / loss[count] })
    }()

    static func weight(_ square: Double) -> Double { tables.weights[Int(square * 512)] }
    static func gain(_ square: Double) -> Double { tables.gains[Int(square * 512)] }
  }
}

extension Homography {
  /// The one that brings four points to four others; nil where three lie in a line.
  init?(from: [SIMD2<Double>], to: [SIMD2<Double>]) {
    guard let a = Homography(unitSquareTo: from), let b = Homography(unitSquareTo: to), let back = a.inverse else {
      return nil
    }
    self = b * back
    guard values.allSatisfy(\.isFinite) else { return nil }
  }

  /// From (0, 0), (1, 0), (1, 1), (0, 1) to four points (Heckbert 1989).
  private init?(unitSquareTo p: [SIMD2<Double>]) {
    let a = p[1] - p[2]
    let b = p[3] - p[2]
    let s = p[0] - p[1] + p[2] - p[3]
    let determinant = a.x * b.y - a.y * b.x
    guard abs(determinant) > 1e-9 else { return nil }
    let g = (s.x * b.y - s.y * b.x) / determinant
    let h = (a.x * s.y - a.y * s.x) / determinant
    self.init([
      p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x,
      p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y, g, h, 1,
    ])
  }
}
