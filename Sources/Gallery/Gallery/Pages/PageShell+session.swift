import BoothCore
import HTTPTypes
import WebSupport

extension PageShell {
  /// Nothing has arrived yet. The page looks again every five seconds, without a script.
  func onTheirWay(_ status: HTTPResponse.Status = .ok) -> WebAnswer {
    answer(
      status, heading: words.onTheirWay, refresh: 5, caching: "no-store",
      main: """
        <div class="notice">
        <div class="waiting" aria-hidden="true"><i></i><i></i><i></i></div>
        <h1>\(words.onTheirWay)</h1>
        <p>\(words.onTheirWayText)</p>
        <p><a class="button" href="">\(words.reload)</a></p>
        <p class="quiet">\(words.reloads)</p>
        </div>

        """)
  }

  /// The session was erased: a guest or the operator asked for it, or the event's keep-policy. Who, and whose it was, is not
  /// known here.
  func erased() -> WebAnswer {
    answer(
      .gone, heading: words.erased, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.erased)</h1>
        <p>\(words.erasedText)</p></div>

        """)
  }

  /// The pictures that have arrived: composites first, then clips and photos.
  func session(
    _ session: SessionName, _ manifest: SessionManifest, _ shown: [SessionManifest.Item], _ there: Set<String>,
    _ coming: SessionComing?, hasPreview: Bool, _ back: HTML?, prints: HTML? = nil
  ) -> WebAnswer {
    // A boomerang's GIF is the same moment as its film: it is offered there, and is no picture of its own.
    let film = shown.first { $0.isBoomerang && $0.medium == .video }
    let gif = film == nil ? nil : shown.first { $0.isBoomerang && $0.medium == .image }
    let shown = gif.map { gif in shown.filter { $0 != gif } } ?? shown
    let composites = shown.filter(\.isComposite)
    let others = shown.filter { !$0.isComposite }
    let moment: HTML? = manifest.createdAt.map { "<p class=\"quiet\">\(PageDate.moment($0, words))</p>\n" }
    let notice: HTML? =
      switch coming {
      case .pictures: "<p class=\"banner\" role=\"status\">\(words.someMissing) \(words.reloads)</p>\n"
      // The page does not look again by itself: it would stop the clip that a person watches.
      case .filmStrip:
        "<p class=\"banner\" role=\"status\">\(words.filmComes) <a href=\"\">\(words.reload)</a></p>\n"
      case nil: nil
      }
    let names = names(of: shown)
    // A poster that is one of the pictures of this page would show it twice, and the film not at all.
    let posters = there.subtracting(shown.map(\.path))
    func figures(_ items: [SessionManifest.Item]) -> [HTML] {
      items.map { figure($0, names[$0.path] ?? words.photo, posters, gif: $0 == film ? gif : nil) }
    }
    let top: HTML? =
      composites.isEmpty ? nil : "<section class=\"composites\">\n\(figures(composites))</section>\n"
    let grid: HTML? = others.isEmpty ? nil : "<section class=\"grid\">\n\(figures(others))</section>\n"
    let archive: HTML? =
      shown.count < 2
      ? nil
      : "<p><a class=\"button\" download href=\"\(link("api/s/" + PercentEncoding.component(session.text) + "/all.zip"))\">\(icon(.download))\(words.downloadAll)</a></p>\n"
    let page = answer(
      heading: words.pictures, refresh: coming == .pictures ? 10 : nil, back: back, caching: "no-cache",
      preview: hasPreview ? preview(manifest, there) : nil,
      main: """
        <div class="lead"><h1>\(words.pictures) <span class="count">\(shown.count)</span></h1>
        \(moment)\(archive)\(prints)</div>
        \(notice)<div class="\(top != nil && grid != nil ? "album beside" : "album")">
        \(top)\(grid)</div>

        """)
    return prints == nil ? page : page.withForm()
  }

  /// A picture has a whole address only where the gallery's own is configured: what a request says of it may be another's words, and pages
  /// are kept.
  private func preview(_ manifest: SessionManifest, _ there: Set<String>) -> LinkPreview {
    let pictures = [manifest.cardPicture].compactMap(\.self) + manifest.items.map(\.path)
    let picture = pictures.first { there.contains($0) && MediaNames.isPicture($0) }
    let address = configuration.publicBaseURL == nil ? nil : picture.map { pictureLink($0) }
    return LinkPreview(title: "\(words.pictures) · \(title)", picture: address, pictureWords: words.photo)
  }

  /// Small where there are small ones: chats load no large ones.
  private func pictureLink(_ path: String) -> String {
    guard hasSmall, AssetPath(path) == .public, SessionName(of: path) != nil else { return assetLink(path) }
    return link("api/small?path=\(PercentEncoding.component(path))&width=\(SmallPicture.widths.max() ?? 0)")
  }

  /// "Photo 2 of 3" for each path.
  private func names(of items: [SessionManifest.Item]) -> [String: String] {
    var names: [String: String] = [:]
    let kinds: [(String, (SessionManifest.Item) -> Bool)] = [
      (words.photoStrip, { $0.isComposite && $0.medium == .image }),
      (words.filmStrip, { $0.isComposite && $0.medium == .video }),
      (words.boomerang, \.isBoomerang),
      (words.photo, { !$0.isComposite && !$0.isBoomerang && $0.medium == .image }),
      (words.clip, { !$0.isComposite && !$0.isBoomerang && $0.medium == .video }),
    ]
    for (noun, isOfKind) in kinds {
      let alike = items.filter(isOfKind)
      for (index, item) in alike.enumerated() {
        names[item.path] = words.numbered(noun, index + 1, of: alike.count)
      }
    }
    return names
  }

  /// - Parameters:
  ///   - posters: those of films that the store has.
  ///   - gif: the same moment as a GIF, which chats take that take no films.
  private func figure(
    _ item: SessionManifest.Item, _ name: String, _ posters: Set<String>, gif: SessionManifest.Item?
  ) -> HTML {
    let link = assetLink(item.path)
    let medium: HTML
    switch item.medium {
    case .image:
      let loading: HTML = item.isComposite ? "" : " loading=\"lazy\" decoding=\"async\""
      medium = """
        <a class="open" href="\(link)"><img src="\(link)" alt="\(name)"\(loading)></a>
        """
    case .video:
      let poster = item.posterPath.flatMap { posters.contains($0) ? $0 : nil }
      let shown: HTML? = poster.map { " poster=\"\(assetLink($0))\"" }
      // Safari on telephones shows the first frame only of a film that is told to begin there (media fragments, section 4.2.1).
      let start: HTML = poster == nil ? "#t=0.001" : ""
      // No type beside the address: browsers refuse video/quicktime by its name, though they play it.
      medium = """
        <video controls playsinline preload="metadata" src="\(link)\(start)" aria-label="\(name)"\(shown)>\
        <a href="\(link)">\(name)</a></video>
        """
    }
    let other: HTML? = gif.map { gif in
      "<a href=\"\(assetLink(gif.path, download: true))\" download aria-label=\"\(words.download): \(name), GIF\">\(icon(.download))GIF</a>\n"
    }
    return """
      <figure>
      \(medium)
      <figcaption><span>\(name)</span>
      <span class="actions"><a href="\(assetLink(item.path, download: true))" download aria-label="\(words.download): \(name)">\
      \(icon(.download))\(words.download)</a>
      \(other)</span></figcaption>
      </figure>

      """
  }
}
