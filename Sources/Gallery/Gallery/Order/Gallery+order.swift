import BoothCore
import FoundationEssentials
import WebSupport

/// An event's list as keys: each session has an object of its own, so that no writer is in the way of another, and no update is lost on
/// any store. See ``OrderEntry``.
extension Gallery {
  /// Puts a session on top of its event's list, also while other servers do the same: of the places that a session gets the newest stays.
  ///
  /// Which list that is, the notes tell. A session that the host hides while it is completed waits: nothing is shown that the host has not
  /// seen.
  /// - Returns: the note of the place, for who finds out that the session was erased meanwhile: the erasure may have deleted it.
  func place(
    _ manifest: SessionManifest, _ event: EventID, _ session: SessionName
  ) async throws(ObjectStoreError) -> OrderNote {
    let before = try await orderNotes(of: session, in: event)
    let newest = before.min(by: OrderNote.isNewer)
    // A server whose clock is behind puts it on top, too.
    let time = max(Int64((now().timeIntervalSince1970 * 1000).rounded()), newest.map { $0.completed + 1 } ?? 0)
    var entry = OrderEntry(manifest, of: session, completed: time, at: timestamp)
    let list = try await list(after: newest, of: event)
    let (own, all) = try await put(entry, event, in: list)
    let isHidden = all.contains { $0.list == .waiting && $0 != own && !before.contains($0) }
    guard own.list == .shown, isHidden, all.min(by: OrderNote.isNewer) == own else { return own }
    entry.completed += 1
    return try await put(entry, event, in: .waiting).own
  }

  /// Notes a place, writes it, and then looks at all notes: of two writers, the later to look finds the other's note, or has been found by
  /// it. One that fails in between leaves a note, by which the next finds its place.
  /// - Parameter entry: with a time that no place of the session has had: a deletion that comes late must not find it.
  /// - Returns: its note, and all that there were afterwards. If it is not the newest of them, it is gone.
  func put(
    _ entry: OrderEntry, _ event: EventID, in list: OrderList
  ) async throws(ObjectStoreError) -> (own: OrderNote, all: [OrderNote]) {
    let session = entry.session
    let own = OrderNote(event: event, name: entry.name(in: event), in: list)
    guard let note = own.key(session), let place = own.place else {
      preconditionFailure("a name of letters and digits makes a key")
    }
    _ = try await store.write(note, contentType: "application/json", bytes: Array("{}".utf8))
    _ = try await store.write(place, contentType: "application/json", bytes: entry.json.bytes)
    let all = try await orderNotes(of: session, in: event)
    // A newer place, or an erasure, has taken the note away.
    if !all.contains(own) { try await remove(own, session) }
    try await removeOld(all, session)
    return (own, all)
  }

  /// Takes away all places but the newest.
  func removeOld(_ notes: [OrderNote], _ session: SessionName) async throws(ObjectStoreError) {
    let last = notes.min(by: OrderNote.isNewer)
    for old in notes where old != last { try await remove(old, session) }
  }

  /// Takes a session out of all lists. Its notes stay, for another try, until all of the session is deleted.
  /// - Returns: how many places it had.
  func takeOutOfOrder(_ session: SessionName) async throws(ObjectStoreError) -> Int {
    let notes = try await orderNotes(of: session)
    for note in notes { if let place = note.place { try await store.delete(place) } }
    return notes.count
  }

  /// The place first: one without a note would be found by none. A note whose place is not there stays: its writer may be about to write
  /// it, and to fail then.
  func remove(_ note: OrderNote, _ session: SessionName) async throws(ObjectStoreError) {
    guard let place = note.place, let key = note.key(session), try await store.info(place) != nil else { return }
    try await store.delete(place)
    try await store.delete(key)
  }

  func orderNotes(of session: SessionName, in event: EventID) async throws(ObjectStoreError) -> [OrderNote] {
    try await orderNotes(of: session).filter { $0.event == event }
  }

  func orderNotes(of session: SessionName) async throws(ObjectStoreError) -> [OrderNote] {
    try await store.all(prefix: OrderNote.folder(session)).compactMap { OrderNote($0.key, of: session) }
  }

  /// A part of an event's list.
  struct OrderPage: Sendable {
    var entries: [OrderEntry]
    /// What the next part is asked for with; nil after the last.
    var next: String?
  }

  /// Up to so many sessions of an event, the newest first: by one listing, unless strangers' objects lie among ours.
  /// - Parameter after: ``OrderPage/next`` of the part before.
  func orderPage(
    _ event: EventID, after cursor: String? = nil, limit: Int, in list: OrderList = .shown
  ) async throws(ObjectStoreError) -> OrderPage {
    let prefix = EventNames.order(event, in: list)
    var found: [(name: String, entry: OrderEntry, isWhole: Bool)] = []
    var seen: Set<SessionName> = []
    var last = cursor.flatMap { EventNames.order(event, name: $0, in: list) }
    var isOver = false
    for number in 0..<Self.mostListings where !isOver && found.count <= limit {
      let wanted = number == 0 ? min(limit + 1, 1000) : 1000
      let page = try await store.page(prefix: prefix, after: last, limit: wanted)
      for object in page {
        let name = String(object.key.text.dropFirst(prefix.count))
        guard let (entry, isWhole) = OrderEntry.read(name, in: event), seen.insert(entry.session).inserted else {
          continue
        }
        found.append((name, entry, isWhole))
      }
      last = page.last?.key ?? last
      isOver = page.count < wanted
    }
    let shown = found.prefix(limit)
    let next =
      found.count > limit
      ? shown.last?.name : isOver ? nil : last.map { String($0.text.dropFirst(prefix.count)) }
    return OrderPage(entries: try await filled(Array(shown), event, list), next: next)
  }

  /// Strangers' objects are not looked through for ever.
  private static let mostListings = 5

  /// All of an event's sessions, the newest first, up to so many.
  func order(_ event: EventID, most: Int) async throws(ObjectStoreError) -> [OrderEntry] {
    var all: [OrderEntry] = []
    var cursor: String?
    repeat {
      let page = try await orderPage(event, after: cursor, limit: min(most - all.count, 999))
      all += page.entries
      cursor = page.next
    } while cursor != nil && all.count < most
    return all
  }

  /// What finds no room in a key is in the object. One that is gone since it was listed is left out.
  private func filled(
    _ found: [(name: String, entry: OrderEntry, isWhole: Bool)], _ event: EventID, _ list: OrderList
  ) async throws(ObjectStoreError) -> [OrderEntry] {
    var entries: [OrderEntry] = []
    for (name, entry, isWhole) in found {
      if isWhole {
        entries.append(entry)
        continue
      }
      guard let key = EventNames.order(event, name: name, in: list),
        let (_, bytes) = try await store.readAll(key, limit: 1 << 16)
      else { continue }
      do throws(JSONReader.Fault) { entries.append(entry.filled(try JSONReader.read(bytes))) } catch {
        // It leads to its page without a picture.
        entries.append(entry)
      }
    }
    return entries
  }

  /// Where a session stands in an event's list: what follows it is asked for with; nil where it is not in it.
  func cursor(of session: String, in event: EventID) async throws(ObjectStoreError) -> String? {
    guard let session = SessionName(listed: session) else { return nil }
    return try await orderNotes(of: session).filter { $0.event == event && $0.list == .shown }.map(\.name).min()
  }
}
