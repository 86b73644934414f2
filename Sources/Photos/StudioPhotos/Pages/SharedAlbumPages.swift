import BoothCore
import HTTPTypes
import Hummingbird
import PhotoLibrary
import PhotoModel
import StudioServer
import WebSupport

/// The pages of people without an account who have a link to an album: `/shared/SECRET`.
///
/// Nothing but the link counts: sign-in cookies are not looked at. A link that is unknown, has expired or was turned off, a photo that is not
/// in its album, and a photo before the PIN was entered all get the same answer.
struct SharedAlbumPages {
  let libraries: any PhotoLibraries
  let context: StudioContext
  let shell: StudioShell
  let archives: ArchiveSlots

  private var words: WordTable<LinkText> { WordTable(context.language) }
  private var now: Int64 { Int64(context.now) }

  /// The first part of the paths.
  private static let root = "shared"
  /// Holds the pass of who has entered the PIN, for the link's own path.
  private static let cookie = "booth_album"
  /// So long a browser need not enter the PIN again, in seconds.
  private static let passSeconds: Int64 = 86_400
  /// Photos on a page.
  private static let onPage = 200

  /// The path of a link.
  static func address(_ token: String) -> String { "/\(root)/\(token)" }

  /// A link that was found, and the library that it leads to.
  private struct Found {
    var opened: OpenedAlbumLink
    var library: DataFolderPhotos
  }

  /// Nil for a path that is no link's.
  func answer() async -> WebAnswer? {
    let parts = context.call.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts[0] == Self.root else { return nil }
    do {
      guard let found = try await find(parts[1]) else { return gone }
      let isOpen = found.opened.isOpen(to: context.cookies(named: Self.cookie), at: now)
      guard context.call.request.method != .post else {
        return parts.count == 2 ? try await enter(found, parts[1]) : gone
      }
      if parts.count == 2 { return isOpen ? try await page(found, parts[1]) : pinPage(.ok, nil) }
      guard isOpen else { return gone }
      return try await file(found, Array(parts.dropFirst(2))) ?? gone
    } catch PhotoLibraryError.notFound, PhotoLibraryError.noPicture {
      return gone
    } catch is StudioFault {
      return gone
    } catch is TooLargeFault {
      return gone.closing()
    } catch {
      // Why is for the people of the studio alone.
      return shell.outsidePage(
        context, .serviceUnavailable, title: words[.trouble],
        "<div class=\"card narrow\"><h1>\(words[.trouble])</h1></div>"
      ).with([.retryAfter: "30"])
    }
  }

  private func find(_ token: String) async throws -> Found? {
    var fault: PhotoLibraryError?
    for library in await libraries.opened() {
      // What is wrong with one organisation's photos keeps no link of another's from being found.
      do throws(PhotoLibraryError) {
        if let opened = try await library.link(token, at: now) { return Found(opened: opened, library: library) }
      } catch { fault = error }
    }
    if let fault { throw fault }
    // It may lead to photos that cannot be opened now: then it is not said to be gone.
    if let fault = await libraries.missing() { throw fault }
    return nil
  }

  private var gone: WebAnswer {
    shell.outsidePage(
      context, .notFound, title: words[.gone],
      """
      <div class="empty">\(shell.icon(.link45deg))<h1>\(words[.gone])</h1>
      <p>\(words[.goneHelp])</p></div>
      """)
  }

  // MARK: The PIN

  private func pinPage(_ status: HTTPResponse.Status, _ complaint: String?) -> WebAnswer {
    let said: HTML? = complaint.map { "<p class=\"error\" id=\"complaint\" role=\"alert\">\($0)</p>\n" }
    let invalid: HTML = complaint == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"complaint\""
    return shell.outsidePage(
      context, status, title: words[.enterPIN],
      """
      <form class="card narrow" method="post" action="\(context.call.path)">
      <h1>\(words[.enterPIN])</h1>
      <p>\(words[.enterPINHelp])</p>
      <label for="pin">\(words[.pinField])</label>
      <input id="pin" name="pin" type="password" dir="ltr" inputmode="numeric" maxlength="20" autocomplete="off" required autofocus\(invalid)>
      \(said)<p><button>\(words[.viewPhotos])</button></p></form>
      """)
  }

