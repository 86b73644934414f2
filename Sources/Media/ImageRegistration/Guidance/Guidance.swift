import Glibc

/// What to tell the person who aims: one thing at a time, or that it fits, or that nothing is sure. Words are made
/// elsewhere.
public enum GuidanceCue: Sendable, Equatable {
  /// Nothing is known, or frames contradict one another.
  case notSure
  /// Turn the camera.
  case turn(Side, Amount)
  /// Tilt the camera.
  case tilt(Height, Amount)
  /// Roll the camera, as the person behind it sees it.
  case roll(Rotation, Amount)
  /// Zoom, or the same by steps forward or back where the lens cannot.
  case zoom(Zoom, Amount)
  /// Stand somewhere else.
  case walk(Direction, Amount)
  /// All is within the dead zones, and a photo would be registered.
  case fits

  /// To which side.
  public enum Side: Sendable, Equatable { case left, right }
  /// Upwards or downwards.
  public enum Height: Sendable, Equatable { case up, down }
  /// Which way round.
  public enum Rotation: Sendable, Equatable { case clockwise, counterclockwise }
  /// Closer, or with more around.
  public enum Zoom: Sendable, Equatable { case closer, wider }
  /// Whither, as the camera looks.
  public enum Direction: Sendable, Equatable { case left, right, forward, back }
  /// How far: below six and a half dead zones, below seventeen, or more.
  public enum Amount: Sendable, Equatable { case little, some, far }

  fileprivate var axis: Int? {
    switch self {
    case .turn: 0
    case .tilt: 1
    case .roll: 2
    case .zoom: 3
    case .walk, .notSure, .fits: nil
    }
  }
}

/// Makes one steady cue of many frames' advice: smooths it, chooses what matters most, and does not flicker.
///
/// The camera's dead zones are 0.7° of turn and tilt, 1.2° of roll, 3 % of zoom. What is said stays said until it is within
/// seven tenths of its dead zone, or another axis is worse by a third; "it fits" stays until something is off by one and
/// a half. Where to stand is said before all else, but for a picture that is about to leave the view: turning and zooming
/// mend a wrong place only in part.
public struct Guidance: Sendable, Equatable {
  /// What to show.
  public private(set) var cue: GuidanceCue = .notSure
  /// 0 to 1, rising as it fits; nil while nothing is sure.
  public private(set) var closeness: Double?
  /// What the frames say together; nil while nothing is sure.
  public private(set) var advice: Advice?

  /// Turn, tilt, roll, and the zoom's logarithm, in dead zones.
  private var mean: SIMD4<Double>?
  /// The frames that contradict the mean, one after the other: where they agree with one another, the camera has moved.
  private var doubtful: [SIMD4<Double>] = []
  private var silent = 0
  /// Where to stand, smoothed; and how many frames ago it was measured.
  private var walk: WalkAdvice?
  private var walkAge = 0
  private var wantsStep = false
  /// How many frames ago one was such that a photo would be registered; nil where none was.
  private var foundAge: Int?

  /// How many frames without advice make the booth unsure.
  static let patience = 4
  /// A photo would be registered where one of so many frames says so.
  static let remembering = 6
  /// In dead zones: further from the mean is a contradiction.
  static let contradiction = 10.0
  /// Walking is said only where the picture is off by no more than this, in dead zones.
  static let leaving = 9.0
  /// Nearer than this to the right place nothing is said, as a share of the distance: sideways, and forward or back.
  static let standing = (right: 0.015, forward: 0.03)
  /// A new frame's share of the mean.
  static let weight = 0.5

  /// Knows nothing yet.
  public init() {}

  /// Takes the next frame's advice.
  /// - Parameter next: nil where the frame was not sure.
  public mutating func take(_ next: Advice?) {
    guard let next, next.confidence >= 0.5 else {
      silent += 1
      doubtful = []
      if silent >= Self.patience { forget() }
      return
    }
    silent = 0
    follow(next.walk)
    wantsStep = next.wantsStep
    foundAge = next.isFound ? 0 : foundAge.map { $0 + 1 }
    let now = SIMD4(
      next.turn / DeadZones.turn, next.tilt / DeadZones.tilt, next.roll / DeadZones.roll,
      log(max(1e-6, next.zoom)) / DeadZones.zoom)
    guard now.x.isFinite, now.y.isFinite, now.z.isFinite, now.w.isFinite else { return take(nil) }
    guard let old = mean else {
      // The first frame is believed when the second says the same.
      if let last = doubtful.last, Self.distance(last, now) < Self.contradiction {
        mean = (last + now) / 2
        doubtful = []
        speak(confidence: next.confidence)
      } else {
        doubtful = [now]
      }
      return
    }
    if Self.distance(old, now) < Self.contradiction {
      doubtful = []
      mean = old + Self.weight * (now - old)
    } else if let last = doubtful.last, Self.distance(last, now) < Self.contradiction {
      // Two frames that agree: the camera has moved at once.
      doubtful = []
      mean = (last + now) / 2
    } else if doubtful.isEmpty {
      doubtful = [now]
      return
    } else {
      forget()
      doubtful = [now]
      return
    }
    speak(confidence: next.confidence)
  }

