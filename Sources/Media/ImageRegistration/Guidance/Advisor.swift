/// Advises about one location: the old picture's features are found once, each live frame is matched against them.
///
/// It remembers: a frame in which the old picture was found surely is an anchor, and later frames that show too little of
/// the old picture are found by what they share with it. A second frame from a step aside makes points in space of it, and
/// from then on it says where to stand, too.
///
/// Not for two threads at once; a frame takes as long as the matcher needs, every second one twice as long where there
/// is an anchor, and some milliseconds.
public struct Advisor: Sendable {
  private let matcher: any FeatureMatcher
  private let old: GreyPicture
  private let features: FeatureSet
  private let given: PictureSize
  /// In widths of the frame.
  public var focalLength: Double
  /// The side that is worked in.
  private let side: Int
  private var anchor: Anchor?
  private var surroundings: PointsInSpace?
  /// Frames since there is an anchor: every second one is compared with it.
  private var turns = 0
  private var walk: WalkAdvice?
  /// Frames one after the other that nearly fit.
  private var nearFrames = 0
  /// Whether a frame has told the old picture from its mirror image: that is asked once, as it takes long.
  private var isTold = false

  /// A frame in which it is known where the old picture lies.
  private struct Anchor: Sendable {
    var features: FeatureSet
    /// In the size that is worked in.
    var picture: GreyPicture
    var mask: GreyPicture?
    /// From the old picture's working size to the frame's.
    var transform: Homography
    /// Points of the old picture, and the same in the frame.
    var pairs: [FeatureMatch]
    /// The evidence, as a share of what is needed.
    var share: Double
    /// Whether a person marked the points: it stays then, whatever frames say.
    var isMarked = false
    /// How well it fitted.
    var closeness = 0.0
  }

  /// At most so many points a picture.
  static let limit = 768
  /// Pairs of a lower probability are not looked at.
  static let leastProbability: Float = 0.05
  /// From this closeness on it is asked whether a photo would be registered.
  static let near = 0.8
  /// Of so many frames one is asked: it takes as long as the features. ``Guidance`` remembers the answer meanwhile.
  static let askedEvery = 3
  /// At most so many points where two frames of one day are compared, which share many.
  static let anchorLimit = 512
  /// Pairs of a lower probability are no points in space.
  static let stepProbability = 0.2
  /// How much more than needed must be found in a frame that others are measured by.
  static let anchorShare = 1.7
  /// While it is not sure whether to go forward or back, one frame of so many is tried as another anchor.
  static let patience = 4
  /// Below this it is sure enough, as a share of the depth.
  static let littleDoubt = 0.02
  /// The least sum of probabilities by which a frame is found in an anchor: frames of one day share much more.
  static let trackedEvidence = 25.0

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

  /// From now on frames are also found by what they share with a frame in which a person marked points.
  /// - Parameters:
  ///   - frame: the frame that was marked.
  ///   - points: four or more, in pixels of the old picture as it was given, and of the frame.
  ///   - mask: as large as the frame; 0 where it shows nothing that counts.
  /// - Returns: what was made of the points; nothing is changed where it is not accepted.
  public mutating func track(
    _ frame: GreyPicture, points: [MarkedPoint], mask: GreyPicture? = nil
  ) throws(FeatureError) -> RegistrationVerdict {
    let scale = Double(old.width) / Double(given.width)
    let marks = points.map { MarkedPoint(old: ($0.old + 0.5) * scale - 0.5, new: $0.new) }
    let found = Registration.register(old: old, new: frame, mask: mask, points: marks)
    guard let transform = found.transform, let pair = PicturePair(old: old, new: frame, mask: mask, side: side),
      let toWork = pair.workToNew.inverse, let fromWork = pair.oldToWork.inverse
    else { return found.verdict }
    anchor = Anchor(
      features: try matcher.features(of: pair.new, mask: pair.mask, limit: Self.anchorLimit), picture: pair.new,
      mask: pair.mask, transform: toWork * transform * fromWork, pairs: [], share: .infinity, isMarked: true)
    surroundings = nil
    walk = nil
    return found.verdict
  }

  /// Forgets all frames so far, but not the features of the old picture.
  public mutating func forget() {
    nearFrames = 0
    isTold = false
    anchor = nil
    surroundings = nil
    walk = nil
  }

  /// What one frame says; nil where it is not sure. Where a person marked points they are asked first.
  /// - Parameter mask: as large as the frame; 0 where it shows nothing that counts.
  public mutating func advise(_ frame: GreyPicture, mask: GreyPicture? = nil) throws(FeatureError) -> Advice? {
    guard let pair = PicturePair(old: old, new: frame, mask: mask, side: side) else { return nil }
    let found = try matcher.features(of: pair.new, mask: pair.mask, limit: Self.limit)
    if anchor?.isMarked == true, let advice = try tracked(found, pair) { return advice }
    let matches = try matcher.matches(features, found, least: Self.leastProbability)
    let crossing = Crossing(
      matches, pair.oldSize, pair.newSize, prior: pair.prior)
    guard let crossing, crossing.share >= 1 else { return anchor?.isMarked == true ? nil : try tracked(found, pair) }
    let isMeasured = try step(found, pair, crossing)
    var advice = advice(crossing.similarity.homography, pair, share: crossing.share)
    if !isMeasured { keep(crossing, found, pair, closeness: advice.closeness) }
    advice.isFound = try isFound(
      FeatureRegistration.FirstPass(old: features, new: found, pairs: PointPairs(matches), limit: Self.limit), pair,
      advice.closeness)
    advice.walk = walk
    advice.wantsStep = surroundings == nil && anchor?.isMarked == false
    return advice
  }