  private func enter(_ found: Found, _ token: String) async throws -> WebAnswer {
    let form = try await shell.outsideForm(context)
    switch try await found.library.tryPIN(form["pin"], of: found.opened, at: now) {
    case .right(let pass):
      let path = Self.address(token)
      let seconds = min(Self.passSeconds, found.opened.link.expires - now)
      return StudioShell.redirect(path).with([
        .setCookie: "\(Self.cookie)=\(pass); Path=\(path); HttpOnly; SameSite=Lax; Max-Age=\(seconds)"
          + (context.isSecure ? "; Secure" : "")
      ])
    case .wrong: return pinPage(.forbidden, words[.wrongPIN])
    case .wait(let seconds):
      return pinPage(.tooManyRequests, words.filled(.wait, Int((seconds + 59) / 60))).with([.retryAfter: "\(seconds)"])
    }
  }

  // MARK: The album

  private func page(_ found: Found, _ token: String) async throws -> WebAnswer {
    let (library, link) = (found.library, found.opened.link)
    let view = PhotoView(album: link.album, order: .own)
    let count = try await library.layout(view).stretches.reduce(0) { $0 + $1.count }
    let last = max(1, (count + Self.onPage - 1) / Self.onPage)
    let number = context.call.query["page"].flatMap { Int($0) } ?? 1
    guard (1...last).contains(number) else { return gone }
    let first = (number - 1) * Self.onPage
    let photos = try await library.photos(view, in: nil, from: first, count: Self.onPage)
    do throws(PhotoLibraryError) { try await library.noteOpened(link, at: now) } catch {
      // On a full disk the album is shown all the same.
    }
    let own = Self.address(token)
    let items = photos.enumerated().map { place, photo in
      item(photo, own, words.filled(.photoOf, "\(first + place + 1)", "\(count)"), link.allowsOriginals)
    }
    func way(_ page: Int, _ rel: HTML, _ text: String) -> HTML? {
      (1...last).contains(page)
        ? "<a class=\"button secondary\" rel=\"\(rel)\" href=\"\(own)?page=\(page)\">\(text)</a>\n" : nil
    }
    let photoWords = WordTable<PhotosText>(context.language)
    let ways: HTML? =
      last > 1
      ? "<nav class=\"row\">\(way(number - 1, "prev", photoWords[.previous]))\(way(number + 1, "next", photoWords[.next]))</nav>"
      : nil
    let all: HTML? =
      photos.isEmpty
      ? nil
      : "<a class=\"button\" href=\"\(own)/\(Self.archiveName)\" download>\(shell.icon(.download))\(words[.saveAll])</a>"
    let list: HTML =
      photos.isEmpty
      ? "<div class=\"empty\">\(shell.icon(.images))<h2>\(words[.noPhotos])</h2></div>"
      : "<ul class=\"photos-shared\" id=\"photos-shared\" data-close=\"\(photoWords[.close])\" data-next=\"\(photoWords[.next])\" data-previous=\"\(photoWords[.previous])\" data-save=\"\(words[.save])\" data-share=\"\(words[.shareOne])\" data-ready=\"\(words[.shareReady])\" data-title=\"\(found.opened.title)\" data-failed=\"\(photoWords[.failed])\">\(items)</ul>"
    return shell.outsidePage(
      context, title: found.opened.title,
      extras: StudioShell.Extras(
        styles: ["photos/shared.css"], modules: ["photos/shared-album.js", "photos/days.js"]),
      """
      <div class="head"><h1><bdi>\(found.opened.title)</bdi></h1>\(all)</div>
      <p class="quiet">\(photoWords.filled(.found, count)) · \(words[.until]): \(PhotosPages.day(link.expires, saysHowLong: true))</p>
      \(list)\(ways)
      """)
  }

  private func item(_ photo: PhotoRecord, _ own: String, _ text: String, _ allowsOriginals: Bool) -> HTML {
    let details = photo.entry.details
    // As wide as the grid's picture is, which is cut beyond two to one.
    let (width, height) = (max(1, details.width ?? 3), max(1, details.height ?? 2))
    let shown = max(128, min(512, 256 * width / height))
    let base = "\(own)/picture/\(photo.number)/\(photo.stamp)/"
    let original: HTML? = allowsOriginals ? " data-original=\"\(own)/original/\(photo.number)/\(photo.stamp)\"" : nil
    return """
      <li><a href="\(base)\(PhotoSize.large.rawValue).jpg"\(original)><img src="\(base)\(PhotoSize.thumbnail.rawValue).jpg" width="\(shown)" height="256" loading="lazy" decoding="async" alt="\(text)"></a></li>

      """
  }

