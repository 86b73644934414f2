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
  }

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
    let gradients = GradientRegistration(pair)
    var learned: RegistrationResult?
    var fault: FeatureError?
    if let matcher {
      // A matcher that fails is a matcher that says nothing: gradients go on without it.
      do throws(FeatureError) {
        learned = try FeatureRegistration(pair: pair, full: gradients.full, matcher: matcher).run()
      } catch {
        fault = error
      }
    }
    var result: RegistrationResult
    switch learned {
    case nil: result = gradients.run()
    case .some(let learned) where learned.verdict == .ambiguous || learned.confidence >= sureAlone: result = learned
    case .some(let learned):
      let found = gradients.run(also: learned.transform)
      result = judged(learned, found, width: Double(pair.oldSize.width), size: pair.oldSize)
    }
    result.fault = fault
    result.transform = result.isAccepted ? result.transform.map { pair.given($0) } : nil
    return result
  }

  /// Features so sure that gradients need not be asked.
  private static let sureAlone = 0.6

  /// The least sum of correlations by which gradients claim what learned features did not find. Of streets with alike
  /// houses that were not the same 26, 27 and 36 were reached; a true one that features missed came to 43.
  static let leastAgainstSilence = 40.0

  /// What two methods say together: either may claim alone, two that disagree claim nothing, and two that agree may
  /// claim with less each.
  private static func judged(
    _ learned: RegistrationResult, _ found: RegistrationResult, width: Double, size: PictureSize
  ) -> RegistrationResult {
    var result = learned.isAccepted || !found.isAccepted ? learned : found
    guard let a = learned.transform, let b = found.transform else {
      if !learned.isAccepted, found.isAccepted { result.hush() }
      return result
    }
    let agree = innerDistance(a, b, size) < agreement * width
    if learned.isAccepted && found.isAccepted {
      if !agree { result.refuse(.contradicting) }
      return result
    }
    if found.isAccepted, !learned.isAccepted, !(agree && learned.evidence.features >= 8) { result.hush() }
    if agree, !result.isAccepted, learned.verdict == .tooLittleFound, found.verdict == .tooLittleFound,
      learned.evidence.features >= 8, learned.evidence.rival <= FeatureRegistration.closestRival,
      found.evidence.correlation >= 8, found.evidence.rival < closestRival
    {
      result = found
      result.method = .features
      result.evidence.features = learned.evidence.features
      result.verdict = .accepted
      result.confidence = max(0.5, learned.confidence, found.confidence)
    }
    return result
  }
}

extension RegistrationResult {
  /// Gradients alone, where learned features were asked and found nothing.
  fileprivate mutating func hush() {
    if evidence.correlation < Registration.leastAgainstSilence { refuse(.tooLittleFound) }
  }
}
