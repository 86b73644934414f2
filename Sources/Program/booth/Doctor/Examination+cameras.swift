import BoothCore
import BoothRuntime
import BoothSystem
import Cameras
import CommandSupport
import FoundationEssentials
import Logging
import StudioModel

/// Whether the cameras are there, and what is wrong with them.
extension Examination {
  private static var quiet: Logger { Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() } }

  /// A running booth has them, and knows better; else each that the settings name is looked for.
  func cameras() async -> [Finding] {
    if let status = try? await Console(settings: settings).status() {
      return status.cameras.map { camera in
        let subject = camera.role == .main ? "camera" : "\(camera.role.rawValue) camera"
        guard camera.usable || camera.lastError == "not needed" else {
          return .bad(
            subject, CommandText(advice: camera.words), "the booth keeps trying; see: booth status",
            BoothCondition(camera))
        }
        guard let troubles = camera.troubles else {
          return .fine(subject, "\(camera.words), in use by the running booth", BoothCondition(camera))
        }
        var quiet = camera
        quiet.troubles = nil
        return .warning(
          subject, "\(quiet.words), in use by the running booth", CommandText(advice: troubles.joined(separator: "; ")),
          BoothCondition(camera))
      }
    }
    var findings = [await camera("camera", settings.text(.camera) ?? "auto")]
    if let still = settings.text(.cameraStill) { findings.append(await camera("still camera", still)) }
    if let other = settings.text(.cameraFallback) { findings.append(await camera("fallback camera", other)) }
    return findings
  }

  private func camera(_ subject: String, _ choice: String) async -> Finding {
    if choice == "mock" { return .fine(subject, "the mock camera", .init(.cameraReady, "mock")) }
    if let port = CameraChoice.gphoto2Port(choice) { return await gphoto2Camera(subject, port) }
    let cameras = V4L2Devices.list(askingWhoHasThem: true)
    let chosen: V4L2DeviceListing?
    if choice == "auto" {
      do {
        let first = try AttachedCameras(settings, Self.quiet).first()
        if first is GPhoto2CameraSource { return await gphoto2Camera(subject, "usb:") }
        chosen = first.flatMap { listing($0.name, cameras) } ?? cameras.first { $0.problem != nil }
      } catch {
        return .bad(subject, CommandText(of: error), "correct that setting", .init(.settingsFaulty, "camera"))
      }
    } else {
      guard let path = CameraChoice.v4l2Path(choice) else {
        return .bad(
          subject, CameraChoice.unknown(choice).words, "`booth devices` lists cameras", .init(.settingsFaulty, "camera")
        )
      }
      chosen = listing(path, cameras)
    }
    guard let found = chosen else {
      return .bad(
        subject, choice == "auto" ? "none is attached" : "\(choice) is not there",
        "plug it in; the booth uses it as soon as it is there; `booth devices` lists cameras; or try: booth run --mock-camera",
        .init(.cameraMissing))
    }
    if let problem = found.problem {
      return .bad(
        subject, "\(found.path): \(advice: problem)", "see: booth devices", .init(.cameraLost, found.model))
    }
    if found.isInUse {
      return .bad(
        subject, "\(found.model) at \(found.path) is in use by another program",
        "close that program (`fuser -v \(found.path)` names it)", .init(.cameraBusy, found.model))
    }
    return .fine(subject, "\(found.model) at \(found.path)", .init(.cameraReady, found.model))
  }

  private func listing(_ path: String, _ cameras: [V4L2DeviceListing]) -> V4L2DeviceListing? {
    let node = URL(filePath: path).resolvingSymlinksInPath().path
    return cameras.first { $0.path == path || $0.stablePath == path || $0.path == node }
  }

  /// Opens the camera for a moment: only so does it say what it is and whether another person has it.
  private func gphoto2Camera(_ subject: String, _ port: String) async -> Finding {
    let profiles: CameraProfiles
    do {
      profiles = try CameraChoice.profiles(settings, Self.quiet)
    } catch {
      return .bad(subject, CommandText(of: error), "correct that setting", .init(.settingsFaulty, "camera"))
    }
    // By its profile, as the booth opens it: where photos are kept depends on that.
    let driver = GPhoto2CameraSource(
      port: port, profile: CameraChoice.gphoto2Profile(settings), profiles: profiles, logger: Self.quiet
    ).makeDriver()
    do throws(CameraError) {
      let description = try await driver.open()
      await driver.close()
      let isReady = BoothCondition(.cameraReady, description.model)
      guard let condition = description.condition else {
        return .fine(subject, "\(description.model) at \(port)", isReady)
      }
      let words = "\(description.model) at \(port): \(condition.facts)"
      if let refusal = condition.liveViewFails {
        return .bad(
          subject, "\(words)", "\(refusal); until then the booth is out of order", .init(.cameraCare, description.model)
        )
      }
      let warnings = condition.warnings
      guard let first = warnings.first else { return .fine(subject, "\(words)", isReady) }
      let way = condition.photosFail == nil ? "" : "; until then photos are taken from the live view"
      return .warning(
        subject, "\(words)", CommandText(advice: first + way + warnings.dropFirst().map { "; \($0)" }.joined()),
        .init(.cameraCare, description.model))
    } catch {
      await driver.close()
      return .bad(
        subject, "\(port == "usb:" ? "gphoto2" : port): \(advice: error.detail)", "see: booth devices",
        .init(.cameraMissing))
    }
  }
}
