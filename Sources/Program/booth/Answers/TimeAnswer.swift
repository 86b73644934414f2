import BoothCore
import FoundationEssentials

/// A moment, for programs.
struct TimeAnswer: Encodable {
  /// In ISO 8601, to the second, in UTC.
  var time: String
  /// Whether the machine's clock was known to be right then.
  var trusted: Bool

  init(_ time: WallTime) {
    self.time = time.date.formatted(.iso8601)
    trusted = time.trusted
  }
}
