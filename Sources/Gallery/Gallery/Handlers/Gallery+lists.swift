import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

extension Gallery {
  /// Returns who may see the event's list of sessions. Its definition decides, or the booths that bring its pictures, whose
  /// choice is stored in the event's index; see ``GalleryConfiguration``.
  func access(_ event: EventID) async throws -> Event.GalleryAccess {
    if configuration.definitionsDecide, let defined = configuration.events[event] { return defined.gallery }
    if configuration.lists == .keys { return configuration.access(event, said: try await saidAccess(event)) }
    guard let info = try await store.info(EventNames.index(event)) else {
      return configuration.access(event, said: nil)
    }
    if let said = pages.access(event, tag: info.etag) { return configuration.access(event, said: said) }
    let said = try await index(event)?.access
    // A version that came, or was mended, between the two looks is looked at again the next time.
    if try await store.info(EventNames.index(event))?.etag == info.etag { pages.keep(said, of: event, tag: info.etag) }
    return configuration.access(event, said: said)
  }

  /// Whether a client may see which sessions an event has: with the event's key or its PIN, or as a booth, or if it is open.
  func mayRead(_ event: EventID, _ standing: EventStanding, _ call: WebCall) async throws -> Bool {
    if standing.access == .open { return true }
    if try await isBooth(call, of: event) { return true }
    if let secret = configuration.uploadSecret,
      EventPass.isShown(in: call.request.headers, event, standing.settings, at: now(), secret)
    {
      return true
    }
    guard let key = configuration.eventKey(event), let shown = call.query["key"] else { return false }
    // What stood behind a typed link is no part of its key.
    let isOfKey = { (sign: Character) in sign.isASCII && (sign.isLetter || sign.isNumber) || sign == "-" || sign == "_"
    }
    return Secrets.equal(String(shown.reversed().drop { !isOfKey($0) }.reversed()), key)
  }

  /// Where an object is fetched from, as programs are told.
  func assetURL(_ path: String, _ base: String) -> String {
    if let assets = configuration.assetBaseURL { return "\(assets)/\(PercentEncoding.path(path))" }
    return "\(base)/api/asset?path=\(PercentEncoding.component(path))"
  }

  /// An event's index, or nil where nothing was completed yet. A damaged one is mended first; and so is one that was put
  /// back from a copy and has sessions that were erased since.
  func index(_ event: EventID) async throws -> EventIndex? {
    guard var (info, bytes) = try await indexBytes(event) else { return nil }
    if !GalleryServer.isIndex(bytes) {
      try await changeIndex(event) { _ in false }
      guard let mended = try await indexBytes(event) else { return nil }
      (info, bytes) = mended
    }
    var index = try EventIndex(bytes)
    if pages.hasLookedThrough(event, tag: info.etag) { return index }
    let erased = try await erased(among: index.entries.compactMap { SessionName(listed: $0.session) })
    if erased.isEmpty {
      pages.lookedThrough(event, tag: info.etag)
    } else {
      try await changeIndex(event) { $0.remove(erased) }
      _ = index.remove(erased)
    }
    return index
  }

  private func erased(among sessions: [SessionName]) async throws -> [SessionName] {
    if let mark = await store.mark(of: sessions.map(\.tombstone), in: nil) {
      return zip(sessions, mark.versions).filter { !$0.1.isEmpty }.map(\.0)
    }
    var erased: [SessionName] = []
    for session in sessions where try await isErased(session) { erased.append(session) }
    return erased
  }

  /// The copy of a session's manifest, or nil while none was completed.
  func manifest(_ session: SessionName) async throws -> SessionManifest? { try await manifestAndTag(session)?.0 }

  /// The same, with its version's tag.
  func manifestAndTag(_ session: SessionName) async throws -> (SessionManifest, String)? {
    let key = session.manifestCopy
    guard let (info, bytes) = try await store.readAll(key, limit: ManifestRules.mostBytes * 2) else { return nil }
    do throws(JSONReader.Fault) {
      return (SessionManifest(try JSONReader.read(bytes)), info.etag)
    } catch {
      throw ObjectStoreError(.unavailable, subject: key.text, detail: "the session's manifest is not JSON: \(error)")
    }
  }

  /// What programs are told that may not see an event.
  static func answer(_ refusal: EventRefusal) -> WebAnswer {
    switch refusal {
    case .needsKey: .error(.forbidden, "This event's gallery needs the event's link")
    case .ended: endedAnswer
    }
  }

  /// `GET /api/events/{id}`: the index, as it is stored.
  func eventIndex(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let standing = try await standing(event)
    if let refusal = try await refusal(event, standing, call) { return Self.answer(refusal) }
    let caching: HTTPFields = [.cacheControl: caching(standing.access)]
    if configuration.lists == .keys { return .json(try await derivedIndex(event).json).with(caching) }
    // Looked at for damage, and then sent as it lies there: a large one is not held in memory for as long as it takes.
    guard try await index(event) != nil, let (info, stream) = try await store.read(EventNames.index(event), range: nil)
    else { return .json(EventIndex(newFor: event).json).with(caching) }
    return WebAnswer(
      .ok, [.contentType: "application/json", .eTag: EntityTags.header(info.etag)], .stream(info.sizeBytes, stream)
    ).with(caching)
  }

