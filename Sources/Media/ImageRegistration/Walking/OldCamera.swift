import Glibc

/// Where the old camera stood among points in space, and how sure that is.
struct OldCamera: Sendable {
  /// The camera that fits best.
  let camera: PointsInSpace.Camera
  /// Where it probably stood: between all places that explain the points nearly as well.
  let place: SIMD3<Double>
  /// Of the place: how uncertain its axes are together, row by row.
  let uncertainty: [SIMD3<Double>]

  /// A point in space that the old picture shows.
  struct Point: Sendable {
    /// In pixels of the old picture.
    var old: SIMD2<Double>
    /// In the axes of the frame that the points are known from.
    var place: SIMD3<Double>
    /// The expected error, in pixels of the old picture.
    var noise: Double
  }

  /// What is believed beforehand of the old camera: focal length, height, sideways and forward as shares of the depth.
  static let priors = (focal: 0.12, height: 0.03, ground: 0.2)
  /// Fewer points say nothing.
  static let leastPoints = 12
  /// At most so many points count as evidence of their own: those of one front are right or wrong together.
  static let most = 60.0
  /// What is left of half of the points, in expected errors.
  static let usualLeft = 1.2
  /// So many places ahead and behind are tried, so far apart as shares of the depth.
  static let ways = (count: 6, apart: 0.03)
  /// The parts of the picture that are left out in turn.
  private static let parts = 8

  /// - Parameters:
  ///   - depth: half of the points lie nearer.
  ///   - depthNoise: how uncertain a point's depth is, as a share of it, in the distance 1.
  ///   - focal: of the old camera in pixels, if it is that of the live one.
  ///   - size: the old picture's.
  init?(_ known: [Point], depth: Double, depthNoise: Double, focal: Double, size: PictureSize) {
    guard known.count >= Self.leastPoints else { return nil }
    let camera = { (v: [Double]) in
      PointsInSpace.Camera(
        rotation: Rotation(about: SIMD3(v[0], v[1], v[2])), place: SIMD3(v[3], v[4], v[5]) * depth, focal: exp(v[6]))
    }
    /// In units of the expected error.
    func residual(_ values: [Double], _ i: Int) -> SIMD2<Double> {
      let camera = camera(values)
      let point = known[i]
      let seen: SIMD2<Double> = camera.look(at: point.place, focal: focal)
      // A point's depth is uncertain, too: along the line on which it would move there is more noise.
      let further: SIMD2<Double> = camera.look(at: point.place * (1 + depthNoise * point.place.z), focal: focal)
      let line: SIMD2<Double> = (further - seen) / point.noise
      let off: SIMD2<Double> = (seen + size.centre - point.old) / point.noise
      let square: Double = (line * line).sum()
      guard square > 1e-9 else { return off }
      let along: SIMD2<Double> = line * ((off * line).sum() / square)
      return off - along + along / (1 + square).squareRoot()
    }
    let steps = [1e-6, 1e-6, 1e-6, 1e-5, 1e-5, 1e-5, 1e-5]
    let priors = Self.priors
    let spread = [.infinity, .infinity, .infinity, priors.ground, priors.height, priors.ground, priors.focal]
    // First coarsely, or the fit stays where it began.
    var values = [Double](repeating: 0, count: 7)
    for coarse in [12.0, 5] {
      values =
        LeastSquares(count: 7, from: values, steps: steps, spread: spread, pieces: known.count, most: Self.most) {
          residual($0, $1) / coarse
        }.values
    }
    // Where the points fit worse than expected, all are believed less.
    let left = known.indices.map { residual(values, $0).length }.sorted()
    let scale = max(1, left[left.count / 2] / Self.usualLeft)
    let found = LeastSquares(
      count: 7, from: values, steps: steps, spread: spread, pieces: known.count, most: Self.most, rounds: 60
    ) { residual($0, $1) / scale }
    guard let covariance = found.covariance else { return nil }
    // A zoom looks much like a step forward: every place along that way is tried, with all else fitted to it. Where several
    // explain the points nearly as well, the place lies between them, and is as uncertain.
    var ways = [(place: camera(found.values).place, cost: found.cost)]
    for direction in [-1.0, 1] {
      var from = found.values
      for step in 1...Self.ways.count {
        let forward = found.values[5] + direction * Double(step) * Self.ways.apart
        let all = { (six: [Double]) in six[0..<5] + [forward, six[5]] }
        let fit = LeastSquares(
          count: 6, from: from[0..<5] + [from[6]], steps: Array(steps[0..<6]), spread: spread[0..<5] + [priors.focal],
          pieces: known.count, most: Self.most, rounds: 8
        ) { residual(Array(all($0)), $1) / scale }
        from = Array(all(fit.values))
        ways.append((camera(from).place, fit.cost + (forward / priors.ground) * (forward / priors.ground)))
      }
    }
    let least = ways.map(\.cost).min() ?? 0
    let weights = ways.map { exp((least - $0.cost) / 2) }
    let total = weights.reduce(0, +)
    let mean = zip(ways, weights).reduce(SIMD3.zero) { $0 + $1.0.place * ($1.1 / total) }
    // Errors go together: the windows of one front were all changed. Without each part of the picture in turn the place
    // comes out a little different; that says how uncertain it is, too (Quenouille's and Tukey's jackknife).
    var places: [SIMD3<Double>] = []
    for part in 0..<Self.parts {
      let less = LeastSquares(
        count: 7, from: found.values, steps: steps, spread: spread, pieces: known.count, most: Self.most, rounds: 12,
        weight: { Self.part(known[$0].old, size) == part ? 0 : 1 }, residual: { residual($0, $1) / scale })
      places.append(camera(less.values).place)
    }
    let middle = places.reduce(SIMD3.zero, +) / Double(places.count)
    uncertainty = (0..<3).map { row in
      var sum = SIMD3(covariance[row * 7 + 24], covariance[row * 7 + 25], covariance[row * 7 + 26]) * depth * depth
      for (way, weight) in zip(ways, weights) { sum += (way.place - mean)[row] * (way.place - mean) * (weight / total) }
      for place in places {
        sum += (place - middle)[row] * (place - middle) * Double(places.count - 1) / Double(places.count)
      }
      return sum
    }
    self.camera = camera(found.values)
    place = mean
  }

  /// In which of the picture's parts a point lies: four across, two down.
  private static func part(_ point: SIMD2<Double>, _ size: PictureSize) -> Int {
    let column = max(0, min(3, Int(point.x / Double(size.width) * 4)))
    return 2 * column + (point.y < Double(size.height) / 2 ? 0 : 1)
  }
}
