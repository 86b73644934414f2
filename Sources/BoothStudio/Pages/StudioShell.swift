import BoothCore
import BoothWeb
import HTTPTypes
import Hummingbird
import StudioRules

/// What all the studio's pages have around them.
extension Studio {
  /// For pages of ours: our own files and forms, pictures that our scripts made, nothing else.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// A page that says one thing: its heading and what to do.
  func page(
    _ visit: Visit, _ status: HTTPResponse.Status, _ message: StudioMessage, said: String? = nil
  ) -> WebAnswer {
    let words = StudioWords(visit.language)
    let (heading, text) = message.texts
    let way: HTML =
      visit.person == nil
      ? "<p><a class=\"button\" href=\"/sign-in\">\(words[.signIn])</a></p>"
      : "<p><a class=\"button\" href=\"/\">\(words[.toStart])</a></p>"
    return page(
      visit, status, title: words[heading],
      """
      <h1>\(words[heading])</h1>
      <p>\(words[text])</p>
      \(said.map { "<p lang=\"en\" dir=\"ltr\" class=\"quiet\">\($0)</p>\n" as HTML })\(message.leadsOn ? way : .empty)
      """)
  }

  func page(
    _ visit: Visit, _ status: HTTPResponse.Status = .ok, title: String, section: StudioSection? = nil, _ main: HTML
  ) -> WebAnswer {
    let words = StudioWords(visit.language)
    let isRead = visit.call.request.method == .get && status == .ok
    let notice =
      isRead
      ? visit.place.flatMap { notices.take(for: $0.id, on: visit.call.path) }.map { self.notice($0, words) } : nil
    var skeleton = PageSkeleton(
      language: words.language.rawValue, isRightToLeft: words.language.isRightToLeft, title: "\(title) · Booth",
      stylesheets: ["/static/" + files.style], script: "/static/" + files.script)
    skeleton.bodyAttributes = """
       data-lost="\(words[.lost])" data-back="\(words[.backAgain])" data-sent="\(words[.sent])" data-failed="\(words[.sendingFailed])"
      """
    let page = skeleton.page(
      """
      <a class="skip" href="#main">\(words[.skip])</a>
      \(header(visit, section, words))
      <p id="lost" role="status" hidden></p>
      <main id="main" tabindex="-1">
      <div id="said" role="status">\(notice)</div>
      \(main)
      </main>

      """)
    return html(visit, status, page)
  }

  func html(_ visit: Visit, _ status: HTTPResponse.Status, _ html: HTML) -> WebAnswer {
    WebAnswer(
      status,
      [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .contentSecurityPolicy: Self.policy,
        .contentLanguage: visit.language.rawValue,
      ], .bytes(Array(html.text.utf8))
    ).with(SecurityHeaders.ownReferrer)
  }

  private func notice(_ notice: StudioNotices.Notice, _ words: StudioWords) -> HTML {
    let english: HTML = notice.isBooths ? " lang=\"en\" dir=\"ltr\"" : ""
    let link: HTML? = notice.link.map { link in
      """
      <p><label for="link">\(words[.copyThisLink])</label>
      <input id="link" class="link" readonly dir="ltr" value="\(link)"></p>
      """
    }
    return "<div class=\"notice \(notice.isGood ? "good" : "bad")\"><p\(english)>\(notice.words)</p>\(link)</div>"
  }

  private func header(_ visit: Visit, _ section: StudioSection?, _ words: StudioWords) -> HTML {
    guard let person = visit.person else { return "<header class=\"top\"><span class=\"brand\">Booth</span></header>" }
    let links = StudioSection.allCases.filter { person.principal.may($0.action) }.map { entry -> HTML in
      let here: HTML = entry == section ? " aria-current=\"page\"" : ""
      return "<li><a href=\"\(entry.path)\"\(here)>\(words[entry.title])</a></li>\n"
    }
    let here: HTML = section == nil ? "" : ""
    return """
      <header class="top"><span class="brand">Booth</span>
      <nav aria-label="\(words[.sections])"><ul>
      \(links)<li><a href="/account"\(here)><bdi>\(person.displayName)</bdi></a></li>
      </ul></nav></header>
      """
  }

  /// The hidden field that every form carries.
  func token(_ visit: Visit) -> HTML {
    "<input type=\"hidden\" name=\"\(FormGuard.field)\" value=\"\(visit.token)\">"
  }
}

/// Where the navigation leads.
enum StudioSection: CaseIterable {
  case booth, sessions, people

  var path: String {
    switch self {
    case .booth: "/booth"
    case .sessions: "/sessions"
    case .people: "/people"
    }
  }

  var title: StudioText {
    switch self {
    case .booth: .booth
    case .sessions: .sessions
    case .people: .people
    }
  }

  var action: StudioAction {
    switch self {
    case .booth: .seeBooth
    case .sessions: .seeSessions
    case .people: .seePeople
    }
  }
}

/// A page that says one thing.
enum StudioMessage {
  case notFound, forbidden, foreignForm, wrongHost, trouble, tooLarge, signInNeeded, noInvitation

  var texts: (StudioText, StudioText) {
    switch self {
    case .notFound: (.notFound, .notFoundText)
    case .forbidden: (.forbidden, .forbiddenText)
    case .foreignForm: (.foreignForm, .foreignFormText)
    case .wrongHost: (.wrongHost, .wrongHostText)
    case .trouble: (.trouble, .troubleText)
    case .tooLarge: (.tooLarge, .tooLargeText)
    case .signInNeeded: (.signInNeeded, .signInNeededText)
    case .noInvitation: (.noInvitation, .noInvitationText)
    }
  }

  /// Whether there is a page to go on to.
  var leadsOn: Bool { self != .wrongHost }
}
