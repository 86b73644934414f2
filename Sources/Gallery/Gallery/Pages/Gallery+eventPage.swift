import BoothCore
import HTTPTypes
import WebSupport

extension Gallery {
  /// `GET /e/{id}`: an event's sessions, the newest first, in pages of cards.
  func eventPage(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages)
    let access = try await access(event)
    guard mayRead(event, access, call) else { return shell.needsLink() }
    let index = try await index(event)
    guard index != nil || configuration.events[event] != nil else { return shell.unknownEvent() }
    let entries = index?.entries ?? []
    let number = call.query["page"].flatMap { Int($0) } ?? 1
    let shown = PageShell.cards(of: entries, page: number)
    return shell.event(
      event, entries, number: number, key: call.query["key"], posters: try await posters(of: shown), caching(access))
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
      guard let (manifest, _) = try await taggedManifest(session),
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

extension PageShell {
  private static let cardsPerPage = 24

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

  func event(
    _ id: EventID, _ entries: [EventIndex.Entry], number: Int, key: String?, posters: [String: String] = [:],
    _ caching: String
  ) -> WebAnswer {
    guard !entries.isEmpty else { return noSessions(.ok, caching) }
    let pages = Self.pages(of: entries)
    let number = min(max(number, 1), pages)
    let cards = Self.cards(of: entries, page: number).enumerated()
      .map { card($0.element, posters, isFirst: $0.offset < 6) }
    let archive = link("api/events/\(id)/all.zip") + (key.map { "?key=" + PercentEncoding.component($0) } ?? "")
    return answer(
      heading: words.allOfEvent, caching: caching,
      main: """
        <div class="lead"><h1>\(words.allOfEvent)</h1>
        <p><a class="button" download href="\(archive)">\(icon(.download))\(words.downloadAll)</a></p></div>
        <ul class="cards">
        \(cards)</ul>
        \(pages > 1 ? turning(id, number, pages, key) : nil)
        """)
  }

  private static func pages(of entries: [EventIndex.Entry]) -> Int {
    max(1, (entries.count + cardsPerPage - 1) / cardsPerPage)
  }

  /// The entries of a page; of one that is none the nearest.
  static func cards(of entries: [EventIndex.Entry], page: Int) -> ArraySlice<EventIndex.Entry> {
    entries.dropFirst((min(max(page, 1), pages(of: entries)) - 1) * cardsPerPage).prefix(cardsPerPage)
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

  private func turning(_ id: EventID, _ number: Int, _ pages: Int, _ key: String?) -> HTML {
    func link(_ target: Int, _ text: String, _ relation: StaticString) -> HTML? {
      guard (1...pages).contains(target) else { return nil }
      let address = "?page=\(target)" + (key.map { "&key=" + PercentEncoding.component($0) } ?? "")
      return "<a class=\"button\" rel=\"\(relation.description)\" href=\"\(address)\">\(text)</a>\n"
    }
    let place = words.page.filling(["%1": "\(number)", "%2": "\(pages)"])
    return """
      <nav class="pages" aria-label="\(words.allOfEvent)">
      \(link(number - 1, words.newer, "prev"))<span>\(place)</span>
      \(link(number + 1, words.older, "next"))</nav>

      """
  }
}