  private mutating func forget() {
    self = Guidance()
  }

  private mutating func follow(_ next: WalkAdvice?) {
    guard let next, next.right.isFinite, next.forward.isFinite else {
      walkAge += 1
      if walkAge > Self.patience { walk = nil }
      return
    }
    walkAge = 0
    guard let old = walk else {
      walk = next
      return
    }
    walk = WalkAdvice(
      right: (old.right + next.right) / 2, forward: (old.forward + next.forward) / 2, rightError: next.rightError,
      forwardError: next.forwardError)
  }

  /// Which way to walk, where that is sure and far enough.
  private var walking: GuidanceCue? {
    guard let walk else { return nil }
    let wasWalking = if case .walk = cue { true } else { false }
    let ease = wasWalking ? 0.7 : 1
    let right = walk.saysRight ? abs(walk.right) / Self.standing.right : 0
    let forward = walk.saysForward ? abs(walk.forward) / Self.standing.forward : 0
    guard max(right, forward) > ease else { return nil }
    let far = max(right, forward)
    let amount: GuidanceCue.Amount = far < 3 ? .little : far < 8 ? .some : .far
    if right >= forward { return .walk(walk.right > 0 ? .right : .left, amount) }
    return .walk(walk.forward > 0 ? .forward : .back, amount)
  }

  private static func distance(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  private mutating func speak(confidence: Double) {
    guard let mean else { return }
    var advice = Advice(
      turn: mean.x * DeadZones.turn, tilt: mean.y * DeadZones.tilt, roll: mean.z * DeadZones.roll,
      zoom: exp(mean.w * DeadZones.zoom), confidence: confidence)
    advice.walk = walk
    advice.wantsStep = wantsStep
    advice.isFound = isFound
    self.advice = advice
    closeness = advice.closeness
    let off = (0..<4).map { abs(mean[$0]) }
    let worst = off.indices.max { off[$0] < off[$1] } ?? 0
    if off[worst] < Self.leaving, let walking {
      cue = walking
      return
    }
    switch cue {
    case .fits where off[worst] < 1.5 && isFound: return
    case .turn, .tilt, .roll, .zoom:
      if let axis = cue.axis, off[axis] > 0.7, off[axis] * 4 / 3 >= off[worst] {
        cue = Self.cue(axis, mean[axis], before: cue)
        return
      }
      cue = off[worst] < 1 ? fitting : Self.cue(worst, mean[worst], before: nil)
    case .walk, .notSure, .fits: cue = off[worst] < 1 ? fitting : Self.cue(worst, mean[worst], before: nil)
    }
  }

  private var isFound: Bool { foundAge.map { $0 < Self.remembering } ?? false }

  /// Within the dead zones: a photo that would be refused does not fit.
  private var fitting: GuidanceCue { isFound ? .fits : .notSure }

  private static func cue(_ axis: Int, _ value: Double, before: GuidanceCue?) -> GuidanceCue {
    var size = abs(value)
    var amount: GuidanceCue.Amount = size < 6.5 ? .little : size < 17 ? .some : .far
    // The amount too changes only when it is clearly past.
    if let before, let old = Self.amount(of: before), old != amount {
      size = abs(value) * (old == .little || (old == .some && amount == .far) ? 0.85 : 1.15)
      amount = size < 6.5 ? .little : size < 17 ? .some : .far
    }
    switch axis {
    case 0: return .turn(value > 0 ? .right : .left, amount)
    case 1: return .tilt(value > 0 ? .up : .down, amount)
    case 2: return .roll(value > 0 ? .clockwise : .counterclockwise, amount)
    default: return .zoom(value > 0 ? .closer : .wider, amount)
    }
  }

  private static func amount(of cue: GuidanceCue) -> GuidanceCue.Amount? {
    switch cue {
    case .turn(_, let amount), .tilt(_, let amount), .roll(_, let amount), .zoom(_, let amount): amount
    case .walk, .notSure, .fits: nil
    }
  }
}
