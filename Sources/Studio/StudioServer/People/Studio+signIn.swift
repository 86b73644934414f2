import Documents
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// In and out.
extension Studio {
  func signInPage(_ context: StudioContext) async throws -> WebAnswer {
    guard context.person == nil else { return Self.redirect("/") }
    return try await signInForm(context, .ok, name: "", door: nil, to: context.call.query["to"] ?? "", complaint: nil)
  }

  func signIn(_ context: StudioContext) async throws -> WebAnswer {
    let form = try await form(context)
    let words = StudioWords(context.language)
    let (name, door) = (form["name"], form["at"])
    do throws(AccountError) {
      let opened =
        door.isEmpty
        ? try await accounts.signIn(name: name, password: form["password"], from: context.origin, at: context.now)
        : try await accounts.signIn(
          at: door, name: name, password: form["password"], from: context.origin, at: context.now)
      return Self.redirect(Self.ownPath(form["to"])).with(context.cookies(opened)).emptyingCache()
    } catch {
      switch error {
      case .elsewhere(let trouble):
        return try await signInForm(
          context, trouble == .unreachable ? .serviceUnavailable : .forbidden, name: name, door: door, to: form["to"],
          complaint: words[trouble.text])
      case .wait(let seconds):
        return try await signInForm(
          context, .tooManyRequests, name: name, door: door, to: form["to"],
          complaint: seconds > 90
            ? words.filled(.waitMinutes, (seconds + 59) / 60) : words.filled(.waitSeconds, seconds)
        ).with([.retryAfter: "\(seconds)"])
      case .unavailable(let words): throw StudioFault.unavailable(words)
      default:
        return try await signInForm(
          context, .unauthorized, name: name, door: door, to: form["to"], complaint: words[.wrongPassword])
      }
    }
  }

  func signOut(_ context: StudioContext) async throws -> WebAnswer {
    _ = try await form(context)
    if let place = context.place {
      do throws(AccountError) { try await accounts.end(place: place.id, of: place.user) } catch {
        // A person who leaves is let go; the store remembers it.
        logger.error("signing out was not written down", metadata: ["studio.error": "\(error)"])
      }
    }
    return Self.redirect("/sign-in").with(context.cookie(nil)).emptyingCache()
  }

  private func signInForm(
    _ context: StudioContext, _ status: HTTPResponse.Status, name: String, door: String?, to: String, complaint: String?
  ) async throws -> WebAnswer {
    let help = try await preferences.store?.hasAdmin() != false ? StudioText.noAccount : .noAdmin
    let (context, cookie) = context.withCookie()
    let words = StudioWords(context.language)
    let said: HTML? = complaint.map { "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\($0)</p>" }
    let described: HTML = complaint == nil ? "" : " aria-describedby=\"complaint\" aria-invalid=\"true\""
    return page(
      context, status, title: words[.signIn],
      """
      <form class="card narrow" method="post" action="/sign-in">
      <h1>\(words[.signIn])</h1>
      \(said)\(token(context))<input type="hidden" name="to" value="\(to)">
      \(doors(door, words))<label for="name">\(words[.name])</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200" value="\(exact: name)"\(described) autofocus>
      <label for="password">\(words[.password])</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="512"\(described)>
      <button>\(words[.signIn])</button>
      <p class="quiet">\(words[help])</p>
      </form>
      """
    ).with(cookie)
  }

  /// Whose account it is: an organisation's, or one of this studio's. The organisation's comes first, as most have that.
  private func doors(_ chosen: String?, _ words: StudioWords) -> HTML? {
    let doors = accounts.doors
    guard !doors.isEmpty else { return nil }
    let all = doors.map { ($0.id, $0.name) } + [("", words[.thisStudio])]
    let options = all.map { id, name -> HTML in
      let selected: HTML = id == chosen ? " selected" : ""
      return "<option value=\"\(id)\"\(selected)>\(name)</option>"
    }
    return """
      <label for="at">\(words[.accountOf])</label>
      <select id="at" name="at">\(options)</select>

      """
  }

  /// A path of ours, and nothing that a browser might take for another site.
  static func ownPath(_ path: String) -> String {
    let isOwn =
      path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.count < 500
      && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isOwn ? path : "/"
  }
}

extension ElsewhereTrouble {
  var text: StudioText {
    switch self {
    case .unreachable: .elsewhereUnreachable
    case .noMember: .elsewhereNoMember
    case .notSetUp: .elsewhereNotSetUp
    case .keptThere: .elsewhereKept
    }
  }
}

extension StudioContext {
  /// With a cookie for its forms to be held to, and the header that sets it; without the header where there is one already.
  func withCookie() -> (StudioContext, HTTPFields) {
    guard secret == nil else { return (self, [:]) }
    var generator = SystemRandomNumberGenerator()
    let secret = URLBase64.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    return (StudioContext(self, secret: secret), cookie(secret))
  }

  private init(_ context: StudioContext, secret: String) {
    self = context
    self.secret = secret
    token = FormGuard.token(secret)
  }
}
