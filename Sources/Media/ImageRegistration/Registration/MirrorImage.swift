/// A front that is nearly its own mirror image is found in a mirror, too, by many pairs and in one place: no count of
/// pairs tells the two apart. So the mirror image is looked for, and a claim is heard only if the picture fits better.
extension FeatureRegistration {
  /// The most that the mirror image may fit, as a share of the claim. Of true pairs it was at most 0.47 at the size of a
  /// kept photo, and 0.55 at that of a frame. Of mirror images of a round fountain it was 3 to 4; of those of drawn fronts
  /// that are their own mirror image to the pixel 0.65 or more.
  static let closestMirror = 0.6
  /// The same where a claim rests on less than twice what is needed: of such a front, of which little was left, it was 0.41.
  static let closestMirrorOfFew = 0.25
  /// The same against a claim of which no pair is probable: of four true ones it was 0.27 to 0.33.
  static let closestMirrorOfDoubtful = 0.35
  /// The least sum of probabilities by which a mirror image speaks against a claim: fewer pairs agree by chance. Against a
  /// claim of which no pair is probable any speak.
  static let leastMirror = 8.0

  /// Refuses a claim if the mirror image of what it rests on fits nearly as well.
  /// - Parameter found: the pairs that the claim rests on.
  func compareMirrored(_ result: inout RegistrationResult, _ found: FirstPass) throws(FeatureError) {
    guard result.isAccepted, let transform = result.transform else { return }
    let mirror = try mirrored(transform, found)
    let isDoubtful = result.evidence.strength > 0 && result.evidence.strength < Self.leastStrength
    guard isDoubtful || mirror.sum >= Self.leastMirror else { return }
    result.evidence.mirror = mirror.share
    let isFew = result.confidence < Registration.sureAlone
    let most = isDoubtful ? Self.closestMirrorOfDoubtful : isFew ? Self.closestMirrorOfFew : Self.closestMirror
    if mirror.share > most { result.refuse(.ambiguous) }
  }

  /// How well the old picture's mirror image fits: the summed weights of the pairs that agree as a share of those of
  /// `transform`, from as many points; and the sum of their probabilities.
  private func mirrored(
    _ transform: Homography, _ found: FirstPass
  ) throws(FeatureError) -> (share: Double, sum: Double) {
    let size = pair.oldSize
    let reach = Self.freeReach * Double(size.width)
    guard let back = transform.inverse else { return (0, 0) }
    let own = FreeHomography.Fit(found.pairs, size: size, reach: reach)
    let features = try matcher.features(of: pair.old.mirrored, mask: nil, limit: found.limit)
    let matches = try matcher.matches(features, found.new.first(found.limit), least: Self.leastProbability)
    // Mirrored at the middle of what agrees, so that it comes to lie on itself.
    let across = zip(found.pairs.old, own.agreeing(transform)).filter(\.1).map(\.0.x)
    let last = Double(size.width - 1)
    let shift = (across.min() ?? 0) + (across.max() ?? last) - last
    var pairs = PointPairs()
    for match in matches { pairs.append(match.old + SIMD2(shift, 0), match.new, match.probability) }
    // Near the claimed place, or wherever a person who aims could see it.
    let (near, aim) = (AimPrior(old: size, new: size), pair.prior)
    let toShifted = Homography([1, 0, shift, 0, 1, 0, 0, 0, 1])
    let isAllowed = { (h: Homography) in near.isPlausible(back * h) || aim.isPlausible(h * toShifted) }
    var numbers = SeededNumbers(seed: 7)
    let similar = SimilarityConsensus(pairs, reach: 2 * reach, numbers: &numbers) { isAllowed($0.homography) }
    guard
      let free = FreeHomography(
        pairs, size: size, reach: reach, starts: similar.map { [$0.similarity.homography] } ?? [], numbers: &numbers,
        isAllowed: isAllowed)
    else { return (0, 0) }
    return (free.quality / max(own.quality(transform), 1e-9), sums(pairs, free.agrees).sum)
  }
}

extension GreyPicture {
  /// As seen in a mirror: left and right exchanged.
  package var mirrored: GreyPicture {
    var result = self
    for y in 0..<height {
      for x in 0..<width { result.pixels[y * width + x] = pixels[y * width + width - 1 - x] }
    }
    return result
  }
}
