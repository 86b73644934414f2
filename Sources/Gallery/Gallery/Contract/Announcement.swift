import BoothCore
import WebSupport

/// What is kept of a session from the moment a booth asks where its files may go: whose pictures will come. Until they
/// do, its page can promise them, and wear its event's colours.
extension Gallery {
  /// Notes that a booth has announced files of a session, once, and until its manifest is there.
  func announce(_ session: SessionName, of event: EventID) async throws {
    guard event > 0, session.text != SessionName.emailCollection, try await store.info(session.announcement) == nil,
      try await store.info(session.manifestCopy) == nil
    else { return }
    let note = JSONDocument.members([
      "version": 1, "event_id": .integer(event), "session_id": .string(session.text),
      "announced_at": .string(timestamp),
    ])
    do throws(ObjectStoreError) {
      _ = try await store.write(
        session.announcement, contentType: "application/json", condition: .ifAbsent, bytes: note.bytes)
    } catch {
      // Another call of the same booth was faster.
      guard error.code == .conditionFailed else { throw error }
    }
  }

  /// The event that a note of ours names, a tombstone's or an announcement's. One that is damaged names none.
  func event(in note: ObjectKey) async throws(ObjectStoreError) -> EventID? {
    guard let (_, bytes) = try await store.readAll(note, limit: 1 << 16) else { return nil }
    do {
      return try EventNames.read(try JSONReader.read(bytes)["event_id"])
    } catch {
      return nil
    }
  }
}

extension SessionName {
  /// Whether the id itself tells that a booth of ours has made it, so that its pictures will come.
  var isOfOurs: Bool { SessionID(text)?.isChecked ?? false }
}
