import BoothCore
import Glibc
import Logging
import Synchronization

/// A device that was opened, and what it was found as.
struct V4L2Opening {
  var device: any V4L2Device
  /// See ``CameraDescription/id``.
  var stableName: String
  var usb: USBIdentity?
}

/// Finds one camera again, generation after generation, at whatever node it is now.
///
/// The first opening decides which device is meant; from then on it is looked for by its identity, since a camera
/// that was unplugged may come back as another `/dev/video…`. While it is away, a camera that took its node serves as
/// a substitute: a booth with another camera is better than one with none.
final class V4L2Finder: Sendable {
  let path: String
  private let places: V4L2Places
  private let logger: Logger
  private let makeDevice: @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  private let remembered = Mutex<V4L2Identity?>(nil)

  init(
    path: String, places: V4L2Places, logger: Logger,
    makeDevice: @escaping @Sendable (String) throws(V4L2Fault) -> any V4L2Device
  ) {
    self.path = path
    self.places = places
    self.logger = logger
    self.makeDevice = makeDevice
  }

  /// Opens the camera. On the driver's thread.
  func open() throws(V4L2Fault) -> V4L2Opening {
    let named = places.node(path)
    let known = remembered.withLock { $0 }
    let found = known?.find(among: places.identities())
    guard let node = found ?? named else { throw V4L2Fault("open", ENOENT) }
    let device = try makeDevice(node)
    let identity = places.identity(of: node)
    if let known, identity != nil, found == nil {
      logger.notice(
        "another camera is in its place",
        metadata: ["camera": "\(path)", "camera.missing": "\(known.name ?? known.place)"])
    } else if found != nil, node != named {
      logger.notice("camera found again", metadata: ["camera": "\(path)", "camera.node": "\(node)"])
    }
    if known == nil { remembered.withLock { $0 = identity } }
    return V4L2Opening(
      device: device, stableName: places.stableName(of: node == named ? path : node, node), usb: identity?.usb)
  }
}
