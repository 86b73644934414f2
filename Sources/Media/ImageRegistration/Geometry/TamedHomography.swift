/// A homography fitted to pairs of points but held near a similarity: a 3×3 grid over the picture pulls it back, as much
/// as `pull` shares of the evidence. Gauss and Newton's way, with weights that end at `reach`.
struct TamedHomography: Sendable {
  var transform: Homography
  /// Whether each pair comes within reach.
  var agrees: [Bool]

  /// - Parameters:
  ///   - start: the similarity that pulls, and the beginning.
  ///   - size: the old picture's.
  ///   - reach: in pixels of the new picture.
  init(_ start: Homography, _ pairs: PointPairs, size: PictureSize, reach: Double, pull: Double) {
    let width = Double(size.width)
    let ratio = Double(size.height) / width
    // Coordinates from −1 to 1 across the picture, so that the eight unknowns are alike in size.
    let toUnit = Homography([2 / width, 0, -1, 0, 2 / width, -ratio, 0, 0, 1])
    let fromUnit = Homography([width / 2, 0, width / 2, 0, width / 2, ratio * width / 2, 0, 0, 1])
    let a = pairs.old.map { toUnit($0) }
    let b = pairs.new.map { toUnit($0) }
    var grid: [SIMD2<Double>] = []
    for x in [-1.0, 0, 1] { for y in [-1.0, 0, 1] { grid.append(SIMD2(x, y * ratio)) } }
    var h = toUnit * start * fromUnit
    let held = grid.map { h($0) }
    for step in 0..<8 {
      let wide = step < 3
      let limit = reach * 2 / width * (wide ? 1.6 : 1)
      var equations = NormalEquations()
      var evidence = 0.0
      var counted = 0
      for i in a.indices {
        let d = b[i] - h(a[i])
        let left = max(0, 1 - (d * d).sum() / (limit * limit))
        guard left > 0 else { continue }
        let weight = left * left * pairs.weights[i]
        evidence += weight
        counted += 1
        equations.add(h, a[i], d, weight)
      }
      if counted < 4 { break }
      let weight = pull * evidence / 9 * (wide ? 1 : 0.25)
      for (point, target) in zip(grid, held) { equations.add(h, point, target - h(point), weight) }
      guard let change = equations.solution else { break }
      for k in 0..<8 { h.values[k] += change[k] }
    }
    let found = fromUnit * h * toUnit
    transform = found
    agrees = zip(pairs.old, pairs.new).map { (found($0) - $1).length < reach }
  }
}

/// Eight equations in eight unknowns, summed over points.
struct NormalEquations {
  private var matrix = [Double](repeating: 0, count: 64)
  private var right = [Double](repeating: 0, count: 8)

  /// A point that `h` should move by `d` more.
  mutating func add(_ h: Homography, _ p: SIMD2<Double>, _ d: SIMD2<Double>, _ weight: Double) {
    let v = h.values
    let scale = 1 / (v[6] * p.x + v[7] * p.y + v[8])
    let q = h(p)
    let x = p.x * scale
    let y = p.y * scale
    let across = (x, y, scale, 0.0, 0.0, 0.0, -q.x * x, -q.x * y)
    let down = (0.0, 0.0, 0.0, x, y, scale, -q.y * x, -q.y * y)
    withUnsafeBytes(of: across) { across in
      withUnsafeBytes(of: down) { down in
        let u = across.assumingMemoryBound(to: Double.self)
        let w = down.assumingMemoryBound(to: Double.self)
        for i in 0..<8 {
          for j in 0..<8 { matrix[8 * i + j] += weight * (u[i] * u[j] + w[i] * w[j]) }
          right[i] += weight * (u[i] * d.x + w[i] * d.y)
        }
      }
    }
  }

  /// The inverse of the matrix: the covariance of the unknowns, where each equation's weight is one over its variance; nil
  /// where the points say too little.
  var inverse: [Double]? {
    var columns: [[Double]] = []
    for k in 0..<8 {
      var unit = self
      unit.right = [Double](repeating: 0, count: 8)
      unit.right[k] = 1
      guard let column = unit.solution else { return nil }
      columns.append(column)
    }
    return (0..<64).map { columns[$0 % 8][$0 / 8] }
  }

  /// By elimination with pivots; nil where the points say too little.
  var solution: [Double]? {
    var m = matrix
    var r = right
    for i in 0..<8 { m[9 * i] += 1e-9 }
    for column in 0..<8 {
      var pivot = column
      for row in column..<8 where abs(m[8 * row + column]) > abs(m[8 * pivot + column]) { pivot = row }
      guard abs(m[8 * pivot + column]) > 1e-14 else { return nil }
      if pivot != column {
        for k in 0..<8 { m.swapAt(8 * pivot + k, 8 * column + k) }
        r.swapAt(pivot, column)
      }
      for row in stride(from: column + 1, to: 8, by: 1) {
        let factor = m[8 * row + column] / m[8 * column + column]
        if factor == 0 { continue }
        for k in column..<8 { m[8 * row + k] -= factor * m[8 * column + k] }
        r[row] -= factor * r[column]
      }
    }
    for row in stride(from: 7, through: 0, by: -1) {
      for k in stride(from: row + 1, to: 8, by: 1) { r[row] -= m[8 * row + k] * r[k] }
      r[row] /= m[9 * row]
    }
    return r.allSatisfy(\.isFinite) ? r : nil
  }
}
