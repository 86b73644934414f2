/// Registration by gradients alone: a search over everything at 192 pixels, the best places verified by templates at
/// half the working size, and the best of these made exact.
struct GradientRegistration {
  let sizes: GradientSizes
  var pair: PicturePair { sizes.pair }

  /// The least sum of correlations that is accepted: the best of wrong places came to 13.9 where right ones began at 17.
  static let leastCorrelation = 14.0
  /// At the full size the sum of correlations is at most so many times that at half of it: of 312 places of streets 1.6.
  private static let growth = 1.7
  /// At most so many times that of the first pass at the full size: 1.2 there.
  private static let secondGrowth = 1.25
  /// Places that lie within this share of the width of a better one at half the size lead to the same.
  private static let same = 0.02

  private func toWork(_ transform: Homography, scale: Double) -> Homography {
    Homography.resizing(pair.newSize.scaled(by: scale), to: pair.newSize) * transform
      * Homography.resizing(pair.oldSize, to: pair.oldSize.scaled(by: scale))
  }

  private func toSearch(_ transform: Homography, scale: Double) -> Homography {
    Homography.resizing(pair.newSize, to: pair.newSize.scaled(by: scale)) * transform
      * Homography.resizing(pair.oldSize.scaled(by: scale), to: pair.oldSize)
  }

  /// The least score in the search of a place that could still be claimed against silent features: of 26 of drawn scenes
  /// that came to 40 and more it was 0.29 to 0.62, of a third of unlike pairs less than 0.2.
  private static let searchedAgainstSilence = 0.2
  /// Among so many of the likeliest places is one that comes near enough, where any does: of the same scenes it was the
  /// fourth at most.
  private static let likeliest = 8

  private static let exact = GradientRefinement.Plan(radii: [8, 6], limit: 240)
  private static let first = GradientRefinement.Plan(radii: [8], limit: 240)
  private static let second = GradientRefinement.Plan(radii: [6], limit: 240)
  private static let glance: GradientRefinement.Plan = {
    var plan = GradientRefinement.Plan(radii: [7], limit: 130)
    plan.reach = 7
    plan.tolerance = 0.016
    return plan
  }()
  private static let rough: GradientRefinement.Plan = {
    var plan = GradientRefinement.Plan(radii: [7, 4])
    plan.reach = 7
    return plan
  }()

  private func isApart(_ a: Homography, _ b: Homography) -> Bool {
    distance(a, b, pair.oldSize) > 0.06 * Double(pair.oldSize.width)
  }

  /// The most templates that support the transform shifted to a place where the whole picture fits too, as a sum of
  /// correlations; 0 where that is less than would be close.
  /// - Parameter own: what supports the transform itself.
  func neighbour(of transform: Homography, own: Double) -> Double {
    let search = sizes.search
    var most = 0.0
    let width = Double(pair.oldSize.width)
    let apart = 0.04 * search.scale * width
    let least = max(Self.leastCorrelation, Registration.closestRival * own)
    let isOther = { (found: Homography) in distance(found, transform, pair.oldSize) > 0.035 * width }
    for place in search.search.neighbours(of: toSearch(transform, scale: search.scale), apart: apart) {
      let first = sizes.half.refine(toWork(place, scale: search.scale), plan: Self.rough)
      guard first.sum > 8, first.sum * Self.growth >= least, isOther(first.transform) else { continue }
      let second = sizes.full.refine(first.transform, plan: Self.exact)
      if isOther(second.transform) { most = max(most, second.sum) }
    }
    return most
  }

  /// Whether so much support of another place forbids a claim: where it would be claimed itself, and is close.
  static func isClose(_ rival: Double, to own: Double) -> Bool {
    rival >= leastCorrelation && rival > Registration.closestRival * own
  }

  /// The least score of a place in the search by which so large a sum of correlations is looked for.
  private static func leastScore(for least: Double) -> Double {
    least >= Registration.leastAgainstSilence ? searchedAgainstSilence : 0
  }

