/// What a camera takes from a command to what it does, so that a photo is exposed at zero on the screen.
public struct ShutterTiming: Sendable, Equatable, Codable {
  /// From the command to the middle of the exposure, as it was measured; zero if unmeasured.
  public var lag: Duration
  /// How long the lens takes to find its focus, of a camera that can do so before it is asked for the photo
  /// (``CameraDriver/focus()``); nil for all others.
  public var focus: Duration?

  /// A camera that exposes at once and does not focus ahead, unless told otherwise.
  public init(lag: Duration = .zero, focus: Duration? = nil) {
    self.lag = lag
    self.focus = focus
  }

  /// How far from zero an exposure may be and still count as there.
  public static let tolerance = Duration.milliseconds(50)
}

/// What comes next in a countdown, so that the photo at its end is exposed at zero.
public enum CountdownStep: Sendable, Equatable, Codable {
  /// The lens is told to find its focus, then the shutter to open.
  case focus(at: Instant, trigger: Instant)
  /// The camera is told to take the photo.
  case trigger(at: Instant)
  /// It was told; its exposure is still to come.
  case triggered(AttemptID)

  /// Plans a countdown from `now` to `zero`; nil where nothing is to be done before zero.
  ///
  /// Focus begins before "1" is on the screen, and early enough to be found by then: people move when they see the
  /// last number.
  public init?(from now: Instant, to zero: Instant, _ timing: ShutterTiming) {
    let trigger = max(now, zero - timing.lag)
    if let focus = timing.focus {
      let begin = max(now, min(trigger, zero - .seconds(1)) - focus)
      if begin < trigger {
        self = .focus(at: begin, trigger: trigger)
        return
      }
    }
    guard trigger < zero else { return nil }
    self = .trigger(at: trigger)
  }

  /// When it is due; nil for what only zero ends.
  var due: Instant? {
    switch self {
    case .focus(let at, _), .trigger(let at): at
    case .triggered: nil
    }
  }
}
