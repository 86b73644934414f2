import BoothCore
import Cameras
import CommandSupport
import Logging

/// How the cameras are mounted: as the settings say, else as their own profiles do.
enum CameraMounts {
  static func chains(_ settings: Settings, _ log: Logger) throws -> TransformChains {
    var chains = settings.chains
    let choices = [settings.text(.camera) ?? "auto", settings.text(.cameraStill)].compactMap { $0 }
    guard choices.contains(where: { $0 != "mock" }),
      settings.isDefault(.cameraMount) || settings.isDefault(.cameraStillMount)
    else { return chains }
    let profiles = try DevicePlaces.cameras(settings)
    // Looked for only where it matters: asking what is attached takes time.
    guard profiles.profiles.contains(where: { $0.rotationDegrees != 0 }) else { return chains }
    if settings.isDefault(.cameraMount), let mount = mount(of: settings.text(.camera) ?? "auto", profiles, log) {
      chains.live.mount = mount
    }
    if chains.still != nil, settings.isDefault(.cameraStillMount), let choice = settings.text(.cameraStill),
      let mount = mount(of: choice, profiles, log)
    {
      chains.still?.mount = mount
    }
    return chains
  }

  /// Nil where the camera is not there, or has no profile.
  private static func mount(of choice: String, _ profiles: CameraProfiles, _ log: Logger) -> Orientation? {
    guard let identity = identity(of: choice), let profile = profiles.profile(for: identity) else { return nil }
    if profile.rotationDegrees != 0 {
      log.notice(
        "camera", metadata: ["camera.profile": "\(profile.name)", "camera.rotation": "\(profile.rotationDegrees)"])
    }
    return Mount.orientation(String(profile.rotationDegrees))
  }

  private static func identity(of choice: String) -> CameraIdentity? {
    let port = choice == "auto" ? "usb:" : CameraChoice.gphoto2Port(choice)
    if let port, port.hasPrefix("usb:"), choice != "auto" || GPhoto2Devices.someMayBeThere {
      let found = (try? GPhoto2Devices.list()) ?? []
      if let camera = found.first(where: { port == "usb:" || $0.port == port }) {
        return CameraIdentity(driver: .gphoto2, model: camera.model, usb: camera.usb)
      }
    }
    let path = CameraChoice.v4l2Path(choice)
    guard choice == "auto" || path != nil else { return nil }
    let webcam = V4L2Devices.list().first { listing in
      path.map { $0 == listing.path || $0 == listing.stablePath } ?? (listing.problem == nil)
    }
    return webcam.map { CameraIdentity(driver: .v4l2, model: $0.model, usb: $0.usb) }
  }
}
