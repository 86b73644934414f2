import BoothCore
import FoundationEssentials

/// What one booth tells of itself, as it is read: of any version, and with nothing in it believed.
public struct FleetMessage: Sendable, Equatable {
  /// More is no booth's state, in bytes.
  public static let mostBytes = 8192
  /// The most scalars of a name, a word, a sentence.
  private static let (nameLength, wordLength, sentenceLength) = (60, 40, 255)
  private static let mostTroubles = 20
  private static let counts = 0...999_999
  /// Up to the year 5138; in seconds since 1970.
  private static let times = 0.0...1e11

  /// `ready`, `session`, or a word of a newer version.
  public var state: String
  /// One sentence in English.
  public var health: String?
  /// Whether the operator should do something; nil: the booth does not say.
  public var problem: Bool?
  /// The topics of its troubles; nil from a booth of an earlier version.
  public var troubles: [String]?
  public var name: String?
  public var version: String?
  /// When it said so, by its own clock, in seconds since 1970; nil from a booth of an earlier version.
  public var at: Double?
  public var uploadsWaiting: Int?
  public var sessionsTonight: Int?
  public var printsLeft: Int?

  /// Nil for bytes that are no state of a booth's. Unknown members are skipped; one of another kind than expected is as if it were not
  /// there.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    let members: Members
    do { members = try JSONDecoder().decode(Members.self, from: Data(bytes)) } catch { return nil }
    guard let state = members.state.flatMap({ Self.clean($0, Self.wordLength) }) else { return nil }
    self.state = state
    health = members.health.flatMap { Self.clean($0, Self.sentenceLength) }
    problem = members.problem
    troubles = members.troubles.map { $0.prefix(Self.mostTroubles).compactMap { Self.clean($0, Self.wordLength) } }
    name = members.name.flatMap { Self.clean($0, Self.nameLength) }
    version = members.version.flatMap { Self.clean($0, Self.wordLength) }
    at = members.at.flatMap { Self.times.contains($0) ? $0 : nil }
    uploadsWaiting = members.uploadsWaiting.flatMap { Self.counts.contains($0) ? $0 : nil }
    sessionsTonight = members.sessionsTonight.flatMap { Self.counts.contains($0) ? $0 : nil }
    printsLeft = members.printsLeft.flatMap { Self.counts.contains($0) ? $0 : nil }
  }

  /// Whether it says that a person should do something.
  var needsAttention: Bool { problem ?? (state == "out_of_order") }

  /// What a booth calls itself, without what would steer a terminal; nil where nothing is left.
  public static func name(_ text: String) -> String? { clean(text, nameLength) }

  private static func clean(_ text: String, _ most: Int) -> String? {
    var scalars = text.unicodeScalars.prefix(most)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    let harmless = String(String.UnicodeScalarView(scalars.drop { $0.properties.isWhitespace })).harmless
    return harmless.isEmpty ? nil : harmless
  }

  /// As they stand in the message.
  private struct Members: Decodable {
    var state: String?
    var health: String?
    var problem: Bool?
    var troubles: [String]?
    var name: String?
    var version: String?
    var at: Double?
    var uploadsWaiting: Int?
    var sessionsTonight: Int?
    var printsLeft: Int?

    private enum Key: String, CodingKey {
      case state
      case health
      case problem
      case troubles
      case name
      case version
      case at
      case uploadsWaiting = "uploads_waiting"
      case sessionsTonight = "sessions_tonight"
      case printsLeft = "prints_left"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      func member<Value: Decodable>(_ key: Key) -> Value? {
        do { return try container.decodeIfPresent(Value.self, forKey: key) } catch { return nil }
      }
      (state, health, problem, troubles) = (member(.state), member(.health), member(.problem), member(.troubles))
      (name, version, at) = (member(.name), member(.version), member(.at))
      (uploadsWaiting, sessionsTonight) = (member(.uploadsWaiting), member(.sessionsTonight))
      printsLeft = member(.printsLeft)
    }
  }
}