  // MARK: Files

  /// `picture/NUMBER/STAMP/SIZE.jpg`, `original/NUMBER/STAMP`; nil for anything else, and for a photo that is not in the album.
  private func file(_ found: Found, _ parts: [String]) async throws -> WebAnswer? {
    let (library, link) = (found.library, found.opened.link)
    if parts == [Self.archiveName] { return try await archive(found) }
    guard parts.count > 2, let number = Int64(parts[1]), "\(number)" == parts[1],
      let photo = try await library.photo(number, of: link.album), photo.stamp == parts[2]
    else { return nil }
    switch (parts[0], parts.count) {
    case ("picture", 4):
      guard parts[3].hasSuffix(".jpg"), let size = PhotoSize(rawValue: String(parts[3].dropLast(4))) else { return nil }
      return try await picture(photo, size, library)
    case ("original", 3) where link.allowsOriginals:
      return try await original(photo, library)
    default: return nil
    }
  }

  /// The last part of the path of all photos together.
  private static let archiveName = "photos.zip"

  /// All photos of the album, in its order, stored and not compressed, made while they are sent: the files themselves where
  /// the link allows that, otherwise pictures of at most 2048 pixels, which have the album's title and not the files' names.
  /// 503 while as many as the studio makes at once are sent to others.
  private func archive(_ found: Found) async throws -> WebAnswer {
    guard let slot = archives.take() else {
      return shell.outsidePage(
        context, .serviceUnavailable, title: words[.trouble],
        "<div class=\"card narrow\"><h1>\(words[.trouble])</h1><p>\(words[.saveAllLater])</p></div>"
      ).with([.retryAfter: "60"])
    }
    let (library, link) = (found.library, found.opened.link)
    let photos = try await library.photos(
      PhotoView(album: link.album, order: .own), after: nil, count: Self.mostArchived)
    let form: PhotoForm = link.allowsOriginals ? .original : .size(.large)
    let stream = PhotoArchive(
      library: library, photos: link.allowsOriginals ? try await library.withRaws(photos) : photos, form: form,
      title: link.allowsOriginals ? nil : found.opened.title)
    let headers: HTTPFields = [
      .contentType: "application/zip", .cacheControl: PhotosPages.unkept,
      .contentDisposition: AttachmentHeader.inUTF8(found.opened.title + ".zip", orElse: "photos.zip"),
    ]
    return WebAnswer(
      .ok, headers + SecurityHeaders.unlisted,
      .unmeasured(ByteStream(unfolding: { try await slot.holding { try await stream.next() } })))
  }

  /// The most photos of one archive.
  private static let mostArchived = 20_000

  /// Asked for each time, so that a link that was turned off shows nothing from a cache either.
  private func headers(_ photo: PhotoRecord, _ library: DataFolderPhotos) async throws -> HTTPFields {
    let keeping = try await library.canBeErased(photo) ? PhotosPages.unkept : "private, no-cache"
    return [.cacheControl: keeping, .vary: "Cookie"] + SecurityHeaders.unlisted
  }

  private func picture(
    _ photo: PhotoRecord, _ size: PhotoSize, _ library: DataFolderPhotos
  ) async throws -> WebAnswer {
    var headers = try await headers(photo, library)
    headers[.contentType] = "image/jpeg"
    if headers[.cacheControl] != PhotosPages.unkept {
      let tag = "\(photo.stamp)-\(size.rawValue)-1"
      headers[.eTag] = EntityTags.header(tag)
      if let seen = context.call.request.headers[.ifNoneMatch], EntityTags.noneMatch(seen, has: tag) {
        return WebAnswer(.ok, headers)
      }
    }
    return WebAnswer(.ok, headers, .bytes(try await library.picture(photo, size, .visible)))
  }

  private func original(_ photo: PhotoRecord, _ library: DataFolderPhotos) async throws -> WebAnswer {
    let content = try await library.content(photo, .original)
    var headers = try await headers(photo, library)
    // What lies there is anything at all: it is saved, never shown.
    headers[.contentType] = "application/octet-stream"
    headers[.contentDisposition] = AttachmentHeader.inUTF8(ExportNames.file(photo, isOriginal: true))
    headers[.contentSecurityPolicy] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    // A long file goes on where its connection broke.
    let answer = PhotosPages.file(content, tag: "\(photo.stamp)-original", headers, to: context.call)
    return answer.with(SecurityHeaders.unlisted)
  }
}
