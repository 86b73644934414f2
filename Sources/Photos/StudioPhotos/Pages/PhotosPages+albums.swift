import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Albums and baskets.
extension PhotosPages {
  /// What a form does with an album.
  enum AlbumOrder: String {
    case make, rename, remove, add, take, move, cover
  }

  // MARK: Names in addresses

  /// `basket`, `own-ID`, `of-TITLE`; nil for anything else, and for who is not signed in.
  func album(_ text: String) -> PhotoAlbumID? {
    guard let person = context.principal?.user.text else { return nil }
    if text == "basket" { return .basket(person) }
    if text.hasPrefix("own-") { return PhotoAlbumID.isOwn(text.dropFirst(4)) ? .own(String(text.dropFirst(4))) : nil }
    return text.hasPrefix("of-") ? .ofSource(String(text.dropFirst(3))) : nil
  }

  /// The reverse of ``album(_:)``.
  func text(_ album: PhotoAlbumID) -> String {
    switch album {
    case .own(let id): "own-" + id
    case .basket: "basket"
    case .ofSource(let title): "of-" + title
    }
  }

  func title(_ album: PhotoAlbum) -> String {
    if case .basket = album.id { albumWords[.basket] } else { album.title }
  }

  /// Where an album is looked at.
  private func address(_ album: PhotoAlbum) -> String {
    let source = album.source.map { "in=\($0.text)&" } ?? ""
    return "/photos?\(source)album=\(PercentEncoding.component(text(album.id)))"
  }

  // MARK: The page

