package import BoothCore
import LocationLibrary
import StudioServer

/// Why a photo is not aligned with its old picture, and what would help: in the words that pages and commands share.
///
/// ```swift
/// let advice = AlignmentAdvice("ambiguous", method: "features", old: nil, new: nil, hasFeatures: true)
/// advice.why(in: .english)  // The old picture fits in more than one place, for example along rows of windows.
/// advice.remedies  // [.points, .otherView]
/// ```
package struct AlignmentAdvice: Sendable, Equatable {
  /// One thing that would help.
  package enum Remedy: Sendable, Equatable {
    /// The weights of the learned features are missing: `Scripts/setup weights` installs them.
    case weights
    /// Mark matching points in both pictures.
    case points
    /// Points were marked, and are to be corrected.
    case correctPoints
    /// Take the photo again from where the old picture was taken.
    case oldPlace
    /// Take the photo again so that it shows more than what is repeated.
    case otherView
    /// A larger scan of the old picture, which has this size.
    case largerOld(PixelSize)
    /// A larger photo than this one.
    case largerNew(PixelSize)
  }

  /// The registration's, such as `tooLittleFound`.
  package let verdict: String
  /// What would help most is first.
  package let remedies: [Remedy]

  /// Below so many pixels on the longer side a picture has less than what is looked at.
  package static let enoughPixels = 960
  /// A side below so many pixels is too small to find anything in.
  package static let leastPixels = 64

  /// - Parameters:
  ///   - verdict: why nothing is claimed, as a registration words it; one that is unknown is as `tooLittleFound`.
  ///   - method: `features`, `gradients` or `points`.
  ///   - old: the old picture's size in pixels; nil if unknown.
  ///   - new: the photo's.
  ///   - hasFeatures: whether the learned features can be used on this machine.
  package init(_ verdict: String, method: String, old: PixelSize?, new: PixelSize?, hasFeatures: Bool) {
    self.verdict = verdict
    let weights: [Remedy] = hasFeatures || method == "points" ? [] : [.weights]
    var larger: [Remedy] = []
    if let old, Self.isSmall(old) { larger.append(.largerOld(old)) }
    if let new, Self.isSmall(new) { larger.append(.largerNew(new)) }
    remedies =
      switch verdict {
      case "tooSmall": larger
      case "implausible": [.oldPlace, .points]
      case "ambiguous": weights + [.points, .otherView]
      case "contradicting": [.points, .oldPlace]
      case "tooFewPoints", "pointsInLine", "pointsContradicting": [.correctPoints]
      default: weights + [.points] + larger + [.oldPlace]
      }
  }

  /// Whether a larger picture would show more, or this one is too narrow to find anything in.
  private static func isSmall(_ size: PixelSize) -> Bool {
    max(size.width, size.height) < enoughPixels || min(size.width, size.height) < leastPixels
  }

  /// A sentence.
  package func why(in language: Language) -> String { PlacesWords(language)[Self.why(verdict)] }

  /// A sentence; of ``Remedy/weights`` it ends before the command.
  package static func words(_ remedy: Remedy, in language: Language) -> String {
    let words = PlacesWords(language)
    return switch remedy {
    case .weights: words[.helpWeights]
    case .points: words[.helpPoints]
    case .correctPoints: words[.helpCorrect]
    case .oldPlace: words[.helpOldPlace]
    case .otherView: words[.helpOtherView]
    case .largerOld(let size): words.filled(.helpLargerOld, "\(size.width)", "\(size.height)", "\(enoughPixels)")
    case .largerNew(let size): words.filled(.helpLargerNew, "\(size.width)", "\(size.height)", "\(enoughPixels)")
    }
  }

  /// What installs the weights.
  package static let weightsCommand = "Scripts/setup weights"

  /// A verdict in words.
  static func why(_ verdict: String) -> PlacesText {
    switch verdict {
    case "tooSmall": .whyTooSmall
    case "ambiguous": .whyAmbiguous
    case "contradicting": .whyContradicting
    case "implausible": .whyImplausible
    case "tooFewPoints", "pointsInLine": .whyInLine
    case "pointsContradicting": .whyPoints
    default: .whyTooLittle
    }
  }
}
