import Glibc

/// How a camera must move, as one frame says: what to do from here so that the old picture fits.
public struct Advice: Sendable, Equatable {
  /// In degrees; to the right where positive.
  public var turn: Double
  /// In degrees; upwards where positive.
  public var tilt: Double
  /// In degrees; the camera clockwise, as the person behind it sees it, where positive.
  public var roll: Double
  /// The factor by which to zoom in; below 1 out.
  public var zoom: Double
  /// 0 to 1: 1 where all is within the dead zones of ``Guidance``, and less the further off.
  public var closeness: Double
  /// 0 to 1, by the measure of ``RegistrationResult/confidence``: ½ is only just believed.
  public var confidence: Double

  /// Advice as given.
  public init(turn: Double, tilt: Double, roll: Double, zoom: Double, confidence: Double) {
    self.turn = turn
    self.tilt = tilt
    self.roll = roll
    self.zoom = zoom
    self.confidence = confidence
    let off = [
      turn / DeadZones.turn, tilt / DeadZones.tilt, roll / DeadZones.roll, log(max(1e-6, zoom)) / DeadZones.zoom,
    ]
    // Falls to a half at about five dead zones.
    let excess = off.map { max(0, abs($0) - 1) }.map { $0 * $0 }.reduce(0, +).squareRoot()
    closeness = 1 / (1 + excess / 4)
  }

  /// From a transform of the old picture into the frame.
  /// - Parameters:
  ///   - transform: from old pixels to the frame's, as registration gives it.
  ///   - focalLength: of the live camera, in widths of its frame; 1 is about 53° across. It is seldom known: with
  ///     another, degrees of turn and tilt are off by the same factor, and signs are right.
  init(_ transform: Homography, old: PictureSize, frame: PictureSize, focalLength: Double, confidence: Double) {
    let centre = transform(old.centre) - frame.centre
    let focal = focalLength * Double(frame.width)
    // A small step right and down of the centre shows roll and zoom, also where perspective bends the picture.
    let step = 0.2 * Double(old.width)
    let across = transform(old.centre + SIMD2(step, 0)) - transform(old.centre - SIMD2(step, 0))
    let down = transform(old.centre + SIMD2(0, step)) - transform(old.centre - SIMD2(0, step))
    let factor = SIMD2((across.x + down.y) / 2, (across.y - down.x) / 2) / (2 * step)
    let fit = min(Double(frame.width) / Double(old.width), Double(frame.height) / Double(old.height))
    self.init(
      turn: atan2(centre.x, focal) * 180 / .pi, tilt: -atan2(centre.y, focal) * 180 / .pi,
      roll: atan2(factor.y, factor.x) * 180 / .pi, zoom: fit / factor.length, confidence: confidence)
  }
}

/// Within these nothing needs to be said.
enum DeadZones {
  /// Degrees.
  static let turn = 1.5
  static let tilt = 1.5
  static let roll = 2.0
  /// As a logarithm: 7 %.
  static let zoom = 0.0677
}

/// Advises about one location: the old picture's features are found once, each live frame is matched against them.
///
/// Not for two threads at once; a frame takes as long as the matcher needs, and a few milliseconds.
public struct Advisor: Sendable {
  private let matcher: any FeatureMatcher
  private let old: GreyPicture
  private let features: FeatureSet
  private let given: PictureSize
  /// In widths of the frame.
  public var focalLength: Double
  /// The side that is worked in.
  private let side: Int

  /// The least sum of probabilities that is spoken of.
  static let leastEvidence = 12.0
  /// At most so many points a picture.
  static let limit = 768
  /// The most that another place may be supported, as a share of what is spoken of. More than in a registration, as another
  /// depth of the same scene is another place, too.
  static let closestRival = 0.4
  /// The share of the width within which pairs agree: wider than for registration, as scenes have depth.
  static let tolerance = 0.02

  /// - Parameters:
  ///   - old: the picture to aim by.
  ///   - focalLength: of the live camera, in widths of its frame.
  ///   - side: the longest side in which the old picture is matched, in pixels; below 640 half of it is lost.
  public init(
    old: GreyPicture, matcher: any FeatureMatcher, focalLength: Double = 1, side: Int = 640
  ) throws(FeatureError) {
    given = PictureSize(width: old.width, height: old.height)
    self.side = side
    self.focalLength = focalLength
    self.matcher = matcher
    self.old = old.resized(to: given.scaled(by: Double(side) / Double(given.longest)))
    features = try matcher.features(of: self.old, mask: nil, limit: Self.limit)
  }

  /// What one frame says; nil where it is not sure.
  /// - Parameter mask: as large as the frame; 0 where it shows nothing that counts.
  public func advise(_ frame: GreyPicture, mask: GreyPicture? = nil) throws(FeatureError) -> Advice? {
    guard let pair = PicturePair(old: old, new: frame, mask: mask, side: side) else { return nil }
    let found = try matcher.features(of: pair.new, mask: pair.mask, limit: Self.limit)
    let pairs = PointPairs(try matcher.matches(features, found, least: 0.05))
    let reach = Self.tolerance * Double(pair.oldSize.width)
    var numbers = SeededNumbers(seed: 3)
    guard
      let best = SimilarityConsensus(
        pairs, reach: reach, hypotheses: 400, numbers: &numbers, isAllowed: pair.prior.allows)
    else { return nil }
    var evidence = 0.0
    for i in 0..<pairs.count where (best.similarity(pairs.old[i]) - pairs.new[i]).length < reach {
      evidence += pairs.weights[i]
    }
    let rest = pairs.filtered { (best.similarity(pairs.old[$0]) - pairs.new[$0]).length >= 2.5 * reach }
    var rival = 0.0
    if let other = SimilarityConsensus(
      rest, reach: reach, hypotheses: 200, numbers: &numbers, isAllowed: pair.prior.allows),
      innerDistance(other.similarity.homography, best.similarity.homography, pair.oldSize)
        > 0.05 * Double(pair.oldSize.width)
    {
      for i in 0..<rest.count where (other.similarity(rest.old[i]) - rest.new[i]).length < reach {
        rival += rest.weights[i]
      }
    }
    let share = evidence / Self.leastEvidence
    guard share >= 1, rival < Self.closestRival * evidence else { return nil }
    return Advice(
      best.similarity.homography, old: pair.oldSize, frame: pair.newSize, focalLength: focalLength,
      confidence: share / (1 + share))
  }
}

extension RegistrationResult {
  /// What a registration says about how to move; nil where it claims nothing. For booths without learned features, and
  /// for an accepted frame that is tracked.
  /// - Parameters:
  ///   - old: the picture that was registered.
  ///   - frame: the frame that it was registered in.
  ///   - focalLength: of the live camera, in widths of its frame.
  public func advice(old: GreyPicture, frame: GreyPicture, focalLength: Double = 1) -> Advice? {
    guard isAccepted, let transform else { return nil }
    return Advice(
      transform, old: PictureSize(width: old.width, height: old.height),
      frame: PictureSize(width: frame.width, height: frame.height), focalLength: focalLength, confidence: confidence)
  }
}
