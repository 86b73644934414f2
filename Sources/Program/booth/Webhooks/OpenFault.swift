import BoothCore
import FoundationEssentials
import NightReports

/// A fault whose beginning receivers were told, or are being told, as it is on the disk until they are told of its end: a booth that
/// is killed meanwhile tells it at a later start.
struct OpenFault: Codable, Sendable, Equatable {
  /// A ``NightFault/Kind``.
  private var word: String
  var since: WallTime
  /// Whether the message of its beginning is durable.
  var isTold: Bool

  private enum CodingKeys: String, CodingKey {
    case word = "kind"
    case since
    case isTold
  }

  init(_ kind: NightFault.Kind, since: WallTime, isTold: Bool) {
    (word, self.since, self.isTold) = (kind.rawValue, since, isTold)
  }

  /// Nil for one of another version.
  var kind: NightFault.Kind? { NightFault.Kind(rawValue: word) }

  /// How long it lasted, with the time in which no booth ran; nil where the clock was not believed all along.
  func seconds(until now: WallTime) -> Double? {
    since.trusted && now.trusted ? max(0, now.unixSeconds - since.unixSeconds) : nil
  }
}
