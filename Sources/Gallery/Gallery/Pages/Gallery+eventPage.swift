import BoothCore
import HTTPTypes
import WebSupport

extension Gallery {
  /// `GET /e/{id}`: an event's sessions, the newest first, in pages of cards.
  func eventPage(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages)
    let standing = try await standing(event)
    switch try await refusal(event, standing, call) {
    case .ended: return shell.ended()
    case .needsKey: return standing.settings.hasPIN ? shell.needsPIN() : shell.needsLink()
    case nil: break
    }
    let cards: EventCards?
    switch configuration.lists {
    case .index: cards = try await indexedCards(event, call)
    case .keys: cards = try await orderedCards(event, call)
    }
    guard cards != nil || configuration.events[event] != nil else { return shell.unknownEvent() }
    return shell.event(event, cards ?? EventCards(), key: call.query["key"], caching(standing.access))
  }

  /// A page of the event's index, by its number.
  private func indexedCards(_ event: EventID, _ call: WebCall) async throws -> EventCards? {
    guard let entries = try await index(event)?.entries else { return nil }
    let pages = max(1, (entries.count + EventCards.most - 1) / EventCards.most)
    // Of one that is none the nearest.
    let number = min(max(call.query["page"].flatMap { Int($0) } ?? 1, 1), pages)
    let shown = Array(entries.dropFirst((number - 1) * EventCards.most).prefix(EventCards.most))
    var cards = EventCards(entries: shown, posters: try await posters(of: shown))
    if pages > 1 { cards.place = shell(call).words.page.filling(["%1": "\(number)", "%2": "\(pages)"]) }
    if number > 1 { cards.newer = "page=\(number - 1)" }
    if number < pages { cards.older = "page=\(number + 1)" }
    return cards
  }

  private func shell(_ call: WebCall) -> PageShell { PageShell(self, event: nil, languages: call.languages) }

  /// A page of the event's keys, from one on: how many there are is not known, and there is a way to the first alone.
  private func orderedCards(_ event: EventID, _ call: WebCall) async throws -> EventCards? {
    let after = call.query["after"].flatMap { OrderEntry.read($0, in: event) == nil ? nil : $0 }
    let page = try await orderPage(event, after: after, limit: EventCards.most)
    guard !page.entries.isEmpty || after != nil else { return nil }
    let shown = page.entries.map(\.listed)
    let posters = shown.compactMap { entry in entry.thumbPath.flatMap { path in entry.posterPath.map { (path, $0) } } }
    return EventCards(
      entries: shown, posters: Dictionary(posters) { first, _ in first }, newer: after == nil ? nil : "",
      older: page.next.map { "after=\($0)" })
  }

  /// What stands for clips that stand for their sessions: their posters, by the paths of the clips.
  private func posters(of entries: some Sequence<EventIndex.Entry>) async throws -> [String: String] {
    var posters: [String: String] = [:]
    for entry in entries {
      guard let path = entry.thumbPath, PageShell.isVideo(path), let session = SessionName(listed: entry.session),
        let poster = try await poster(of: path, in: session)
      else { continue }
      posters[path] = poster
    }
    return posters
  }

  private func poster(of path: String, in session: SessionName) async throws -> String? {
    do {
      guard let version = try await store.info(session.manifestCopy)?.etag,
        let (manifest, _) = try await manifest(session, version),
        let poster = manifest.items.first(where: { $0.path == path })?.posterPath, let key = ObjectKey(poster),
        try await store.info(key) != nil
      else { return nil }
      return poster
    } catch let error as ObjectStoreError where error.code == .unavailable {
      // A session whose manifest is damaged is left out; the others are shown.
      return nil
    }
  }
}

/// What an event's page shows, and where it leads on.
struct EventCards {
  static let most = 24

  var entries: [EventIndex.Entry] = []
  /// What stands for clips, by their paths.
  var posters: [String: String] = [:]
  /// The queries of the pages beside it.
  var newer: String?
  var older: String?
  /// "Page 2 of 7", where that is known.
  var place: String?
}

