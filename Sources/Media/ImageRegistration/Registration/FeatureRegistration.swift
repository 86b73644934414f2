/// Registration by learned features: two passes, the second with the old picture already brought upon the new one, then
/// templates of gradients as a second witness.
struct FeatureRegistration {
  let sizes: GradientSizes
  let matcher: any FeatureMatcher
  /// At most so many points a picture while a free homography is looked for.
  var freeLimit = FeatureRegistration.limit

  var pair: PicturePair { sizes.pair }

  /// The share of the width within which a pair agrees.
  static let tolerance = 0.0125
  /// Pairs of a lower probability are not looked at.
  static let leastProbability: Float = 0.03
  /// A smaller sum of probabilities is not matched a second time: of true pairs that were claimed, none was below 21.
  static let hopeless = 4.0
  /// So many of the surest pairs, or such a sum of their probabilities, must agree before twice as many points are asked.
  static let leastHopeful = (count: 12, sum: 1.5)
  /// At most so many points a picture.
  static let limit = 1024
  /// The most that another place may be supported, as a share of the claimed one. Of true pairs a century apart it was at most
  /// 0.14; of unrelated drawings with hard edges, whose features pair well anywhere, 0.28 to 0.64.
  static let closestRival = 0.25
  /// The same where the features sum to less than 30: a street that was not the same had 21, and a rival of 0.19.
  static let closestRivalOfFew = 0.15

  /// What the features say alone; transforms between the working sizes.
  struct Answer {
    var transform: Homography
    var pairs: PointPairs
    var agrees: [Bool]
    /// The agreeing pairs' probabilities summed.
    var sum: Double
    var cells: Int
    /// The sum for the best other place, among the pairs that do not agree.
    var rival = 0.0

    var count: Int { agrees.count { $0 } }
  }

  /// The pairs that the last answer rests on; nil before there is one.
  private(set) var found: FirstPass?
  /// Whether enough pairs agreed on a place, and the picture fits in another one, too.
  private(set) var isAmbiguous = false
  /// Whether the surest points say so little that more of them, or those of another size, are not asked.
  private(set) var isHopeless = false

  mutating func run() throws(FeatureError) -> RegistrationResult {
    var evidence = RegistrationEvidence()
    let found = try firstPass()
    self.found = found
    if let claimed = try free(found, &evidence) { return claimed }
    return try held(found, &evidence)
  }

  /// What a homography that nothing holds claims; nil where it claims nothing.
  private mutating func free(
    _ found: FirstPass, _ evidence: inout RegistrationEvidence
  ) throws(FeatureError) -> RegistrationResult? {
    let isMore = max(found.old.points.count, found.new.points.count) > Self.limit
    let few = freePlace(found.pairs)
    var answers = [(found, freeAnswer(few, &evidence, times: isMore ? Self.plainly : 1))]
    // Pairing twice as many points takes four times as long: where half of them are plainly enough it is spared.
    if isMore {
      if case .claimed(let result) = answers[0].1 { return result }
      if Self.isHopeless(few) {
        isHopeless = true
        return nil
      }
      var all = found
      all.pairs = PointPairs(try matcher.matches(found.old, found.new, least: Self.leastProbability))
      all.limit = freeLimit
      answers = [(all, freeAnswer(freePlace(all.pairs), &evidence)), (found, freeAnswer(few, &evidence))]
    }
    for (pairs, answer) in answers {
      switch answer {
      case .claimed(let result):
        self.found = pairs
        return result
      case .doubtful(let result, let agreeing):
        guard let transform = result.transform, try isConfirmed(transform, by: agreeing, in: pairs) else { continue }
        self.found = pairs
        evidence = result.evidence
        return result
      case .ambiguous:
        isAmbiguous = true
        return nil
      case .none: continue
      }
    }
    return nil
  }

  /// Whether twice as many points cannot claim what the surest say nothing of. Of true pairs that only the many claimed, 14
  /// or more of the surest agreed, with a sum of 7; of most unlike ones fewer than eight agree on anything.
  private static func isHopeless(_ few: FreePlace?) -> Bool {
    guard let few else { return true }
    return few.free.count < leastHopeful.count && few.sum < leastHopeful.sum
  }

  /// What a homography held near a similarity claims, or why it claims nothing.
  func held(
    _ found: FirstPass, _ evidence: inout RegistrationEvidence
  ) throws(FeatureError) -> RegistrationResult {
    guard var answer = try align(found) else { return .silent(.tooLittleFound, evidence, by: .features) }
    evidence.features = answer.sum
    evidence.cells = answer.cells
    evidence.remoteness = pair.prior.remoteness(answer.transform)
    let isPlausible = pair.prior.isPlausible(answer.transform)
    if evidence.mayBeClaimedWithTemplates { polish(&answer, &evidence) }
    evidence.rival = answer.sum > 0 ? answer.rival / answer.sum : 1
    var result = RegistrationResult(
      verdict: .accepted, transform: answer.transform, confidence: evidence.confidence(of: .features),
      evidence: evidence, method: .features)
    cover(&result, answer.pairs, answer.agrees)
    if evidence.share(of: .features) < 1 {
      result.refuse(.tooLittleFound)
    } else if !isPlausible {
      result.refuse(.implausible)
    } else if evidence.rival > (evidence.features < 30 ? Self.closestRivalOfFew : Self.closestRival) {
      // Little support here and there is noise; much support here and there is repeated structure.
      result.refuse(answer.rival >= 8 ? .ambiguous : .tooLittleFound)
    } else {
      let own = sizes.full.refine(answer.transform, plan: GradientRefinement.Plan(radii: [6], limit: 240)).sum
      let shifted = GradientRegistration(sizes: sizes).neighbour(of: answer.transform, own: own)
      if GradientRegistration.isClose(shifted, to: own) {
        result.evidence.rival = max(evidence.rival, min(1, shifted / max(own, 1)))
        result.refuse(.ambiguous)
      }
    }
    return result
  }

