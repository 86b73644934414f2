public import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

/// Where a session of an event stands: in the list that guests see, or in the one that only the host does.
enum OrderList: Sendable, Hashable, CaseIterable {
  case shown
  case waiting
}

/// A session of an event with moderation is in its list only after the host has said so. Its own link works at once.
///
/// It waits in a list of its own: below `events/E/waiting/` instead of `events/E/order/`, under the same name. So a page of either is one
/// listing, and an erasure finds its place by the session's notes, as ever.
extension Gallery {
  /// `GET /e/{id}/host`: what waits, and what is shown, with a button for each. For those who have the host's link.
  func hostPage(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages, depth: 3)
    guard isHost(event, call) else { return shell.needsLink() }
    let after = call.query["after"].flatMap { OrderEntry.read($0, in: event) == nil ? nil : $0 }
    let waiting = try await orderPage(event, after: after, limit: EventCards.most, in: .waiting)
    let shown = after == nil ? try await orderPage(event, limit: EventCards.most) : nil
    return shell.host(
      isModerated: try await standing(event).settings.isModerated, waiting: waiting, shown: shown,
      key: call.query["key"] ?? "")
  }

  /// `POST /e/{id}/host`, with `session` and `show` (1 or 0) in the form.
  func moderate(_ event: EventID, _ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages, depth: 3)
    guard isHost(event, call) else { return shell.needsLink() }
    let fields = Query(String(decoding: try await call.body(upTo: 1024, context), as: UTF8.self))
    guard let session = fields["session"].flatMap({ SessionName(listed: $0) }), let show = fields["show"],
      ["0", "1"].contains(show)
    else { throw RequestFault("Invalid form: expected session and show") }
    try await move(session, of: event, to: show == "1" ? .shown : .waiting)
    return WebAnswer(.seeOther, [.location: "host\(call.search)", .cacheControl: "no-store"])
  }

  private func isHost(_ event: EventID, _ call: WebCall) -> Bool {
    guard configuration.lists == .keys, let secret = configuration.uploadSecret, let key = call.query["key"] else {
      return false
    }
    return Secrets.equal(key, EventKey.host(of: event, secret: secret))
  }

  /// Which list a session that is completed now belongs into: what the host has shown stays shown.
  func list(after newest: OrderNote?, of event: EventID) async throws(ObjectStoreError) -> OrderList {
    if newest?.list == .shown { return .shown }
    return try await isModerated(event) ? .waiting : .shown
  }

  private func isModerated(_ event: EventID) async throws(ObjectStoreError) -> Bool {
    guard let (_, bytes) = try await store.readAll(EventNames.settings(event), limit: 1 << 16) else { return false }
    let settings = EventSettings(bytes)
    return settings.isModerated || settings.isDamaged
  }

  /// Two hosts that want the opposite at once do not go on for ever.
  private static let mostMoves = 4

  /// Moves a session to the other list, a millisecond above where it was: beside the same neighbours, and under a name of its own. Twice is
  /// as once; what is not in the event is left.
  func move(_ session: SessionName, of event: EventID, to list: OrderList) async throws {
    for _ in 0..<Self.mostMoves {
      let notes = try await orderNotes(of: session, in: event)
      guard let newest = notes.min(by: OrderNote.isNewer), let place = newest.place else { break }
      if newest.list == list, try await store.info(place) != nil {
        // What one left that was cut off.
        try await removeOld(notes, session)
        break
      }
      // A completion that comes between is newer: it is moved, too.
      guard var entry = try await entry(of: newest, session) else { break }
      entry.completed += 1
      let (own, all) = try await put(entry, event, in: list)
      if all.min(by: OrderNote.isNewer) == own { break }
    }
    // An erasure that came between has looked for places by the notes that there were.
    if try await isErased(session) { return try await takeOutOfList(session, of: event) }
    await indexChanged(event)
  }

  /// What a list shows at a place, also where the place itself was never written.
  private func entry(of note: OrderNote, _ session: SessionName) async throws -> OrderEntry? {
    guard let (entry, isWhole) = OrderEntry.read(note.name, in: note.event), !isWhole else {
      return OrderEntry.read(note.name, in: note.event)?.entry
    }
    guard let manifest = try await manifest(session) else { return nil }
    return OrderEntry(manifest, of: session, completed: entry.completed, at: timestamp)
  }
}

extension EventKey {
  /// The key of the host's page.
  static func host(of event: EventID, secret: String) -> String {
    String(Secrets.sign("event-host-key:\(event)", with: secret).prefix(22))
  }
}

extension GalleryOwner {
  /// What stands behind the event's address for its host: `/e/7/host?key=…`.
  /// - Parameter secret: the galleries' upload secret.
  public static func hostPath(of event: EventID, secret: String) -> String {
    "/e/\(event)/host?key=\(EventKey.host(of: event, secret: secret))"
  }
}
