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
    let key = EventNames.index(event)
    for _ in 0..<20 {
      let found = try await store.info(key)
      let bytes = try await derivedIndex(event).json.bytes
      do throws(ObjectStoreError) {
        _ = try await store.write(
          key, contentType: "application/json", condition: found.map { .ifMatch($0.etag) } ?? .ifAbsent, bytes: bytes)
        return
      } catch {
        guard error.code == .conditionFailed else { throw error }
      }
    }
    throw ObjectStoreError(.unavailable, subject: key.text, detail: "20 writers came before this one")
  }

  /// Has it written, now or in some seconds. What fails is made up for by the next session.
  func indexChanged(_ event: EventID) async {
    await derivedIndexes.changed(event) {
      do throws(ObjectStoreError) { try await self.writeIndex(event) } catch {
        self.logger.warning(
          "an event's index.json is not up to date: FotoX's readers may miss sessions until the next one",
          metadata: ["event.id": "\(event)", "store.detail": "\(error.detail)"])
      }
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
