import BoothCore
import Cameras
import CommandSupport
import FoundationEssentials
import Logging

/// The cameras that `auto` chooses from: those that are attached when it looks.
struct AttachedCameras: Sendable {
  private let profile: GPhoto2Profile
  private let profiles: CameraProfiles
  private let power: PowerSwitch?
  /// The cameras that other settings name are for what those are for.
  private let taken: [String]
  private let quality: PhotoQuality?
  private let log: Logger

  init(_ settings: Settings, _ log: Logger) throws {
    profile = CameraChoice.gphoto2Profile(settings)
    profiles = try CameraChoice.profiles(settings, log)
    power = try CameraChoice.powerSwitch(settings)
    taken = [settings.text(.cameraFallback), settings.text(.cameraStill)].compactMap { $0 }
    quality = CameraChoice.quality(settings)
    self.log = log
  }

  /// The one to use; nil where none is attached that can be. May take seconds.
  func first() -> (any CameraSource)? {
    // A camera that takes photos of its own is meant to, where a person has plugged one in.
    if !taken.contains(where: { CameraChoice.gphoto2Port($0)?.hasPrefix("usb:") == true }),
      GPhoto2Devices.someMayBeThere, isOnUSB()
    {
      return GPhoto2CameraSource(port: "usb:", profile: profile, profiles: profiles, power: power, logger: log)
    }
    let others = Set(taken.compactMap(CameraChoice.v4l2Path).map(Self.node))
    let free = V4L2Devices.list().first { $0.problem == nil && !others.contains(Self.node($0.path)) }
    guard let first = free else { return nil }
    return V4L2CameraSource(
      path: first.stablePath ?? first.path, profiles: profiles, power: power, quality: quality, logger: log)
  }

  /// What the ladder has for whichever comes.
  var steps: RecoverySteps {
    var steps = RecoverySteps()
    steps.release = RecoverySteps.usualRelease
    steps.resetUSB = RecoverySteps.usualReset
    if power != nil { steps.cutPower = RecoverySteps.usualPowerCut }
    return steps
  }

  private static func node(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

  /// Whether libgphoto2 knows a camera on USB.
  private func isOnUSB() -> Bool {
    do throws(CameraError) {
      guard let first = try GPhoto2Devices.list().first else { return false }
      log.notice("camera", metadata: ["camera.model": "\(first.model)", "camera.port": "\(first.port)"])
      return true
    } catch {
      log.warning("cameras on USB", metadata: ["error": "\(error)"])
      return false
    }
  }
}
