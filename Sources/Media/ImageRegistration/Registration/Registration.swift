/// Where an old picture lies in a new one that was aimed by it, a century later.
///
/// Pure arithmetic: the same pictures give the same answer. It takes up to about a second; call it on a thread of your
/// own.
public enum Registration {
  /// The sizes that are worked in: the old picture's longest side.
  public enum Effort: Int, Sendable {
    /// For live frames: 640 pixels.
    case live = 640
    /// For the photo that is kept: 960 pixels.
    case final = 960

    /// At most so many points of a picture are paired.
    var points: Int { self == .final ? 2048 : FeatureRegistration.limit }
  }

  /// The least side of a picture in which anything is found, in pixels: below it features have no cells, and gradients no
  /// templates.
  public static let leastSide = 64

  /// The most that another place may fit, as a share of the claimed one, counted in templates or features.
  static let closestRival = 0.75
  /// The most that two methods may differ, as a share of the width.
  static let agreement = 0.03

  /// Looks for the old picture in the new one; by features where there is a matcher, and by gradients where there is
  /// none, where it fails, or where it claims nothing.
  /// - Parameters:
  ///   - mask: as large as `new`; 0 where it shows nothing that counts. Nil: all of it counts.
  ///   - matcher: nil: gradients alone.
  /// - Returns: a transform between the pictures' pixels as given, or silence, and why.
  public static func register(
    old: GreyPicture, new: GreyPicture, mask: GreyPicture? = nil, matcher: (any FeatureMatcher)? = nil,
    effort: Effort = .live
  ) -> RegistrationResult {
    guard let pair = PicturePair(old: old, new: new, mask: mask, side: effort.rawValue) else {
      return .silent(.tooSmall, RegistrationEvidence(), by: matcher == nil ? .gradients : .features)
    }
    let sizes = GradientSizes(pair)
    let gradients = GradientRegistration(sizes: sizes)
    var learned: RegistrationResult?
    var fault: FeatureError?
    var features = matcher.map { FeatureRegistration(sizes: sizes, matcher: $0, freeLimit: effort.points) }
    if features != nil {
      // A matcher that fails is a matcher that says nothing: gradients go on without it.
      do throws(FeatureError) {
        learned = try features?.run()
      } catch {
        fault = error
      }
    }
    if let matcher, let features, !features.isAmbiguous, !features.isHopeless, effort == .final,
      learned?.verdict == .tooLittleFound
    {
      do throws(FeatureError) {
        if let found = try asAdvised(old: old, new: new, mask: mask, matcher, features) { return found }
      } catch {
        fault = error
      }
    }
    var result = learned.map { witnessed($0, gradients, pair) } ?? gradients.run()
    if let features, let found = features.found {
      do throws(FeatureError) {
        try features.compareMirrored(&result, found)
      } catch {
        (fault, result) = (error, gradients.run())
      }
    }
    result.fault = fault
    return given(result, pair)
  }

  /// What features say, with gradients as a second witness where these could still change it.
  static func witnessed(
    _ learned: RegistrationResult, _ gradients: GradientRegistration, _ pair: PicturePair
  ) -> RegistrationResult {
    if learned.isAccepted && (learned.isFree || learned.confidence >= sureAlone) { return learned }
    if learned.verdict == .ambiguous && !mayBeDepth(learned.evidence) { return learned }
    return judged(learned, gradients.run(also: learned.transform, least: leastOfGradients(beside: learned)), pair)
  }

