import BoothCore
import BoothDevices
import Logging

/// Which camera the settings mean.
enum CameraChoice {
  static func source(_ settings: Settings, mockScript: String?, log: Logger) throws -> any CameraSource {
    switch settings.text(.camera) ?? "auto" {
    case "mock":
      do {
        let script = try mockScript.map { try MockScript(file: Settings.absolute($0)) } ?? MockScript()
        return MockCameraSource(script: script, logger: log)
      } catch {
        throw CommandFailure("\(error)", code: CommandFailure.usage)
      }
    case "auto":
      let usable = V4L2Devices.list().filter { $0.problem == nil }
      guard let first = usable.first else {
        throw CommandFailure(
          "no camera was found; plug one in (`booth devices` lists what is there), or try: booth run --mock-camera")
      }
      return V4L2CameraSource(path: first.stablePath ?? first.path, logger: log)
    case let path:
      guard path.hasPrefix("/dev/") else {
        throw CommandFailure(
          "camera \"\(path)\": expected auto, mock, or a device such as /dev/video0", code: CommandFailure.usage)
      }
      return V4L2CameraSource(path: path, logger: log)
    }
  }
}
