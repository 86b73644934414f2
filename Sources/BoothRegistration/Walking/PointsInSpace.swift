import Glibc

/// What a person must walk: from where the live camera stands to where the old one stood.
public struct WalkAdvice: Sendable, Equatable {
  /// To the right as the live camera looks, and forward, as shares of the distance to what half of the picture shows.
  public var right: Double
  public var forward: Double
  /// How uncertain each is: about two times of three it is less far off.
  public var rightError: Double
  public var forwardError: Double

  /// A walk as given.
  public init(right: Double, forward: Double, rightError: Double, forwardError: Double) {
    self.right = right
    self.forward = forward
    self.rightError = rightError
    self.forwardError = forwardError
  }

  /// As many times as uncertain as it must be to be spoken of: at 1.5, 40 of 40 were right in the measured walks, and
  /// a third of all were spoken of.
  static let sureness = 1.5

  /// Whether it is sure which way sideways.
  public var saysRight: Bool { abs(right) > Self.sureness * rightError }
  /// Whether it is sure whether forward or back.
  public var saysForward: Bool { abs(forward) > Self.sureness * forwardError }
}

/// A place in space, from two frames a step apart, with the old camera in it. Live frames are placed by what they share
/// with the first of the two.
struct PointsInSpace: Sendable {
  /// A camera in the place: how it looks and where it stands, in the first frame's axes, and its focal length as a
  /// multiple of the first frame's.
  struct Camera: Sendable {
    var rotation: Rotation
    var place: SIMD3<Double>
    var focal: Double
  }

  let views: TwoViews
  /// A point in space for each point of the first frame that has one.
  let points: [SIMD2<Double>: SIMD3<Double>]
  let old: Camera
  /// Of the old camera's place.
  let uncertainty: [SIMD3<Double>]
  let size: PictureSize
  let focalLength: Double

  /// The expected error of an old picture's point, as a share of its width: clicks, grain, a century.
  static let oldNoise = 0.005
  /// What is believed beforehand of the old camera: focal length, height, sideways and forward as shares of the depth.
  static let priors = (focal: 0.12, height: 0.03, ground: 0.2)

  /// - Parameters:
  ///   - pairs: points of the first frame, and the same in the second, to a pixel or two.
  ///   - pictures: the two frames.
  ///   - old: points of the old picture, and the same in the first frame; in pixels.
  ///   - focalLength: of the live camera, in widths of its frame.
  init?(
    pairs: [FeatureMatch], pictures: (first: GreyPicture, second: GreyPicture), old: [FeatureMatch],
    oldSize: PictureSize, focalLength: Double
  ) {
    let size = PictureSize(width: pictures.first.width, height: pictures.first.height)
    let focal = focalLength * Double(size.width)
    // Features lie on whole pixels; depths need more.
    let tracker = PatchTracker(pictures.first, pictures.second)
    var first: [SIMD2<Double>] = []
    var second: [SIMD2<Double>] = []
    for pair in pairs {
      guard let found = tracker.follow(pair.old, near: pair.new) else { continue }
      first.append(pair.old)
      second.append(found)
    }
    guard
      let views = TwoViews(
        first: first.map { ($0 - size.centre) / focal }, second: second.map { ($0 - size.centre) / focal },
        pixel: 1 / focal)
    else { return nil }
    self.init(views, first: first, old: old, size: size, oldSize: oldSize, focalLength: focalLength)
  }

