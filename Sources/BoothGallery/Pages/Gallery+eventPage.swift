import BoothCore
import BoothWeb
import HTTPTypes

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
    return shell.event(event, entries, number: number, key: call.query["key"], caching(access))
  }
}

extension PageShell {
  private static let cardsPerPage = 24

  /// What whoever comes without the event's key sees.
  func needsLink() -> WebAnswer {
    answer(
      .forbidden, heading: words.needsLink, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.needsLink)</h1>
        <p>\(words.needsLinkText)</p></div>

        """)
  }

  /// Nobody has been at the booth yet, or nothing is left of whoever was.
  func noSessions(_ status: HTTPResponse.Status, _ caching: String) -> WebAnswer {
    answer(
      status, heading: words.noSessions, refresh: 30, caching: caching,
      main: """
        <div class="notice"><h1>\(words.noSessions)</h1>
        <p>\(words.noSessionsText)</p></div>

        """)
  }

  func event(_ id: EventID, _ entries: [EventIndex.Entry], number: Int, key: String?, _ caching: String) -> WebAnswer {
    guard !entries.isEmpty else { return noSessions(.ok, caching) }
    let pages = (entries.count + Self.cardsPerPage - 1) / Self.cardsPerPage
    let number = min(max(number, 1), pages)
    let cards = entries.dropFirst((number - 1) * Self.cardsPerPage).prefix(Self.cardsPerPage)
      .enumerated().map { card($0.element, isFirst: $0.offset < 6) }
    let archive = link("api/events/\(id)/all.zip") + (key.map { "?key=" + PercentEncoding.component($0) } ?? "")
    return answer(
      heading: words.allOfEvent, caching: caching,
      main: """
        <div class="lead"><h1>\(words.allOfEvent)</h1>
        <p><a class="button" download href="\(archive)">\(words.downloadAll)</a></p></div>
        <ul class="cards">
        \(cards)</ul>
        \(pages > 1 ? turning(id, number, pages, key) : nil)
        """)
  }

  /// - Parameter isFirst: its picture is likely on the screen at once, and is not put off.
  private func card(_ entry: EventIndex.Entry, isFirst: Bool) -> HTML {
    let date = entry.createdAt.map { PageDate.moment($0, words) } ?? "\(words.pictures)"
    let alt = words.session.filling(["%1": entry.createdAt.map { PageDate.plain($0, words) } ?? ""])
    let isVideo = [".mp4", ".mov", ".m4v", ".webm"].contains { entry.thumbPath?.lowercased().hasSuffix($0) == true }
    let picture: HTML =
      switch entry.thumbPath {
      case let path? where !isVideo:
        "<img src=\"\(assetLink(path))\" alt=\"\(alt)\"\(isFirst ? "" : " loading=\"lazy\" decoding=\"async\"" as HTML)>"
      case let path?:
        "<video src=\"\(assetLink(path))\" preload=\"metadata\" muted playsinline aria-label=\"\(alt)\"></video>"
      case nil: "<span class=\"blank\" role=\"img\" aria-label=\"\(alt)\"></span>"
      }
    return """
      <li><a class="card" href="\(link("s/" + PercentEncoding.component(entry.session)))">\(picture)
      <span class="caption">\(date)</span></a></li>

      """
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
