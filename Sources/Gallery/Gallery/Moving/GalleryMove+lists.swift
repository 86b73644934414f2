import BoothCore
import FoundationEssentials
import WebSupport

/// Lists are made anew where the stores keep them otherwise.
extension GalleryMove {
  /// As its gallery sees a store.
  private func gallery(_ side: Side) -> Gallery {
    var configuration = GalleryConfiguration()
    configuration.lists = side.lists
    return Gallery(configuration: configuration, store: side.store, logger: logger)
  }

  // MARK: From indexes to keys

  func makeKeys(_ report: inout Report) async throws {
    let gallery = gallery(from)
    for event in try await events(in: from.store, of: { $0.count == 3 && $0[2] == "index.json" }) {
      guard let index = try await gallery.index(event) else { continue }
      try await keep(index.access, of: event, &report)
      let wanted = try await places(index, event, gallery)
      report.listed += wanted.count
      let names = Set(wanted.map { $0.name(in: event) })
      let prefix = EventNames.order(event)
      let there = Set(try await to.store.all(prefix: prefix).map { String($0.key.text.dropFirst(prefix.utf8.count)) })
      // An old place goes first: a session that was completed again is listed once.
      for name in there.subtracting(names) {
        guard let session = OrderEntry.read(name, in: event)?.entry.session else { continue }
        let note = OrderNote(event: event, name: name)
        if let place = note.place { try await to.store.delete(place) }
        if let key = note.key(session) { try await to.store.delete(key) }
        report.places += 1
      }
      for entry in wanted where !there.contains(entry.name(in: event)) {
        let note = OrderNote(event: event, name: entry.name(in: event))
        guard let key = note.key(entry.session), let place = note.place else { continue }
        _ = try await to.store.write(key, contentType: "application/json", bytes: Array("{}".utf8))
        _ = try await to.store.write(place, contentType: "application/json", bytes: entry.json.bytes)
        report.places += 1
      }
    }
  }

  /// The events whose folders have an object of a kind.
  /// - Parameter isOne: asked with the parts of a key.
  private func events(
    in store: any ObjectStore, of isOne: ([Substring]) -> Bool
  ) async throws -> [EventID] {
    var events: Set<EventID> = []
    for object in try await store.all(prefix: "events/") {
      let parts = object.key.text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count > 2, isOne(parts) else { continue }
      do throws(RequestFault) { events.insert(try EventNames.read(String(parts[1]))) } catch {
        // None of ours.
        continue
      }
    }
    return events.sorted()
  }

  /// An index says no times of completion, but an order: each gets the time at which the session was made, or a millisecond after the one
  /// below it. So those below stay as they are when others come on top.
  private func places(_ index: EventIndex, _ event: EventID, _ gallery: Gallery) async throws -> [OrderEntry] {
    var places: [OrderEntry] = []
    var seen: Set<SessionName> = []
    var time: Int64 = 0
    for entry in index.entries.reversed() {
      guard let session = SessionName(listed: entry.session), seen.insert(session).inserted else { continue }
      let made = entry.createdAt.flatMap(PageDate.parse).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
      time = max(made ?? 0, time + 1)
      var poster: String?
      if let path = entry.thumbPath, PageShell.isVideo(path), try await gallery.store.info(session.manifestCopy) != nil
      {
        poster = try await gallery.manifest(session)?.items.first { $0.path == path }?.posterPath
      }
      places.append(
        OrderEntry(
          session: session, completed: time, createdAt: entry.createdAt ?? "", thumbPath: entry.thumbPath,
          posterPath: poster))
    }
    return places.reversed()
  }

  private func keep(_ access: Event.GalleryAccess?, of event: EventID, _ report: inout Report) async throws {
    let gallery = gallery(to)
    guard try await gallery.saidAccess(event) != access else { return }
    guard let access else { return try await to.store.delete(EventNames.access(event)) }
    try await gallery.keepAccess(access, of: event)
    report.places += 1
  }

  // MARK: From keys to indexes

  func makeIndexes(_ report: inout Report) async throws {
    let gallery = gallery(from)
    var events = try await events(in: from.store) { $0.count == 4 && ["order", "waiting"].contains($0[2]) }
    for object in try await from.store.all(prefix: "private/events/") {
      let parts = object.key.text.split(separator: "/")
      guard parts.count == 4, parts[3] == "access.json", let event = EventID(parts[2]), event > 0 else { continue }
      if !events.contains(event) { events.append(event) }
    }
    for event in events {
      let entries = try await gallery.order(event, most: .max)
      var seen: Set<SessionName> = []
      let listed = entries.filter { seen.insert($0.session).inserted }
      report.listed += listed.count
      report.waiting += try await from.store.all(prefix: EventNames.order(event, in: .waiting)).count
      var index = EventIndex(
        of: event, listed.map(\.listed), updatedAt: listed.first.map { Gallery.time($0.completed) },
        access: try await gallery.saidAccess(event))
      let bytes = index.fittingBytes()
      if try await to.store.readAll(EventNames.index(event), limit: EventIndex.mostBytes)?.1 == bytes { continue }
      _ = try await to.store.write(EventNames.index(event), contentType: "application/json", bytes: bytes)
      report.places += 1
    }
  }
}
