import BoothCore
import BoothRuntime
import FoundationEssentials

/// How a booth is, for its broker: words of its own and counts. Nothing in it is of guests, of their links, or of the event they
/// are at.
struct BrokerReport: Encodable, Equatable {
  /// The state in one word.
  enum Word: String, Encodable, CaseIterable {
    case starting
    /// Guests are invited.
    case ready
    /// Guests are at it, from the first question to the code.
    case session
    case paused
    /// A person is asked something at the booth: the event, its settings, whether a session goes on.
    case waiting
    case outOfOrder = "out_of_order"
    case stopped
  }

  var state: Word
  /// One sentence, at most 255 characters: no state of Home Assistant's may be longer.
  var health: String
  var problem: Bool
  /// Jobs of sessions that are not over.
  var uploadsWaiting: Int
  /// Groups of guests that came as far as their code since the booth's start, at most 24 hours back.
  var sessionsTonight: Int
  /// Nil where it is not known.
  var printsLeft: Int?

  private enum CodingKeys: String, CodingKey {
    case state
    case health
    case problem
    case uploadsWaiting = "uploads_waiting"
    case sessionsTonight = "sessions_tonight"
    case printsLeft = "prints_left"
  }

  init(_ status: BoothStatus) {
    state = Word(status.state)
    uploadsWaiting = status.jobs.count { $0.job.kind != .print }
    sessionsTonight = status.night.hours.reduce(0) { $0 + $1.codes }
    printsLeft = status.printer?.sheetsLeft
    (health, problem) = Self.health(status)
  }

  /// Troubles are told by their topics alone: their sentences may name sessions, files or addresses.
  private static func health(_ status: BoothStatus) -> (String, Bool) {
    if case .outOfOrder(let reason) = status.state {
      let words =
        switch reason {
        case .camera: "the camera does not work"
        case .storage: "photos cannot be stored"
        case .noRoom: "there is no room for photos"
        case .noEvents: "no event can be used"
        }
      return ("Out of order: \(words).", true)
    }
    if let obstacle = status.printer?.obstacle { return ("The printer needs a person: \(obstacle.rawValue).", true) }
    let topics = status.troubles.keys.filter { $0 != BoothBroker.topic }.sorted()
    guard !topics.isEmpty else { return ("All is well.", false) }
    let list = topics.joined(separator: ", ")
    let words = "Needs attention: \(list). `booth status` says more."
    return (words.count <= 255 ? words : "Needs attention: \(topics.count) things. `booth status` says more.", true)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(state, forKey: .state)
    try container.encode(health, forKey: .health)
    try container.encode(problem, forKey: .problem)
    try container.encode(uploadsWaiting, forKey: .uploadsWaiting)
    try container.encode(sessionsTonight, forKey: .sessionsTonight)
    // A template that finds no member is a fault in Home Assistant's log; null is "unknown".
    try container.encode(printsLeft, forKey: .printsLeft)
  }

  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}

extension BrokerReport.Word {
  init(_ state: BoothState) {
    switch state {
    case .starting: self = .starting
    case .idle: self = .ready
    case .consent, .look, .opening, .capture, .upload, .print, .qr, .address: self = .session
    case .resumeOffer, .eventSelection, .settings: self = .waiting
    case .paused: self = .paused
    case .outOfOrder: self = .outOfOrder
    case .stopped: self = .stopped
    }
  }
}
