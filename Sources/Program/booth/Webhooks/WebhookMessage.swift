import BoothCore
import FoundationEssentials
import NightReports

/// What a receiver can be told of. The raw values are in the settings' file and in messages.
enum WebhookEvent: String, Codable, CaseIterable, Sendable {
  /// Guests are done; their session's jobs are durable.
  case sessionFinished = "session-finished"
  /// The booth is out of order, or the printer waits for a person.
  case faultBegan = "fault-began"
  case faultEnded = "fault-ended"
  /// An evening is over, with its report.
  case eventEnded = "event-ended"
  /// Sent by `booth webhooks check`, to every receiver.
  case trial

  /// Those that a receiver asks for.
  static let choices = allCases.filter { $0 != .trial }
}

/// A message on its way to one receiver, as it is on the disk until the receiver has it.
struct WebhookMessage: Codable, Sendable, Equatable {
  /// By which the receiver knows a message that comes twice.
  var id: String
  /// The receiver's address: it may hold a key, so it is for no log.
  var url: String
  var what: WebhookEvent
  /// When it was made, by the wall clock.
  var at: WallTime
  /// JSON, as it is sent and signed.
  var body: String

  /// The body of a message: what happened, to which booth, at which event; counts, and nothing of guests.
  struct Body: Encodable {
    struct Session: Encodable {
      var photos: Int
      var prints: Int
      /// They had gone before it was finished.
      var finishedWithoutGuests: Bool
    }

    struct Fault: Encodable {
      var kind: String
      var words: String
      var remedy: String
      /// Of one that has ended.
      var lostSeconds: Double?
    }

    var id: String
    var what: WebhookEvent
    /// Which booth; ten signs.
    var booth: String
    var time: TimeAnswer
    /// The folder's name of the chosen event.
    var event: String?
    var session: Session?
    var fault: Fault?
    /// Why the evening counts as over: `shutdown`, `eventChanged`, `quiet`.
    var reason: String?
    var report: NightAnswer?
  }

  /// - Throws: `EncodingError` for numbers that JSON has not.
  init(to url: String, _ body: Body, at time: WallTime) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    id = body.id
    self.url = url
    what = body.what
    at = time
    self.body = String(decoding: try encoder.encode(body), as: UTF8.self)
  }

  /// A new name for a message.
  static func newID() -> String { UUID().uuidString.lowercased() }
  /// Whether a name is one of ours, and so a file's name.
  static func isID(_ text: String) -> Bool { text == text.lowercased() && UUID(uuidString: text) != nil }
}
