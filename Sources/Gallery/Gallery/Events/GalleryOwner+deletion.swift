public import BoothCore
public import FoundationEssentials
public import Logging
import WebSupport

/// What a store has of an event, or had before it was deleted.
public struct EventHoldings: Sendable, Equatable {
  /// Guests' sessions, complete or not.
  public var sessions = 0
  /// All objects of those sessions, and of the event's list.
  public var objects = 0
  /// What they amount to, in bytes.
  public var bytes: Int64 = 0
  /// Objects below the event's folder that are none of a gallery's: they are left.
  public var foreign = 0

  /// Holds nothing.
  public init() {}

  mutating func add(_ object: ListedObject) {
    objects += 1
    bytes += object.sizeBytes
  }
}

/// Why an event's objects were not deleted.
public enum EventDeletionFault: Error, Sendable, Equatable {
  /// The event has no end, or one that is still to come.
  case isOpen
}

/// Of an event that is over, its owner may delete what guests have left there: what was not asked for is never deleted, and nothing of another
/// event.
extension GalleryOwner {
  /// What is stored of an event's guests. Addresses for emails, settings and tombstones are not counted.
  public func holdings(of event: EventID) async throws(ObjectStoreError) -> EventHoldings {
    let found = try await found(event)
    var holdings = EventHoldings()
    holdings.sessions = found.sessions.count
    holdings.foreign = found.foreign
    for object in found.own { holdings.add(object) }
    for session in found.sessions where try await belongs(session, to: event) {
      for object in try await store.all(prefix: session.factsFolder) where object.key != session.tombstone {
        holdings.add(object)
      }
    }
    return holdings
  }

  /// Deletes the sessions of an event that is over: pictures, clips, manifests, places in lists. Asked again, it goes on where it was cut off.
  ///
  /// Each session leaves a tombstone, as an erasure does: its page says so, and what a booth brings later is refused. Settings stay, and with
  /// them the end; so do guests' addresses for emails, which belong to the booths' owner.
  /// - Parameters:
  ///   - lists: where the event's list is.
  ///   - logger: of what mends a damaged index.
  /// - Returns: what was deleted.
  /// - Throws: `EventDeletionFault`, or `ObjectStoreError`.
  public func deleteSessions(
    of event: EventID, lists: GalleryConfiguration.EventLists, at now: Date, logger: Logger
  ) async throws -> EventHoldings {
    guard try await settings(of: event).isOver(at: now) else { throw EventDeletionFault.isOpen }
    let found = try await found(event)
    var deleted = EventHoldings()
    deleted.sessions = found.sessions.count
    deleted.foreign = found.foreign
    let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(now)
    let files = Dictionary(grouping: found.own) { SessionName(of: $0.key.text) }
    for first in stride(from: 0, to: found.sessions.count, by: Self.atOnce) {
      let sessions = found.sessions[first..<min(first + Self.atOnce, found.sessions.count)]
      let part = try await withThrowingTaskGroup(of: EventHoldings.self) { group in
        for session in sessions {
          group.addTask { try await self.delete(session, of: event, files[session] ?? [], at: time) }
        }
        return try await group.reduce(into: EventHoldings()) { sum, part in
          sum.objects += part.objects
          sum.bytes += part.bytes
        }
      }
      deleted.objects += part.objects
      deleted.bytes += part.bytes
    }
    // Last, as a session that is half deleted may be found by its place alone.
    for object in files[nil] ?? [] {
      // A folder's list says who may see the event, too: it stays, without a session.
      if lists == .index, object.key == EventNames.index(event) { continue }
      try await store.delete(object.key)
      deleted.add(object)
    }
    if lists == .index {
      var configuration = GalleryConfiguration()
      configuration.lists = .index
      let gallery = Gallery(configuration: configuration, store: store, logger: logger, now: { now })
      try await gallery.changeIndex(event) { index in index.remove(found.sessions) }
    }
    return deleted
  }

  /// Sessions that are deleted beside each other.
  private static let atOnce = 8

  /// What lies below an event's folder.
  private func found(
    _ event: EventID
  ) async throws(ObjectStoreError) -> (sessions: [SessionName], own: [ListedObject], foreign: Int) {
    var sessions: Set<SessionName> = []
    var own: [ListedObject] = []
    var foreign = 0
    for object in try await store.all(prefix: "events/\(event)/") {
      if let session = SessionName(of: object.key.text) {
        sessions.insert(session)
        own.append(object)
      } else if let session = Self.session(placedBy: object.key, in: event) {
        sessions.insert(session)
        own.append(object)
      } else if object.key == EventNames.index(event) {
        own.append(object)
      } else {
        foreign += 1
      }
    }
    return (sessions.sorted { $0.text < $1.text }, own, foreign)
  }

  /// Nil for what is no place in a list of the event's.
  private static func session(placedBy key: ObjectKey, in event: EventID) -> SessionName? {
    for list in OrderList.allCases {
      let folder = EventNames.order(event, in: list)
      guard key.text.hasPrefix(folder) else { continue }
      return OrderEntry.read(String(key.text.dropFirst(folder.utf8.count)), in: event)?.entry.session
    }
    return nil
  }

  /// Whether what is known of a session is of this event, or of none: a client may have put files of one event's session below another's.
  private func belongs(_ session: SessionName, to event: EventID) async throws(ObjectStoreError) -> Bool {
    for note in [session.manifestCopy, session.announcement] {
      guard let (_, bytes) = try await store.readAll(note, limit: ManifestRules.mostBytes * 2) else { continue }
      do throws(JSONReader.Fault) {
        let json = try JSONReader.read(bytes)
        let named: EventID
        do throws(RequestFault) { named = try EventNames.read(json["event_id"]) } catch { continue }
        return named == event
      } catch {
        // What is damaged names none.
        continue
      }
    }
    return true
  }

  private func delete(
    _ session: SessionName, of event: EventID, _ files: [ListedObject], at time: String
  ) async throws(ObjectStoreError) -> EventHoldings {
    var deleted = EventHoldings()
    let belongs = try await belongs(session, to: event)
    guard belongs else {
      for object in files {
        try await store.delete(object.key)
        deleted.add(object)
      }
      return deleted
    }
    var left = files
    while try await !store.hasTombstone(session, of: event, at: time) {
      // On a full disk its own pictures make the room; by the last of them it is found again.
      guard left.count > 1, let object = left.popLast() else {
        throw ObjectStoreError(.full, subject: session.tombstone.text, detail: "there is no room for a tombstone")
      }
      try await store.delete(object.key)
      deleted.add(object)
    }
    // What lies in the event's folder goes last: by that the session is found again. What was put there since the listing goes, too.
    for folder in [session.factsFolder, EventNames.folder(event, session)] {
      for object in try await store.all(prefix: folder) where object.key != session.tombstone {
        try await store.delete(object.key)
        deleted.add(object)
      }
    }
    return deleted
  }
}

extension SessionName {
  /// Below it, what is known of the session itself.
  var factsFolder: String { "sessions/\(text)/" }
}
