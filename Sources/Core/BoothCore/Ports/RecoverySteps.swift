/// One rung of the recovery ladder, in the order in which it is climbed.
public enum RecoveryRung: String, Sendable, Codable, CaseIterable, Comparable, CustomStringConvertible {
  /// Look whether the same connection still brings pictures, and go on with it.
  case retry
  /// Release the shutter and take what the camera still has to say.
  case release
  /// Close it and open it again.
  case reopen
  case resetUSB = "reset-usb"
  case cutPower = "cut-power"
  /// Call the other camera.
  case fallback

  /// A rung is smaller than those that are climbed after it.
  public static func < (a: RecoveryRung, b: RecoveryRung) -> Bool { a.place < b.place }

  private var place: Int {
    switch self {
    case .retry: 0
    case .release: 1
    case .reopen: 2
    case .resetUSB: 3
    case .cutPower: 4
    case .fallback: 5
    }
  }

  /// Whether the connection is still there after it.
  public var keepsConnection: Bool { self == .retry || self == .release }

  /// What is done, in words for the operator: "reset its USB device".
  public var description: String {
    switch self {
    case .retry: "try again"
    case .release: "release the shutter"
    case .reopen: "open it again"
    case .resetUSB: "reset its USB device"
    case .cutPower: "cut its power"
    case .fallback: "call the fallback camera"
    }
  }
}

/// Which rungs one camera has, on this machine, and how they are climbed. What a camera does not have is skipped at
/// once. A profile fills this in; the defaults are for an unknown camera.
public struct RecoverySteps: Sendable, Equatable {
  /// How one rung is climbed.
  public struct Step: Sendable, Equatable {
    /// How often it is tried before the next rung.
    public var tries: Int
    /// How long the camera is left alone afterwards.
    public var settle: Duration
    /// How long it may take before it counts as stuck.
    public var limit: Duration
    /// How long it is not done again: a relay and a camera's power supply wear out.
    public var rest: Duration

    /// One try of at most six seconds, unless said otherwise.
    public init(tries: Int = 1, settle: Duration = .zero, limit: Duration = .seconds(6), rest: Duration = .zero) {
      self.tries = tries
      self.settle = settle
      self.limit = limit
      self.rest = rest
    }
  }

  /// After a call that the camera refused.
  public var retry: Step? = Step()
  /// Needs a driver that can (``CameraDriver/release()``).
  public var release: Step?
  /// Every camera has this rung: twice, unless its profile says otherwise.
  public var reopen = Step(tries: 2)
  /// Needs a device on USB (``CameraSource/resetUSB()``).
  public var resetUSB: Step?
  /// Needs a way to switch its power (``CameraSource/cutPower()``).
  public var cutPower: Step?
  /// Set by the booth, where there is another camera.
  public var fallback: Step?

  /// Only "try again" and "open it again"; the rest needs knowledge of the camera.
  public init() {}

  /// A held half-press is let go within a second; libgphoto2 then still tells events.
  public static let usualRelease = Step(settle: .milliseconds(300), limit: .seconds(5))
  /// The kernel gives a device that was reset 5 s to answer (`USB_CTRL_GET_TIMEOUT`), thrice at worst.
  public static let usualReset = Step(settle: .seconds(2), limit: .seconds(15), rest: .seconds(30))
  /// Bodies take 5 to 10 s from power to their first answer.
  public static let usualPowerCut = Step(settle: .seconds(8), limit: .seconds(20), rest: .seconds(300))

  /// How a rung is climbed; nil where this camera does not have it.
  public subscript(rung: RecoveryRung) -> Step? {
    switch rung {
    case .retry: retry
    case .release: release
    case .reopen: reopen
    case .resetUSB: resetUSB
    case .cutPower: cutPower
    case .fallback: fallback
    }
  }

  /// The rungs there are, from the lowest.
  public var rungs: [RecoveryRung] { RecoveryRung.allCases.filter { self[$0] != nil } }
}
