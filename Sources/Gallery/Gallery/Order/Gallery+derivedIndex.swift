import BoothCore
import FoundationEssentials
import Logging
import WebSupport

/// An event's `index.json` where its list is in keys: made of them, for FotoX's readers. Nothing of ours reads it.
extension Gallery {
  /// The newest that it lists: five listings, and little more than a megabyte.
  static let mostIndexed = 5000

  /// The index as it is now.
  func derivedIndex(_ event: EventID) async throws(ObjectStoreError) -> EventIndex {
    let entries = try await order(event, most: Self.mostIndexed)
    return EventIndex(
      of: event, entries.map(\.listed), updatedAt: entries.first.map { Self.time($0.completed) },
      access: try await saidAccess(event))
  }

  static func time(_ milliseconds: Int64) -> String {
    // A little more than the whole, which a binary fraction may miss.
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      .format(Date(timeIntervalSince1970: (Double(milliseconds) + 0.1) / 1000))
  }

  /// Writes it, also while other servers do the same: who comes second looks at the keys again.
  func writeIndex(_ event: EventID) async throws(ObjectStoreError) {
    for _ in 0..<Self.mostRounds where try await wroteIndex(event) { return }
    throw Self.tooManyWriters(event)
  }

  /// Has it without a session whose places are gone, also while other servers write it. Where there is none, none is made.
  ///
  /// Who comes second is done if what came first is without the session, too. Any that read the keys before has the version of before for
  /// its condition, and fails.
  func writeIndex(_ event: EventID, without session: SessionName) async throws(ObjectStoreError) {
    let key = EventNames.index(event)
    var isDone = try await store.info(key) == nil
    for _ in 0..<Self.mostRounds where !isDone {
      isDone = try await wroteIndex(event)
      if isDone { break }
      guard let (_, bytes) = try await store.readAll(key, limit: EventIndex.mostBytes) else {
        isDone = true
        break
      }
      do throws(EventIndex.Fault) {
        isDone = try !EventIndex(bytes).entries.contains { $0.session == session.text }
      } catch {
        // No index: it is written over.
      }
    }
    guard isDone else { throw Self.tooManyWriters(event) }
    // A bucket that ignores conditions may have taken an older one last; and the first index of all may come only now.
    await derivedIndexes.changedLater(event) { await self.makeIndex(event, ifThere: true) }
  }

  private static let mostRounds = 20

  private static func tooManyWriters(_ event: EventID) -> ObjectStoreError {
    ObjectStoreError(
      .unavailable, subject: EventNames.index(event).text, detail: "\(mostRounds) writers came before this one")
  }

  /// False where another came between.
  private func wroteIndex(_ event: EventID) async throws(ObjectStoreError) -> Bool {
    let key = EventNames.index(event)
    // First its version, then the keys: what changes them later finds another version.
    let found = try await store.info(key)
    let bytes = try await derivedIndex(event).json.bytes
    do throws(ObjectStoreError) {
      _ = try await store.write(
        key, contentType: "application/json", condition: found.map { .ifMatch($0.etag) } ?? .ifAbsent, bytes: bytes)
      return true
    } catch {
      guard error.code == .conditionFailed else { throw error }
      return false
    }
  }

  /// Has it written, now or in some seconds. What fails is made up for by the next session.
  func indexChanged(_ event: EventID) async {
    await derivedIndexes.changed(event) { await self.makeIndex(event, ifThere: false) }
  }

  private func makeIndex(_ event: EventID, ifThere: Bool) async {
    do throws(ObjectStoreError) {
      if ifThere, try await store.info(EventNames.index(event)) == nil { return }
      try await writeIndex(event)
    } catch {
      logger.warning(
        "an event's index.json is not up to date: FotoX's readers may miss sessions until the next one",
        metadata: ["event.id": "\(event)", "store.detail": "\(error.detail)"])
    }
  }

  // MARK: Who may see the event

  /// Who may see the event, as a booth has said last; nil where none has. What can be read no more counts as closed.
  func saidAccess(_ event: EventID) async throws(ObjectStoreError) -> Event.GalleryAccess? {
    guard let (_, bytes) = try await store.readAll(EventNames.access(event), limit: 1 << 16) else { return nil }
    do throws(JSONReader.Fault) {
      return try JSONReader.read(bytes)[EventIndex.markName]?.string.flatMap(Event.GalleryAccess.init) ?? .link
    } catch {
      return .link
    }
  }

  /// Keeps it where it is another than before.
  func keepAccess(_ said: Event.GalleryAccess?, of event: EventID) async throws(ObjectStoreError) {
    let before = try await saidAccess(event)
    let after = noted(said, of: event, before: before)
    guard after != before else { return }
    guard let after else { return try await store.delete(EventNames.access(event)) }
    let mark = JSONDocument.members(["version": 1, EventIndex.markName: .string(after.rawValue)])
    _ = try await store.write(EventNames.access(event), contentType: "application/json", bytes: mark.bytes)
  }
}
