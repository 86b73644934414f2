public import BoothCore
import Crypto
public import FoundationEssentials
import WebSupport

/// A booth's own token, as the galleries' store knows it: `private/tokens/HASH.json`, named by the token's hash, with its name and the events
/// that it is for. The token itself is nowhere but in the booth.
///
/// One object a token: no condition of the store's is needed to add or to end one.
public struct BoothToken: Sendable, Equatable {
  /// What its owner calls it, such as the booth.
  public var name: String
  /// Nil: all events.
  public var events: Set<EventID>?
  /// When it was added, as ISO 8601.
  public var addedAt: String
  /// The beginning of its hash, for people to tell two of one name apart.
  public var id: String

  /// Whether it is for an event.
  func isFor(_ event: EventID) -> Bool { events?.contains(event) ?? true }

  static let folder = "private/tokens/"

  /// A new one: 256 bits, so its hash needs no salt.
  static func make() -> String {
    "booth-" + URLBase64.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// 43 signs of base64url.
  static func hash(_ token: String) -> String { URLBase64.encode(SHA256.hash(data: Array(token.utf8))) }

  static func key(_ hash: String) -> ObjectKey {
    guard let key = ObjectKey("\(folder)\(hash).json") else { preconditionFailure("a hash makes a key") }
    return key
  }

  /// Nil for what is none, or can be read no more: it opens nothing.
  init?(_ bytes: [UInt8], hash: String) {
    let json: JSONDocument
    do throws(JSONReader.Fault) { json = try JSONReader.read(bytes) } catch { return nil }
    guard let name = json["name"]?.string else { return nil }
    self.name = name
    addedAt = json["added_at"]?.string ?? ""
    id = String(hash.prefix(8))
    switch json["events"] {
    case nil, .null?: events = nil
    case .array(let values)?:
      var read: Set<EventID> = []
      for value in values {
        guard let number = value.integer, number > 0 else { return nil }
        read.insert(EventID(number))
      }
      events = read
    case .bool?, .number?, .string?, .object?: return nil
    }
  }

  init(name: String, events: Set<EventID>?, addedAt: String, hash: String) {
    (self.name, self.events, self.addedAt) = (name, events, addedAt)
    id = String(hash.prefix(8))
  }

  var json: JSONDocument {
    .members([
      "version": 1, "name": .string(name), "added_at": .string(addedAt),
      "events": events.map { .array($0.sorted().map { .integer($0) }) },
    ])
  }
}

extension GalleryOwner {
  /// Adds a token.
  /// - Returns: the token, to be given to its booth: it is told this once.
  public func addToken(
    _ name: String, for events: Set<EventID>?, at now: Date
  ) async throws(ObjectStoreError) -> (token: String, entry: BoothToken) {
    let token = BoothToken.make()
    let hash = BoothToken.hash(token)
    let entry = BoothToken(
      name: name, events: events, addedAt: Date.ISO8601FormatStyle().format(now), hash: hash)
    _ = try await store.write(BoothToken.key(hash), contentType: "application/json", bytes: entry.json.bytes)
    return (token, entry)
  }

  /// All that hold, by their names. One that is damaged holds no more, and is left out.
  public func tokens() async throws(ObjectStoreError) -> [BoothToken] {
    try await hashedTokens().map(\.token).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Ends those of a name, or the one of an id: galleries refuse it within five seconds.
  /// - Returns: those that were ended.
  public func endTokens(_ which: String) async throws(ObjectStoreError) -> [BoothToken] {
    let found = try await hashedTokens().filter { $0.token.name == which || $0.token.id == which }
    for (hash, _) in found { try await store.delete(BoothToken.key(hash)) }
    return found.map(\.token)
  }

  private func hashedTokens() async throws(ObjectStoreError) -> [(hash: String, token: BoothToken)] {
    var found: [(hash: String, token: BoothToken)] = []
    for object in try await store.all(prefix: BoothToken.folder) where object.key.text.hasSuffix(".json") {
      let hash = String(object.key.text.dropFirst(BoothToken.folder.utf8.count).dropLast(5))
      if let (_, bytes) = try await store.readAll(object.key, limit: 1 << 20), let token = BoothToken(bytes, hash: hash)
      {
        found.append((hash, token))
      }
    }
    return found
  }
}
