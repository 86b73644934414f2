import BoothCore
import BoothImaging
import BoothRegistration
import FoundationEssentials

/// Finds an old picture in live frames and says how to move. For one thread.
final class AimEngine {
  private let old: GreyPicture
  private let matcher: (any FeatureMatcher)?
  /// Made with the first frame that learned features can be asked about.
  private var advisor: Advisor?
  /// Why learned features said nothing of the last frame, which gradients were asked about then; nil while they do, or
  /// where there are none.
  private(set) var fault: FeatureError?
  private let converter: FrameConverter
  private var guidance = Guidance()
  /// How often a step aside was asked for.
  private var asked = 0
  /// So often, which is some seconds.
  private static let patience = 60

  /// The longest side that is worked in; below it half of what can be found is lost (see the documentation's "Registration").
  static let side = 640

  /// - Parameters:
  ///   - path: the old picture's file.
  ///   - matcher: learned features; nil: gradients alone, which are slower and know less.
  init(old path: String, chain: TransformChain, matcher: (any FeatureMatcher)?) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let box = PixelSize(width: Self.side, height: Self.side)
    let whole = try Bitmap(decoding: bytes, covering: box, subject: path)
    let scale = Double(Self.side) / Double(max(whole.width, whole.height))
    let size = PixelSize(
      width: max(1, Int((Double(whole.width) * scale).rounded())),
      height: max(1, Int((Double(whole.height) * scale).rounded())))
    old = GreyPicture(Resampler.scale(whole, to: size))
    converter = FrameConverter(chain: chain)
    self.matcher = matcher
  }

  /// What is to be said after this frame.
  /// - Parameter view: where the guide lies over the live view.
  func take(_ frame: Frame, _ view: GuideView) throws -> AimAdvice {
    // What the screen shows under the guide: the live view fills the guide's proportions and is cut.
    let shown = GreyPicture(
      try converter.preview(of: frame, in: PixelSize(width: old.width, height: old.height), fit: .covering))
    let (picture, mask) = shown.underGuide(view)
    var advice: Advice?
    do throws(FeatureError) {
      advice = try learned(picture, mask)
      fault = nil
    } catch {
      fault = error
    }
    if matcher == nil || fault != nil {
      advice = Registration.register(old: old, new: picture, mask: mask).advice(old: old, frame: picture)
    }
    guidance.take(advice)
    var said = AimAdvice(guidance)
    // Who did not step aside when asked does not want to.
    if said.saying == .fitsStepAside {
      asked += 1
      if asked > Self.patience { said.saying = .fits }
    }
    return said
  }

  /// Nil where it is not sure, or where there is nothing learned.
  private func learned(_ picture: GreyPicture, _ mask: GreyPicture?) throws(FeatureError) -> Advice? {
    guard let matcher else { return nil }
    if advisor == nil { advisor = try Advisor(old: old, matcher: matcher) }
    return try advisor?.advise(picture, mask: mask)
  }

  /// Forgets what earlier frames said: the guide was moved, or somebody else aims.
  func begin() {
    guidance = Guidance()
    advisor?.forget()
    asked = 0
  }
}

extension AimAdvice {
  /// What guidance says, in the screen's terms.
  init(_ guidance: Guidance) {
    func move(_ way: Way, _ amount: GuidanceCue.Amount) -> Saying { .move(way, isSmall: amount == .little) }
    let saying: Saying =
      switch guidance.cue {
      case .notSure: .unsure
      case .fits: guidance.advice?.wantsStep == true ? .fitsStepAside : .fits
      case .walk(let direction, let amount):
        switch direction {
        case .left: move(.stepLeft, amount)
        case .right: move(.stepRight, amount)
        case .forward: move(.stepNearer, amount)
        case .back: move(.stepBack, amount)
        }
      case .turn(let side, let amount): move(side == .left ? .turnLeft : .turnRight, amount)
      case .tilt(let height, let amount): move(height == .up ? .tiltUp : .tiltDown, amount)
      case .roll(let rotation, let amount): move(rotation == .clockwise ? .rollClockwise : .rollBack, amount)
      case .zoom(let zoom, let amount): move(zoom == .closer ? .zoomIn : .zoomOut, amount)
      }
    self.init(saying, closeness: guidance.closeness)
  }
}
