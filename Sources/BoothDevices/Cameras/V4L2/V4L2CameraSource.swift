public import BoothCore
public import Logging

/// Makes drivers for the camera at one path, such as `/dev/video0` or, better, its stable name in `/dev/v4l/by-id`.
public final class V4L2CameraSource: CameraSource {
  public let name: String
  private let logger: Logger
  private let makeDevice: @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  private let claims = DeviceClaims()
  /// The USB device that the node belongs to.
  public let usb: USBConnection
  private let steps: RecoverySteps

  /// - Parameters:
  ///   - steps: the rungs that its profile names; what this machine has is added.
  ///   - power: what switches its power, if anything does.
  public convenience init(
    path: String, steps: RecoverySteps = RecoverySteps(), power: PowerSwitch? = nil, logger: Logger
  ) {
    self.init(path: path, steps: steps, power: power, logger: logger) { (path) throws(V4L2Fault) in
      try V4L2Node(path: path)
    }
  }

  /// - Parameter makeDevice: opens the device at a path, on the driver's thread.
  package init(
    path: String, steps: RecoverySteps = RecoverySteps(), power: PowerSwitch? = nil, logger: Logger,
    makeDevice: @escaping @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  ) {
    name = path
    self.logger = logger
    self.makeDevice = makeDevice
    self.steps = steps
    usb = USBConnection(subject: path, tree: USBTree(), power: power) { $0.device(behindVideo: path) }
  }

  public var recovery: RecoverySteps { usb.complete(steps, mayBeOnUSB: name.contains("usb-")) }
  public func resetUSB() async throws(CameraError) { try await usb.reset() }
  public func cutPower() async throws(CameraError) { try await usb.cutPower() }

  public func makeDriver() -> any CameraDriver {
    usb.look()
    let (path, makeDevice) = (name, makeDevice)
    return V4L2Camera(
      path: path, stableName: V4L2Devices.stableName(of: path), claims: claims, logger: logger
    ) { () throws(V4L2Fault) in try makeDevice(path) }
  }
}