  /// What is claimed by the pairs that advice rests on, in its size, if the kept photo's size confirms it: what was said to
  /// fit is not refused when it is kept.
  /// - Parameter final: what was asked in the kept photo's size, and claims nothing.
  private static func asAdvised(
    old: GreyPicture, new: GreyPicture, mask: GreyPicture?, _ matcher: any FeatureMatcher,
    _ final: FeatureRegistration
  ) throws(FeatureError) -> RegistrationResult? {
    guard let pair = PicturePair(old: old, new: new, mask: mask, side: Effort.live.rawValue) else { return nil }
    let points = try matcher.features(of: pair.old, mask: nil, limit: Advisor.limit)
    let found = try matcher.features(of: pair.new, mask: pair.mask, limit: Advisor.limit)
    let matches = try matcher.matches(points, found, least: Advisor.leastProbability)
    let pairs = FeatureRegistration.FirstPass(
      old: points, new: found, pairs: PointPairs(matches), limit: Advisor.limit)
    guard let result = try claim(pairs, pair, matcher, comparesMirrored: true) else { return nil }
    let claimed = given(result, pair)
    guard let found = final.found, let there = claimed.transform.flatMap({ final.pair.working($0) }),
      let pairs = pairs.pairs.brought(from: pair, to: final.pair)
    else { return nil }
    let reach = FeatureRegistration.freeReach * Double(final.pair.oldSize.width)
    let agreeing = pairs.filtered { (there(pairs.old[$0]) - pairs.new[$0]).length < reach }
    return try final.isConfirmed(there, by: agreeing, in: found) ? claimed : nil
  }

  /// What these pairs of features claim; nil where they claim nothing.
  /// - Parameter comparesMirrored: false where an earlier frame has told the picture from its mirror image.
  static func claim(
    _ found: FeatureRegistration.FirstPass, _ pair: PicturePair, _ matcher: any FeatureMatcher, comparesMirrored: Bool
  ) throws(FeatureError) -> RegistrationResult? {
    let features = FeatureRegistration(sizes: GradientSizes(pair), matcher: matcher)
    var evidence = RegistrationEvidence()
    guard case .claimed(var result) = features.freeAnswer(features.freePlace(found.pairs), &evidence) else {
      return nil
    }
    if comparesMirrored { try features.compareMirrored(&result, found) }
    return result.isAccepted ? result : nil
  }

  /// A result between the working sizes, for the sizes that were given.
  private static func given(_ result: RegistrationResult, _ pair: PicturePair) -> RegistrationResult {
    var result = result
    result.transform = result.isAccepted ? result.transform.map { pair.given($0) } : nil
    result.region = result.isAccepted ? result.region.flatMap { pair.given($0) } : nil
    if !result.isAccepted { (result.cells, result.deviation) = (nil, nil) }
    return result
  }

  /// Features so sure that gradients need not be asked: twice what is needed.
  static let sureAlone = 2.0 / 3

  /// The least sum of correlations by which gradients claim what learned features did not find. Of streets with alike
  /// houses that were not the same 27, 36 and 39 were reached; a true one that features missed came to 43.
  static let leastAgainstSilence = 40.0
  /// Gradients that have so many times the correlation in another place contradict features, also where they would not
  /// claim it: of those that were right none had more than the same.
  private static let contradiction = 1.2
  /// What two witnesses of one place must come to together (``together(_:_:)``) where neither would be heard alone, and where
  /// something speaks against one of them; and from how many places gradients must have come there. Of 600 streets that
  /// were not the same one came to more than 1.7, with 35 of features, 28 of gradients, from one place.
  private static let leastTogether = (weak: 1.6, strong: 2.0)
  private static let leastPlaces = (weak: 3, strong: 2)
  /// The least sum of probabilities with which features count as a witness.
  private static let leastFeatures = 8.0
  /// And each of them alone where something speaks against one.
  private static let leastOfEach = (features: 15.0, correlation: 32.0)
  /// The most that another place may have of gradients where features are few and templates speak for them.
  private static let closestOfTemplates = 0.65
  /// The most that another place may have of the features then: another depth of the same scene is another place, too.
  private static let closestDepth = 0.6

