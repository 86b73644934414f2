import Glibc

/// How a camera must move, as one frame says: what to do from here so that the old picture fits.
public struct Advice: Sendable, Equatable {
  /// In degrees; to the right where positive.
  public var turn: Double
  /// In degrees; upwards where positive.
  public var tilt: Double
  /// In degrees; the camera clockwise, as the person behind it sees it, where positive.
  public var roll: Double
  /// The factor by which to zoom in; below 1 out.
  public var zoom: Double
  /// 0 to 1: 1 where all is within the dead zones of ``Guidance``, and less the further off.
  public var closeness: Double
  /// 0 to 1, by the measure of ``RegistrationResult/confidence``: ½ is only just believed.
  public var confidence: Double
  /// Where to stand; nil while that is not known.
  public var walk: WalkAdvice?
  /// Whether a photo taken now would be registered: by the rule of ``Registration`` itself, so that what is said to fit is
  /// not refused when it is kept. False too where this frame was not asked.
  public var isFound = true
  /// Whether a step to the side would tell where to stand.
  public var wantsStep = false

  /// Advice as given.
  public init(turn: Double, tilt: Double, roll: Double, zoom: Double, confidence: Double) {
    self.turn = turn
    self.tilt = tilt
    self.roll = roll
    self.zoom = zoom
    self.confidence = confidence
    let off = [
      turn / DeadZones.turn, tilt / DeadZones.tilt, roll / DeadZones.roll, log(max(1e-6, zoom)) / DeadZones.zoom,
    ]
    // Falls to a half at about ten dead zones.
    let excess = off.map { max(0, abs($0) - 1) }.map { $0 * $0 }.reduce(0, +).squareRoot()
    closeness = 1 / (1 + excess / 9)
  }

  /// From a transform of the old picture into the frame.
  /// - Parameters:
  ///   - transform: from old pixels to the frame's, as registration gives it.
  ///   - focalLength: of the live camera, in widths of its frame; 1 is about 53° across. It is seldom known: with
  ///     another, degrees of turn and tilt are off by the same factor, and signs are right.
  init(_ transform: Homography, old: PictureSize, frame: PictureSize, focalLength: Double, confidence: Double) {
    let centre = transform(old.centre) - frame.centre
    let focal = focalLength * Double(frame.width)
    // A small step right and down of the centre shows roll and zoom, also where perspective bends the picture.
    let step = 0.2 * Double(old.width)
    let across = transform(old.centre + SIMD2(step, 0)) - transform(old.centre - SIMD2(step, 0))
    let down = transform(old.centre + SIMD2(0, step)) - transform(old.centre - SIMD2(0, step))
    let factor = SIMD2((across.x + down.y) / 2, (across.y - down.x) / 2) / (2 * step)
    let fit = min(Double(frame.width) / Double(old.width), Double(frame.height) / Double(old.height))
    self.init(
      turn: atan2(centre.x, focal) * 180 / .pi, tilt: -atan2(centre.y, focal) * 180 / .pi,
      roll: atan2(factor.y, factor.x) * 180 / .pi, zoom: fit / factor.length, confidence: confidence)
  }
}

/// Within these nothing needs to be said.
enum DeadZones {
  /// Degrees.
  static let turn = 0.7
  static let tilt = 0.7
  /// Degrees.
  static let roll = 1.2
  /// As a logarithm: 3 %.
  static let zoom = 0.03
}

extension RegistrationResult {
  /// What a registration says about how to move; nil where it claims nothing. For booths without learned features, and
  /// for an accepted frame that is tracked.
  /// - Parameters:
  ///   - old: the picture that was registered.
  ///   - frame: the frame that it was registered in.
  ///   - focalLength: of the live camera, in widths of its frame.
  public func advice(old: GreyPicture, frame: GreyPicture, focalLength: Double = 1) -> Advice? {
    guard isAccepted, let transform else { return nil }
    return Advice(
      transform, old: PictureSize(width: old.width, height: old.height),
      frame: PictureSize(width: frame.width, height: frame.height), focalLength: focalLength, confidence: confidence)
  }
}
