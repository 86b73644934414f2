public import BoothCore
public import Logging

/// Makes drivers for one camera, named by a path such as `/dev/video0` or, better, its link in `/dev/v4l/by-id`.
///
/// A camera that comes back at another node is found there; see ``V4L2Identity``.
public final class V4L2CameraSource: CameraSource {
  /// The path the camera was named by, as given: `/dev/video0`, or a link in `/dev/v4l/by-id`.
  public let name: String
  private let logger: Logger
  private let profiles: CameraProfiles
  private let finder: V4L2Finder
  private let claims = DeviceClaims()
  /// The USB device that the node belongs to.
  public let usb: USBConnection
  private let steps: RecoverySteps
  private let quality: PhotoQuality?

  /// - Parameters:
  ///   - profiles: of these, the one that fits best is used.
  ///   - steps: the rungs that its profile names; what this machine has is added.
  ///   - power: what switches its power, if anything does.
  ///   - quality: what its photos are for; high asks for the largest pictures it has, medium and low for none but live
  ///     view's. Nil: as its profile says.
  public convenience init(
    path: String, profiles: CameraProfiles = CameraProfiles(), steps: RecoverySteps = RecoverySteps(),
    power: PowerSwitch? = nil, quality: PhotoQuality? = nil, logger: Logger
  ) {
    self.init(path: path, profiles: profiles, steps: steps, power: power, quality: quality, logger: logger) {
      (node) throws(V4L2Fault) in
      try V4L2Node(path: node)
    }
  }

  /// - Parameter makeDevice: opens the device at a node, on the driver's thread.
  package init(
    path: String, profiles: CameraProfiles = CameraProfiles(), places: V4L2Places = V4L2Places(),
    steps: RecoverySteps = RecoverySteps(), power: PowerSwitch? = nil, quality: PhotoQuality? = nil,
    logger: Logger,
    makeDevice: @escaping @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  ) {
    name = path
    self.logger = logger
    self.profiles = profiles
    self.steps = steps
    self.quality = quality
    finder = V4L2Finder(path: path, places: places, logger: logger, makeDevice: makeDevice)
    usb = USBConnection(subject: path, tree: USBTree(), power: power) { $0.device(behindVideo: path) }
  }

  /// The profile's rungs, with a USB reset where the camera is on USB or its path says `usb-`, and a power cut where
  /// there is a switch.
  public var recovery: RecoverySteps { usb.complete(steps, mayBeOnUSB: name.contains("usb-")) }
  /// Blocks a thread of its own until the kernel is done. Throws `notFound` while the camera is on no USB, and `failed`
  /// where the booth's user may not write the device's node.
  public func resetUSB() async throws(CameraError) { try await usb.reset() }
  /// Takes as long as the power is off. Throws `unsupported` where nothing switches it, `notFound` for a port that is
  /// not yet known, and `failed` for a command that fails or takes longer than 5 s.
  public func cutPower() async throws(CameraError) { try await usb.cutPower() }

  /// Makes the next generation, and notes at which USB port the camera is now. Opens nothing.
  public func makeDriver() -> any CameraDriver {
    usb.look()
    return V4L2Camera(finder: finder, profiles: profiles, claims: claims, quality: quality, logger: logger)
  }
}
