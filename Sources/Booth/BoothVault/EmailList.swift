import BoothCore
import FoundationEssentials

/// The e-mail addresses that guests of an event have left, as FotoX keeps them: an array of
/// `{"timestamp", "session_id", "email", "event_id"}`, all of which goes to the gallery, whole, with every new one.
struct EmailList: Sendable, Equatable {
  struct Entry: Sendable, Equatable, Codable {
    /// ISO 8601, in UTC.
    var timestamp: String
    var session: String
    var email: String
    var event: EventID?

    enum CodingKeys: String, CodingKey {
      case timestamp, email
      case session = "session_id"
      case event = "event_id"
    }

    init(_ address: EmailAddress, of session: SessionID, event: EventID, at time: WallTime) {
      timestamp = time.date.formatted(.iso8601)
      self.session = session.text
      email = address.text
      self.event = event
    }
  }

  var entries: [Entry] = []

  init() {}

  /// Throws where the bytes are no such array.
  init(json: [UInt8]) throws { entries = try JSONDecoder().decode([Entry].self, from: Data(json)) }

  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(entries)) } catch {
      preconditionFailure("texts and whole numbers can always be encoded: \(error)")
    }
  }

  func has(_ entry: Entry) -> Bool { entries.contains { $0.session == entry.session && $0.email == entry.email } }
}
