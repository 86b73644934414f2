import BoothCore
import FoundationEssentials
import HTTPTypes
import WebSupport

/// Erasing a session on a guest's request; not in the FotoX contract, but in its style.
///
/// A tombstone is written first and stays: it holds the session's id and the moment, and no more. Every write of the
/// session looks for it again when it is done, so that one which began before cannot bring anything back: either it was
/// there when the erasure listed what to delete, or it finds the tombstone and deletes what it wrote.
extension Gallery {
  /// `DELETE /sessions/{event}/{session}`, with the token. Asked twice, it finishes what the first left.
  func erase(_ event: EventID, _ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    switch try await admission(call) {
    case .refused(let answer): return answer
    case .booth(let rights):
      guard rights.isFor(event), try await !isForeign(session, to: rights) else { return Self.foreignAnswer }
    }
    var objects = 0
    if try await !store.hasTombstone(session, of: event, at: timestamp) {
      // What the store keeps for this; else the session's own pictures make the room, which are to go in any case.
      if await !store.makeRoom() { objects += try await deleteAll(under: EventNames.folder(event, session)) }
      guard try await store.hasTombstone(session, of: event, at: timestamp) else {
        throw ObjectStoreError(.full, subject: session.tombstone.text, detail: "there is no room for a tombstone")
      }
    }
    // The client may be mistaken about the event; what the session's own manifest says goes too,
    // and what was announced of it.
    let said = [event, try await eventInManifest(of: session), try await self.event(in: session.announcement)]
    let events = Set(said.compactMap { $0 }).sorted()
    // First what leads there; its notes go with the session's folder.
    if configuration.lists == .keys { objects += try await takeOutOfOrder(session) }
    for folder in events.map({ EventNames.folder($0, session) }) + ["sessions/\(session.text)/"] {
      objects += try await deleteAll(under: folder, but: session.tombstone)
    }
    for event in events {
      // Its draft may need the room once more, also where an earlier try has made the tombstone.
      if try await !isTakenOut(session, of: event) {
        _ = await store.makeRoom()
        guard try await isTakenOut(session, of: event) else {
          throw ObjectStoreError(.full, subject: EventNames.index(event).text, detail: "there is no room for the index")
        }
      }
    }
    await store.keepRoom()
    return .json(.members(["status": "erased", "objects": .integer(objects)])).with([.cacheControl: "no-store"])
  }

  /// Takes a session out of its event's index and lists of addresses; false where the disk is full.
  private func isTakenOut(_ session: SessionName, of event: EventID) async throws -> Bool {
    do {
      try await takeOutOfList(session, of: event)
      try await removeEmails(of: session, event: event)
      return true
    } catch let error as ObjectStoreError {
      guard error.code == .full else { throw error }
      return false
    }
  }

  /// Takes a session out of its event's list, and out of what follows from it.
  func takeOutOfList(_ session: SessionName, of event: EventID) async throws {
    switch configuration.lists {
    case .index: try await changeIndex(event) { $0.remove(session) }
    case .keys:
      _ = try await takeOutOfOrder(session)
      // What a completion that came between has noted.
      for note in try await orderNotes(of: session) { if let key = note.key(session) { try await store.delete(key) } }
      try await writeIndex(event, without: session)
    }
  }

  func eventInManifest(of session: SessionName) async throws -> EventID? {
    do {
      return try await manifest(session)?.eventID
    } catch let error as ObjectStoreError where error.code == .unavailable {
      // A damaged manifest names no event; it is deleted with the rest.
      return nil
    }
  }

  /// Whether the session was erased here; nothing of it is taken any more.
  func isErased(_ session: SessionName) async throws -> Bool { try await store.info(session.tombstone) != nil }

  static let erasedAnswer = WebAnswer.error(.gone, "Session erased")

  /// Deletes what a completion left that was cut off after the session was erased; and what came straight to the store, past the gallery:
  /// an address that was given out before holds for some minutes.
  func sweepErased(_ session: SessionName, of event: EventID) async throws {
    if configuration.lists == .keys, try await !orderNotes(of: session).isEmpty {
      try await takeOutOfList(session, of: event)
    }
    let address = store.writingAddress(of: session.tombstone, contentType: "a/b", sizeBytes: 0, seconds: 1)
    guard address != nil else { return }
    _ = try await deleteAll(under: EventNames.folder(event, session))
  }

  /// Deletes what a write of an erased session left behind.
  func isErasedAfterWriting(_ key: ObjectKey, _ session: SessionName?) async throws -> Bool {
    guard let session, try await isErased(session) else { return false }
    try await store.delete(key)
    return true
  }

  private func deleteAll(under folder: String, but kept: ObjectKey? = nil) async throws -> Int {
    var count = 0
    for object in try await store.all(prefix: folder) where object.key != kept {
      try await store.delete(object.key)
      count += 1
    }
    return count
  }
}

extension ObjectStore {
  /// Makes the session's tombstone, where there is none; false where the disk is full.
  func hasTombstone(
    _ session: SessionName, of event: EventID, at time: String
  ) async throws(ObjectStoreError) -> Bool {
    let tombstone = JSONDocument.members([
      "version": 1, "event_id": .integer(event), "session_id": .string(session.text), "erased_at": .string(time),
    ])
    do throws(ObjectStoreError) {
      _ = try await write(
        session.tombstone, contentType: "application/json", condition: .ifAbsent, bytes: tombstone.bytes)
      return true
    } catch {
      switch error.code {
      // It was erased before: its moment stays.
      case .conditionFailed: return true
      case .full: return false
      case .unavailable, .incomplete, .refused: throw error
      }
    }
  }
}