  /// What one frame says by what it shares with an anchor alone, the old picture's own features unasked; nil where there is
  /// none, or too little.
  /// - Parameter mask: as large as the frame; 0 where it shows nothing that counts.
  public mutating func advise(
    tracking frame: GreyPicture, mask: GreyPicture? = nil
  ) throws(FeatureError) -> Advice? {
    guard anchor != nil, let pair = PicturePair(old: old, new: frame, mask: mask, side: side) else { return nil }
    return try tracked(try matcher.features(of: pair.new, mask: pair.mask, limit: Self.anchorLimit), pair)
  }

  private mutating func tracked(_ found: FeatureSet, _ pair: PicturePair) throws(FeatureError) -> Advice? {
    guard let anchor else { return nil }
    let prior = AimPrior(zooms: 0.4...2.5, roll: 30, shift: 0.6, old: pair.newSize, new: pair.newSize)
    let matches = try matcher.matches(anchor.features, found.first(Self.anchorLimit), least: 0.05)
    guard
      let seen = Crossing(matches, pair.newSize, pair.newSize, prior: prior),
      seen.evidence >= Self.trackedEvidence, seen.rival < Crossing.closestRival
    else { return nil }
    measure(matches)
    let transform = seen.similarity.homography * anchor.transform
    var advice = advice(transform, pair, share: min(anchor.share, seen.evidence / Self.trackedEvidence))
    // A photo is registered through a frame in which points were marked, not through another.
    advice.isFound = anchor.isMarked
    advice.walk = walk
    return advice
  }

  /// Whether a photo would be registered: asked of every so many frames, and not where the picture is still far off.
  private mutating func isFound(
    _ found: FeatureRegistration.FirstPass, _ pair: PicturePair, _ closeness: Double
  ) throws(FeatureError) -> Bool {
    guard closeness >= Self.near else {
      nearFrames = 0
      return false
    }
    nearFrames += 1
    guard nearFrames % Self.askedEvery == 1,
      try Registration.claim(found, pair, matcher, comparesMirrored: !isTold) != nil
    else { return false }
    isTold = true
    return true
  }

  private func advice(_ transform: Homography, _ pair: PicturePair, share: Double) -> Advice {
    Advice(
      transform, old: pair.oldSize, frame: pair.newSize, focalLength: focalLength, confidence: share / (1 + share))
  }

  /// The frame that fits best is the anchor, until points in space are made of one: a step to the side is taken from there.
  private mutating func keep(_ crossing: Crossing, _ found: FeatureSet, _ pair: PicturePair, closeness: Double) {
    guard crossing.share >= Self.anchorShare, anchor?.isMarked != true, closeness > (anchor?.closeness ?? 0)
    else { return }
    anchor = Anchor(
      features: found.first(Self.anchorLimit), picture: pair.new, mask: pair.mask,
      transform: crossing.similarity.homography, pairs: crossing.pairs, share: crossing.share, closeness: closeness)
  }

  /// Looks for points in space, or measures the walk, by what the frame shares with the anchor.
  /// - Returns: false while there are no points in space, and the anchor may be exchanged for this frame.
  private mutating func step(
    _ found: FeatureSet, _ pair: PicturePair, _ crossing: Crossing
  ) throws(FeatureError) -> Bool {
    guard let anchor, !anchor.isMarked else { return false }
    turns += 1
    guard turns % 2 == 0 else { return surroundings != nil }
    let matches = try matcher.matches(anchor.features, found.first(Self.anchorLimit), least: 0.05)
    if surroundings == nil {
      surroundings = PointsInSpace(
        pairs: matches.filter { $0.probability >= Self.stepProbability }, pictures: (anchor.picture, pair.new),
        old: {
          OldPoints(
            anchor.pairs, old: old, frame: anchor.picture, mask: anchor.mask, transform: anchor.transform)
        }, oldSize: pair.oldSize, focalLength: focalLength)
    }
    measure(matches)
    if let surroundings, let walk, !walk.saysForward, surroundings.doubt > Self.littleDoubt,
      turns % Self.patience == 0, let closer = self.closer(matches, found, pair, crossing),
      closer.surroundings.doubt < surroundings.doubt
    {
      (self.anchor, self.surroundings) = (closer.anchor, closer.surroundings)
      self.walk = closer.surroundings.walk(from: PointsInSpace.Camera(rotation: .identity, place: .zero, focal: 1))
    }
    return surroundings != nil
  }

  /// This frame as the anchor and the anchor as the step: from where a person has walked meanwhile, more of the old
  /// picture may be found.
  private func closer(
    _ matches: [FeatureMatch], _ found: FeatureSet, _ pair: PicturePair, _ crossing: Crossing
  ) -> (anchor: Anchor, surroundings: PointsInSpace)? {
    guard let anchor, crossing.share >= Self.anchorShare else { return nil }
    let transform = crossing.similarity.homography
    let back = matches.filter { $0.probability >= Self.stepProbability }.map {
      FeatureMatch(old: $0.new, new: $0.old, probability: $0.probability)
    }
    let surroundings = PointsInSpace(
      pairs: back, pictures: (pair.new, anchor.picture),
      old: { OldPoints(crossing.pairs, old: old, frame: pair.new, mask: pair.mask, transform: transform) },
      oldSize: pair.oldSize, focalLength: focalLength)
    guard let surroundings else { return nil }
    return (
      Anchor(
        features: found.first(Self.anchorLimit), picture: pair.new, mask: pair.mask, transform: transform,
        pairs: crossing.pairs, share: crossing.share, closeness: anchor.closeness), surroundings
    )
  }

  private mutating func measure(_ matches: [FeatureMatch]) {
    guard let surroundings else { return }
    walk = surroundings.place(matches).map { surroundings.walk(from: $0) }
  }
}
