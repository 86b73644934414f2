import BoothCore
import Crypto
import HTTPTypes
import WebSupport

/// A second screen at the event: its newest pictures in turn, and what is new at once.
extension Gallery {
  /// So many are shown in turn.
  static let mostNews = 24
  /// How long a screen's question waits for something new; below what proxies allow.
  private static let newsWait = Duration.seconds(20)
  /// With the second that a page stands (``EventNews``), a new session is told of within two.
  private static let newsPause = Duration.milliseconds(500)

  /// `GET /e/{id}/show`: for those who may see the event's page.
  func showPage(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages, depth: 3)
    let standing = try await standing(event)
    switch try await refusal(event, standing, call) {
    case .ended: return shell.ended()
    // The form leads to the event's page, and its cookie holds here, too.
    case .needsKey: return standing.settings.hasPIN ? shell.needsPIN(at: "../\(event)") : shell.needsLink()
    case nil: return shell.show(event, key: call.query["key"])
    }
  }

  /// `GET /api/events/{id}/news?mark=`: the newest pictures, as soon as they are others than the mark's, or after 20 seconds.
  func eventNews(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let standing = try await standing(event)
    if let refusal = try await refusal(event, standing, call) { return Self.answer(refusal) }
    let known = call.query["mark"]
    let clock = ContinuousClock()
    let end = clock.now + Self.newsWait
    var page = try await newsPage(event)
    while page.mark == known, clock.now < end {
      try await Task.sleep(for: Self.newsPause)
      page = try await newsPage(event)
    }
    // As the page needs the links, which has three slashes.
    let shell = PageShell(self, event: event, languages: call.languages, depth: 3)
    let pictures = page.pictures.map { picture in
      JSONDocument.members([
        "session": .string(picture.session), "url": .string(shell.assetLink(picture.path)),
      ])
    }
    return .json(.members(["mark": .string(page.mark), "pictures": .array(pictures)])).with([.cacheControl: "no-store"])
  }

  private func newsPage(_ event: EventID) async throws -> EventNews.Page {
    try await news.page(event) { try await self.newestPictures(event) }
  }

  private func newestPictures(_ event: EventID) async throws -> EventNews.Page {
    let entries: [EventIndex.Entry] =
      switch configuration.lists {
      case .index: Array(try await index(event)?.entries.prefix(Self.mostNews) ?? [])
      case .keys: try await orderPage(event, limit: Self.mostNews).entries.map(\.listed)
      }
    let pictures = entries.compactMap { entry -> EventNews.Page.Picture? in
      [entry.thumbPath, entry.posterPath].compactMap(\.self).first { !PageShell.isVideo($0) }.map {
        EventNews.Page.Picture(session: entry.session, path: $0)
      }
    }
    let text = entries.map { "\($0.session) \($0.thumbPath ?? "") \($0.createdAt ?? "")\n" }.joined()
    return EventNews.Page(pictures: pictures, mark: URLBase64.encode(SHA256.hash(data: Array(text.utf8)).prefix(9)))
  }
}

extension PageShell {
  func show(_ event: EventID, key: String?) -> WebAnswer {
    let news = link("api/events/\(event)/news?") + (key.map { "key=" + PercentEncoding.component($0) + "&" } ?? "")
    var shell = self
    shell.script = stylesheets.show
    return shell.answer(
      heading: words.allOfEvent, caching: "no-store",
      main: """
        <div class="show" data-news="\(news)"><p>\(words.noSessions)</p></div>

        """)
  }
}
