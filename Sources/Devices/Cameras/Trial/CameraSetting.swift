package import BoothCore

/// One of a camera's settings as it is now, for a report.
public struct CameraSetting: Sendable, Equatable, Codable {
  /// As the driver names it: `iso`, `exposure_time_absolute`.
  public var name: String
  /// What it is set to, in the driver's words: `400`, `Auto`.
  public var value: String
  /// What else it could be, in the driver's words; empty where it does not say.
  public var choices: [String]

  /// Takes the texts as they are; without `choices` the driver is taken not to say.
  public init(name: String, value: String, choices: [String] = []) {
    self.name = name
    self.value = value
    self.choices = choices
  }

  /// Whether a setting may say whose camera this is, or which one of its make.
  static func isPrivate(_ name: String) -> Bool {
    let name = name.lowercased()
    return privateParts.contains { name.contains($0) }
  }

  private static let privateParts = [
    "serial", "owner", "artist", "copyright", "author", "creator", "comment", "caption", "nickname", "hostname", "gps",
    "location", "ssid", "password", "passphrase", "wifi", "wlan", "macaddr", "ipaddr", "iptc", "email", "phone", "guid",
    "uuid", "userinfo", "username",
  ]
}

/// A driver that can tell its camera's settings.
package protocol CameraSettingsReader: CameraDriver {
  /// Every setting that says nothing of its owner. Blocks for as long as the camera does, like every call.
  func settings() async throws(CameraError) -> [CameraSetting]
}
