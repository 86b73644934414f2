import Glibc

/// Finds to a fraction of a pixel where a point of one frame lies in another frame of the same day, from a place that is
/// right to a pixel or two (Lucas and Kanade 1981, with brightness and contrast taken away).
struct PatchTracker: Sendable {
  private let first: FloatPicture
  private let second: FloatPicture

  /// Half a patch's side, in pixels.
  private static let reach = 6
  /// The furthest that a place may move from where it was, in pixels.
  private static let most = 3.0
  /// Among several places one must be so alike, and so much more than any other.
  private static let sureLikeness = 0.9
  private static let lead = 0.03

  init(_ first: GreyPicture, _ second: GreyPicture) {
    self.first = FloatPicture(first).blurred(sigma: 1)
    self.second = FloatPicture(second).blurred(sigma: 1)
  }

  /// A point in the second frame, and how alike its surroundings are: 0.85 to 1.
  struct Found {
    var place: SIMD2<Double>
    var likeness: Double
  }

  /// Nil where the point cannot be followed.
  func follow(_ point: SIMD2<Double>, near start: SIMD2<Double>) -> SIMD2<Double>? {
    find(point, near: start)?.place
  }

  /// Looks at several places: the one that is most alike, where no other is nearly so.
  func find(_ point: SIMD2<Double>, among starts: [SIMD2<Double>]) -> SIMD2<Double>? {
    var all: [Found] = []
    for start in starts { if let found = find(point, near: start) { all.append(found) } }
    guard let best = all.max(by: { $0.likeness < $1.likeness }), best.likeness > Self.sureLikeness,
      all.allSatisfy({ ($0.place - best.place).length < 1 || $0.likeness < best.likeness - Self.lead })
    else { return nil }
    return best.place
  }

  private func find(_ point: SIMD2<Double>, near start: SIMD2<Double>) -> Found? {
    let reach = Self.reach
    let x = Int(point.x.rounded())
    let y = Int(point.y.rounded())
    guard x > reach, y > reach, x < first.width - reach - 1, y < first.height - reach - 1 else { return nil }
    let side = 2 * reach + 1
    var patch = [Float](repeating: 0, count: side * side)
    var across = patch
    var down = patch
    var mean: Float = 0
    for j in 0..<side {
      for i in 0..<side {
        let at = (y + j - reach) * first.width + x + i - reach
        let v = first.values[at]
        patch[j * side + i] = v
        across[j * side + i] = (first.values[at + 1] - first.values[at - 1]) / 2
        down[j * side + i] = (first.values[at + first.width] - first.values[at - first.width]) / 2
        mean += v
      }
    }
    mean /= Float(side * side)
    var (xx, xy, yy, norm): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for k in patch.indices {
      patch[k] -= mean
      norm += patch[k] * patch[k]
      xx += across[k] * across[k]
      xy += across[k] * down[k]
      yy += down[k] * down[k]
    }
    let determinant = xx * yy - xy * xy
    // An edge says nothing along itself.
    guard norm > 1e-4, determinant > 0.01 * (xx + yy) * (xx + yy) else { return nil }
    var place = start + SIMD2(Double(x), Double(y)) - point
    var other = [Float](repeating: 0, count: side * side)
    for _ in 0..<12 {
      guard sample(place, into: &other) else { return nil }
      var otherMean: Float = 0
      for v in other { otherMean += v }
      otherMean /= Float(other.count)
      var otherNorm: Float = 0
      for k in other.indices {
        other[k] -= otherMean
        otherNorm += other[k] * other[k]
      }
      guard otherNorm > 1e-6 else { return nil }
      let gain = (norm / otherNorm).squareRoot()
      var (bx, by): (Float, Float) = (0, 0)
      for k in other.indices {
        let difference = patch[k] - gain * other[k]
        bx += difference * across[k]
        by += difference * down[k]
      }
      let step = SIMD2(Double((yy * bx - xy * by) / determinant), Double((xx * by - xy * bx) / determinant))
      place += step
      guard (place - start).length < Self.most + 1 else { return nil }
      if step.length < 0.02 { break }
    }
    guard (place - start).length < Self.most, sample(place, into: &other) else { return nil }
    var otherMean: Float = 0
    for v in other { otherMean += v }
    otherMean /= Float(other.count)
    var (product, square): (Float, Float) = (0, 0)
    for k in other.indices {
      let v = other[k] - otherMean
      product += v * patch[k]
      square += v * v
    }
    let likeness = Double(product / max(norm * square, 1e-9).squareRoot())
    guard likeness > 0.85 else { return nil }
    return Found(place: place + point - SIMD2(Double(x), Double(y)), likeness: likeness)
  }

  /// A patch of the second frame around a place between pixels; false where it would leave the frame.
  private func sample(_ place: SIMD2<Double>, into patch: inout [Float]) -> Bool {
    let reach = Self.reach
    guard place.x.isFinite, place.y.isFinite, abs(place.x) < 1e5, abs(place.y) < 1e5 else { return false }
    let left = Int(place.x.rounded(.down)) - reach
    let top = Int(place.y.rounded(.down)) - reach
    let side = 2 * reach + 1
    guard left >= 0, top >= 0, left + side < second.width, top + side < second.height else { return false }
    let u = Float(place.x - place.x.rounded(.down))
    let v = Float(place.y - place.y.rounded(.down))
    let (a, b, c, d) = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    for j in 0..<side {
      for i in 0..<side {
        let at = (top + j) * second.width + left + i
        patch[j * side + i] =
          a * second.values[at] + b * second.values[at + 1] + c * second.values[at + second.width]
          + d * second.values[at + second.width + 1]
      }
    }
    return true
  }
}
