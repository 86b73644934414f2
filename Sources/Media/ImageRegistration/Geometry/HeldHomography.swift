/// A homography fitted to pairs that agree, and how far it may be off: where pairs lie all over the picture they decide
/// alone, where they lie in one part of it the rest is held near a similarity, and is less sure.
struct HeldHomography: Sendable {
  var transform: Homography
  private var covariance: [Double]
  private var toUnit: Homography
  private var unit: Homography

  /// How much people's pictures are bent, beside the best similarity: a deviation, as a share of the width.
  static let bend = 0.04
  /// Pairs are never believed to be more exact.
  static let leastNoise = 0.003

  /// Nil where the pairs say too little.
  /// - Parameters:
  ///   - start: about right; pairs within `reach` pixels of it count.
  ///   - size: the old picture's.
  init?(_ pairs: PointPairs, near start: Homography, size: PictureSize, reach: Double) {
    let width = Double(size.width)
    let ratio = Double(size.height) / width
    let to = Homography([2 / width, 0, -1, 0, 2 / width, -ratio, 0, 0, 1])
    let from = Homography([width / 2, 0, width / 2, 0, width / 2, ratio * width / 2, 0, 0, 1])
    var near: [Int] = []
    var weights: [Double] = []
    var cells: Set<Int> = []
    var (misses, total) = (0.0, 0.0)
    for i in pairs.old.indices {
      let d = start(pairs.old[i]) - pairs.new[i]
      let square = (d * d).sum() / (reach * reach)
      guard square < 1 else { continue }
      near.append(i)
      let weight = pairs.weights[i] * FreeHomography.Marginal.weight(square)
      weights.append(weight)
      misses += weight * (d * d).sum()
      total += weight
      cells.insert(cell(pairs.old[i], size))
    }
    guard near.count >= 4, total > 0,
      let similar = similarity(near.map { pairs.old[$0] }, near.map { pairs.new[$0] }, weights: weights)
    else { return nil }
    let noise = max(Self.leastNoise, (misses / total / 2).squareRoot() / width)
    // Pairs close together miss together: each part of the picture counts as two.
    let alone = min(1, 2 * Double(cells.count) / Double(near.count))
    var h = to * start * from
    let held = to * similar.homography * from
    var grid: [SIMD2<Double>] = []
    for x in [-1.0, 0, 1] { for y in [-1.0, 0, 1] { grid.append(SIMD2(x, y * ratio)) } }
    var inverse: [Double]?
    for _ in 0..<4 {
      var equations = NormalEquations()
      for (i, weight) in zip(near, weights) {
        let a = to(pairs.old[i])
        equations.add(h, a, to(pairs.new[i]) - h(a), weight * alone / (4 * noise * noise))
      }
      for point in grid { equations.add(h, point, held(point) - h(point), 8.0 / 18 / (4 * Self.bend * Self.bend)) }
      guard let change = equations.solution else { return nil }
      for k in 0..<8 { h.values[k] += change[k] }
      inverse = equations.inverse
    }
    guard let inverse, h.values.allSatisfy(\.isFinite) else { return nil }
    (transform, covariance, toUnit, unit) = (from * h * to, inverse, to, h)
  }

  /// How far off the transform may be at a point of the old picture: a deviation, as a share of its width.
  func deviation(at point: SIMD2<Double>) -> Double {
    let p = toUnit(point)
    let v = unit.values
    let scale = 1 / (v[6] * p.x + v[7] * p.y + v[8])
    let q = unit(p)
    let (x, y) = (p.x * scale, p.y * scale)
    let rows = [[x, y, scale, 0, 0, 0, -q.x * x, -q.x * y], [0, 0, 0, x, y, scale, -q.y * x, -q.y * y]]
    var sum = 0.0
    for row in rows {
      for i in 0..<8 { for j in 0..<8 { sum += row[i] * covariance[8 * i + j] * row[j] } }
    }
    return max(0, sum).squareRoot() / 2
  }

  /// The root of the mean square over 5×5 points of the picture.
  func deviation(over size: PictureSize) -> Double {
    var sum = 0.0
    for row in 0..<5 {
      for column in 0..<5 {
        let point = SIMD2(
          (Double(column) + 0.5) / 5 * Double(size.width), (Double(row) + 0.5) / 5 * Double(size.height))
        let deviation = deviation(at: point)
        sum += deviation * deviation
      }
    }
    return (sum / 25).squareRoot()
  }
}
