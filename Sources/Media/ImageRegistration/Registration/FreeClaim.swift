/// What is claimed by a homography that nothing holds: people never stand in the very spot of the old camera, so a front
/// is seen aslant, and no similarity fits.
extension FeatureRegistration {
  /// What pairs say of one place.
  enum FreeAnswer {
    /// Enough agree, and nothing speaks against the place.
    case claimed(RegistrationResult)
    /// Enough agree, but none is probable: the place is claimed if ``isConfirmed(_:by:in:)``.
    case doubtful(RegistrationResult, agreeing: PointPairs)
    /// Enough agree, but the picture fits in another place, too.
    case ambiguous
    case none
  }

  /// So many pairs must agree.
  static let leastFree = 30
  /// And their probabilities' sum, times the square of their mean, must come to this: pairs of which none is probable are
  /// many also where a street is seen in a mirror. There it was at most 1.7, with 82 pairs, and the picture fitted elsewhere,
  /// too; of a tower a century later, with 32 pairs, 2.1 to 5.9.
  static let leastStrength = 2.5
  /// Pairs of which none is probable must lie in so many of 8×8 cells: a car of one make, parked in two streets, was found
  /// by 62 pairs in four.
  static let leastDoubtfulCells = 8
  /// They never claim as if they were twice what is needed.
  static let mostDoubtful = 1.9
  /// So many pairs must be found once more where they lead, and so many as a share of them.
  static let leastConfirming = 25.0
  static let leastConfirmingShare = 0.4
  /// The least share of them that also agrees with what is found then.
  static let leastKept = 0.6
  static let leastSure = 100
  static let leastSureMean = 0.33
  static let leastSureShare = 0.45
  /// So many times that of both is plainly enough.
  static let plainly = 2.0
  /// The share of the width within which a pair agrees.
  static let freeReach = 0.0125
  /// The most pairs amidst the claimed ones that agree on another place, as a share of these. Of true pairs it was at most
  /// 0.2.
  static let closestFreeRival = 0.25

  /// The place on which most pairs agree, and how many do.
  struct FreePlace {
    var free: FreeHomography
    var pairs: PointPairs
    /// The agreeing pairs' probabilities summed, and in how many of 8×8 cells they lie.
    var sum: Double
    var cells: Int
    var remoteness: Double

    var mean: Double { sum / Double(free.count) }
    var strength: Double { sum * mean * mean }
    /// How many agree, as a multiple of what is needed.
    var count: Double { Double(free.count) / Double(FeatureRegistration.leastFree) / remoteness }
    /// The evidence as a multiple of what is needed.
    var share: Double { min(count, strength / FeatureRegistration.leastStrength / remoteness) }
  }

  /// Nil where fewer than eight pairs agree on a place that a person who aims could see.
  func freePlace(_ pairs: PointPairs) -> FreePlace? {
    let size = pair.oldSize
    let reach = Self.freeReach * Double(size.width)
    let prior = pair.prior
    var numbers = SeededNumbers(seed: 5)
    var starts: [Homography] = []
    if let near = SimilarityConsensus(pairs, reach: 2 * reach, numbers: &numbers, isAllowed: prior.allows) {
      starts = [near.similarity.homography]
    }
    guard
      let free = FreeHomography(
        pairs, size: size, reach: reach, starts: starts, numbers: &numbers, isAllowed: prior.isPlausible)
    else { return nil }
    let (sum, cells) = sums(pairs, free.agrees)
    return FreePlace(free: free, pairs: pairs, sum: sum, cells: cells, remoteness: prior.remoteness(free.transform))
  }

  /// What pairs say of the place on which most of them agree.
  /// - Parameters:
  ///   - evidence: what was found is added, also where nothing is claimed.
  ///   - times: so many times what is needed.
  func freeAnswer(_ place: FreePlace?, _ evidence: inout RegistrationEvidence, times: Double = 1) -> FreeAnswer {
    guard let place else { return .none }
    let (size, prior) = (pair.oldSize, pair.prior)
    let reach = Self.freeReach * Double(size.width)
    let (free, pairs) = (place.free, place.pairs)
    let (sum, cells, remoteness) = (place.sum, place.cells, place.remoteness)
    let (mean, strength, count, share) = (place.mean, place.strength, place.count, place.share)
    evidence.pairs = max(evidence.pairs, free.count)
    let isDoubtful = times == 1 && share < 1 && count >= 1 && cells >= Self.leastDoubtfulCells
    guard share >= times || isDoubtful else { return .none }
    let rival = Double(rival(of: free, pairs)) / Double(free.count)
    if rival > Self.closestFreeRival { return .ambiguous }
    // Of a row of equal windows 200 pairs agreed on a place 9 % off, with a mean probability of 0.57.
    let isSureOfPlace =
      free.count >= Self.leastSure && mean >= Self.leastSureMean
      && Double(free.count) >= Self.leastSureShare * Double(pairs.count)
    if !isSureOfPlace, hasNeighbour(free.transform) { return .ambiguous }
    var found = evidence
    (found.features, found.cells, found.strength) = (sum, cells, strength)
    (found.remoteness, found.rival) = (remoteness, rival)
    if !isDoubtful { evidence = found }
    let held = HeldHomography(pairs, near: free.transform, size: size, reach: reach)?.transform
    let transform = held.flatMap { prior.isPlausible($0) ? $0 : nil } ?? free.transform
    let heard = isDoubtful ? min(count, Self.mostDoubtful) : share
    var result = RegistrationResult(
      verdict: .accepted, transform: transform, confidence: heard / (1 + heard), evidence: found, method: .features)
    cover(&result, pairs, free.agrees)
    return isDoubtful
      ? .doubtful(result, agreeing: pairs.filtered { free.agrees[$0] }) : .claimed(result)
  }