  /// Templates of gradients as a second witness, and for a finer transform where they are many.
  private func polish(_ answer: inout Answer, _ evidence: inout RegistrationEvidence) {
    var plan = GradientRefinement.Plan(radii: [9, 6], limit: 240)
    plan.least = 0.55
    plan.tolerance = Self.tolerance
    let polished = sizes.full.refine(answer.transform, plan: plan)
    let moved = distance(polished.transform, answer.transform, pair.oldSize) / Double(pair.oldSize.width)
    if moved < 0.03 {
      evidence.templates = polished.agreeing
      evidence.correlation = polished.sum
    }
    if polished.agreeing >= 16, moved < 0.02, pair.prior.isPlausible(polished.transform) {
      answer.transform = polished.transform
    }
  }

  /// The points of both pictures, and the pairs of the surest.
  struct FirstPass {
    var old: FeatureSet
    var new: FeatureSet
    var pairs: PointPairs
    /// So many points of each picture were paired.
    var limit = FeatureRegistration.limit
  }

  func firstPass() throws(FeatureError) -> FirstPass {
    let old = try matcher.features(of: pair.old, mask: nil, limit: freeLimit)
    let new = try matcher.features(of: pair.new, mask: pair.mask, limit: freeLimit)
    let pairs = try matcher.matches(old.first(Self.limit), new.first(Self.limit), least: Self.leastProbability)
    return FirstPass(old: old, new: new, pairs: PointPairs(pairs))
  }

  /// Two passes of matching.
  private func align(_ found: FirstPass) throws(FeatureError) -> Answer? {
    let newFeatures = found.new.first(Self.limit)
    let pairs = found.pairs
    guard let first = fit(pairs) else { return nil }
    guard first.count >= 5, first.sum >= Self.hopeless else { return first }
    let new = pair.newSize
    guard let back = first.transform.inverse,
      let (warped, inside) = FloatPicture(pair.old).warped(by: first.transform, width: new.width, height: new.height)
    else { return first }
    let mask = PixelMask(width: new.width, height: new.height, known: inside).grey
    let again = try matcher.features(of: warped.grey, mask: mask, limit: Self.limit)
    let width = Double(pair.oldSize.width)
    let near = PointPairs(try matcher.matches(again, newFeatures, least: Self.leastProbability))
    let gated = near.filtered { (near.old[$0] - near.new[$0]).length < 0.04 * width }
    guard gated.count >= 6 else { return first.weakened(to: gated.count) }
    var brought = gated
    brought.old = gated.old.map { back($0) }
    guard var second = fit(brought) else { return first }
    // Another place is asked for among all pairs of the first pass: the second saw only this one's surroundings.
    second.rival = first.rival * (first.sum > 0 ? second.sum / first.sum : 1)
    return second
  }

  private func fit(_ pairs: PointPairs) -> Answer? {
    let size = pair.oldSize
    let reach = Self.tolerance * Double(size.width)
    var numbers = SeededNumbers(seed: 2)
    let prior = pair.prior
    guard
      let consensus = SimilarityConsensus(
        pairs, reach: reach * 1.6, numbers: &numbers, isAllowed: prior.allows)
    else { return nil }
    let start = consensus.similarity.homography
    let loose = TamedHomography(start, pairs, size: size, reach: reach, pull: 0.6)
    var answer = Answer(loose, pairs, size)
    if answer.count >= 40, answer.cells >= 12 {
      let free = TamedHomography(start, pairs, size: size, reach: reach, pull: 0.08)
      if prior.isPlausible(free.transform) { answer = Answer(free, pairs, size) }
    }
    let found = answer.transform
    let rest = pairs.filtered { !((found(pairs.old[$0]) - pairs.new[$0]).length < 3 * reach) }
    if let other = SimilarityConsensus(rest, reach: reach * 1.6, numbers: &numbers, isAllowed: prior.allows),
      distance(other.similarity.homography, found, size) > 0.05 * Double(size.width)
    {
      for i in 0..<rest.count where (other.similarity(rest.old[i]) - rest.new[i]).length < reach {
        answer.rival += rest.weights[i]
      }
    }
    return answer
  }
}

extension FeatureRegistration.Answer {
  init(_ tamed: TamedHomography, _ pairs: PointPairs, _ size: PictureSize) {
    transform = tamed.transform
    self.pairs = pairs
    agrees = tamed.agrees
    sum = 0
    var seen: Set<Int> = []
    for i in 0..<pairs.count where agrees[i] {
      sum += pairs.weights[i]
      seen.insert(cell(pairs.old[i], size))
    }
    cells = seen.count
  }

  /// Where the second pass does not confirm the first, only so many pairs are believed.
  func weakened(to count: Int) -> Self {
    var result = self
    result.sum = min(sum, sum * Double(count) / Double(max(1, self.count)))
    return result
  }
}

extension PointPairs {
  init(_ matches: [FeatureMatch]) {
    self.init()
    for match in matches { append(match.old, match.new, match.probability) }
  }
}
