public import BoothCore
public import Logging
import Synchronization

/// Makes drivers for one camera that libgphoto2 knows.
public final class GPhoto2CameraSource: CameraSource {
  /// `gphoto2:` and the port; `gphoto2` alone for the first camera on USB.
  public let name: String
  private let port: String
  private let profile: GPhoto2Profile
  private let profiles: CameraProfiles
  private let program: CameraProgram
  private let logger: Logger
  private let claims = DeviceClaims()
  private let undead = UndeadProcesses()
  private let openLimit = OpenLimit()
  private let steps: RecoverySteps
  /// The camera's USB device; finds nothing for one in the network.
  public let usb: USBConnection

  /// - Parameters:
  ///   - port: `usb:001,004`, `ptpip:127.0.0.1:15740:15740` (address, command and event port), or `usb:` for the first
  ///     camera on USB.
  ///   - profile: what holds for every camera.
  ///   - profiles: the one that fits the camera best is laid over that.
  ///   - steps: the rungs that its profile names; what this machine has is added.
  ///   - power: what switches its power, if anything does.
  ///   - program: what speaks to libgphoto2: the booth itself, with a hidden command.
  public init(
    port: String, profile: GPhoto2Profile = GPhoto2Profile(), profiles: CameraProfiles = CameraProfiles(),
    steps: RecoverySteps = RecoverySteps(), power: PowerSwitch? = nil, program: CameraProgram = .ourselves,
    logger: Logger
  ) {
    self.port = port
    self.profile = profile
    self.profiles = profiles
    self.program = program
    self.logger = logger
    self.steps = steps
    let name = port == "usb:" ? "gphoto2" : "gphoto2:\(port)"
    self.name = name
    usb = USBConnection(subject: name, tree: USBTree(), power: power) { tree in
      port.hasPrefix("usb:") ? tree.device(atGPhoto2Port: port) : nil
    }
  }

  /// The profile's rungs, with the release of a half-pressed shutter; and with a USB reset and a power cut as far as
  /// there is something to do them.
  public var recovery: RecoverySteps {
    var steps = steps
    steps.release = steps.release ?? RecoverySteps.usualRelease
    return usb.complete(steps, mayBeOnUSB: port.hasPrefix("usb:"))
  }
  /// Blocks a thread of its own until the kernel is done. Throws `notFound` for a camera in the network or not plugged
  /// in, and `failed` where the booth's user may not write the device's node.
  public func resetUSB() async throws(CameraError) { try await usb.reset() }
  /// Takes as long as the power is off. Throws `unsupported` where nothing switches it, `notFound` for a port that is
  /// not yet known, and `failed` for a command that fails or takes longer than 5 s.
  public func cutPower() async throws(CameraError) { try await usb.cutPower() }

  /// Makes the next generation, for the port where the camera is now: plugged in again it has another one. Starts no
  /// process.
  public func makeDriver() -> any CameraDriver {
    // Plugged in again, it has another number, at the same place.
    let device = usb.look()
    let port = port.hasPrefix("usb:") && port != "usb:" ? device?.gphoto2Port ?? port : port
    return GPhoto2Camera(
      port: port, profile: profile, profiles: profiles, program: program, claims: claims, undead: undead,
      openLimit: openLimit, logger: logger)
  }
}

/// How long this camera may take to open, from one generation to the next: which profile it has is known only once it
/// was open.
final class OpenLimit: Sendable {
  private let limit = Mutex<Duration?>(nil)

  var known: Duration? {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }
}