  /// - Parameters:
  ///   - pixels: of the first frame, one for each point of `views`.
  ///   - matches: points of the old picture, and the same in the first frame; in pixels.
  ///   - size: the frames'.
  ///   - oldSize: the old picture's.
  ///   - focalLength: of the live camera, in widths of its frame.
  init?(
    _ views: TwoViews, first pixels: [SIMD2<Double>], old matches: [FeatureMatch], size: PictureSize,
    oldSize: PictureSize, focalLength: Double
  ) {
    let focal = focalLength * Double(size.width)
    var points: [SIMD2<Double>: SIMD3<Double>] = [:]
    for (pixel, point) in zip(pixels, views.points) { if let point { points[pixel] = point } }
    let known = matches.compactMap { match in points[match.new].map { (match.old, $0) } }
    guard known.count >= 12 else { return nil }
    let depth = views.depth
    let fit = min(Double(size.width) / Double(oldSize.width), Double(size.height) / Double(oldSize.height))
    let oldFocal = focal / fit
    let noise = Self.oldNoise * Double(oldSize.width)
    let camera = { (v: [Double]) in
      Camera(
        rotation: Rotation(about: SIMD3(v[0], v[1], v[2])), place: SIMD3(v[3], v[4], v[5]) * depth, focal: exp(v[6]))
    }
    let priors = Self.priors
    func residual(_ values: [Double], _ i: Int) -> SIMD2<Double> {
      let camera = camera(values)
      let point = known[i].1
      let seen: SIMD2<Double> = camera.look(at: point, focal: oldFocal)
      // A point's depth is uncertain, too: along the line on which it would move there is more noise.
      let further: SIMD2<Double> = camera.look(at: point * (1 + TwoViews.noise * point.z / focal), focal: oldFocal)
      let line: SIMD2<Double> = further - seen
      let off: SIMD2<Double> = seen + oldSize.centre - known[i].0
      let square: Double = (line * line).sum()
      guard square > 1e-12 else { return off }
      let along: SIMD2<Double> = line * ((off * line).sum() / square)
      return off - along + along / (1 + square / (noise * noise)).squareRoot()
    }
    let steps = [1e-6, 1e-6, 1e-6, 1e-5, 1e-5, 1e-5, 1e-5]
    let spread = [.infinity, .infinity, .infinity, priors.ground, priors.height, priors.ground, priors.focal]
    // First coarsely, or the fit stays where it began.
    let near = LeastSquares(count: 7, steps: steps, spread: spread, pieces: known.count, most: 60) { values, i in
      residual(values, i) / (6 * noise)
    }
    let found = LeastSquares(
      count: 7, from: near.values, steps: steps, spread: spread, pieces: known.count, most: 60, rounds: 60
    ) { values, i in residual(values, i) / noise }
    guard let covariance = found.covariance else { return nil }
    // Errors go together: the windows of one front were all changed. Without each part of the picture in turn the place
    // comes out a little different; that says how uncertain it is, too (Quenouille's and Tukey's jackknife).
    var places: [SIMD3<Double>] = []
    for part in 0..<Self.parts {
      let less = LeastSquares(
        count: 7, from: found.values, steps: steps, spread: spread, pieces: known.count, most: 60, rounds: 12,
        weight: { Self.part(known[$0].0, oldSize) == part ? 0 : 1 }, residual: { residual($0, $1) / noise })
      places.append(camera(less.values).place)
    }
    self.views = views
    self.points = points
    self.size = size
    self.focalLength = focalLength
    old = camera(found.values)
    let square = depth * depth
    let middle = places.reduce(SIMD3.zero, +) / Double(places.count)
    uncertainty = (0..<3).map { row in
      var sum = SIMD3(covariance[row * 7 + 24], covariance[row * 7 + 25], covariance[row * 7 + 26]) * square
      for place in places {
        sum += (place - middle)[row] * (place - middle) * Double(places.count - 1) / Double(places.count)
      }
      return sum
    }
  }

  private static let parts = 8

  /// In which of the picture's parts a point lies: four across, two down.
  private static func part(_ point: SIMD2<Double>, _ size: PictureSize) -> Int {
    let column = max(0, min(3, Int(point.x / Double(size.width) * 4)))
    return 2 * column + (point.y < Double(size.height) / 2 ? 0 : 1)
  }

  /// Where a live frame was taken; nil where too little of the first frame is seen in it.
  /// - Parameter matches: points of the first frame, and the same in the live one; in pixels.
  func place(_ matches: [FeatureMatch]) -> Camera? {
    let known = matches.compactMap { match in points[match.old].map { ($0, match.new) } }
    guard known.count >= 20 else { return nil }
    let focal = focalLength * Double(size.width)
    let depth = views.depth
    let camera = { (v: [Double]) in
      Camera(
        rotation: Rotation(about: SIMD3(v[0], v[1], v[2])), place: SIMD3(v[3], v[4], v[5]) * depth, focal: exp(v[6]))
    }
    let residual = { (values: [Double], i: Int) in
      camera(values).look(at: known[i].0, focal: focal) + size.centre - known[i].1
    }
    // First coarsely: the wrong pairs are many pixels off.
    let found = LeastSquares(
      count: 7, steps: [1e-6, 1e-6, 1e-6, 1e-5, 1e-5, 1e-5, 1e-5],
      spread: [.infinity, .infinity, .infinity, 0.3, 0.1, 0.3, 0.1], pieces: known.count
    ) { values, i in residual(values, i) / 4 }
    guard known.indices.count(where: { residual(found.values, $0).length < 5 }) * 2 > known.count else { return nil }
    return camera(found.values)
  }

  /// What must be walked from a live camera.
  func walk(from live: Camera) -> WalkAdvice {
    let depth = views.depth
    let move = live.rotation(old.place - live.place) / depth
    let side = live.rotation.rows.0
    let ahead = live.rotation.rows.2
    let spread = { (d: SIMD3<Double>) in
      let v = SIMD3(dot(uncertainty[0], d), dot(uncertainty[1], d), dot(uncertainty[2], d))
      return max(0, dot(d, v)).squareRoot() / depth
    }
    return WalkAdvice(right: move.x, forward: move.z, rightError: spread(side), forwardError: spread(ahead))
  }
}

extension PointsInSpace.Camera {
  /// Where the camera sees a point, from its picture's centre.
  @inline(__always)
  func look(at point: SIMD3<Double>, focal length: Double) -> SIMD2<Double> {
    let p = rotation(point - place)
    let z = max(p.z, 0.05)
    return length * focal * SIMD2(p.x, p.y) / z
  }
}
