/// What is claimed by a homography that nothing holds: people never stand in the very spot of the old camera, so a front
/// is seen aslant, and no similarity fits.
extension FeatureRegistration {
  /// So many pairs must agree.
  static let leastFree = 30
  /// And their probabilities' sum, times the square of their mean, must come to this: pairs of which none is probable are
  /// many also where a street is seen in a mirror. There it was at most 1.7, with 82 pairs, and the picture fitted elsewhere,
  /// too; of a tower a century later, with 32 pairs, 2.1 to 5.9.
  static let leastStrength = 2.5
  /// So many times that of both is plainly enough.
  static let plainly = 2.0
  /// The share of the width within which a pair agrees.
  static let freeReach = 0.0125
  /// The most pairs amidst the claimed ones that agree on another place, as a share of these. Of true pairs it was at most
  /// 0.2.
  static let closestFreeRival = 0.25

  /// A claim by the pairs of the first pass; nil where too few agree, or something speaks against it.
  /// - Parameters:
  ///   - evidence: what was found is added, also where nothing is claimed.
  ///   - times: so many times what is needed.
  func freeClaim(
    _ pairs: PointPairs, _ evidence: inout RegistrationEvidence, times: Double = 1
  ) -> RegistrationResult? {
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
    evidence.pairs = max(evidence.pairs, free.count)
    let remoteness = prior.remoteness(free.transform)
    let (sum, cells) = sums(pairs, free.agrees)
    let mean = sum / Double(free.count)
    let strength = sum * mean * mean
    let share = min(Double(free.count) / Double(Self.leastFree), strength / Self.leastStrength) / remoteness
    guard share >= times else { return nil }
    let rival = Double(rival(of: free, pairs, &numbers)) / Double(free.count)
    guard rival <= Self.closestFreeRival else { return nil }
    // Of a row of equal windows 200 pairs agreed on a place 9 % off, with a mean probability of 0.57.
    if hasNeighbour(free.transform) { return nil }
    (evidence.features, evidence.cells, evidence.strength) = (sum, cells, strength)
    (evidence.remoteness, evidence.rival) = (remoteness, rival)
    let held = HeldHomography(pairs, near: free.transform, size: size, reach: reach)?.transform
    let transform = held.flatMap { prior.isPlausible($0) ? $0 : nil } ?? free.transform
    var result = RegistrationResult(
      verdict: .accepted, transform: transform, confidence: share / (1 + share), evidence: evidence, method: .features)
    cover(&result, pairs, free.agrees)
    return result
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
    result.deviation =
      HeldHomography(pairs, near: transform, size: size, reach: Self.freeReach * Double(size.width))?
      .deviation(over: size)
  }

  /// How many pairs say that what the claimed pairs show lies in another place. Another depth of the scene says so, too,
  /// but of other things: only pairs amidst the claimed ones count.
  private func rival(of free: FreeHomography, _ pairs: PointPairs, _ numbers: inout SeededNumbers) -> Int {
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
