/// Where the points of an old picture lie in a frame, each by itself: a transform of the whole says it only roughly, as
/// nearer things lie elsewhere than farther ones.
struct OldPoints: Sendable {
  /// In pixels of the old picture and of the frame.
  struct Point: Sendable {
    var old: SIMD2<Double>
    var new: SIMD2<Double>
    /// The expected error, as a share of the old picture's width.
    var noise: Double
  }

  var points: [Point]

  /// The expected errors of features, which lie on whole pixels of changed things, and of templates of gradients. Measured
  /// in scenes: half of the features with a probability above ½ lie within 1.7 pixels of 640, half of the templates within
  /// half a pixel.
  static let featureNoise = 0.004
  static let templateNoise = 0.0012
  /// Pairs of a lower probability are mostly wrong by some pixels.
  static let leastProbability = 0.3
  /// As far as templates may lie from where the transform has them, in shares of the width.
  static let farthest = 0.03
  /// The least correlation of a template, and the most that another place may have of it.
  static let leastCorrelation = 0.75
  static let mostSecond = 0.9
  /// Half a template's side.
  static let reach = 12

  /// Features alone.
  init(_ pairs: [FeatureMatch]) {
    points = pairs.filter { $0.probability >= Self.leastProbability }.map {
      Point(old: $0.old, new: $0.new, noise: Self.featureNoise)
    }
  }

  /// Features, and templates of gradients, which are finer by far.
  /// - Parameters:
  ///   - mask: as large as the frame; 0 where it shows nothing that counts.
  ///   - transform: from the old picture to the frame, about right.
  init(_ pairs: [FeatureMatch], old: GreyPicture, frame: GreyPicture, mask: GreyPicture?, transform: Homography) {
    self.init(pairs)
    guard let back = transform.inverse,
      let (warped, inside) = FloatPicture(old).warped(by: transform, width: frame.width, height: frame.height)
    else { return }
    let overlap = PixelMask(width: frame.width, height: frame.height, known: inside)
    let counts = mask.map { PixelMask($0, width: frame.width, height: frame.height) }
    let matcher = TemplateMatcher(GradientField(FloatPicture(frame), mask: counts))
    let field = GradientField(warped, mask: overlap)
    let known = overlap.eroded(by: Self.reach + 1).known
    let valid = counts?.eroded(by: Self.reach + 1).known
    let radius = Int((Self.farthest * Double(old.width)).rounded())
    for corner in strongCorners(of: warped, limit: 400, apart: 8) {
      let (x, y) = (Int(corner.x), Int(corner.y))
      guard known[y * frame.width + x], valid?[y * frame.width + x] ?? true,
        let found = matcher.find(field, x: x, y: y, radius: radius, reach: Self.reach),
        found.peak > Self.leastCorrelation, found.second < Self.mostSecond
      else { continue }
      points.append(Point(old: back(corner), new: corner + found.offset, noise: Self.templateNoise))
    }
  }
}
