import Glibc

/// A few unknowns fitted to many pieces of evidence, the wrong ones of which count little: Levenberg's and Marquardt's
/// way, weights by Cauchy's function, derivatives by differences.
struct LeastSquares {
  /// The unknowns.
  var values: [Double]
  /// What is left, the less the better.
  var cost: Double
  /// How uncertain the unknowns are together, row by row; nil where the evidence says nothing of one.
  var covariance: [Double]?

  /// - Parameters:
  ///   - count: of unknowns.
  ///   - start: where to begin; nil: at 0.
  ///   - steps: of each, for differences.
  ///   - spread: what is believed of each beforehand: 0, and this far off; infinite where nothing is.
  ///   - pieces: how many pieces of evidence there are.
  ///   - most: so many pieces count as evidence of their own at most; they are not independent.
  ///   - residual: two numbers of a piece, in units of its expected error.
  init(
    count: Int, from start: [Double]? = nil, steps: [Double], spread: [Double], pieces: Int, most: Double = .infinity,
    rounds: Int = 30,
    weight: (Int) -> Double = { _ in 1 }, residual: ([Double], Int) -> SIMD2<Double>
  ) {
    let share = min(1, most / Double(max(1, pieces)))
    func cost(_ values: [Double]) -> Double {
      var sum = 0.0
      for i in 0..<pieces {
        let r = residual(values, i)
        sum += share * weight(i) * log1p((r * r).sum())
      }
      for k in 0..<count { sum += (values[k] / spread[k]) * (values[k] / spread[k]) }
      return sum.isFinite ? sum : .infinity
    }
    var values = start ?? [Double](repeating: 0, count: count)
    var best = cost(values)
    var damping = 1e-3
    var matrix = [Double](repeating: 0, count: count * count)
    for _ in 0..<rounds {
      var right = [Double](repeating: 0, count: count)
      matrix = [Double](repeating: 0, count: count * count)
      var slopes = [SIMD2<Double>](repeating: .zero, count: count)
      var shifted = values
      for i in 0..<pieces {
        let r = residual(values, i)
        let w = share * weight(i) / (1 + (r * r).sum())
        guard w > 1e-6, r.x.isFinite, r.y.isFinite else { continue }
        for k in 0..<count {
          shifted[k] = values[k] + steps[k]
          slopes[k] = (residual(shifted, i) - r) / steps[k]
          shifted[k] = values[k]
        }
        for k in 0..<count {
          right[k] -= w * (slopes[k] * r).sum()
          for l in 0...k { matrix[k * count + l] += w * (slopes[k] * slopes[l]).sum() }
        }
      }
      for k in 0..<count {
        matrix[k * count + k] += 1 / (spread[k] * spread[k])
        right[k] -= values[k] / (spread[k] * spread[k])
        for l in 0..<k { matrix[l * count + k] = matrix[k * count + l] }
      }
      var isBetter = false
      for _ in 0..<6 {
        var damped = matrix
        for k in 0..<count { damped[k * count + k] *= 1 + damping }
        guard let factor = Cholesky(damped, count) else {
          damping *= 10
          continue
        }
        let change = factor.solve(right)
        var next = values
        for k in 0..<count { next[k] += change[k] }
        let now = cost(next)
        if now < best {
          isBetter = now < best * (1 - 1e-7)
          values = next
          best = now
          damping = max(1e-9, damping / 5)
          break
        }
        damping *= 8
      }
      if !isBetter { break }
    }
    self.values = values
    self.cost = best
    covariance = Cholesky(matrix, count)?.inverse
  }
}

/// A symmetric positive matrix as a triangle times itself.
struct Cholesky {
  private var lower: [Double]
  private let count: Int

  /// Nil where the matrix is not positive.
  init?(_ matrix: [Double], _ count: Int) {
    var lower = [Double](repeating: 0, count: count * count)
    for i in 0..<count {
      for j in 0...i {
        var sum = matrix[i * count + j]
        for k in 0..<j { sum -= lower[i * count + k] * lower[j * count + k] }
        if i == j {
          guard sum > 1e-14, sum.isFinite else { return nil }
          lower[i * count + i] = sum.squareRoot()
        } else {
          lower[i * count + j] = sum / lower[j * count + j]
        }
      }
    }
    self.lower = lower
    self.count = count
  }

  func solve(_ right: [Double]) -> [Double] {
    var x = right
    for i in 0..<count {
      for k in 0..<i { x[i] -= lower[i * count + k] * x[k] }
      x[i] /= lower[i * count + i]
    }
    for i in stride(from: count - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(i + 1, count) { x[i] -= lower[k * count + i] * x[k] }
      x[i] /= lower[i * count + i]
    }
    return x
  }

  var inverse: [Double] {
    var result = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      let x = solve(unit)
      for row in 0..<count { result[row * count + column] = x[row] }
    }
    return result
  }
}
