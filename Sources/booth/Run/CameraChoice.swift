import BoothCore
import BoothDevices
import Logging

/// Which camera the settings mean.
enum CameraChoice {
  static func source(_ settings: Settings, mockScript: String?, log: Logger) throws -> any CameraSource {
    let shown = try source(settings.text(.camera) ?? "auto", settings, mockScript: mockScript, log: log)
    guard let still = settings.text(.cameraStill) else { return shown }
    return PairedCameraSource(live: shown, still: try source(still, settings, mockScript: nil, log: log))
  }

  private static func source(
    _ choice: String, _ settings: Settings, mockScript: String?, log: Logger
  ) throws -> any CameraSource {
    switch choice {
    case "mock":
      do {
        let script = try mockScript.map { try MockScript(file: Settings.absolute($0)) } ?? MockScript()
        return MockCameraSource(script: script, logger: log)
      } catch {
        throw CommandFailure("\(error)", code: CommandFailure.usage)
      }
    case "auto":
      // A camera that takes photos of its own is meant to, where somebody has plugged one in.
      if GPhoto2Devices.someMayBeThere, let port = firstOnUSB(log) { return gphoto2(port, settings, log) }
      let usable = V4L2Devices.list().filter { $0.problem == nil }
      guard let first = usable.first else {
        throw CommandFailure(
          "no camera was found; plug one in (`booth devices` lists what is there), or try: booth run --mock-camera")
      }
      return V4L2CameraSource(path: first.stablePath ?? first.path, logger: log)
    case let choice:
      if let port = gphoto2Port(choice) { return gphoto2(port, settings, log) }
      guard choice.hasPrefix("/dev/") else {
        throw CommandFailure(
          "camera \"\(choice)\": expected auto, mock, a device such as /dev/video0, gphoto2, or gphoto2:PORT such as "
            + "gphoto2:usb:001,004 or gphoto2:ptpip:192.168.1.2:15740:15740", code: CommandFailure.usage)
      }
      return V4L2CameraSource(path: choice, logger: log)
    }
  }

  /// The port that `gphoto2` or `gphoto2:PORT` means; nil if the choice is something else. A camera in the network is
  /// named by a numeric address, and by its two ports: libgphoto2 asks no name server.
  static func gphoto2Port(_ choice: String) -> String? {
    if choice == "gphoto2" { return "usb:" }
    guard choice.hasPrefix("gphoto2:") else { return nil }
    let port = String(choice.dropFirst("gphoto2:".count))
    return port.hasPrefix("usb:") || port.hasPrefix("ptpip:") ? port : nil
  }

  /// `usb:` if libgphoto2 knows a camera there.
  private static func firstOnUSB(_ log: Logger) -> String? {
    do throws(CameraError) {
      guard let first = try GPhoto2Devices.list().first else { return nil }
      log.notice("camera", metadata: ["camera.model": "\(first.model)", "camera.port": "\(first.port)"])
      return "usb:"
    } catch {
      log.warning("cameras on USB", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private static func gphoto2(_ port: String, _ settings: Settings, _ log: Logger) -> GPhoto2CameraSource {
    var profile = GPhoto2Profile()
    profile.rawFolder = settings.data + "/raw"
    return GPhoto2CameraSource(port: port, profile: profile, logger: log)
  }
}