  /// `GET /api/events/{id}/link`, with the token: where the event's page opens for those who are given its link, for the
  /// operator of a booth that does not know this gallery's secret.
  func eventLink(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    switch try await admission(call) {
    case .refused(let answer): return answer
    case .booth(let rights): guard rights.isFor(event) else { return Self.foreignAnswer }
    }
    let access = try await standing(event).access
    let key = access == .link ? configuration.eventKey(event).map { "?key=" + $0 } : ""
    return .json(
      .members([
        "event_id": .integer(event), "gallery": .string(access.rawValue),
        "url": key.map { .string("\(call.base)/e/\(event)\($0)") } ?? .null,
      ])
    ).with([.cacheControl: "no-store"])
  }

  /// `GET /api/events/{id}/thumbnails`: a page of it, after the session that `cursor` names.
  func eventThumbnails(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let standing = try await standing(event)
    if let refusal = try await refusal(event, standing, call) { return Self.answer(refusal) }
    let asked = call.query["limit"].flatMap { Int($0) } ?? 20
    let limit = asked > 0 ? min(asked, 100) : 20
    let (page, hasMore, updatedAt) =
      switch configuration.lists {
      case .index: try await indexedThumbnails(event, after: call.query["cursor"], limit)
      case .keys: try await orderedThumbnails(event, after: call.query["cursor"], limit)
      }
    let thumbnails = page.map { entry in
      JSONDocument.members([
        "session_id": .string(entry.session), "created_at": entry.createdAt.map { .string($0) } ?? .null,
        "url": .string(assetURL(entry.thumbPath ?? "", call.base)),
      ])
    }
    return .json(
      .members([
        "event_id": .integer(event), "updated_at": updatedAt, "thumbnails": .array(thumbnails),
        "next_cursor": hasMore ? page.last.map { .string($0.session) } : .null, "has_more": .bool(hasMore),
      ])
    ).with([.cacheControl: caching(standing.access)])
  }

  /// A part of a list, whether more follows it, and when the list changed last; nil for the last where there is none.
  private typealias Thumbnails = (page: [EventIndex.Entry], hasMore: Bool, updatedAt: JSONDocument?)

  private func indexedThumbnails(_ event: EventID, after cursor: String?, _ limit: Int) async throws -> Thumbnails {
    let index = try await index(event)
    // A session without any asset has no thumbnail to list.
    var rest = (index?.entries ?? []).filter { $0.thumbPath != nil }[...]
    if let cursor, let last = rest.firstIndex(where: { $0.session == cursor }) { rest = rest[(last + 1)...] }
    return (Array(rest.prefix(limit)), rest.count > limit, index?.updatedAt)
  }

  private func orderedThumbnails(_ event: EventID, after cursor: String?, _ limit: Int) async throws -> Thumbnails {
    let start = if let cursor { try await self.cursor(of: cursor, in: event) } else { String?.none }
    var found: [EventIndex.Entry] = []
    var newest: OrderEntry?
    var next = start
    // Sessions without a thumbnail are not many.
    repeat {
      let page = try await orderPage(event, after: next, limit: limit + 1)
      if start == nil, newest == nil { newest = page.entries.first }
      found += page.entries.map(\.listed).filter { $0.thumbPath != nil }
      next = page.next
    } while found.count <= limit && next != nil
    if start != nil { newest = try await orderPage(event, limit: 1).entries.first }
    return (Array(found.prefix(limit)), found.count > limit, newest.map { .string(Self.time($0.completed)) })
  }

  func caching(_ access: Event.GalleryAccess) -> String { access == .link ? "private, no-cache" : "no-cache" }

  /// `GET /api/s/{id}/strips`: a session's composites.
  func strips(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    if try await isErased(session) { return Self.erasedAnswer }
    guard let manifest = try await manifest(session) else {
      return .error(.notFound, "Session not found or still processing")
    }
    if try await isOver(manifest, call) { return Self.endedAnswer }
    let strips = manifest.items.filter(\.isComposite).map { item in
      JSONDocument.members([
        "kind": .string(item.kind), "url": .string(assetURL(item.path, call.base)), "path": .string(item.path),
        "poster_url": item.posterPath.map { .string(assetURL($0, call.base)) } ?? .null,
      ])
    }
    return .json(
      .members([
        "session_id": .string(session.text), "event_id": manifest.event ?? .null,
        "created_at": manifest.createdAt.map { .string($0) } ?? .null, "strips": .array(strips),
      ])
    ).with([.accessControlAllowOrigin: "*"])
  }
}
