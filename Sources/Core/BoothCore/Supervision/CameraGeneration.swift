/// Which of the booth's cameras: the one it is meant to use, or the one that stands in while that is out of order.
public enum CameraRole: String, Sendable, Codable, CaseIterable { case main, fallback }

/// One opening of one camera: its driver is used from this opening to its close, and never again. Whatever an
/// abandoned generation still says is known by its number, and ignored.
public struct CameraGeneration: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Which camera was opened.
  public var camera: CameraRole
  /// Counts this camera's openings, from 1 in each run of the program.
  public var number: UInt64

  /// The supervisor of the camera gives the numbers; none is used twice.
  public init(_ camera: CameraRole, _ number: UInt64) {
    self.camera = camera
    self.number = number
  }

  /// For logs: `main 3`.
  public var description: String { "\(camera.rawValue) \(number)" }
}

/// A live frame that came and is no picture.
public struct UndecodedFrame: Sendable, Equatable {
  /// When it was captured, on the booth's monotonic clock.
  public var capturedAt: Instant
  /// What is wrong with it, in words.
  public var fault: String

  public init(capturedAt: Instant, fault: String) {
    self.capturedAt = capturedAt
    self.fault = fault
  }
}

/// When the newest live picture of each camera was captured: a frame that was decoded. Nil while a camera has shown none.
public struct LastFrames: Sendable, Equatable {
  /// The main camera's, on the booth's monotonic clock.
  public var main: Instant?
  /// The fallback camera's.
  public var fallback: Instant?
  /// The newest frame of each camera that came and could not be decoded: it says nothing for the camera.
  public var undecoded: [CameraRole: UndecodedFrame]

  /// No frames, unless said otherwise.
  public init(main: Instant? = nil, fallback: Instant? = nil, undecoded: [CameraRole: UndecodedFrame] = [:]) {
    self.main = main
    self.fallback = fallback
    self.undecoded = undecoded
  }

  /// The newest picture of one camera.
  public subscript(camera: CameraRole) -> Instant? {
    get { camera == .main ? main : fallback }
    set { if camera == .main { main = newValue } else { fallback = newValue } }
  }
}

/// A call of a driver, as far as it matters which one failed.
public enum CameraCall: String, Sendable, Codable {
  case startLiveView = "starting the live view"
  case stopLiveView = "stopping the live view"
  case takePhoto = "taking a photo"
  case focus = "focusing"
}

/// One try of a step that the outside world carries out: releasing the shutter, a reset, a power cut.
public struct RecoveryStep: Hashable, Sendable, Codable {
  /// The camera that it is done to.
  public var camera: CameraRole
  /// What is done.
  public var rung: RecoveryRung
  /// Never used twice by one camera.
  public var number: UInt64

  /// The supervisor of the camera gives the numbers.
  public init(_ camera: CameraRole, _ rung: RecoveryRung, _ number: UInt64) {
    self.camera = camera
    self.rung = rung
    self.number = number
  }
}
