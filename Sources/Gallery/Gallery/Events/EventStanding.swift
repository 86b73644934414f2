import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import WebSupport

/// How an event stands to its guests: what its definition or its booths say of it, and what its owner has said.
struct EventStanding: Sendable, Equatable {
  /// Without the owner's word.
  var said: Event.GalleryAccess
  var settings = EventSettings()

  /// Who may see its list of sessions: an event with a PIN is not open.
  var access: Event.GalleryAccess { settings.hasPIN || settings.isDamaged ? .link : said }

  /// Whether a session's page leads to the event's.
  var leadsToEvent: Bool { said == .open && !settings.isDamaged || settings.hasPIN }
}

extension EventStanding {
  /// Whether chats may show a picture, and the event's name, with a link to one of its sessions: of an event with a PIN nothing is said to
  /// servers that only pass a link on.
  var hasPreviews: Bool { !settings.hasPIN && !settings.isDamaged }
}

/// Why a guest does not see an event.
enum EventRefusal: Sendable, Equatable {
  case needsKey
  case ended
}

/// The owner's settings as they were read last.
final class KnownSettings: Sendable {
  /// So long pictures and clips go by what was known, as each would cost a question of its own.
  static let pause = Duration.seconds(5)
  private static let most = 1000

  private struct Known {
    var tag: String?
    var settings: EventSettings
    var at: ContinuousClock.Instant
  }

  private let clock = ContinuousClock()
  private let known = Mutex<[EventID: Known]>([:])

  /// Those of the version `tag`; nil where it was not read yet.
  func settings(_ event: EventID, tag: String) -> EventSettings? {
    known.withLock { $0[event].flatMap { $0.tag == tag && !tag.isEmpty ? $0.settings : nil } }
  }

  /// Those that were looked at not long ago.
  func recent(_ event: EventID) -> EventSettings? {
    known.withLock { $0[event].flatMap { clock.now - $0.at < Self.pause ? $0.settings : nil } }
  }

  func keep(_ settings: EventSettings, of event: EventID, tag: String?) {
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[event] = Known(tag: tag, settings: settings, at: clock.now)
    }
  }
}

extension Gallery {
  /// As it is now, at every server: by one listing of a bucket where nothing has changed.
  func standing(_ event: EventID) async throws -> EventStanding {
    let isDefined = configuration.definitionsDecide && configuration.events[event] != nil
    switch configuration.lists {
    case .index:
      let tag = try await store.info(EventNames.settings(event))?.etag
      return EventStanding(said: try await access(event), settings: try await settings(event, tag))
    case .keys:
      let facts = try await store.all(prefix: EventNames.facts(event))
      func tag(_ key: ObjectKey) -> String? { facts.first { $0.key == key }?.etag }
      let said = isDefined ? nil : try await saidAccess(event, tag(EventNames.access(event)))
      return EventStanding(
        said: configuration.access(event, said: said),
        settings: try await settings(event, tag(EventNames.settings(event))))
    }
  }

  /// What a booth has said last, of a version; nil: none has said anything.
  private func saidAccess(_ event: EventID, _ tag: String?) async throws -> Event.GalleryAccess? {
    guard let tag else { return nil }
    if !tag.isEmpty, let said = pages.access(event, tag: tag) { return said }
    let said = try await saidAccess(event)
    if !tag.isEmpty { pages.keep(said, of: event, tag: tag) }
    return said
  }

  /// The owner's settings, as they were within the last five seconds.
  func recentSettings(_ event: EventID) async throws -> EventSettings {
    if let known = knownSettings.recent(event) { return known }
    return try await settings(event, try await store.info(EventNames.settings(event))?.etag)
  }

  /// Those of a version; nil: there are none.
  private func settings(_ event: EventID, _ tag: String?) async throws -> EventSettings {
    let isNew = tag.map { knownSettings.settings(event, tag: $0) == nil } ?? false
    let settings = try await readSettings(event, tag)
    // Once for each version, not with every session that a booth announces.
    if isNew, settings.isDamaged {
      logger.error(
        "an event's settings are damaged: it is open for those who have its link; set them again",
        metadata: ["event.id": "\(event)"])
    }
    knownSettings.keep(settings, of: event, tag: tag)
    return settings
  }

  /// As they are at this moment; what pictures go by stays as it was.
  func presentSettings(_ event: EventID) async throws -> EventSettings {
    try await readSettings(event, try await store.info(EventNames.settings(event))?.etag)
  }

  private func readSettings(_ event: EventID, _ tag: String?) async throws -> EventSettings {
    var settings = EventSettings()
    if let tag {
      if let known = knownSettings.settings(event, tag: tag) {
        settings = known
      } else if let (_, bytes) = try await store.readAll(EventNames.settings(event), limit: 1 << 16) {
        settings = EventSettings(bytes)
      }
    }
    return settings
  }

  /// What keeps a client from seeing an event; nil where nothing does. Booths see what is over, too.
  func refusal(_ event: EventID, _ standing: EventStanding, _ call: WebCall) async throws -> EventRefusal? {
    if standing.settings.isOver(at: now()), try await !isBooth(call, of: event) { return .ended }
    return try await mayRead(event, standing, call) ? nil : .needsKey
  }

  /// Whether what lies under a path is of an event that is over: a session's files, or what is known of a session, such as the copy of its
  /// manifest and its small pictures.
  func isOver(_ path: String, _ call: WebCall) async throws -> Bool {
    var found = AssetPath.event(ofSessionIn: path)
    if found == nil, let session = AssetPath.session(ofFactsIn: path) { found = try await eventKnown(of: session) }
    guard let event = found, try await recentSettings(event).isOver(at: now()) else { return false }
    return try await !isBooth(call, of: event)
  }

  /// The event that the store knows a session to be of; nil where it knows none.
  private func eventKnown(of session: SessionName) async throws -> EventID? {
    if let event = try await eventInManifest(of: session) { return event }
    let event = try await event(in: session.announcement)
    return event.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether a session is of an event that is over.
  func isOver(_ manifest: SessionManifest, _ call: WebCall) async throws -> Bool {
    guard let event = manifest.eventID, try await standing(event).settings.isOver(at: now()) else { return false }
    return try await !isBooth(call, of: event)
  }

  func isBooth(_ call: WebCall, of event: EventID) async throws -> Bool {
    try await rights(call)?.isFor(event) ?? false
  }

  static let endedAnswer = WebAnswer.error(.gone, "This event's gallery has ended")
    .with([.cacheControl: "no-store"])
}

extension AssetPath {
  /// The session of which something is known under the path: `sessions/S/…`; nil for others.
  static func session(ofFactsIn path: String) -> SessionName? {
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == "sessions" else { return nil }
    return SessionName(listed: parts[1])
  }

  /// The event whose session's file lies under the path; nil for others.
  static func event(ofSessionIn path: String) -> EventID? {
    let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == "events", parts[2] == "sessions" else { return nil }
    do throws(RequestFault) { return try EventNames.read(parts[1]) } catch { return nil }
  }
}
