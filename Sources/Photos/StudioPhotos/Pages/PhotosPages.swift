import BoothCore
import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// The pages of one request.
struct PhotosPages {
  let library: DataFolderPhotos
  let news: PhotosNews
  let context: StudioContext
  let shell: StudioShell
  let words: PhotosFeature.Words

  var albumWords: WordTable<AlbumText> { WordTable(words.language) }
  var searchWords: WordTable<SearchText> { WordTable(words.language) }

  func answer(_ route: PhotosRoute) async throws -> WebAnswer {
    switch route {
    case .browser: return try await browser()
    case .layout: return try await layout()
    case .terms: return try await terms()
    case .news: return try await hear()
    case .window: return try await window()
    case .numbers: return try await numbers()
    case .place: return try await place()
    case .sources: return try await sourcesPage()
    case .folders: return try await foldersList()
    case .information(let number): return try await information(number)
    case .photo(let number, let stamp): return try await photo(number, stamp)
    case .linked(let key): return try await linked(key)
    case .picture(let number, let stamp, let size): return try await picture(number, stamp, size)
    case .part(let number, let stamp, let part): return try await self.part(number, stamp, part)
    case .original(let number, let stamp): return try await original(number, stamp)
    case .film(let number, let stamp): return try await film(number, stamp)
    case .moving(let number, let stamp): return try await moving(number, stamp)
    case .mark: return try await mark()
    case .trash: return try await trash()
    case .undo: return try await undo()
    case .export: return try await export()
    case .addSource: return try await addSource()
    case .removeSource: return try await removeSource()
    case .scanSource: return try await scanSource()
    case .setUploads: return try await setUploads()
    case .upload: return try await upload()
    case .albums: return try await albumsPage()
    case .albumList: return try await albumList()
    case .album(let order): return try await perform(order)
    case .copies: return try await copiesPage()
    case .copyList: return try await copyList()
    case .copy: return try await copy()
    case .cancelCopy: return try await cancelCopy()
    case .chosen: return try await chosen()
    case .links: return try await linksPage()
    case .makeLink: return try await makeLink()
    case .removeLink: return try await removeLink()
    case .bin: return try await binPage()
    case .restore: return try await restoreBinned()
    case .wrongMethod(let allowed):
      return WebAnswer.error(.methodNotAllowed, "expected \(allowed)").with([.allow: allowed])
    }
  }

  /// What is looked at, as the address says it.
  var view: PhotoView {
    let query = context.call.query
    let album = query["album"].flatMap(album)
    return PhotoView(
      source: query["in"].flatMap(PhotoSourceID.init), album: album,
      order: query["order"].flatMap(PhotoOrder.init) ?? (album == nil ? .newest : .own),
      filter: PhotoSearch(query["q"] ?? ""))
  }

  /// A photo as a person has it on a page; one that was changed since is another one.
  func known(_ number: Int64, _ stamp: String) async throws -> PhotoRecord {
    _ = try shell.principal(context, may: .seePhotos)
    guard let photo = try await library.photo(number), photo.stamp == stamp else { throw PhotoLibraryError.notFound }
    return photo
  }

  /// - Parameters:
  ///   - script: one that imports others.
  ///   - pictureOrigins: further origins of the page's pictures, after the studio itself.
  func pages(title: String, script: String? = nil, pictureOrigins: [String] = [], _ main: HTML) -> WebAnswer {
    shell.page(
      context, title: title, section: PhotosFeature.section,
      extras: StudioShell.Extras(
        styles: ["photos/photos.css"], modules: script.map { [$0] } ?? [], pictureOrigins: pictureOrigins), main)
  }

  // MARK: The browser

