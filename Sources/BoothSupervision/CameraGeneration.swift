public import BoothCore

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

/// When the newest live frame of each camera was captured; nil while a camera delivers none.
public struct LastFrames: Sendable, Equatable {
  /// The main camera's, on the booth's monotonic clock.
  public var main: Instant?
  /// The fallback camera's.
  public var fallback: Instant?

  /// No frames, unless said otherwise.
  public init(main: Instant? = nil, fallback: Instant? = nil) {
    self.main = main
    self.fallback = fallback
  }

  /// The newest frame of one camera.
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