  /// The transform of the result is between the working sizes, and is there also where it is not claimed.
  /// - Parameters:
  ///   - also: a place to look at in addition to those that the search finds.
  ///   - least: nothing is made of a smaller sum of correlations: places that cannot come to it are given up early.
  func run(also: Homography? = nil, least: Double = Self.leastCorrelation) -> RegistrationResult {
    let search = sizes.search
    var glances: [GradientRefinement] = []
    let places = search.search.places(limit: 24, least: Self.leastScore(for: least))
    for (number, place) in places.enumerated() {
      // The likeliest places come first: where these are far from enough, the others are, too.
      if number == Self.likeliest, (glances.map(\.sum).max() ?? 0) * Self.growth < least { break }
      let glance = sizes.half.refine(toWork(place.transform, scale: search.scale), plan: Self.glance)
      if glance.agreeing >= 6 { glances.append(glance) }
    }
    let width = Double(pair.oldSize.width)
    var candidates = exact(glances.sorted { $0.sum > $1.sum }.prefix(8), least: least, width: width)
    if let also, !candidates.isEmpty || least <= Self.leastCorrelation {
      candidates.append((sizes.full.refine(also, plan: Self.exact), 1))
    }
    candidates.sort { $0.refined.sum > $1.refined.sum }
    var evidence = RegistrationEvidence()
    guard let first = candidates.first?.refined, first.agreeing >= 8 else {
      return .silent(.tooLittleFound, evidence, by: .gradients)
    }
    // Once more from the best: its own answer may have been some way off.
    let again = sizes.full.refine(first.transform, plan: Self.second)
    let best = again.sum > first.sum && !isApart(again.transform, first.transform) ? again : first
    let rival = candidates.dropFirst().first { isApart($0.refined.transform, best.transform) }?.refined.sum ?? 0
    evidence.templates = best.agreeing
    evidence.correlation = best.sum
    evidence.cells = best.cells
    evidence.places = candidates.reduce(0) { sum, candidate in
      let found = candidate.refined
      let isHere = found.agreeing >= 7 && innerDistance(found.transform, best.transform, pair.oldSize) < 0.03 * width
      return sum + (isHere ? candidate.places : 0)
    }
    evidence.rival = rival / best.sum
    var result = RegistrationResult(
      verdict: .accepted, transform: best.transform, confidence: evidence.confidence(of: .gradients),
      evidence: evidence, method: .gradients)
    if evidence.share(of: .gradients) < 1 {
      result.refuse(.tooLittleFound)
    } else if !pair.prior.isPlausible(best.transform) {
      result.refuse(.implausible)
    } else {
      let shifted = neighbour(of: best.transform, own: best.sum)
      result.evidence.rival = max(rival, shifted) / best.sum
      result.confidence = result.evidence.confidence(of: .gradients)
      if result.evidence.share(of: .gradients) < 1 || Self.isClose(max(rival, shifted), to: best.sum) {
        result.refuse(.ambiguous)
      }
    }
    return result
  }

  /// The places that can come to enough, at the full size, and from how many glances each was reached.
  private func exact(
    _ glances: ArraySlice<GradientRefinement>, least: Double, width: Double
  ) -> [(refined: GradientRefinement, places: Int)] {
    guard let best = glances.first, best.sum * Self.growth >= least else { return [] }
    var groups: [(refined: GradientRefinement, places: Int)] = []
    for glance in glances {
      let same = groups.firstIndex {
        innerDistance($0.refined.transform, glance.transform, pair.oldSize) < Self.same * width
      }
      if let same { groups[same].places += 1 } else { groups.append((glance, 1)) }
    }
    let found = groups.map { (refined: sizes.full.refine($0.refined.transform, plan: Self.first), places: $0.places) }
    let most = found.map(\.refined.sum).max() ?? 0
    guard most * Self.secondGrowth >= least else { return [] }
    // What is far behind is no rival either.
    return found.map {
      $0.refined.sum * Self.secondGrowth < most / 2
        ? $0 : (sizes.full.refine($0.refined.transform, plan: Self.second), $0.places)
    }
  }
}
