public import BoothCore
public import Logging

/// Makes drivers for the camera at one path, such as `/dev/video0` or, better, its stable name in `/dev/v4l/by-id`.
public final class V4L2CameraSource: CameraSource {
  public let name: String
  private let logger: Logger
  private let makeDevice: @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  private let claims = DeviceClaims()

  public convenience init(path: String, logger: Logger) {
    self.init(path: path, logger: logger) { (path) throws(V4L2Fault) in try V4L2Node(path: path) }
  }

  /// - Parameter makeDevice: opens the device at a path, on the driver's thread.
  package init(
    path: String, logger: Logger, makeDevice: @escaping @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  ) {
    name = path
    self.logger = logger
    self.makeDevice = makeDevice
  }

  public func makeDriver() -> any CameraDriver {
    let (path, makeDevice) = (name, makeDevice)
    return V4L2Camera(
      path: path, stableName: V4L2Devices.stableName(of: path), claims: claims, logger: logger
    ) { () throws(V4L2Fault) in try makeDevice(path) }
  }
}
