import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import Logging

/// Which camera the settings mean.
enum CameraChoice {
  /// - Parameter waits: whether `auto` is whichever camera comes, where none is there now: a booth is started with its
  ///   power, often before its cameras are. Without it that is an error.
  static func source(
    _ settings: Settings, mockScript: String?, waits: Bool = false, log: Logger
  ) throws -> any CameraSource {
    let shown = try source(settings.text(.camera) ?? "auto", settings, mockScript: mockScript, waits: waits, log: log)
    guard let still = settings.text(.cameraStill) else { return shown }
    return PairedCameraSource(live: shown, still: try source(still, settings, mockScript: nil, waits: waits, log: log))
  }

  /// The camera that stands in while the first is out of order; nil where none is set.
  static func fallback(_ settings: Settings, log: Logger) throws -> (any CameraSource)? {
    guard let choice = settings.text(.cameraFallback) else { return nil }
    try proveFallback(choice, settings)
    return try source(choice, settings, mockScript: nil, waits: false, log: log)
  }

  /// - Throws: in words, where no driver could ever know a camera of that name.
  static func prove(_ choice: String) throws(CommandError) {
    if choice == "auto" || choice == "mock" || gphoto2Port(choice) != nil || v4l2Path(choice) != nil { return }
    throw unknown(choice)
  }

  /// - Throws: the same, and where it is no other camera than the first.
  static func proveFallback(_ choice: String, _ settings: Settings) throws(CommandError) {
    guard choice != "auto", choice != settings.text(.camera) else {
      throw CommandError(
        "camera.fallback \"\(choice)\": expected another camera than camera (\(settings.text(.camera) ?? "auto")), by its "
          + "own name; `booth devices` lists them", code: CommandError.usage)
    }
    try prove(choice)
  }

  private static func source(
    _ choice: String, _ settings: Settings, mockScript: String?, waits: Bool, log: Logger
  ) throws -> any CameraSource {
    switch choice {
    case "mock":
      do {
        let script = try mockScript.map { try MockScript(file: Settings.absolute($0)) } ?? MockScript()
        return MockCameraSource(script: script, logger: log)
      } catch {
        throw CommandError("\(advice: error)", code: CommandError.usage)
      }
    case "auto":
      let cameras = try AttachedCameras(settings, log)
      let first = cameras.first()
      if waits {
        return AwaitedCameraSource(first: first, steps: cameras.steps) { () throws(CameraError) in cameras.first() }
      }
      guard let first else {
        throw noneFound
      }
      return first
    case let choice:
      if let port = gphoto2Port(choice) { return try gphoto2(port, settings, log) }
      guard let path = v4l2Path(choice) else {
        throw unknown(choice)
      }
      return try v4l2(path, of: choice, settings, log)
    }
  }

  static let noneFound = CommandError(
    "no camera was found; plug one in (`booth devices` lists what is there), or try: booth run --mock-camera")

  /// No driver could ever know a camera of that name.
  static func unknown(_ choice: String) -> CommandError {
    CommandError(
      "camera \"\(choice)\": expected auto, mock, a device such as /dev/video0 or its name in /dev/v4l/by-id, "
        + "gphoto2, or gphoto2:PORT such as gphoto2:usb:001,004 or gphoto2:ptpip:192.168.1.2:15740:15740",
      code: CommandError.usage)
  }

  /// The device that `/dev/video0`, `usb-046d_HD_Pro_Webcam_C920_…-video-index0` (a name in /dev/v4l/by-id) or
  /// `v4l2:` with one of the two means; nil if the choice is something else.
  static func v4l2Path(_ choice: String) -> String? {
    let name = choice.hasPrefix("v4l2:") ? String(choice.dropFirst(5)) : choice
    if name.hasPrefix("/dev/") { return name }
    guard name.hasPrefix("usb-"), !name.contains("/") else { return nil }
    return "/dev/v4l/by-id/\(name)"
  }

  /// The port that `gphoto2` or `gphoto2:PORT` means; nil if the choice is something else. A camera in the network is
  /// named by a numeric address, and by its two ports: libgphoto2 asks no name server.
  static func gphoto2Port(_ choice: String) -> String? {
    if choice == "gphoto2" { return "usb:" }
    guard choice.hasPrefix("gphoto2:") else { return nil }
    let port = String(choice.dropFirst("gphoto2:".count))
    return port.hasPrefix("usb:") || port.hasPrefix("ptpip:") ? port : nil
  }

  private static func v4l2(
    _ path: String, of choice: String, _ settings: Settings, _ log: Logger
  ) throws -> V4L2CameraSource {
    V4L2CameraSource(
      path: path, profiles: try profiles(settings, log), power: try powerSwitch(settings, of: choice),
      quality: quality(settings), logger: log)
  }

  /// How good photos at locations are; nil where guests are photographed.
  static func quality(_ settings: Settings) -> PhotoQuality? {
    settings.text(.quality).flatMap(PhotoQuality.init(rawValue:))
  }

  /// What switches the camera's power. One switch is for one camera: the fallback has none.
  static func powerSwitch(_ settings: Settings, of choice: String? = nil) throws -> PowerSwitch? {
    if let choice, choice == settings.text(.cameraFallback) { return nil }
    switch settings.text(.cameraPower) {
    case "usb-port": return .usbPort()
    case "command":
      func words(_ key: SettingKey) throws -> [String] {
        let words = (settings.text(key) ?? "").split(separator: " ").map(String.init)
        guard words.first?.hasPrefix("/") == true else {
          throw CommandError(
            "camera.power is command, so \(key.rawValue) must name a program by its whole path, such as "
              + "/usr/sbin/uhubctl", code: CommandError.usage)
        }
        return words
      }
      return .command(off: try words(.cameraPowerOff), on: try words(.cameraPowerOn))
    default: return nil
    }
  }

  private static func gphoto2(_ port: String, _ settings: Settings, _ log: Logger) throws -> GPhoto2CameraSource {
    let power = try powerSwitch(settings, of: port == "usb:" ? "gphoto2" : "gphoto2:" + port)
    return GPhoto2CameraSource(
      port: port, profile: gphoto2Profile(settings), profiles: try profiles(settings, log), power: power, logger: log)
  }

  static func gphoto2Profile(_ settings: Settings) -> GPhoto2Profile {
    var profile = GPhoto2Profile()
    profile.rawFolder = settings.data + "/raw"
    return profile
  }

  static func profiles(_ settings: Settings, _ log: Logger) throws -> CameraProfiles {
    let profiles = try DevicePlaces.cameras(settings)
    for problem in profiles.problems { log.warning("profile not used", metadata: ["error": "\(problem)"]) }
    return profiles
  }
}
