import Documents
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// In and out.
extension Studio {
  func signInPage(_ visit: Visit) async throws -> WebAnswer {
    guard visit.person == nil else { return Self.redirect("/") }
    return try await signInForm(visit, .ok, name: "", door: nil, to: visit.call.query["to"] ?? "", complaint: nil)
  }

  func signIn(_ visit: Visit) async throws -> WebAnswer {
    let form = try await form(visit)
    let words = StudioWords(visit.language)
    let (name, door) = (form["name"], form["at"])
    do throws(AccountError) {
      let opened =
        door.isEmpty
        ? try await accounts.signIn(name: name, password: form["password"], from: visit.origin, at: visit.now)
        : try await accounts.signIn(
          at: door, name: name, password: form["password"], from: visit.origin, at: visit.now)
      return Self.redirect(Self.ownPath(form["to"])).with(visit.cookies(opened)).emptyingCache()
    } catch {
      switch error {
      case .elsewhere(let trouble):
        return try await signInForm(
          visit, trouble == .unreachable ? .serviceUnavailable : .forbidden, name: name, door: door, to: form["to"],
          complaint: words[trouble.text])
      case .wait(let seconds):
        return try await signInForm(
          visit, .tooManyRequests, name: name, door: door, to: form["to"],
          complaint: seconds > 90
            ? words.filled(.waitMinutes, (seconds + 59) / 60) : words.filled(.waitSeconds, seconds)
        ).with([.retryAfter: "\(seconds)"])
      case .unavailable(let words): throw StudioFault.unavailable(words)
      default:
        return try await signInForm(
          visit, .unauthorized, name: name, door: door, to: form["to"], complaint: words[.wrongPassword])
      }
    }
  }

  func signOut(_ visit: Visit) async throws -> WebAnswer {
    _ = try await form(visit)
    if let place = visit.place {
      do throws(AccountError) { try await accounts.end(place: place.id, of: place.user) } catch {
        // Whoever leaves is let go; the book remembers it.
        logger.error("signing out was not written down", metadata: ["studio.error": "\(error)"])
      }
    }
    return Self.redirect("/sign-in").with(visit.cookie(nil)).emptyingCache()
  }

  private func signInForm(
    _ visit: Visit, _ status: HTTPResponse.Status, name: String, door: String?, to: String, complaint: String?
  ) async throws -> WebAnswer {
    let help = try await preferences.book?.hasAdmin() != false ? StudioText.noAccount : .noAdmin
    let (visit, cookie) = visit.withCookie()
    let words = StudioWords(visit.language)
    let said: HTML? = complaint.map { "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\($0)</p>" }
    let described: HTML = complaint == nil ? "" : " aria-describedby=\"complaint\" aria-invalid=\"true\""
    return page(
      visit, status, title: words[.signIn],
      """
      <form class="card narrow" method="post" action="/sign-in">
      <h1>\(words[.signIn])</h1>
      \(said)\(token(visit))<input type="hidden" name="to" value="\(to)">
      \(doors(door, words))<label for="name">\(words[.name])</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200" value="\(exact: name)"\(described)>
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

extension Visit {
  /// With a cookie for its forms to be held to, and the header that sets it; without the header where there is one already.
  func withCookie() -> (Visit, HTTPFields) {
    guard secret == nil else { return (self, [:]) }
    var generator = SystemRandomNumberGenerator()
    let secret = URLBase64.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    return (Visit(self, secret: secret), cookie(secret))
  }

  private init(_ visit: Visit, secret: String) {
    self = visit
    self.secret = secret
    token = FormGuard.token(secret)
  }
}
