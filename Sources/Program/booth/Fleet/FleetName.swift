import CommandSupport
import Glibc
import StudioModel

/// What the booth is called among others.
enum FleetName {
  /// `fleet.name`, else what the machine is called.
  static func of(_ settings: Settings) -> String {
    settings.text(.fleetName).flatMap(FleetMessage.name) ?? machine ?? "Booth"
  }

  private static var machine: String? {
    // HOST_NAME_MAX is 64 on Linux (limits.h).
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    return FleetMessage.name(
      String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
