import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

/// What all pages have around them: the event's name and colours, its language, no script that they need.
struct PageShell {
  var configuration: GalleryConfiguration
  var stylesheets: Stylesheets
  /// The page's script, by its name behind `static/`.
  var script: String
  var event: Event?
  var words: PageWords
  /// Whether lists may show small pictures.
  let hasSmall: Bool

  /// From the page to the gallery's root: pages have an address of two parts, such as `/s/{id}`, unless told otherwise.
  private let above: String

  /// - Parameters:
  ///   - event: whose page it is; nil if unknown.
  ///   - languages: what the reader's browser asks for; where we speak none of it, the event's are used.
  ///   - depth: how many slashes the page's address has.
  init(_ gallery: Gallery, event: EventID?, languages: [String], depth: Int = 2) {
    above = depth > 1 ? Array(repeating: "..", count: depth - 1).joined(separator: "/") : "."

    hasSmall = gallery.smallPictures != nil
    configuration = gallery.configuration
    stylesheets = gallery.stylesheets
    script = gallery.stylesheets.script
    // Before its first upload nothing tells a session's event, unless there is but one, or the booth's own.
    if let event = event ?? gallery.configuration.playedEvent {
      self.event = gallery.configuration.events[event]
    } else if gallery.configuration.events.count == 1 {
      self.event = gallery.configuration.events.values.first
    }
    words = PageWords.words(for: languages + (self.event?.languages ?? []))
  }

  /// The icons of all pages and of their script.
  private static let symbols = Icon.symbols([.download, .share, .playFill, .xLg, .chevronLeft, .chevronRight, .images])

  /// One of ``symbols``; what holds it has a name of its own.
  func icon(_ icon: Icon) -> HTML { icon.html(at: "") }

  var title: String { event?.name(in: Language(code: words.language) ?? .english) ?? words.gallery }

  /// Where our own files are: as configured, or beside the page, which works behind any proxy.
  private var root: String { configuration.publicBaseURL ?? above }

  /// Where a browser finds an object. To save one, or to hand it on, the page's script reads it from here, as other places may not let it.
  func assetLink(_ path: String, download: Bool = false) -> String {
    if !download, let assets = configuration.assetBaseURL { return "\(assets)/\(PercentEncoding.path(path))" }
    if !download, configuration.storeOrigin != nil, MediaNames.type(of: path) != nil {
      return "\(root)/api/media?path=\(PercentEncoding.component(path))"
    }
    return "\(root)/api/asset?path=\(PercentEncoding.component(path))" + (download ? "&download=1" : "")
  }

  func link(_ path: String) -> String { "\(root)/\(path)" }

  /// - Parameters:
  ///   - refresh: seconds after which the page looks again by itself.
  ///   - back: a link for the header, to the event's page.
  ///   - preview: how chats show a link to it.
  func answer(
    _ status: HTTPResponse.Status = .ok, heading: String, refresh: Int? = nil, back: HTML? = nil, caching: String,
    preview: LinkPreview? = nil, main: HTML
  ) -> WebAnswer {
    let theme = stylesheets.theme(of: event?.id)
    let date: HTML? = event.flatMap {
      $0.date.isEmpty ? nil : "<p class=\"when\">\(PageDate.day($0.date, words))</p>\n"
    }
    var skeleton = PageSkeleton(
      language: words.language, isRightToLeft: words.isRightToLeft, title: "\(heading) · \(title)",
      stylesheets: [link("static/" + stylesheets.common), link("static/" + theme)],
      scripts: [link("static/" + script)])
    skeleton.refreshSeconds = refresh
    skeleton.preview = preview
    skeleton.bodyAttributes = """
       data-share="\(words.share)" data-copied="\(words.copied)" data-close="\(words.close)" \
      data-previous="\(words.previous)" data-next="\(words.next)" data-of="\(words.ofMany)" \
      data-copy-link="\(words.copyLink)" data-download="\(words.download)" data-near="\(words.onlyInThisNetwork)"
      """
    let page = skeleton.page(
      """
      \(Self.symbols)<header class="band">
      <p class="event"><bdi>\(title)</bdi></p>
      \(date)\(back)</header>
      <main>
      \(main)</main>

      """)
    let origins = [configuration.publicBaseURL, configuration.assetBaseURL, configuration.storeOrigin].compactMap { $0 }
      .compactMap { WebOrigin(of: $0) }
    return WebAnswer(
      status,
      [
        .contentType: "text/html; charset=utf-8", .cacheControl: caching,
        .contentSecurityPolicy: SecurityHeaders.page(origins: origins), .contentLanguage: words.language,
        .vary: "Accept-Language",
      ], .bytes(page.bytes))
  }
}

extension Gallery {
  /// A page for when the store does not answer.
  /// - Parameter depth: how many slashes the page's address has.
  func troublePage(_ status: HTTPResponse.Status, _ call: WebCall, depth: Int = 2) -> WebAnswer {
    let shell = PageShell(self, event: nil, languages: call.languages, depth: depth)
    let words = shell.words
    return shell.answer(
      status, heading: words.trouble, refresh: 15, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.trouble)</h1>
        <p>\(words.troubleText)</p></div>

        """)
  }
}
