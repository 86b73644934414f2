package import BoothCore
import FoundationEssentials
package import ImageRegistration
import Imaging

/// Finds an old picture in live frames and says how to move. For one thread.
package final class AimEngine {
  private let old: GreyPicture
  private let matcher: (any FeatureMatcher)?
  /// Made with the first frame that learned features can be asked about.
  private var advisor: Advisor?
  /// Why learned features said nothing of the last frame, which gradients were asked about then; nil while they do, or
  /// where there are none.
  private(set) var fault: FeatureError?
  private let converter: FrameConverter
  private let anchor: AimAnchor?
  /// The anchor's frame as the live view shows it, in the size that is worked in; nil where there is none.
  private let anchorFrame: GreyPicture?
  /// The anchor's whole frame, in pixels of which as many are shown as ``anchorFrame`` has.
  private var anchorWhole = PixelSize(width: 1, height: 1)
  /// Why the marked points say nothing; nil while they do, or where there are none.
  private(set) var anchorFault: String?
  /// Where the guide lay when the anchor was taught.
  private var taught: GuideView?
  private var guidance = Guidance()
  /// How often a step aside was asked for.
  private var asked = 0
  /// So often, which is some seconds.
  private static let patience = 60

  /// The longest side that is worked in; below it half of what can be found is lost (see the documentation's "Registration").
  package static let side = 640

  /// - Parameters:
  ///   - path: the old picture's file.
  ///   - anchor: a frame in which a person marked points; nil: none. One that cannot be read is as
  ///     none, and ``anchorFault`` says so.
  ///   - matcher: learned features; nil: gradients alone, which are slower and know less.
  package init(old path: String, anchor: AimAnchor? = nil, chain: TransformChain, matcher: (any FeatureMatcher)?) throws
  {
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
    self.anchor = anchor
    var frame: Bitmap?
    if let anchor {
      do {
        let bytes = Array(try Data(contentsOf: URL(filePath: anchor.path)))
        frame = try Bitmap(decoding: bytes, covering: size, subject: anchor.path)
      } catch {
        anchorFault = "the frame that points were marked in cannot be read: \(error)"
      }
    }
    if let frame {
      // As the live view is: it fills the guide's proportions and is cut around its middle.
      let scale = max(Double(size.width) / Double(frame.width), Double(size.height) / Double(frame.height))
      anchorWhole = PixelSize(
        width: max(size.width, Int((Double(frame.width) * scale).rounded())),
        height: max(size.height, Int((Double(frame.height) * scale).rounded())))
      anchorFrame = GreyPicture(Resampler.scale(frame, to: anchorWhole)).middle(size)
    } else {
      anchorFrame = nil
    }
  }

  /// What is to be said after this frame.
  /// - Parameter view: where the guide lies over the live view.
  package func take(_ frame: Frame, _ view: GuideView) throws -> AimAdvice {
    // What the screen shows under the guide: the live view fills the guide's proportions and is cut.
    let shown = GreyPicture(
      try converter.preview(of: frame, in: PixelSize(width: old.width, height: old.height), fit: .covering))
    let (picture, mask) = shown.underGuide(view)
    var advice: Advice?
    do throws(FeatureError) {
      advice = try learned(picture, mask, view)
      fault = nil
    } catch {
      fault = error
    }
    if advice == nil, matcher == nil || fault != nil {
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

  /// Nil where it is not sure, or where nothing is learned and nothing was marked.
  private func learned(
    _ picture: GreyPicture, _ mask: GreyPicture?, _ view: GuideView
  ) throws(FeatureError) -> Advice? {
    // Two frames of one day are told apart without anything learned.
    guard matcher != nil || anchorFrame != nil else { return nil }
    if advisor == nil { advisor = try Advisor(old: old, matcher: matcher ?? GradientFeatures()) }
    if taught == nil, let anchorFrame {
      taught = view
      let (frame, frameMask) = anchorFrame.underGuide(view)
      let verdict = try advisor?.track(frame, points: marks(view), mask: frameMask)
      anchorFault = verdict == .accepted ? nil : verdict.map { "the marked points say nothing: \($0.words)" }
    }
    if matcher == nil { return try advisor?.advise(tracking: picture, mask: mask) }
    return try advisor?.advise(picture, mask: mask)
  }

  /// The marked points, in pixels of the old picture and of what lies under the guide.
  private func marks(_ view: GuideView) -> [MarkedPoint] {
    let (width, height) = (Double(old.width), Double(old.height))
    return (anchor?.points ?? []).map { pair in
      let x = pair.frame.x * Double(anchorWhole.width) - Double(anchorWhole.width - old.width) / 2
      let y = pair.frame.y * Double(anchorWhole.height) - Double(anchorWhole.height - old.height) / 2
      let place = view.guidePoint(ofPicture: PicturePoint(x: x / width, y: y / height))
      return MarkedPoint(
        old: SIMD2(pair.old.x * width - 0.5, pair.old.y * height - 0.5),
        new: SIMD2(place.x * width - 0.5, place.y * height - 0.5))
    }
  }

  /// Forgets what earlier frames said: the guide was moved, or another person aims.
  package func begin() {
    guidance = Guidance()
    advisor?.forget()
    taught = nil
    asked = 0
  }
}

extension AimAdvice {
  /// What guidance says, in the screen's terms.
  package init(_ guidance: Guidance) {
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