  /// Whether pairs of which none is probable show one place: the old picture is brought there and matched once more. By
  /// chance no pairs are found there again, or they lead on to another place.
  ///
  /// Of 100 views of real pairs a century apart 11 more are right by it. Of 240 unlike photographs, of which 30 pairs and
  /// more agreed on something in six, none is confirmed.
  /// - Parameters:
  ///   - transform: the place, between the working sizes.
  ///   - agreeing: the pairs that agree with it.
  ///   - found: the points of the new picture.
  func isConfirmed(
    _ transform: Homography, by agreeing: PointPairs, in found: FirstPass
  ) throws(FeatureError) -> Bool {
    let (size, new) = (pair.oldSize, pair.newSize)
    let width = Double(size.width)
    let reach = Self.freeReach * width
    guard let back = transform.inverse,
      let (warped, inside) = FloatPicture(pair.old).warped(by: transform, width: new.width, height: new.height)
    else { return false }
    let mask = PixelMask(width: new.width, height: new.height, known: inside).grey
    let again = try matcher.features(of: warped.grey, mask: mask, limit: freeLimit)
    var pairs = PointPairs(try matcher.matches(again, found.new, least: Self.leastProbability))
    let here = pairs.old.indices.count { (pairs.old[$0] - pairs.new[$0]).length < reach }
    guard Double(here) >= max(Self.leastConfirming, Self.leastConfirmingShare * Double(agreeing.count)) else {
      return false
    }
    pairs.old = pairs.old.map { back($0) }
    var numbers = SeededNumbers(seed: 6)
    guard
      let second = FreeHomography(
        pairs, size: size, reach: reach, starts: [transform], numbers: &numbers, isAllowed: pair.prior.isPlausible)
    else { return false }
    let both = agreeing.old.indices.count { (second.transform(agreeing.old[$0]) - agreeing.new[$0]).length < reach }
    return Double(both) >= Self.leastKept * Double(agreeing.count)
  }

  /// The agreeing pairs' probabilities summed, and in how many of 8×8 cells they lie.
  func sums(_ pairs: PointPairs, _ agrees: [Bool]) -> (sum: Double, cells: Int) {
    var sum = 0.0
    var seen: Set<Int> = []
    for i in 0..<pairs.count where agrees[i] {
      sum += pairs.weights[i]
      seen.insert(cell(pairs.old[i], pair.oldSize))
    }
    return (sum, seen.count)
  }

  /// Whether the whole picture fits nearly as well when it is shifted, as a row of equal windows does.
  private func hasNeighbour(_ transform: Homography) -> Bool {
    let own = sizes.full.refine(transform, plan: GradientRefinement.Plan(radii: [6], limit: 240)).sum
    return GradientRegistration.isClose(
      GradientRegistration(sizes: sizes).neighbour(of: transform, own: own), to: own)
  }

  /// Says which part of the old picture the agreeing pairs cover, and how far off the transform may be.
  func cover(_ result: inout RegistrationResult, _ pairs: PointPairs, _ agrees: [Bool]) {
    let size = pair.oldSize
    result.region = ClaimedRegion(of: pairs, agrees: agrees, size: size)
    guard let transform = result.transform else { return }
    let held = HeldHomography(pairs, near: transform, size: size, reach: Self.freeReach * Double(size.width))
    result.deviation = held?.deviation(over: size)
    result.cells = result.region.map {
      ClaimedCells(of: pairs, agrees: agrees, transform: transform, held: held, region: $0, size: size)
    }
  }

  /// How many pairs say that what the claimed pairs show lies in another place. Another depth of the scene says so, too,
  /// but of other things: only pairs amidst the claimed ones count.
  private func rival(of free: FreeHomography, _ pairs: PointPairs) -> Int {
    var numbers = SeededNumbers(seed: 8)
    let size = pair.oldSize
    let width = Double(size.width)
    let reach = Self.freeReach * width
    let claimed = pairs.old.indices.filter { free.agrees[$0] }.map { pairs.old[$0] }
    // Amidst: no farther from two claimed ones than these lie from one another.
    let apart = claimed.map { point in claimed.map { ($0 - point).length }.sorted().prefix(3).last ?? 0 }.sorted()
    let near = max(0.03 * width, 1.5 * (apart.isEmpty ? 0 : apart[apart.count / 2]))
    let rest = pairs.filtered { i in
      (free.transform(pairs.old[i]) - pairs.new[i]).length >= 3 * reach
        && claimed.count { ($0 - pairs.old[i]).length < near } >= 2
    }
    guard
      let other = SimilarityConsensus(
        rest, reach: 2 * reach, hypotheses: 300, numbers: &numbers, isAllowed: pair.prior.allows)
    else { return 0 }
    return (0..<rest.count).count { (other.similarity(rest.old[$0]) - rest.new[$0]).length < 2 * reach }
  }
}