  /// The least sum of correlations by which gradients could still change what features say.
  private static func leastOfGradients(beside learned: RegistrationResult) -> Double {
    let features = learned.evidence.features / learned.evidence.remoteness
    if learned.isAccepted { return GradientRegistration.leastCorrelation }
    if learned.verdict == .ambiguous { return leastOfEach.correlation }
    guard learned.evidence.features >= leastFeatures else { return leastAgainstSilence }
    let rest = leastAgainstSilence * (leastTogether.weak - features / 20)
    return max(GradientRegistration.leastCorrelation, min(leastAgainstSilence, rest))
  }

  /// What features and gradients say of one place, each as a share of what it needs alone.
  private static func together(_ learned: RegistrationEvidence, _ found: RegistrationEvidence) -> Double {
    learned.features / learned.remoteness / 20 + found.correlation / leastAgainstSilence
  }

  /// Whether gradients should be asked although features have another place, too.
  private static func mayBeDepth(_ evidence: RegistrationEvidence) -> Bool {
    evidence.features / evidence.remoteness >= leastOfEach.features && evidence.rival <= closestDepth
  }

  /// What two methods say together: either may claim alone, two that disagree claim nothing, and two that agree may
  /// claim with less each.
  /// - Parameters:
  ///   - learned: what features say, with a transform between the working sizes.
  ///   - found: what gradients say, having looked there, too.
  static func judged(
    _ learned: RegistrationResult, _ found: RegistrationResult, _ pair: PicturePair
  ) -> RegistrationResult {
    var result = learned.isAccepted || !found.isAccepted ? learned : found
    let (a, b) = (learned.evidence, found.evidence)
    guard let own = learned.transform, let other = found.transform else {
      if learned.verdict == .ambiguous { return learned }
      if !learned.isAccepted, found.isAccepted, b.correlation < leastAgainstSilence { result.refuse(.tooLittleFound) }
      return result
    }
    guard innerDistance(own, other, pair.oldSize) < agreement * Double(pair.oldSize.width) else {
      if learned.verdict == .ambiguous { return learned }
      // From one place alone gradients claim less than they contradict.
      let isDoubt = found.verdict == .tooLittleFound && b.correlation >= GradientRegistration.leastCorrelation
      let contradicts = found.isAccepted || (isDoubt && b.rival <= 0.6)
      if learned.isAccepted, contradicts || b.correlation > contradiction * a.correlation {
        result.refuse(.contradicting)
      } else if found.isAccepted, b.correlation < leastAgainstSilence {
        result.refuse(.tooLittleFound)
      }
      return result
    }
    if learned.isAccepted {
      result = learned
      // It rests on templates, then, and these have another place.
      if a.features / a.remoteness < leastOfEach.features,
        found.verdict == .ambiguous || b.rival > closestOfTemplates
      {
        result.refuse(.ambiguous)
      }
      return result
    }
    let together = together(a, b)
    let isStrong =
      together >= leastTogether.strong && mayBeDepth(a) && b.correlation >= leastOfEach.correlation
      && b.rival < closestRival && b.places >= leastPlaces.strong
    if learned.verdict == .ambiguous && !isStrong { return learned }
    let isWeak = together >= leastTogether.weak && a.features >= leastFeatures && b.places >= leastPlaces.weak
    let isUnopposed =
      learned.verdict == .tooLittleFound && found.verdict == .tooLittleFound && b.rival < closestRival
      && a.rival <= FeatureRegistration.closestRival
    if isStrong || (isWeak && (found.isAccepted || isUnopposed)), learned.verdict != .implausible,
      pair.prior.isPlausible(other)
    {
      result = found
      result.method = .features
      (result.region, result.cells, result.deviation) = (learned.region, learned.cells, learned.deviation)
      result.evidence.features = a.features
      result.verdict = .accepted
      result.confidence = max(0.5, learned.confidence, found.confidence)
    } else if found.isAccepted, b.correlation < leastAgainstSilence {
      result.refuse(.tooLittleFound)
    }
    return result
  }
}