extension PageShell {
  /// What people without the event's key see.
  func needsLink() -> WebAnswer {
    answer(
      .forbidden, heading: words.needsLink, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.needsLink)</h1>
        <p>\(words.needsLinkText)</p></div>

        """)
  }

  /// No guests have been at the booth yet, or nothing is left of them.
  func noSessions(_ status: HTTPResponse.Status, _ caching: String) -> WebAnswer {
    answer(
      status, heading: words.noSessions, refresh: 30, caching: caching,
      main: """
        <div class="notice"><h1>\(words.noSessions)</h1>
        <p>\(words.noSessionsText)</p></div>

        """)
  }

  func event(_ id: EventID, _ shown: EventCards, key: String?, _ caching: String) -> WebAnswer {
    guard !shown.entries.isEmpty else { return noSessions(.ok, caching) }
    let cards = shown.entries.enumerated().map { card($0.element, shown.posters, isFirst: $0.offset < 6) }
    let archive = link("api/events/\(id)/all.zip") + (key.map { "?key=" + PercentEncoding.component($0) } ?? "")
    return answer(
      heading: words.allOfEvent, caching: caching,
      main: """
        <div class="lead"><h1>\(words.allOfEvent)</h1>
        <p><a class="button" download href="\(archive)">\(icon(.download))\(words.downloadAll)</a></p></div>
        <ul class="cards">
        \(cards)</ul>
        \(shown.newer != nil || shown.older != nil ? turning(shown, key) : nil)
        """)
  }

  static func isVideo(_ path: String) -> Bool {
    [".mp4", ".mov", ".m4v", ".webm"].contains { path.lowercased().hasSuffix($0) }
  }

  /// How wide a card is, as `GalleryStyle` lays them out: two columns of a phone, or more of at least 13.5 rem.
  private static let cardSizes: HTML = "(max-width: 33rem) 43vw, 17rem"

  /// - Parameters:
  ///   - posters: what stands for clips.
  ///   - isFirst: its picture is likely on the screen at once, and is not put off.
  private func card(_ entry: EventIndex.Entry, _ posters: [String: String], isFirst: Bool) -> HTML {
    let date = entry.createdAt.map { PageDate.moment($0, words) } ?? "\(words.pictures)"
    let alt = words.session.filling(["%1": entry.createdAt.map { PageDate.plain($0, words) } ?? ""])
    let picture: HTML =
      switch entry.thumbPath.map({ posters[$0] ?? $0 }) {
      case let path? where !Self.isVideo(path):
        "<img \(sources(path)) alt=\"\(alt)\"\(isFirst ? "" : " loading=\"lazy\" decoding=\"async\"" as HTML)>"
      case let path?:
        "<video src=\"\(assetLink(path))\" preload=\"metadata\" muted playsinline aria-label=\"\(alt)\"></video>"
      case nil: "<span class=\"blank\" role=\"img\" aria-label=\"\(alt)\"></span>"
      }
    return """
      <li><a class="card" href="\(link("s/" + PercentEncoding.component(entry.session)))">\(picture)
      <span class="caption">\(date)</span></a></li>

      """
  }

  /// The small pictures that stand for one; itself where there are none of it.
  private func sources(_ path: String) -> HTML {
    guard hasSmall, AssetPath(path) == .public, SessionName(of: path) != nil else {
      return "src=\"\(assetLink(path))\""
    }
    func small(_ width: Int) -> String { link("api/small?path=\(PercentEncoding.component(path))&width=\(width)") }
    let set = SmallPicture.widths.map { "\(small($0)) \($0)w" }.joined(separator: ", ")
    return "src=\"\(small(SmallPicture.widths[1]))\" srcset=\"\(set)\" sizes=\"\(Self.cardSizes)\""
  }

  private func turning(_ cards: EventCards, _ key: String?) -> HTML {
    func link(_ query: String?, _ text: String, _ relation: StaticString) -> HTML? {
      guard let query else { return nil }
      let parts = [query.isEmpty ? nil : query, key.map { "key=" + PercentEncoding.component($0) }].compactMap(\.self)
      return
        "<a class=\"button\" rel=\"\(relation.description)\" href=\"?\(parts.joined(separator: "&"))\">\(text)</a>\n"
    }
    let place: HTML? = cards.place.map { "<span>\($0)</span>" }
    return """
      <nav class="pages" aria-label="\(words.allOfEvent)">
      \(link(cards.newer, words.newer, "prev"))\(place)
      \(link(cards.older, words.older, "next"))</nav>

      """
  }
}