  private func browser() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seePhotos)
    let sources = try await library.sources()
    let view = view
    var title = words[.photos]
    guard context.call.query["album"] == nil || view.album != nil else { throw PhotoLibraryError.notFound }
    if let id = view.album {
      guard let album = try await library.album(id, of: view.source) else { throw PhotoLibraryError.notFound }
      title = self.title(album)
    }
    let basket = try await library.album(.basket(principal.user.text), of: nil)?.count ?? 0
    let isAlbum = view.album != nil
    let out: HTML? =
      isAlbum
      ? "<a class=\"button icon-button\" href=\"/photos\" aria-label=\"\(albumWords[.leaveAlbum])\" title=\"\(albumWords[.leaveAlbum])\">\(shell.icon(.arrowLeft, turns: true))</a>\n"
      : nil
    func head(_ search: HTML?) -> HTML {
      """
      <div class="photos-head\(isAlbum ? " in-album" as HTML : .empty)">\(out)<h1><bdi>\(title)</bdi></h1>
      \(search)\(tools(principal, basket: basket))</div>
      """
    }
    guard !sources.isEmpty else {
      let mayAdd = principal.may(.managePhotos)
      return pages(
        title: words[.photos], script: mayAdd ? "photos/folders.js" : nil,
        """
        \(head(nil))<div class="card nothing"><h2>\(words[.noneYet])</h2>
        <p>\(words[mayAdd ? .noneYetHelp : .noneYetReader])</p>
        \(mayAdd ? addForm(principal, isFirst: true) : .empty)</div>
        """)
    }
    let origin = context.preferences[.tiles].flatMap { WebOrigin(of: $0) }?.text
    return pages(
      title: title, script: "photos/photos.js", pictureOrigins: origin.map { [$0] } ?? [],
      """
      \(head(filter(sources)))
      \(await troubles(principal.may(.managePhotos)))<div id="photos-away">\(awayLine(sources).map { "<p class=\"notice bad\">\($0)</p>\n" as HTML })</div>
      <div id="photos-mistakes" role="status">\(mistakes)</div>
      <div id="photos" \(labels(principal))\(choiceLabels(principal))>
      <noscript>\(try await plainList())</noscript></div>
      """)
  }

  /// Where else one can go: the albums and the basket as icons where there is room, all of it in a menu.
  private func tools(_ principal: Principal, basket: Int) -> HTML {
    func entry(_ icon: Icon, _ path: String, _ text: HTML, _ style: HTML = "menu-item") -> HTML {
      "<li><a class=\"\(style)\" href=\"\(path)\">\(shell.icon(icon))\(text)</a></li>\n"
    }
    var (share, shareInMenu): (HTML?, HTML?)
    let upload = uploadEntry(principal)
    if case .own? = view.album, principal.may(.managePhotos) {
      let path = "/photos/links?album=\(view.album.map(text) ?? "")"
      share =
        "<a class=\"button icon-button wide\" href=\"\(path)\" aria-label=\"\(linkWords[.share])\" title=\"\(linkWords[.share])\">\(shell.icon(.share))</a>\n"
      shareInMenu = entry(.share, path, "\(linkWords[.share])", "menu-item narrow")
    }
    let bin: HTML? = principal.may(.managePhotos) ? entry(.trash, "/photos/bin", "\(binWords[.bin])") : nil
    let count: HTML = "<span class=\"number photos-basket\"\(basket == 0 ? " hidden" as HTML : .empty)>\(basket)</span>"
    return """
      <nav class="bar photos-ways" aria-label="\(words[.photos])">
      \(share)<a class="button icon-button wide" href="/photos/albums" aria-label="\(albumWords[.albums])" title="\(albumWords[.albums])">\(shell.icon(.images))</a>
      <a class="button icon-button wide" href="/photos?album=basket" aria-label="\(albumWords[.basket])" title="\(albumWords[.basket])">\(shell.icon(.basket))\(count)</a>
      <details class="photos-more" data-menu><summary class="icon-button" aria-label="\(words[.more])" title="\(words[.more])">\(shell.icon(.threeDotsVertical))</summary>
      <ul class="menu">
      \(upload)\(shareInMenu)\(entry(.images, "/photos/albums", "\(albumWords[.albums])", "menu-item narrow"))\(entry(.basket, "/photos?album=basket", "\(albumWords[.basket])\(count)", "menu-item narrow"))\(bin)\(entry(.hdd, "/photos/sources", "\(words[.sources])"))</ul></details></nav>
      """
  }

  /// The search, and what narrows photos down: a sheet that the script opens. Without scripts, sources and orders are lists beside the search.
  private func filter(_ sources: [PhotoSourceReport]) -> HTML {
    let view = view
    let places = [("", words[.everySource])] + sources.map { ($0.id.text, $0.displayName) }
    var orders: [(PhotoOrder, String)] = [
      (.newest, words[.newest]), (.oldest, words[.oldest]), (.name, words[.byName]), (.largest, words[.largest]),
    ]
    let isOwn = view.album != nil
    if isOwn { orders.insert((.own, albumWords[.ownOrder]), at: 0) }
    let source = view.source?.text ?? ""
    let named = orders.map { ($0.0.rawValue, $0.1) }
    func options(_ choices: [(String, String)], _ chosen: String) -> HTML {
      HTML.joined(
        choices.map { value, text in
          "<option value=\"\(value)\"\(value == chosen ? " selected" as HTML : .empty)>\(text)</option>"
        })
    }
    func chips(_ name: String, _ title: String, _ choices: [(String, String)], _ chosen: String) -> HTML {
      """
      <fieldset><legend>\(title)</legend><div class="chips" data-name="\(name)">\(choices.map { value, text in
        "<button type=\"button\" class=\"chip\" data-value=\"\(value)\" aria-pressed=\"\(value == chosen ? "true" as HTML : "false")\"><bdi>\(text)</bdi></button>" as HTML
      })</div></fieldset>

      """
    }
    func term(_ value: String, _ text: String) -> HTML {
      "<button type=\"button\" class=\"chip\" data-term=\"\(value)\" aria-pressed=\"false\">\(text)</button>"
    }
    let terms =
      [term("star", words[.star])] + zip(PhotoTags.names, PhotosText.colours).map { term("tag:\($0)", words[$1]) }
    let album: HTML? = context.call.query["album"].map { "<input type=\"hidden\" name=\"album\" value=\"\($0)\">\n" }
    return """
      <form class="photos-filter" action="/photos" role="search">
      \(album)<div class="photos-search">\(shell.icon(.search))<input name="q" type="search" maxlength="500" value="\(context.call.query["q"] ?? "")" placeholder="\(words[.search])" aria-label="\(words[.search])" autocomplete="off">
      <p class="quiet" id="photos-count" role="status"></p></div>
      <noscript><select name="in" aria-label="\(words[.from])">\(options(places, source))</select>
      <select name="order" aria-label="\(words[.order])">\(options(named, view.order.rawValue))</select>
      <button>\(words[.show])</button></noscript>
      <dialog class="sheet photos-filters" id="photos-filters" aria-labelledby="photos-filters-title" data-plain="\((isOwn ? PhotoOrder.own : .newest).rawValue)">
      <div class="head"><h2 id="photos-filters-title">\(words[.filters])</h2><button type="button" class="icon-button" data-close aria-label="\(words[.close])">\(shell.icon(.xLg))</button></div>
      \(chips("in", words[.from], places, source))\(chips("order", words[.order], named, view.order.rawValue))<fieldset><legend>\(words[.onlyWith])</legend><div class="chips photos-terms">\(terms)</div></fieldset>
      </dialog>
      </form>
      """
  }

  /// What the studio cannot do at the moment.
  /// - Parameter mayManage: why is told to who can change it; it may name places on the machine.
  func troubles(_ mayManage: Bool) async -> HTML {
    let troubles = await library.troubles()
    guard mayManage else { return troubles.isEmpty ? .empty : "<p class=\"notice bad\">\(words[.notKept])</p>\n" }
    return HTML.joined(
      troubles.map { "<p class=\"notice bad\">\(words[.notKept]) <span lang=\"en\" dir=\"ltr\">\($0)</span></p>\n" })
  }

  /// What the script says, in the reader's language.
  private func labels(_ principal: Principal) -> HTML {
    let own: [(String, PhotosText)] = [
      ("found", .found), ("loading", .loading), ("failed", .failed), ("nothing", .nothingMatches),
      ("nothing-help", .nothingMatchesHelp), ("all", .showAll), ("empty", .nothingRead),
      ("empty-help", .nothingReadHelp), ("reading-now", .readingNow), ("reading-now-help", .readingNowHelp),
      ("reading", .reading), ("timeline", .timeline), ("grid", .grid), ("squares", .squares), ("rows", .rows),
      ("small", .small), ("medium", .medium), ("large", .large), ("size", .size), ("fit", .fit), ("names", .names),
      ("select", .select), ("selected", .selected), ("clear", .clear), ("star", .star), ("unstar", .unstar),
      ("tags", .tags), ("filters", .filters), ("more", .more), ("layout", .layout), ("trash", .toTrash),
      ("trashed", .trashed),
      ("undo", .undo), ("undone", .undone), ("next", .next), ("previous", .previous), ("close", .close),
      ("in", .zoomIn), ("out", .zoomOut), ("whole", .ownSize), ("about", .information), ("download", .download),
      ("broken", .noPicture),
      ("keys", .keysHelp), ("gone", .gone), ("link", .link), ("example", .sendExample),
      ("example-most", .sendExampleMost), ("live-photo", .livePhoto), ("animated", .animated), ("no-date", .noDate),
      ("play", .playFilm),
      ("sound", .filmSound),
      ("save-film", .saveFilm), ("film-unplayable", .filmUnplayable), ("film-gone", .filmGone),
    ]
    let more: [(String, AlbumText)] = [
      ("albums", .albums), ("to-basket", .toBasket), ("from-basket", .fromBasket), ("to-album", .toAlbum),
      ("from-album", .fromAlbum),
      ("use-as-cover", .useAsCover), ("cover-set", .coverSet),
      ("new-album", .newAlbum), ("album-title", .albumTitle), ("make", .make), ("added", .added),
      ("taken-out", .takenOut),
      ("place", .place), ("first", .moveFirst), ("earlier", .moveEarlier), ("later", .moveLater), ("last", .moveLast),
      ("empty-album", .nothingIn), ("empty-album-help", .nothingInHelp), ("keep", .save), ("form", .form),
      ("original", .original), ("bare", .bare), ("bare-help", .bareHelp), ("large-form", .large),
      ("screen-form", .screen),
      ("zip", .zip), ("copy", .copy), ("copy-folder", .copyFolder), ("copy-help", .copyHelp), ("copied", .copied),
      ("copies", .copies), ("same", .same), ("not-copied", .notCopied), ("cancel-copy", .cancelCopy),
      ("not-moved", .notMoved), ("not-back", .notBack), ("switch-failed", .switchFailed),
    ]
    let links: [(String, LinkText)] = [("share", .shareOne), ("share-ready", .shareReady), ("share-most", .shareMost)]
    let colours = PhotosText.colours.map { words[$0] }.joined(separator: "|")
    let may = [(StudioAction.markPhotos, "mark"), (.managePhotos, "manage"), (.publishCritique, "teach")]
      .filter { principal.may($0.0) }.map { $0.1 }.joined(separator: " ")
    let hints = SearchText.examples.map { $0.0 + "|" + searchWords[$0.1] }.joined(separator: "\n")
    let tiles: HTML? = context.preferences[.tiles].flatMap { address in
      WebOrigin(of: address).map { _ in
        " data-tiles=\"\(address)\" data-attribution=\"\(context.preferences[.tilesAttribution] ?? "")\""
      }
    }
    return HTML.joined(own.map { name, text in " data-\(name)=\"\(words[text])\"" })
      + HTML.joined(more.map { name, text in " data-\(name)=\"\(albumWords[text])\"" })
      + HTML.joined(links.map { name, text in " data-\(name)=\"\(linkWords[text])\"" })
      + " data-hints=\"\(hints)\" data-tips=\"\(searchWords[.hints])\" data-near=\"\(searchWords[.nearHere])\" data-search=\"\(words[.search])\" data-left-out=\"\(searchWords[.leftOut])\" data-album=\"\(view.album.map(text) ?? "")\""
      + " data-colours=\"\(colours)\" data-may=\"\(may)\" data-token=\"\(context.token)\"\(tiles)"
  }

  /// For who has no scripts: page after page.
  private func plainList() async throws -> HTML {
    let cursor = context.call.query["after"].flatMap(PhotoCursor.init)
    let photos = try await library.photos(view, after: cursor, count: 60)
    let items = photos.map { photo -> HTML in
      """
      <li><a href="\(address(photo))"><img loading="lazy" src="\(Self.picture(photo, .thumbnail))" alt="\(photo.entry.name)"></a></li>

      """
    }
    let next: HTML? = photos.last.map { last in
      let query = context.call.query
      let parts = [
        ("q", query["q"]), ("in", query["in"]), ("album", query["album"]), ("order", query["order"]),
        ("after", last.cursor.text),
      ]
      let text = parts.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.component($0))" } }
        .joined(separator: "&")
      return "<p><a class=\"button\" rel=\"next\" href=\"/photos?\(text)\">\(words[.nextPage])</a></p>"
    }
    return "<ul class=\"photos-plain\">\(items)</ul>\(next)"
  }

  // MARK: Addresses

  static func picture(_ photo: PhotoRecord, _ size: PhotoSize) -> String {
    "/photos/picture/\(photo.number)/\(photo.stamp)/\(size.rawValue).jpg"
  }

  /// The address of a photo that lasts: by its bytes, as soon as they are known.
  func address(_ photo: PhotoRecord) -> String {
    photo.key.map { "/photos/at/\($0.text)" } ?? "/photos/at/\(photo.number)/\(photo.stamp)"
  }
}

extension HTML {
  /// After each other.
  static func joined(_ parts: [HTML]) -> HTML { "\(parts)" }
}
