/// What came of looking for an old picture in a new one.
public struct RegistrationResult: Sendable, Equatable {
  /// Accepted, or why not.
  public var verdict: RegistrationVerdict
  /// From the old picture's pixels to the new one's, in the sizes that were given; nil where nothing is claimed.
  public var transform: Homography?
  /// The part of the old picture that the claim covers; nil where nothing is claimed, or gradients alone claim it.
  public var region: ClaimedRegion?
  /// How sure the claim is in each part of the old picture; nil as ``region``.
  public var cells: ClaimedCells?
  /// How far the transform may be off over the whole old picture: a deviation, as a share of its width. More where what was
  /// found lies in one part of the picture; nil where nothing is claimed, or gradients alone claim it.
  public var deviation: Double?
  /// 0 to 1, and never less for more evidence: e / (1 + e), where e is the evidence as a share of the least that is
  /// accepted. So ½ is only just enough. Where something else speaks against the transform (repeated structure, two
  /// methods that disagree), it is below ½ too.
  public var confidence: Double
  /// What the verdict rests on.
  public var evidence: RegistrationEvidence
  /// Which method spoke, or spoke last.
  public var method: RegistrationMethod
  /// Why the matcher failed, so that gradients spoke alone; nil where it did not, or there was none.
  public var fault: FeatureError?

  /// Whether the transform is claimed.
  public var isAccepted: Bool { verdict == .accepted }

  static func silent(
    _ verdict: RegistrationVerdict, _ evidence: RegistrationEvidence, by method: RegistrationMethod
  ) -> RegistrationResult {
    var result = RegistrationResult(
      verdict: verdict, transform: nil, confidence: evidence.confidence(of: method), evidence: evidence, method: method)
    result.refuse(verdict)
    return result
  }

  /// Claimed by a homography that nothing holds, which asks no other witness.
  var isFree: Bool { isAccepted && evidence.strength > 0 }

  /// Claims nothing, and says why.
  mutating func refuse(_ why: RegistrationVerdict) {
    verdict = why
    confidence = min(0.49, confidence)
    region = nil
    cells = nil
    deviation = nil
  }
}

/// Whether a registration is claimed, and why not.
public enum RegistrationVerdict: String, Sendable, Equatable, CaseIterable {
  /// The transform is claimed.
  case accepted
  /// A picture is too small to find anything in: below 64 pixels.
  case tooSmall
  /// Too little of the old picture is found in the new one.
  case tooLittleFound
  /// What is found would need a camera that stood or turned far away from where one aims.
  case implausible
  /// The picture fits nearly as well in another place, as with repeated windows or floors; or its mirror image does.
  case ambiguous
  /// Learned features and gradients each claim a place, and not the same one.
  case contradicting
  /// Fewer than four points were marked.
  case tooFewPoints
  /// The marked points lie close together: they tell neither size nor roll.
  case pointsInLine
  /// The marked points do not fit one another: at least one pair is wrong.
  case pointsContradicting
}

/// Who found a transform.
public enum RegistrationMethod: String, Sendable, Equatable, CaseIterable {
  /// Learned features, paired by a ``FeatureMatcher``.
  case features
  /// Oriented gradients, without anything learned.
  case gradients
  /// Points that a person marked.
  case points
}

/// The numbers that a verdict rests on; 0 where a method was not asked.
public struct RegistrationEvidence: Sendable, Equatable {
  /// The sum of the probabilities of the features' pairs that agree (p).
  public var features = 0.0
  /// How many small templates of gradients agree with the transform (v).
  public var templates = 0
  /// The sum of the agreeing templates' correlations, 0 to 1 each (q).
  public var correlation = 0.0
  /// In how many of 8×8 cells of the old picture something agrees.
  public var cells = 0
  /// From how many places, found apart by the search, templates led to this one.
  public var places = 0
  /// How well the best other place fits, as a share of this one.
  public var rival = 0.0
  /// How many pairs of features agree with a homography that nothing holds.
  public var pairs = 0
  /// The sum of these pairs' probabilities, times the square of their mean; 0 where they claim nothing.
  public var strength = 0.0
  /// How well the old picture's mirror image fits, as a share of the claim; 0 where it was not asked, or hardly fits.
  public var mirror = 0.0
  /// How many of the marked points agree.
  public var points = 0
  /// How many times as much as usual is asked of features, as the place lies far from where one aims.
  public var remoteness = 1.0

  /// Nothing found.
  public init() {}

  /// Whether templates could still make features enough: without, fewer are never claimed.
  var mayBeClaimedWithTemplates: Bool { cells >= 4 && features / remoteness >= 5 }

  /// The evidence as a share of the least that is accepted.
  func share(of method: RegistrationMethod) -> Double {
    let v = Double(templates)
    switch method {
    case .features:
      // In two or three parts of the picture one thing looks alike, not a place.
      if cells < 4 { return 0.9 * min(1, features / 20) }
      let features = features / remoteness
      // Without templates that agree, the features must do so in many parts of the picture.
      let alone = cells >= 6 ? features / 20 : min(features / 20, v / 8)
      // Many templates and few features are never so sure that gradients need not be asked.
      return max(alone, min(features / 12, v / 10, 1.9), min(features / 5, v / 14, 1.9))
    case .gradients:
      // Places that were found apart and lead to the same one are witnesses of their own. One alone is a poor witness: of
      // a street that was not the same it had a correlation of 40, and a rival of 0.47.
      let mostRival = places >= 3 ? 0.7 : places == 2 ? 0.6 : 0.4
      return min(correlation / GradientRegistration.leastCorrelation, max(0, 1 - rival) / (1 - mostRival))
    case .points: return Double(points) / 4 * (1 + v / 16)
    }
  }

  func confidence(of method: RegistrationMethod) -> Double {
    let share = share(of: method)
    return share / (1 + share)
  }
}