  func albumsPage() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seePhotos)
    let mayChange = principal.may(.markPhotos)
    let mayManage = principal.may(.managePhotos)
    let albums = try await library.albums()
    let basket = try await library.album(.basket(principal.user.text), of: nil)
    let now = Int64(context.now)
    let shared = Set(try await library.links().filter { now < $0.expires }.map(\.album))
    var own: [HTML] = []
    for album in albums where album.source == nil {
      own.append(try await card(album, mayChange, mayManage, isShared: shared.contains(album.id)))
    }
    let sources = try await library.sources()
    var others: [HTML] = []
    for source in sources {
      var cards: [HTML] = []
      for album in albums where album.source == source.id { cards.append(try await card(album, false, false)) }
      guard !cards.isEmpty else { continue }
      others.append(
        """
        <h2>\(albumWords.filled(.albumsOf, source.displayName))</h2>
        <ul class="photos-albums">\(cards)</ul>

        """)
    }
    let none: HTML =
      "<div class=\"empty\">\(shell.icon(.collection))<h2>\(albumWords[.noneYet])</h2><p>\(albumWords[mayChange ? .noAlbums : .noAlbumsReader])</p></div>\n"
    let form: HTML? =
      mayChange
      ? """
      <form class="card photos-add" method="post" action="/photos/albums/make">\(shell.token(context))
      <h2>\(albumWords[.newAlbum])</h2>
      <label for="title">\(albumWords[.albumTitle])</label>
      <input id="title" name="title" required maxlength="100" autocomplete="off">
      <p><button>\(albumWords[.make])</button></p></form>
      """ : nil
    let ways: HTML? =
      mayManage
      ? menu(
        """
        <a class="menu-item" href="/photos/links">\(shell.icon(.link45deg))\(linkWords[.links])</a>
        <a class="menu-item" href="/photos/copies">\(shell.icon(.files))\(albumWords[.copies])</a>
        """, words[.more]) : nil
    return shell.page(
      context, title: albumWords[.albums], section: PhotosFeature.section,
      extras: StudioShell.Extras(styles: ["photos/photos.css"], modules: ["photos/days.js"]),
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <div class="head"><h1>\(albumWords[.albums])</h1>\(ways)</div>
      \(own.isEmpty ? none : "<ul class=\"photos-albums\">\(own)</ul>\n" as HTML)\(HTML.joined(others))\(basket.flatMap { basketCard($0) })\(form)
      """)
  }

  /// What can be done less often, behind an icon.
  private func menu(_ entries: HTML, _ title: String) -> HTML {
    """
    <details class="photos-more" data-menu><summary class="icon-button" aria-label="\(title)" title="\(title)">\(shell.icon(.threeDotsVertical))</summary>
    <div class="menu">
    \(entries)</div></details>
    """
  }

  /// Nil for an empty one.
  private func basketCard(_ basket: PhotoAlbum) -> HTML? {
    guard basket.count > 0 else { return nil }
    return """
      <div class="card photos-add"><h2><a href="/photos?album=basket">\(albumWords[.basket])</a></h2>
      <p>\(words.filled(.found, basket.count))</p><p class="quiet">\(albumWords[.basketHelp])</p>
      <form method="post" action="/photos/albums/remove">\(shell.token(context))<input type="hidden" name="album" value="basket">
      <button class="secondary">\(albumWords[.emptyBasket])</button></form></div>

      """
  }

  /// So many photos make a cover; of fewer the first is one.
  private static let inCover = 4

  /// An album: its first photos, its title, how many there are, and when they were taken.
  private func card(
    _ album: PhotoAlbum, _ mayChange: Bool, _ mayManage: Bool, isShared: Bool = false
  ) async throws -> HTML {
    let id = text(album.id)
    let (photos, span) = try await library.face(of: album, count: Self.inCover)
    let shown = photos.filter { $0.entry.details.trouble == nil }.prefix(photos.count < Self.inCover ? 1 : Self.inCover)
    let pictures = shown.map { "<img src=\"\(Self.picture($0, .thumbnail))\" alt=\"\" loading=\"lazy\">" as HTML }
    let cover: HTML = shown.isEmpty ? shell.icon(.images) : HTML.joined(Array(pictures))
    let taken: HTML? = span.map { " · \(Self.days($0.first, $0.last))" }
    // Who adds a photo to it shows it to people outside.
    let badge: HTML? =
      isShared ? "<p><span class=\"badge\">\(shell.icon(.link45deg))\(linkWords[.isShared])</span></p>\n" : nil
    let share: HTML? =
      mayManage
      ? "<a class=\"menu-item\" href=\"/photos/links?album=\(id)\">\(shell.icon(.share))\(linkWords[.share])</a>\n"
      : nil
    let tools: HTML? =
      mayChange
      ? menu(
        """
        \(share)<button type="button" class="menu-item" popovertarget="rename-\(id)">\(shell.icon(.pencil))\(albumWords[.rename])</button>
        <button type="button" class="menu-item danger" popovertarget="remove-\(id)">\(shell.icon(.trash))\(albumWords[.removeAlbum])</button>
        """, albumWords.filled(.moreOf, album.title)) : nil
    let sheets: HTML? =
      mayChange
      ? """
      <dialog class="sheet" popover id="rename-\(id)" aria-labelledby="rename-title-\(id)"><form method="post" action="/photos/albums/rename">\(shell.token(context))<input type="hidden" name="album" value="\(id)">
      <h2 id="rename-title-\(id)">\(albumWords[.rename])</h2>
      <label for="title-\(id)">\(albumWords[.albumTitle])</label>
      <input id="title-\(id)" name="title" required maxlength="100" autocomplete="off" autofocus value="\(album.title)">
      <div class="row"><button>\(albumWords[.rename])</button><button type="button" class="plain" popovertarget="rename-\(id)">\(albumWords[.cancel])</button></div></form></dialog>
      <dialog class="sheet" popover id="remove-\(id)" aria-labelledby="remove-title-\(id)"><form method="post" action="/photos/albums/remove">\(shell.token(context))<input type="hidden" name="album" value="\(id)">
      <h2 id="remove-title-\(id)">\(albumWords.filled(.removeOne, album.title))</h2>
      <p>\(albumWords[.removeAlbumHelp])</p>
      <div class="row"><button class="danger">\(albumWords[.removeAlbum])</button><button type="button" class="plain" autofocus popovertarget="remove-\(id)">\(albumWords[.cancel])</button></div></form></dialog>

      """ : nil
    return """
      <li class="card"><a class="photos-cover" href="\(address(album))"><span class="photos-cover-pictures" data-count="\(shown.count)" aria-hidden="true">\(cover)</span>
      <strong><bdi>\(album.title)</bdi></strong></a>
      <p class="quiet">\(words.filled(.found, album.count))\(taken)</p>\(badge)\(tools)\(sheets)</li>

      """
  }

  /// From one day to another, as the cameras' clocks showed them; the script writes it as the reader's language does.
  private static func days(_ first: Int64, _ last: Int64) -> HTML {
    let (from, until) = (
      CalendarDay.text(wallSeconds: first).prefix(10), CalendarDay.text(wallSeconds: last).prefix(10)
    )
    let end: HTML? = from == until ? nil : " data-until=\"\(until)\""
    return "<time class=\"photos-day\" datetime=\"\(from)\"\(end)>\(from)\(from == until ? "" : " – \(until)")</time>"
  }

  /// For the menu of who has selected photos; own albums alone, as others are only read.
  func albumList() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let own = try await library.albums().filter { $0.source == nil }
    return .json(.array(own.map { .array([.string(text($0.id)), .shown($0.title), .integer($0.count)]) }))
  }

  // MARK: What is done

  func perform(_ order: AlbumOrder) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seePhotos)
    let form = try await shell.form(context)
    let named = album(form["album"])
    // A basket is everybody's own; albums are the studio's.
    if named != .basket(principal.user.text) || order == .make || order == .rename || order == .cover {
      _ = try shell.principal(context, may: .markPhotos)
    }
    switch order {
    case .make: return try await make(form)
    case .rename:
      guard let named else { throw PhotoLibraryError.notFound }
      try await titled { try await library.rename(named, to: form["title"]) }
      return StudioShell.redirect("/photos/albums")
    case .remove:
      guard let named else { throw PhotoLibraryError.notFound }
      try await library.removeAlbum(named)
      return StudioShell.redirect("/photos/albums")
    case .cover:
      guard let named, let photo = try await self.named(form).first else { throw PhotoLibraryError.notFound }
      try await library.setCover(photo, of: named)
      return .json(.members(["album": .string(text(named))]))
    case .add, .take, .move:
      guard let named else { throw PhotoLibraryError.notFound }
      let photos = try await self.named(form)
      var count = photos.count
      switch order {
      case .add: count = try await library.add(photos, to: named)
      case .take: count = try await library.take(photos, from: named)
      default:
        guard let move = PhotoMove(rawValue: form["to"]) else { throw PhotoLibraryError.notFound }
        try await library.move(photos, move, in: named)
      }
      let basket = try await library.album(.basket(principal.user.text), of: nil)?.count ?? 0
      return .json(
        .members([
          "count": .integer(count), "basket": .integer(basket), "absent": try absent(form, photos),
        ]))
    }
  }

  /// With photos by a script, which is told of it; else by the page's form.
  private func make(_ form: StudioForm) async throws -> WebAnswer {
    guard !form["photos"].isEmpty else {
      try await titled { _ = try await library.makeAlbum(form["title"]) }
      return StudioShell.redirect("/photos/albums")
    }
    let photos = try await named(form)
    let made: PhotoAlbumID
    do throws(PhotoLibraryError) { made = try await library.makeAlbum(form["title"]) } catch {
      guard case .refused = error else { throw error }
      return WebAnswer.json(.members(["words": .string(albumWords[.badTitle])]), .unprocessableContent)
    }
    let count = try await library.add(photos, to: made)
    return .json(.members(["album": .string(text(made)), "count": .integer(count)]))
  }

  /// Says it on the page where a title will not do.
  private func titled(_ body: () async throws -> Void) async throws {
    do { try await body() } catch PhotoLibraryError.refused {
      report(albumWords[.badTitle], isGood: false, on: "/photos/albums")
    }
  }
}
