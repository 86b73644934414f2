/// What a camera says about itself besides its pictures.
public struct CameraCondition: Sendable, Equatable, Codable, CustomStringConvertible {
  /// The camera's own word: `87%`, `Low`.
  public var battery: String?
  /// Free space on its card, in megabytes; below 200 the operator is warned.
  public var freeMegabytes: Int?
  /// How far the camera's clock is ahead of this machine's, in seconds; negative if behind.
  public var clockAheadSeconds: Int?

  /// A camera that says nothing, unless told otherwise.
  public init(battery: String? = nil, freeMegabytes: Int? = nil, clockAheadSeconds: Int? = nil) {
    self.battery = battery
    self.freeMegabytes = freeMegabytes
    self.clockAheadSeconds = clockAheadSeconds
  }

  /// The battery in percent, where the camera's word is a number.
  public var batteryPercent: Int? {
    guard let battery else { return nil }
    return Int(battery.prefix { $0.isNumber })
  }

  /// What the operator should do something about, in words.
  public var warnings: [String] {
    var warnings: [String] = []
    if let battery, (batteryPercent ?? 100) <= 20 || battery.lowercased() == "low" {
      warnings.append("its battery is low (\(battery)): change it, or use a mains adapter")
    }
    if let freeMegabytes, freeMegabytes < 200 {
      warnings.append("its card has \(freeMegabytes) MB left: put in an empty one")
    }
    if let clockAheadSeconds, abs(clockAheadSeconds) > 120 {
      let way = clockAheadSeconds > 0 ? "ahead" : "behind"
      warnings.append("its clock is \(abs(clockAheadSeconds)) s \(way): set it in the camera's menu")
    }
    return warnings
  }

  /// What is known, then the ``warnings``, with commas between; empty for a camera that says nothing.
  public var description: String {
    let facts = [
      battery.map { "battery \($0)" }, freeMegabytes.map { "\($0) MB free" },
      clockAheadSeconds.map { "clock \($0 >= 0 ? "+" : "")\($0) s" },
    ].compactMap { $0 }
    return (facts + warnings).joined(separator: ", ")
  }
}

/// The RAW file of a photo, whole and durable on this machine's disk.
public struct RawFile: Sendable, Equatable, Codable {
  /// The absolute path on this machine.
  public var path: String
  /// The file's bytes.
  public var sizeBytes: Int
  /// The name the camera gave it: its photo's name with another ending on most bodies.
  public var cameraName: String

  /// Takes all as it is; the file must be there already.
  public init(path: String, sizeBytes: Int, cameraName: String) {
    self.path = path
    self.sizeBytes = sizeBytes
    self.cameraName = cameraName
  }
}
