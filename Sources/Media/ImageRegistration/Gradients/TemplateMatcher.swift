/// Finds small pieces of one gradient field in another near where they should be, by normalised correlation; the
/// norms come from sums over rectangles that are made once.
struct TemplateMatcher: Sendable {
  let field: GradientField
  /// Sums of everything above and left, per channel, and of the squares.
  private let sums: [SIMD4<Float>]
  private let squares: [Float]

  /// Where a piece was found.
  struct Found {
    var offset: SIMD2<Double>
    /// The correlation, −1 to 1.
    var peak: Double
    /// The second-best place's share of it, 1 where the best lies at the edge of the search.
    var second: Double
  }

  init(_ field: GradientField) {
    self.field = field
    let width = field.width + 1
    var sums = [SIMD4<Float>](repeating: .zero, count: width * (field.height + 1))
    var squares = [Float](repeating: 0, count: width * (field.height + 1))
    for y in 0..<field.height {
      var row = SIMD4<Float>.zero
      var square: Float = 0
      for x in 0..<field.width {
        let v = field.values[y * field.width + x]
        row += v
        square += (v * v).sum()
        sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + row
        squares[(y + 1) * width + x + 1] = squares[y * width + x + 1] + square
      }
    }
    self.sums = sums
    self.squares = squares
  }

  /// How much the field varies in the square of `reach` pixels around a point.
  @inline(__always)
  private func variance(_ x: Int, _ y: Int, _ reach: Int) -> Float {
    let width = field.width + 1
    let (top, bottom) = ((y - reach) * width, (y + reach + 1) * width)
    let (left, right) = (x - reach, x + reach + 1)
    let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
    let square = squares[bottom + right] - squares[bottom + left] - squares[top + right] + squares[top + left]
    let side = Float(2 * reach + 1)
    return square - (sum * sum).sum() / (side * side)
  }

  /// Looks for the piece of `other` around a pixel, within `radius` of the same pixel here. Nil where that would leave
  /// either picture. First every second place by every second pixel, then all near the best.
  /// - Parameter reach: the piece's side is 2 · reach + 1.
  func find(_ other: GradientField, x: Int, y: Int, radius: Int, reach: Int) -> Found? {
    guard x >= reach, y >= reach, x < other.width - reach, y < other.height - reach, x >= reach + radius,
      y >= reach + radius, x < field.width - reach - radius, y < field.height - reach - radius
    else { return nil }
    let side = 2 * reach + 1
    var piece = [SIMD4<Float>](repeating: .zero, count: side * side)
    var mean = SIMD4<Float>.zero
    for j in 0..<side {
      for i in 0..<side {
        let v = other.values[(y - reach + j) * other.width + x - reach + i]
        piece[j * side + i] = v
        mean += v
      }
    }
    mean /= Float(side * side)
    var norm: Float = 0
    for k in piece.indices {
      piece[k] -= mean
      norm += (piece[k] * piece[k]).sum()
    }
    guard norm > 1e-6 else { return nil }
    // Every second pixel, with its own mean taken away.
    let few = reach + 1
    var thin = [SIMD4<Float>](repeating: .zero, count: few * few)
    var thinMean = SIMD4<Float>.zero
    for j in 0..<few {
      for i in 0..<few {
        thin[j * few + i] = piece[2 * j * side + 2 * i]
        thinMean += thin[j * few + i]
      }
    }
    thinMean /= Float(few * few)
    var thinNorm: Float = 0
    for k in thin.indices {
      thin[k] -= thinMean
      thinNorm += (thin[k] * thin[k]).sum()
    }
    guard thinNorm > 1e-6 else { return nil }
    let share = Float(few * few) / Float(side * side)
    let steps = radius / 2
    let span = 2 * steps + 1
    var coarse = [Float](repeating: 0, count: span * span)
    let width = field.width
    return field.values.withUnsafeBufferPointer { values -> Found? in
      var best = -Float.infinity
      var bestAt = (0, 0)
      thin.withUnsafeBufferPointer { thin in
        for j in 0..<span {
          for i in 0..<span {
            let u = x + 2 * (i - steps)
            let v = y + 2 * (j - steps)
            let corner = values.baseAddress! + (v - reach) * width + u - reach
            var a = SIMD4<Float>.zero
            var b = SIMD4<Float>.zero
            for row in 0..<few {
              let line = corner + 2 * row * width
              let own = thin.baseAddress! + row * few
              var k = 0
              while k + 1 < few {
                a += own[k] * line[2 * k]
                b += own[k + 1] * line[2 * k + 2]
                k += 2
              }
              if k < few { a += own[k] * line[2 * k] }
            }
            let score = (a + b).sum() / (thinNorm * max(variance(u, v, reach) * share, 1e-3)).squareRoot()
            coarse[j * span + i] = score
            if score > best {
              best = score
              bestAt = (i, j)
            }
          }
        }
      }
      guard best > 0 else { return Found(offset: .zero, peak: Double(best), second: 1) }
      var rival: Float = -1
      for j in 0..<span {
        for i in 0..<span where abs(i - bestAt.0) > 2 || abs(j - bestAt.1) > 2 {
          rival = max(rival, coarse[j * span + i])
        }
      }
      // All places around, as far as the search goes.
      let low = -radius
      let centre = (2 * (bestAt.0 - steps), 2 * (bestAt.1 - steps))
      var fine = [Float](repeating: -1, count: 25)
      var peak = -Float.infinity
      var peakAt = (2, 2)
      piece.withUnsafeBufferPointer { piece in
        for j in 0..<5 {
          for i in 0..<5 {
            let dx = centre.0 + i - 2
            let dy = centre.1 + j - 2
            guard dx >= low, dy >= low, dx <= radius, dy <= radius else { continue }
            let corner = values.baseAddress! + (y + dy - reach) * width + x + dx - reach
            var a = SIMD4<Float>.zero
            var b = SIMD4<Float>.zero
            for row in 0..<side {
              let line = corner + row * width
              let own = piece.baseAddress! + row * side
              var k = 0
              while k + 1 < side {
                a += own[k] * line[k]
                b += own[k + 1] * line[k + 1]
                k += 2
              }
              if k < side { a += own[k] * line[k] }
            }
            let score = (a + b).sum() / (norm * max(variance(x + dx, y + dy, reach), 1e-3)).squareRoot()
            fine[j * 5 + i] = score
            if score > peak {
              peak = score
              peakAt = (i, j)
            }
          }
        }
      }
      let (i, j) = peakAt
      guard (1...3).contains(i), (1...3).contains(j), fine[j * 5 + i - 1] > -1, fine[j * 5 + i + 1] > -1,
        fine[j * 5 + i - 5] > -1, fine[j * 5 + i + 5] > -1
      else {
        return Found(
          offset: SIMD2(Double(centre.0 + i - 2), Double(centre.1 + j - 2)), peak: Double(peak), second: 1)
      }
      func between(_ a: Float, _ b: Float, _ c: Float) -> Double {
        let bend = Double(a - 2 * b + c)
        return bend < -1e-9 ? max(-0.5, min(0.5, 0.5 * Double(a - c) / bend)) : 0
      }
      let dx = between(fine[j * 5 + i - 1], peak, fine[j * 5 + i + 1])
      let dy = between(fine[j * 5 + i - 5], peak, fine[j * 5 + i + 5])
      return Found(
        offset: SIMD2(Double(centre.0 + i - 2) + dx, Double(centre.1 + j - 2) + dy), peak: Double(peak),
        second: Double(max(0, rival) / best))
    }
  }
}
