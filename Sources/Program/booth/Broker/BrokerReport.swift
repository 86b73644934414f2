import BoothCore
import BoothRuntime
import FoundationEssentials

/// How a booth is, for its broker: words of its own and counts. Nothing in it is of guests, of their links, or of the event they
/// are at.
struct BrokerReport: Equatable, Sendable {
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
  /// The topics of its troubles, and of why it is out of order. No sentences: these may name sessions, files or addresses.
  var troubles: [String]

  private enum CodingKeys: String, CodingKey {
    case state
    case health
    case problem
    case uploadsWaiting = "uploads_waiting"
    case sessionsTonight = "sessions_tonight"
    case printsLeft = "prints_left"
    case troubles
    case at
    case name
    case version
  }

  private static let mostTroubles = 20

  init(_ status: BoothStatus) {
    state = Word(status.state)
    uploadsWaiting = status.jobs.count { $0.job.kind != .print }
    sessionsTonight = status.night.hours.reduce(0) { $0 + $1.codes }
    printsLeft = status.printer?.sheetsLeft
    (health, problem) = Self.health(status)
    troubles = Array(Self.topics(status).prefix(Self.mostTroubles))
  }

  private static func topics(_ status: BoothStatus) -> [String] {
    var topics = Set(status.troubles.keys.filter { $0 != BoothBroker.topic })
    if status.printer?.obstacle != nil { topics.insert("printer") }
    if case .outOfOrder(let reason) = status.state {
      switch reason {
      case .camera: topics.insert("camera")
      case .storage, .noRoom: topics.insert("disk")
      case .noEvents: topics.insert("events")
      }
    }
    return topics.sorted()
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

  /// What is told of it at a moment.
  /// - Parameters:
  ///   - name: what the booth is called among others.
  ///   - at: when it is told, in seconds since 1970, so that who reads it later knows how old it is.
  func bytes(name: String, at: Double) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(Told(report: self, name: name, at: Int(at))))
  }

  private struct Told: Encodable {
    var report: BrokerReport
    var name: String
    var at: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(report.state, forKey: .state)
      try container.encode(report.health, forKey: .health)
      try container.encode(report.problem, forKey: .problem)
      try container.encode(report.uploadsWaiting, forKey: .uploadsWaiting)
      try container.encode(report.sessionsTonight, forKey: .sessionsTonight)
      // A template that finds no member is a fault in Home Assistant's log; null is "unknown".
      try container.encode(report.printsLeft, forKey: .printsLeft)
      try container.encode(report.troubles, forKey: .troubles)
      try container.encode(name, forKey: .name)
      try container.encode(at, forKey: .at)
      try container.encode(ProgramVersion.text, forKey: .version)
    }
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
