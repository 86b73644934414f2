/// Registration by gradients alone: a search over everything at 192 pixels, the best places verified by templates at
/// half the working size, and the best of these made exact.
struct GradientRegistration: Sendable {
  let pair: PicturePair
  /// In the working size.
  let full: GradientPair

  /// The least sum of correlations that is accepted: the best of wrong places came to 13.9 where right ones began at 17.
  static let leastCorrelation = 14.0
  /// The longest side of the old picture while everything is searched.
  static let searchSide = 192

  init(_ pair: PicturePair) {
    self.pair = pair
    full = GradientPair(pair)
  }

  /// The search's own size, and the way there.
  func search() -> (search: GradientSearch, scale: Double) {
    let scale = min(1, Double(Self.searchSide) / Double(pair.oldSize.longest))
    let oldSize = pair.oldSize.scaled(by: scale)
    let newSize = pair.newSize.scaled(by: scale)
    let search = GradientSearch(
      old: FloatPicture(pair.old.resized(to: oldSize)), new: FloatPicture(pair.new.resized(to: newSize)),
      mask: pair.mask.map { PixelMask($0, width: newSize.width, height: newSize.height) })
    return (search, scale)
  }

  func toWork(_ transform: Homography, scale: Double) -> Homography {
    Homography.resizing(pair.newSize.scaled(by: scale), to: pair.newSize) * transform
      * Homography.resizing(pair.oldSize, to: pair.oldSize.scaled(by: scale))
  }

  private func toSearch(_ transform: Homography, scale: Double) -> Homography {
    Homography.resizing(pair.newSize, to: pair.newSize.scaled(by: scale)) * transform
      * Homography.resizing(pair.oldSize.scaled(by: scale), to: pair.oldSize)
  }

  private static let exact = GradientRefinement.Plan(radii: [8, 6], limit: 240)
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
  /// correlations.
  func neighbour(of transform: Homography) -> Double {
    let (search, scale) = search()
    return neighbour(of: transform, in: search, scale: scale, half: GradientPair(pair, scale: 0.5))
  }

  private func neighbour(
    of transform: Homography, in search: GradientSearch, scale: Double, half: GradientPair
  ) -> Double {
    var most = 0.0
    let apart = 0.04 * scale * Double(pair.oldSize.width)
    for place in search.neighbours(of: toSearch(transform, scale: scale), apart: apart) {
      let first = half.refine(toWork(place, scale: scale), plan: Self.rough)
      guard first.sum > 8, distance(first.transform, transform, pair.oldSize) > 0.035 * Double(pair.oldSize.width)
      else { continue }
      let second = full.refine(first.transform, plan: Self.exact)
      if distance(second.transform, transform, pair.oldSize) > 0.035 * Double(pair.oldSize.width) {
        most = max(most, second.sum)
      }
    }
    return most
  }

  /// Whether so much support of another place forbids a claim: where it would be claimed itself, and is close.
  static func isClose(_ rival: Double, to own: Double) -> Bool {
    rival >= leastCorrelation && rival > Registration.closestRival * own
  }

  /// The transform of the result is between the working sizes, and is there also where it is not claimed.
  /// - Parameter also: a place to look at besides those that the search finds.
  func run(also: Homography? = nil) -> RegistrationResult {
    let (search, scale) = search()
    let half = GradientPair(pair, scale: 0.5)
    var candidates: [GradientRefinement] = []
    for place in search.places(limit: 24) {
      let candidate = half.refine(toWork(place.transform, scale: scale), plan: Self.glance)
      if candidate.agreeing >= 6 { candidates.append(candidate) }
    }
    candidates.sort { $0.sum > $1.sum }
    candidates = candidates.prefix(8).map { full.refine($0.transform, plan: Self.exact) }
    if let also { candidates.append(full.refine(also, plan: Self.exact)) }
    candidates.sort { $0.sum > $1.sum }
    var evidence = RegistrationEvidence()
    guard let first = candidates.first, first.agreeing >= 8 else {
      return .silent(.tooLittleFound, evidence, by: .gradients)
    }
    // Once more from the best: its own answer may have been some way off.
    let again = full.refine(first.transform, plan: GradientRefinement.Plan(radii: [6], limit: 240))
    let best = again.sum > first.sum && !isApart(again.transform, first.transform) ? again : first
    let others = candidates.dropFirst()
    let rival = others.first { isApart($0.transform, best.transform) }?.sum ?? 0
    let width = Double(pair.oldSize.width)
    evidence.templates = best.agreeing
    evidence.correlation = best.sum
    evidence.cells = best.cells
    evidence.places =
      1 + others.count { $0.agreeing >= 7 && innerDistance($0.transform, best.transform, pair.oldSize) < 0.03 * width }
    evidence.rival = rival / best.sum
    var result = RegistrationResult(
      verdict: .accepted, transform: best.transform, confidence: evidence.confidence(of: .gradients),
      evidence: evidence, method: .gradients)
    if evidence.share(of: .gradients) < 1 {
      result.refuse(.tooLittleFound)
    } else if !pair.prior.isPlausible(best.transform) {
      result.refuse(.implausible)
    } else {
      let shifted = neighbour(of: best.transform, in: search, scale: scale, half: half)
      result.evidence.rival = max(rival, shifted) / best.sum
      result.confidence = result.evidence.confidence(of: .gradients)
      if result.evidence.share(of: .gradients) < 1 || Self.isClose(max(rival, shifted), to: best.sum) {
        result.refuse(.ambiguous)
      }
    }
    return result
  }
}
