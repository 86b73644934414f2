package import BoothCore
import Documents
package import HTTPTypes
import Hummingbird
import Imaging
package import StudioModel
package import WebSupport

/// What all pages behind the studio's door have in common: who may do what, forms, and the frame around each page.
///
/// ```swift
/// let principal = try shell.principal(context, may: .seePhotos)
/// return shell.html(context, .ok, "<p>\(principal.user.text)</p>")
/// ```
package struct StudioShell: Sendable {
  package let configuration: StudioConfiguration
  /// Where the navigation leads, features' sections included.
  let sections: [StudioSection]
  /// What pages load, all parts of the studio together.
  let assets = WebAssets(
    ["shared", "studio", "photos", "reports", "training", "locations"], common: StudioShell.common,
    pages: (StudioShell.pageModules, StudioShell.outsideModules))
  /// The features' scripts that send what an earlier page has left in the browser.
  private let carriers: [String]
  /// The service worker.
  let worker: WebAnswer
  /// What is said once on the next page.
  package let notices = StudioNotices()
  /// Where bodies come in that are too large for memory.
  private let uploads: UploadReceiver

  init(_ configuration: StudioConfiguration, features: [any StudioFeature], uploads: UploadReceiver) {
    self.configuration = configuration
    self.uploads = uploads
    sections = [.booth] + features.flatMap(\.sections) + [.people]
    carriers = features.compactMap(\.carrier)
    worker = Self.worker(assets)
  }

  /// What a page has apart from its text.
  package struct Extras: Sendable {
    /// Style sheets: paths below `web/`, such as `photos/photos.css`; addresses where they begin with a slash.
    package var styles: [String]
    /// Addresses of scripts that are no modules; they run before these.
    package var scripts: [String]
    /// Modules: paths below `web/`, of ``pageModules``.
    package var modules: [String]
    /// Origins from which pictures may come other than our own: `https://tiles.example.org`.
    package var pictureOrigins: [String]

    package init(
      styles: [String] = [], scripts: [String] = [], modules: [String] = [], pictureOrigins: [String] = []
    ) {
      self.styles = styles
      self.scripts = scripts
      self.modules = modules
      self.pictureOrigins = pictureOrigins
    }
  }

  /// For pages of ours: our own files and forms, pictures that our scripts made, nothing else.
  private static func policy(_ extras: Extras) -> String {
    [
      "default-src 'none'", "script-src 'self'", "style-src 'self'",
      (["img-src 'self' blob: data:"] + extras.pictureOrigins).joined(separator: " "), "connect-src 'self'",
      "manifest-src 'self'", "worker-src 'self'", "media-src 'self' blob:", "form-action 'self'", "base-uri 'none'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  /// Who is signed in and may do it.
  /// - Throws: ``StudioFault/signInNeeded``, ``StudioFault/forbidden``.
  package func principal(
    _ context: StudioContext, may action: StudioAction, on subject: StudioSubject? = nil
  ) throws -> Principal {
    guard let principal = context.principal else { throw StudioFault.signInNeeded }
    guard principal.may(action, on: subject) else { throw StudioFault.forbidden }
    return principal
  }

  /// What a form of ours was filled in with, at most 256 KiB.
  /// - Throws: ``StudioFault/foreignForm`` where no page of ours sent it.
  package func form(_ context: StudioContext) async throws -> StudioForm {
    try await FormGuard.form(context, publicBaseURL: configuration.publicBaseURL)
  }

  /// What a form of a page for people without an account was filled in with, at most 4 KiB. It carries no token, as there is no cookie that
  /// it could be held to: its address is a secret.
  /// - Throws: ``StudioFault/foreignForm`` where a page of another origin sent it.
  package func outsideForm(_ context: StudioContext) async throws -> StudioForm {
    try await FormGuard.outsideForm(context)
  }

  /// The same of a form with a file at its end (`multipart/form-data`): within the receiver's limits, as all files that come.
  /// - Parameters:
  ///   - limit: of the file, in bytes.
  ///   - take: has the fields, and reads the file piece by piece.
  /// - Throws: ``StudioFault/foreignForm``; `TooLargeFault` where the fields are more than 256 KiB, `UploadFault`; what `take` throws.
  package func fileForm<Value: Sendable>(
    _ context: StudioContext, upTo limit: Int64, _ take: (StudioForm, MultipartForm) async throws -> Value
  ) async throws -> Value {
    let publicBaseURL = configuration.publicBaseURL
    try FormGuard.checkFileForm(context, publicBaseURL: publicBaseURL)
    // The lines around the parts are few.
    return try await pieces(of: context, upTo: limit + 2 * Int64(MultipartForm.longestFields)) { pieces in
      let (form, file) = try await FormGuard.fileForm(context, pieces)
      return try await take(form, file)
    }
  }

  /// Holds a request whose body is no form to pages of ours: their scripts send the token that their forms carry as
  /// `X-Booth-Token`. The body is not looked at.
  /// - Throws: ``StudioFault/foreignForm``.
  package func checkToken(_ context: StudioContext) throws {
    try FormGuard.checkHeaders(context, publicBaseURL: configuration.publicBaseURL)
  }

  /// Takes a file in that a script of ours sends: to the disk, however large, and not too many at once.
  /// - Parameters:
  ///   - limit: in bytes.
  ///   - take: has it until it returns; a file that it has moved away is its own.
  /// - Throws: `TooLargeFault`, `UploadFault`; what a feature does not catch is answered in words.
  package func receive<Value: Sendable>(
    _ context: StudioContext, upTo limit: Int64, _ take: (ReceivedUpload) async throws -> Value
  ) async throws -> Value {
    try await uploads.receive(context.call, context.connection, from: context.person?.id.text ?? "", upTo: limit, take)
  }

  /// Whether the disk has room for so many bytes that do not come as a body.
  /// - Throws: `UploadFault.noRoom`, which is answered in words.
  package func checkRoom(for bytes: Int64) throws { try uploads.checkRoom(for: bytes) }

  /// How many bytes the disk has left for what comes in; nil if unknown.
  package var roomLeft: Int64? { uploads.roomLeft }

  /// The same for a feature that has a place of its own for it.
  /// - Throws: as ``receive(_:upTo:_:)``.
  package func pieces<Value: Sendable>(
    of context: StudioContext, upTo limit: Int64, _ take: (ByteStream) async throws -> Value
  ) async throws -> Value {
    try await uploads.pieces(
      of: context.call, context.connection, from: context.person?.id.text ?? "", upTo: limit, take)
  }

  /// After a form: the page is read anew, and a reload sends nothing twice.
  package static func redirect(_ path: String) -> WebAnswer {
    WebAnswer(.seeOther, [.location: path, .cacheControl: "no-store"])
  }

  /// A page that says one thing: its heading and what to do.
  func page(
    _ context: StudioContext, _ status: HTTPResponse.Status, _ message: StudioMessage, said: String? = nil
  ) -> WebAnswer {
    let words = StudioWords(context.language)
    let (heading, text) = message.texts
    let way: HTML =
      context.person == nil
      ? "<p><a class=\"button\" href=\"/sign-in\">\(words[.signIn])</a></p>"
      : "<p><a class=\"button\" href=\"/\">\(words[.toStart])</a></p>"
    return page(
      context, status, title: words[heading],
      """
      <h1>\(words[heading])</h1>
      <p>\(words[text])</p>
      \(said.map { "<p lang=\"en\" dir=\"ltr\" class=\"quiet\">\($0)</p>\n" as HTML })\(message.leadsOn ? way : .empty)
      """)
  }

  /// A page in its frame.
  /// - Parameter section: the entry of the navigation that it belongs to.
  package func page(
    _ context: StudioContext, _ status: HTTPResponse.Status = .ok, title: String, section: StudioSection? = nil,
    extras: Extras = Extras(), _ main: HTML
  ) -> WebAnswer {
    let words = StudioWords(context.language)
    // What is said once is not said to a copy that no person sees.
    let isCopied = context.call.request.headers[Self.copyField] != nil
    let isRead = context.call.request.method == .get && status == .ok && !isCopied
    let notice =
      isRead
      ? context.place.flatMap { notices.take(for: $0.id, on: context.call.path) }.map { self.notice($0, words) } : nil
    let styles = ["shared/tokens.css", "shared/components.css", "studio/studio.css"] + extras.styles
    var skeleton = PageSkeleton(
      language: words.language.rawValue, isRightToLeft: words.language.isRightToLeft, title: "\(title) · Booth",
      stylesheets: styles.map { $0.hasPrefix("/") ? $0 : assets.address(of: $0) },
      scripts: extras.scripts, modules: modules(extras.modules + (context.person == nil ? [] : carriers)))
    skeleton.bodyAttributes = """
       data-lost="\(words[.lost])" data-back="\(words[.backAgain])" data-sent="\(words[.sent])" data-failed="\(words[.sendingFailed])" data-offline="\(words[.offlineSince])" data-unsent="\(words[.unsent])" data-leave-out="\(words[.leaveOut])" data-made="\(Int(context.now))"
      """
    // A product's sheet reaches its own pages only: photos/photos.css begins with `:where(.photos)`.
    let products = extras.styles.filter { !$0.hasPrefix("/") }.map { String($0.prefix { $0 != "/" }) }.reduce(into: [])
    {
      (all: inout [String], name) in if !all.contains(name) { all.append(name) }
    }
    if !products.isEmpty {
      skeleton.bodyAttributes = " class=\"\(products.joined(separator: " "))\"" + skeleton.bodyAttributes
    }
    skeleton.look = context.preferences[.look]
    if context.person != nil {
      skeleton.bodyAttributes = skeleton.bodyAttributes + " data-signed-in data-token=\"\(context.token)\""
    }
    // By this, pages that are open in other tabs learn who is signed in now.
    if context.isPersonKnown {
      skeleton.bodyAttributes =
        skeleton.bodyAttributes + " data-person=\"\(context.person.map(Self.mark(of:)) ?? Self.nobody)\""
    }
    let page = skeleton.page(
      """
      <a class="skip" href="#main">\(words[.skip])</a>
      \(header(context, section, words))
      <p id="lost" role="status" hidden></p>
      <main id="main" tabindex="-1">
      <div id="said" role="status">\(notice)\(context.absence.absence.map { absent($0, words) })</div>
      \(boothTabs(context, words))\(main)
      </main>

      """)
    return html(context, status, page, extras: extras)
  }

  /// A page for people without an account: no navigation, no service worker, and no way for its address to others' logs or lists.
  package func outsidePage(
    _ context: StudioContext, _ status: HTTPResponse.Status = .ok, title: String, extras: Extras = Extras(),
    _ main: HTML
  ) -> WebAnswer {
    let words = StudioWords(context.language)
    let styles = ["shared/tokens.css", "shared/components.css", "studio/studio.css"] + extras.styles
    var skeleton = PageSkeleton(
      language: words.language.rawValue, isRightToLeft: words.language.isRightToLeft, title: "\(title)",
      stylesheets: styles.map(assets.address),
      modules: extras.modules.map(outsideAddress))
    let products = extras.styles.map { String($0.prefix { $0 != "/" }) }
    skeleton.bodyAttributes = " class=\"outside \(products.joined(separator: " "))\""
    let page = skeleton.page(
      """
      <a class="skip" href="#main">\(words[.skip])</a>
      <header class="top"><span class="brand">\(icon(.personBoundingBox))<bdi>Booth</bdi></span></header>
      <main id="main" tabindex="-1">
      \(main)
      </main>

      """)
    return WebAnswer(
      status,
      [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: Self.policy(extras), .contentLanguage: context.language.rawValue,
      ], .bytes(page.bytes)
    ).with(SecurityHeaders.unlisted)
  }

  /// `GET /static/{name}`
  func staticFile(_ name: String, _ context: StudioContext) -> WebAnswer {
    assets.answer(
      name, after: context.call.query["after"], accepting: context.call.request.headers[.acceptEncoding]) ?? .notFound
  }

  private func outsideAddress(_ path: String) -> String {
    assert(Self.outsideModules.contains(path), "\(path) is none of StudioShell.outsideModules")
    return assets.address(of: path)
  }

  /// The module of every page.
  static let common = "studio/studio.js"

  /// What single pages load after it: the worker keeps these and what they load later. One that is missing here comes whole, and not
  /// without a network; a debug build stops there.
  static let pageModules = [
    "locations/carrier.js", "locations/locations.js", "locations/points.js", "locations/split.js", "photos/days.js",
    "photos/folders.js", "photos/one.js", "photos/photos.js", "reports/builder.js", "reports/carrier.js",
    "reports/form-import.js",
    "reports/form.js", "reports/home-position.js", "reports/list.js", "reports/reading.js", "studio/handing-on.js",
    "studio/home.js", "studio/look.js", "studio/operate.js", "studio/roles.js", "training/carrier.js",
    "training/detail.js", "training/edit.js", "training/list.js", "training/publish.js", "training/team.js",
  ]

  /// What pages without a frame load, which have no such module.
  static let outsideModules = ["photos/days.js", "photos/shared-album.js"]

  /// The addresses of a page's modules: one that another may load later is at the address from which that would load it.
  private func modules(_ paths: [String]) -> [String] {
    [assets.address(of: Self.common)]
      + paths.map { path in
        let loader = paths.first { assets.loads($0, later: path) }
        assert(loader != nil || Self.pageModules.contains(path), "\(path) is none of StudioShell.pageModules")
        return assets.address(of: path, after: [Self.common] + (loader.map { [$0] } ?? []))
      }
  }

  /// A part of a page, for a script of ours. It is compressed, though it repeats what its address says and holds a form's token: no
  /// other site can have a browser ask for it as the person, whose cookie is `SameSite=Strict`, to guess that token by lengths.
  package func html(
    _ context: StudioContext, _ status: HTTPResponse.Status, _ html: HTML, extras: Extras = Extras()
  ) -> WebAnswer {
    WebAnswer(
      status,
      [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: Self.policy(extras),
        .contentLanguage: context.language.rawValue,
      ], .bytes(html.bytes)
    ).packed(accepting: context.call.request.headers[.acceptEncoding]).with(
      context.call.path.hasPrefix("/join/") ? SecurityHeaders.bareReferrer : SecurityHeaders.ownReferrer)
  }

  private func notice(_ notice: StudioNotices.Notice, _ words: StudioWords) -> HTML {
    let link: HTML? = notice.link.map { oneTimeLink($0, words) }
    let receiver: HTML? = notice.receiver.map { self.receiver($0, words) }
    return
      "<div class=\"notice \(notice.isGood ? "good" : "bad")\">\(receiver)<p>\(notice.words)</p>\(link)</div>"
  }

  /// Says who a link is for: “Invitation · Ben · Photographer”.
  private func receiver(_ purpose: Invitation.Purpose, _ words: StudioWords) -> HTML {
    let (text, name, role): (StudioText, String?, StudioText?) =
      switch purpose {
      case .join(let standing, let name): (.invitation, name, standing.text)
      case .password(_, let name): (.newPasswordLink, name, nil)
      }
    let who: HTML? = name.map { " · <bdi>\($0)</bdi>" }
    let what: HTML? = role.map { " · \(words[$0])" }
    return "<h2>\(words[text])\(who)\(what)</h2>\n"
  }

  /// A link for another person, with buttons to copy and share it and a QR code to scan.
  private func oneTimeLink(_ link: String, _ words: StudioWords) -> HTML {
    // Nothing else can open it: it is neither shared nor scanned.
    if let command = lanCommand(for: link) {
      return """
        <p>\(words[.linkHereOnly]) <code dir="ltr">\(command)</code> \(words[.linkHereThen])</p>
        <label for="link">\(words[.copyThisLink])</label>
        <input id="link" class="link" readonly dir="ltr" value="\(link)">
        <p class="row"><button type="button" class="secondary" data-copy="link" data-done="\(words[.copied])">\(icon(.link45deg))\(words[.copyLink])</button></p>
        """
    }
    // A link that no code holds is copied.
    let code: HTML?
    do throws(ImageError) {
      code =
        "<figure class=\"scan\">\(try QRCode(link).html(text: words[.linkCode]))<figcaption>\(words[.scanLink])</figcaption></figure>\n"
    } catch { code = nil }
    return """
      <div class="handing-on"><div>
      <label for="link">\(words[.copyThisLink])</label>
      <input id="link" class="link" readonly dir="ltr" value="\(link)">
      <p class="row"><button type="button" data-copy="link" data-done="\(words[.copied])">\(icon(.link45deg))\(words[.copyLink])</button>
      <button type="button" class="secondary" data-share="link" hidden>\(icon(.share))\(words[.shareLink])</button></p></div>
      \(code)</div>
      """
  }

  /// How the studio is started for other devices, where a link leads to this computer only; nil where it leads here from elsewhere.
  private func lanCommand(for link: String) -> String? {
    guard configuration.publicBaseURL == nil, let origin = WebOrigin(of: link)?.text else { return nil }
    let host = origin.split(separator: "/").last ?? ""
    let isHere = ["127.", "localhost", "[::1]"].contains { host.hasPrefix($0) }
    guard isHere else { return nil }
    let port = host.split(separator: ":").last.flatMap { Int($0) } ?? 80
    return "\(configuration.command) --listen 0.0.0.0:\(port)"
  }

  /// That something is a copy, or waits.
  private func absent(_ absence: StoreAbsence, _ words: StudioWords) -> HTML {
    let away: HTML? = absence.isAway ? "<p>\(words[.storeAway])</p>" : nil
    let waiting: HTML? = absence.waiting > 0 ? "<p>\(words.filled(.changesWait, absence.waiting))</p>" : nil
    let refused: HTML? =
      absence.refused > 0
      ? "<p>\(words.filled(.changesRefused, absence.refused)) <a href=\"/waiting\">\(words[.lookAtChanges])</a></p>"
      : nil
    return
      "<div class=\"notice \(absence.refused > 0 ? "bad" : "quiet")\" id=\"away\">\(away)\(waiting)\(refused)</div>"
  }

  /// The navigation: the sections that the person may see, and a menu of the account. On phones those that have no room in the bar stand
  /// in a menu at its end; which of the two a browser shows, the style sheet says.
  private func header(_ context: StudioContext, _ section: StudioSection?, _ words: StudioWords) -> HTML {
    let name = context.preferences[.organisationName] ?? "Booth"
    let brand: HTML =
      "<a class=\"brand\" href=\"/\">\(icon(.personBoundingBox))<bdi>\(name)</bdi></a>\n"
    guard let person = context.person else { return "<header class=\"top\">\(brand)</header>" }
    let isHome = context.call.path == "/"
    let own = StudioSection.ordered(sections.filter { person.principal.may($0.action) }, for: person.principal.standing)
    let open = section == .sessions ? .booth : section
    let home: HTML =
      "<a href=\"/\"\(Self.mark(isHere: isHome))>\(icon(isHome ? .houseFill : .house))<span>\(words[.home])</span></a>"
    let links =
      [home]
      + own.map { entry in
        let isHere = entry == open
        return """
          <a href="\(entry.path)"\(Self.mark(isHere: isHere))>\(icon(isHere ? entry.openIcon : entry.icon))<span>\(entry.title(words.language))</span></a>
          """
      }
    let inBar = links.count > Self.mostInBar ? Self.mostInBar - 1 : links.count
    let more: HTML? =
      links.count > inBar
      ? """
      <details class="more" data-menu><summary>\(icon(.threeDots))<span>\(words[.more])</span></summary>
      <ul class="menu">\(links[inBar...].map { "<li>\($0)</li>\n" as HTML })</ul></details>
      """ : nil
    let settings: HTML? =
      person.principal.may(.managePeople)
      ? "<a class=\"menu-item\" href=\"/settings\">\(icon(.gear))\(SettingsWords(context.language)[.settings])</a>\n"
      : nil
    return """
      <header class="top">
      \(brand)<nav class="sections" aria-label="\(words[.sections])"><ul\(more == nil ? .empty : " class=\"many\"" as HTML)>
      \(links.map { "<li>\($0)</li>\n" as HTML })</ul>\(more)</nav>
      <details class="account" data-menu><summary aria-label="\(words.filled(.accountMenu, person.displayName))"><span class="avatar" aria-hidden="true">\(Self.initials(of: person.displayName))</span></summary>
      <div class="menu"><p class="who"><bdi>\(person.displayName)</bdi></p>
      <a class="menu-item" href="/account">\(icon(.personCircle))\(words[.account])</a>
      \(settings)<form method="post" action="/sign-out">\(token(context))<button class="menu-item">\(icon(.boxArrowRight, turns: true))\(words[.signOut])</button></form></div></details>
      </header>
      """
  }

  /// The two pages of a booth, beside each other: what it does now, and its sessions. Only for those who may see both.
  private func boothTabs(_ context: StudioContext, _ words: StudioWords) -> HTML? {
    let pages = [StudioSection.booth, .sessions]
    guard let principal = context.person?.principal, pages.allSatisfy({ principal.may($0.action) }) else { return nil }
    let tabs = pages.map { (path: context.at($0.path), title: $0.title(words.language)) }
    guard tabs.contains(where: { $0.path == context.call.path }) else { return nil }
    return """
      <nav class="tabs" aria-label="\(words[.booth])"><ul class="segmented">
      \(tabs.map { "<li><a href=\"\($0.path)\"\(Self.mark(isHere: $0.path == context.call.path))>\($0.title)</a></li>\n" as HTML })</ul></nav>

      """
  }

  /// So many entries a bar at the lower edge of a phone has: more are too narrow for a thumb and a word (Material Design and Apple's
  /// guidelines give three to five).
  private static let mostInBar = 5

  private static func mark(isHere: Bool) -> HTML { isHere ? " aria-current=\"page\"" : "" }

  /// The first letters of the first and last words: “Anna Ami” is AA; an address is its first letter.
  package static func initials(of name: String) -> String {
    let words = name.prefix { $0 != "@" }.split { $0.isWhitespace || $0 == "." }.compactMap {
      $0.first { $0.isLetter || $0.isNumber }
    }
    guard let first = words.first else { return "?" }
    return words.count > 1 ? "\(first)\(words[words.count - 1])" : "\(first)"
  }

  /// An icon of the pages.
  /// - Parameter turns: whether it points the other way where writing runs from right to left.
  package func icon(_ icon: Icon, turns: Bool = false) -> HTML {
    icon.html(at: assets.address(of: icon.sprite), turns: turns)
  }

  /// The way back to the page above, by its name.
  package func way(to path: String, _ name: String) -> HTML { "<p><a class=\"way\" href=\"\(path)\">\(name)</a></p>" }

  /// The hidden field that every form carries.
  package func token(_ context: StudioContext) -> HTML {
    "<input type=\"hidden\" name=\"\(FormGuard.field)\" value=\"\(context.token)\">"
  }
}
