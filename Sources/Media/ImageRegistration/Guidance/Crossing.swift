/// What one live frame says of another picture: one pass of features.
struct Crossing: Sendable {
  /// From the old picture to the frame, in the working sizes.
  var similarity: Similarity
  /// The pairs that agree with it, within twice the reach: what stands nearer or farther lies a little off.
  var pairs: [FeatureMatch]
  /// The agreeing pairs' probabilities summed.
  var evidence: Double
  /// In how many of 8×8 cells of the old picture the agreeing pairs lie.
  var cells: Int
  /// The least evidence that is spoken of this far from where one aims.
  private var needed: Double
  /// The best other place's share of the evidence.
  var rival: Double

  /// The least sum of probabilities that is spoken of, where the old picture lies about where one aims.
  static let leastEvidence = 12.0
  /// The most that another place may be supported, as a share of what is spoken of. More than in a registration, as another
  /// depth of the same scene is another place, too.
  static let closestRival = 0.4
  /// The share of the width within which pairs agree: wider than for registration, as scenes have depth.
  static let tolerance = 0.02

  /// Nil where nothing was found at all.
  /// - Parameters:
  ///   - old: the size of the picture that is looked for.
  ///   - new: of the one that it is looked for in.
  ///   - prior: how far from right it may lie.
  init?(_ matches: [FeatureMatch], _ old: PictureSize, _ new: PictureSize, prior: AimPrior) {
    let pairs = PointPairs(matches)
    let reach = Self.tolerance * Double(old.width)
    var numbers = SeededNumbers(seed: 3)
    guard
      let best = SimilarityConsensus(
        pairs, reach: reach, hypotheses: 400, numbers: &numbers, isAllowed: prior.allows)
    else { return nil }
    similarity = best.similarity
    evidence = 0
    self.pairs = []
    var seen: Set<Int> = []
    for (i, match) in matches.enumerated() {
      let off = (best.similarity(match.old) - match.new).length
      if off < 2 * reach { self.pairs.append(match) }
      guard off < reach else { continue }
      evidence += pairs.weights[i]
      seen.insert(cell(match.old, old))
    }
    cells = seen.count
    rival = 0
    needed = Self.leastEvidence
    let rest = pairs.filtered { (best.similarity(pairs.old[$0]) - pairs.new[$0]).length >= 2.5 * reach }
    if let other = SimilarityConsensus(
      rest, reach: reach, hypotheses: 200, numbers: &numbers, isAllowed: prior.allows),
      innerDistance(other.similarity.homography, best.similarity.homography, old)
        > 0.05 * Double(old.width)
    {
      for i in 0..<rest.count where (other.similarity(rest.old[i]) - rest.new[i]).length < reach {
        rival += rest.weights[i]
      }
    }
    rival = evidence > 0 ? rival / evidence : 1
    needed = Self.leastEvidence * prior.remoteness(best.similarity.homography)
  }

  /// The evidence as a share of what is needed; below 1 nothing is said.
  var share: Double { rival < Self.closestRival ? evidence / needed : 0 }
}
