import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Links by which people without an account see an album: created, listed, turned off.
extension PhotosPages {
  var linkWords: WordTable<LinkText> { WordTable(words.language) }

  /// For how long a link may be good, in days, and what that is called; the second is chosen at first.
  private static let lifetimes: [(days: Int, LinkText)] = [(7, .days7), (30, .days30), (90, .days90), (365, .days365)]
  private static let usualDays = 30

  private var now: Int64 { Int64(context.now) }

  /// `/photos/links`: all links; `?album=own-ID`: of one album, with the form for a new one.
  func linksPage() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    var chosen: PhotoAlbum?
    if let text = context.call.query["album"] {
      guard let id = album(text), case .own = id, let found = try await library.album(id, of: nil) else {
        throw PhotoLibraryError.notFound
      }
      chosen = found
    }
    return try await linksPage(.ok, of: chosen, complaint: nil)
  }

  private func linksPage(
    _ status: HTTPResponse.Status, of chosen: PhotoAlbum?, complaint: String?
  ) async throws -> WebAnswer {
    let albums = try await library.albums().filter { $0.source == nil }
    let titles = Dictionary(albums.map { ($0.id, $0.title) }) { first, _ in first }
    let links = try await library.links().filter {
      titles[$0.album] != nil && (chosen == nil || $0.album == chosen?.id)
    }
    let title = chosen.map { linkWords.filled(.title, $0.title) } ?? linkWords[.links]
    let list: HTML =
      links.isEmpty
      ? chosen == nil
        ? "<div class=\"empty\">\(shell.icon(.link45deg))<h2>\(linkWords[.none])</h2><p>\(linkWords[.noneHelp])</p><a class=\"button\" href=\"/photos/albums\">\(linkWords[.chooseAlbum])</a></div>"
        : .empty
      : "<ul class=\"rows\">\(links.map { card($0, titles[$0.album] ?? "", isNamed: chosen == nil) })</ul>"
    let heading: HTML? =
      chosen == nil || links.isEmpty ? nil : "<h2>\(linkWords[.links])</h2>\n"
    return shell.page(
      context, status, title: title, section: PhotosFeature.section,
      extras: StudioShell.Extras(
        styles: ["photos/photos.css", "studio/people.css"], modules: ["studio/handing-on.js", "photos/days.js"]),
      """
      <p><a class="way" href="/photos/albums">\(albumWords[.albums])</a></p>
      <h1>\(title)</h1>
      \(chosen.map { linkForm($0, complaint) })\(heading)\(list)
      """)
  }

  private func linkForm(_ album: PhotoAlbum, _ complaint: String?) -> HTML {
    let options = Self.lifetimes.map { days, text -> HTML in
      "<option value=\"\(days)\"\(days == Self.usualDays ? " selected" as HTML : .empty)>\(linkWords[text])</option>"
    }
    let error: HTML? = complaint.map { "<p class=\"error\" id=\"pin-error\" role=\"alert\">\($0)</p>\n" }
    let invalid: HTML = complaint == nil ? "" : " aria-invalid=\"true\""
    return """
      <form class="card photos-add" method="post" action="/photos/links/make">\(shell.token(context))<input type="hidden" name="album" value="\(text(album.id))">
      <p>\(linkWords[.help])</p>
      <label for="days">\(linkWords[.expiresAfter])</label>
      <select id="days" name="days">\(options)</select>
      <label for="pin">\(linkWords[.pin])</label>
      <input id="pin" name="pin" dir="ltr" inputmode="numeric" maxlength="20" autocomplete="off" aria-describedby="pin-hint\(complaint == nil ? "" : " pin-error")"\(invalid)>
      <p class="hint" id="pin-hint">\(linkWords[.pinHint])</p>
      \(error)<label class="photos-check"><input type="checkbox" name="originals" value="1" aria-describedby="originals-hint"> <span>\(linkWords[.originals])</span></label>
      <p class="hint" id="originals-hint">\(linkWords[.originalsHint])</p>
      <p><button>\(shell.icon(.link45deg))\(linkWords[.create])</button></p></form>

      """
  }

  private func card(_ link: AlbumLink, _ title: String, isNamed: Bool) -> HTML {
    func badge(_ text: LinkText, _ kind: HTML = "") -> HTML {
      "<span class=\"badge\(kind)\">\(linkWords[text])</span> "
    }
    let isOver = link.expires <= now
    let name: HTML? =
      isNamed
      ? "<h2><a href=\"/photos/links?album=\(text(link.album))\"><bdi>\(title)</bdi></a></h2>\n" : nil
    let opened: HTML =
      link.opened.map { "\(linkWords[.lastOpened]): \(day($0)) · \(linkWords.filled(.opens, link.opens))" }
      ?? "\(linkWords[.neverOpened])"
    let badges: [HTML] =
      (isOver ? [badge(.expired, " bad")] : []) + (link.hasPIN ? [badge(.withPIN)] : [])
      + (link.allowsOriginals ? [badge(.withOriginals)] : [])
      + (link.tries.wait(at: now) > 0 ? [badge(.locked, " warning")] : [])
    let marks: HTML? = badges.isEmpty ? nil : "<p>\(badges)</p>\n"
    return """
      <li class="card">\(name)<p>\(linkWords[.createdOn]): \(day(link.made)) · \(linkWords[.expiresOn]): \(day(link.expires))<br>\(opened)</p>
      \(marks)<form method="post" action="/photos/links/remove">\(shell.token(context))<input type="hidden" name="link" value="\(link.id)">
      <button class="danger">\(linkWords[.turnOff])</button></form></li>

      """
  }

  /// A moment's day; the script writes it as the reader's language does, in their time zone.
  private func day(_ unixSeconds: Int64) -> HTML { Self.day(unixSeconds) }

  /// The same for any page.
  /// - Parameter saysHowLong: whether the script says as well in how many days it is.
  static func day(_ unixSeconds: Int64, saysHowLong: Bool = false) -> HTML {
    let text = CalendarDay.text(wallSeconds: unixSeconds)
    let left: HTML? = saysHowLong ? " data-left" : nil
    return "<time class=\"photos-day\"\(left) datetime=\"\(text.replacing(" ", with: "T"))Z\">\(text.prefix(10))</time>"
  }

  func makeLink() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    guard let id = album(form["album"]), case .own = id, let chosen = try await library.album(id, of: nil),
      let days = Int(form["days"]), AlbumLink.days.contains(days)
    else { throw PhotoLibraryError.notFound }
    let entered = form["pin"].filter { !$0.isWhitespace }
    let pin = AlbumLink.pin(entered)
    guard entered.isEmpty || pin != nil else {
      return try await linksPage(.unprocessableContent, of: chosen, complaint: linkWords[.badPIN])
    }
    let token = try await library.makeLink(
      to: id, days: days, pin: pin, allowsOriginals: form["originals"] == "1", at: now)
    if let place = context.place {
      shell.notices.put(
        StudioNotices.Notice(
          words: linkWords[.created], isGood: true, link: context.call.base + SharedAlbumPages.address(token)),
        for: place.id, on: "/photos/links")
    }
    return StudioShell.redirect("/photos/links?album=\(text(id))")
  }

  func removeLink() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    try await library.removeLink(form["link"])
    report(linkWords[.turnedOff], isGood: true, on: "/photos/links")
    return StudioShell.redirect("/photos/links")
  }
}
