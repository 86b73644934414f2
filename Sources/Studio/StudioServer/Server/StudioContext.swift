package import BoothCore
import Crypto
import Documents
import FoundationEssentials
import HTTPTypes
import Hummingbird
package import StudioModel
package import WebSupport

/// A request, with the person who makes it, their language and their preferences. Made for each request; a value.
package struct StudioContext: Sendable {
  /// Holds a session's secret, and before there is one what a form is held to.
  static let cookie = "booth_studio"

  package let call: WebCall
  package let connection: WebContext
  /// Seconds since 1970.
  package let now: Double
  /// What the cookie holds; nil without one.
  var secret: String? { didSet { token = FormGuard.token(secret ?? "") } }
  /// What every form of its page carries; made once, as a page has many.
  package var token: String
  /// What all cookies of that name hold: a page on another port of this host may have planted one.
  let secrets: [String]
  /// Who is signed in; nil for none.
  package var person: Person?
  package var place: SignedInPlace?
  /// For whom stores are asked.
  package var requester = Requester.anonymous
  /// Whether it was looked who is signed in; not for what is the same for everybody, nor for one-time links.
  var isPersonKnown = false
  /// What they, and their organisation, have chosen.
  package var preferences = StudioPreferences()
  /// The booth that it is about, where that is another machine's.
  var otherBooth: String?
  /// What the person is to know of a store elsewhere, as far as it was asked.
  var absence = AbsenceNote()

  /// The address of a page of the booth that the request is about, from this machine's: ``BoothPath``.
  func at(_ own: String) -> String { BoothPath.of(otherBooth, own) }

  init(_ call: WebCall, _ connection: WebContext, now: Double) {
    self.call = call
    self.connection = connection
    self.now = now
    secrets = Self.cookies(Self.cookie, in: call.request.headers[values: .cookie])
    secret = secrets.first
    token = FormGuard.token(secrets.first ?? "")
  }

  /// The values of a cookie; one that no server of ours made is none.
  private static func cookies(_ name: String, in headers: [String]) -> [String] {
    let values = headers.joined(separator: ";").split(separator: ";").compactMap { pair -> String? in
      let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0] == name, (20...64).contains(halves[1].utf8.count),
        halves[1].utf8.allSatisfy({ isSafe($0) })
      else { return nil }
      return String(halves[1])
    }
    return Array(values.prefix(4))
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The values of a cookie of a feature's own: 20 to 64 letters, digits, `-` and `_`, at most four.
  package func cookies(named name: String) -> [String] { Self.cookies(name, in: call.request.headers[values: .cookie]) }

  package var principal: Principal? { person?.principal }

  /// The language of the pages: the person's own, else what the browser asks for, else English.
  package var language: Language {
    let requested = [person?.language].compactMap { $0 } + call.languages
    return requested.lazy.compactMap(Language.init(code:)).first ?? .english
  }

  package var isSecure: Bool { call.base.hasPrefix("https://") }

  /// Where the client is, for the limits: of a proxy on this machine, as whom it says it speaks for.
  var address: String {
    let peer = ClientNetwork.name(connection.remoteAddress ?? "")
    guard peer.hasPrefix("127.") || peer == "::1", let forwarded = call.request.headers[Self.forwardedFor] else {
      return peer
    }
    let last = forwarded.split(separator: ",").last.map { $0.filter { !$0.isWhitespace } } ?? ""
    return last.isEmpty || last.utf8.count > 64 ? peer : ClientNetwork.name(last)
  }

  var agent: String { call.request.headers[.userAgent] ?? "" }

  /// Sets the cookie, or takes it away.
  func cookie(_ secret: String?) -> HTTPFields {
    let lifetime = secret == nil ? 0 : Int(AccountRules.sessionSeconds)
    return [
      .setCookie: "\(Self.cookie)=\(secret ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(lifetime)"
        + (isSecure ? "; Secure" : "")
    ]
  }

  /// Where a person signs in from.
  var origin: SignInOrigin {
    let device = Self.cookies(Self.deviceCookie, in: call.request.headers[values: .cookie]).first
    return SignInOrigin(address: address, agent: agent, device: device)
  }

  /// Sets both cookies: the one that lets a person in, and the one by which the browser is known at the door, for as
  /// long as browsers keep one (RFC 6265bis, 5.5).
  func cookies(_ opened: OpenedPlace) -> HTTPFields {
    var fields = cookie(opened.secret)
    fields.append(
      HTTPField(
        name: .setCookie,
        value: "\(Self.deviceCookie)=\(opened.device); Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000"
          + (isSecure ? "; Secure" : "")))
    return fields
  }

  private static let deviceCookie = "booth_device"
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}

/// A filled-in form, of which it is known that a page of ours sent it.
package struct StudioForm: Sendable {
  private let query: Query
  private let fields: [String: String]
  init(_ bytes: [UInt8]) { (query, fields) = (Query(String(decoding: bytes, as: UTF8.self)), [:]) }
  init(_ fields: [String: String]) { (query, self.fields) = (Query(""), fields) }
  /// Empty where it is missing.
  package subscript(_ name: String) -> String { query[name] ?? fields[name] ?? "" }
}

/// Holds forms to pages of ours: the browser must say that they come from here, and they must carry a token that only a page
/// knows which was made for this very cookie.
enum FormGuard {
  /// The hidden field.
  static let field = "token"
  /// In bytes: a letter of 20,000 becomes twelve where it is written by its bytes.
  static let longestForm = 256 << 10

  /// The token for a page's forms.
  static func token(_ secret: String) -> String {
    let key = SymmetricKey(data: Array(secret.utf8))
    return URLBase64.encode(HMAC<SHA256>.authenticationCode(for: Array("a form of the studio".utf8), using: key))
  }

  /// - Throws: ``StudioFault/foreignForm``; the body is read only where the headers are right.
  static func form(_ context: StudioContext, publicBaseURL: String?) async throws -> StudioForm {
    let headers = context.call.request.headers
    guard let secret = context.secret, comesFromUs(context, publicBaseURL),
      headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    else { throw StudioFault.foreignForm }
    let form = StudioForm(try await context.call.body(upTo: longestForm, context.connection))
    guard same(form[field], token(secret)) else { throw StudioFault.foreignForm }
    return form
  }

  /// - Throws: ``StudioFault/foreignForm``.
  static func outsideForm(_ context: StudioContext) async throws -> StudioForm {
    let headers = context.call.request.headers
    let site = headers[fetchSite] ?? "same-origin"
    guard ["same-origin", "none"].contains(site),
      headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    else { throw StudioFault.foreignForm }
    return StudioForm(try await context.call.body(upTo: 4096, context.connection))
  }

  /// The same for a form with a file, whose token stands before the file: of that nothing is read.
  /// - Throws: ``StudioFault/foreignForm``.
  static func fileForm(_ context: StudioContext, _ pieces: ByteStream) async throws -> (StudioForm, MultipartForm) {
    guard let secret = context.secret, let parts = MultipartForm(contentType(context), pieces) else {
      throw StudioFault.foreignForm
    }
    let form: StudioForm
    do { form = StudioForm(try await parts.fields()) } catch is MultipartFault { throw StudioFault.foreignForm }
    guard same(form[field], token(secret)) else { throw StudioFault.foreignForm }
    return (form, parts)
  }

  /// What its headers say, before anything of it is read.
  /// - Throws: ``StudioFault/foreignForm``.
  static func checkFileForm(_ context: StudioContext, publicBaseURL: String?) throws {
    guard context.secret != nil, comesFromUs(context, publicBaseURL),
      MultipartForm.boundary(contentType(context)) != nil
    else { throw StudioFault.foreignForm }
  }

  private static func contentType(_ context: StudioContext) -> String {
    context.call.request.headers[.contentType] ?? ""
  }

  /// The same for a request that is no form: its token stands in a header.
  /// - Throws: ``StudioFault/foreignForm``.
  static func checkHeaders(_ context: StudioContext, publicBaseURL: String?) throws {
    guard let secret = context.secret, comesFromUs(context, publicBaseURL),
      let sent = context.call.request.headers[tokenHeader], same(sent, token(secret))
    else { throw StudioFault.foreignForm }
  }

  private static let tokenHeader = HTTPField.Name("X-Booth-Token")!

  private static func comesFromUs(_ context: StudioContext, _ publicBaseURL: String?) -> Bool {
    let headers = context.call.request.headers
    let site = headers[fetchSite]
    if let site, site != "same-origin" { return false }
    guard let origin = headers[.origin] else { return site != nil }
    guard let origin = WebOrigin(of: origin).map({ authority($0.text) }) else { return false }
    let own = [
      context.call.request.head.authority?.lowercased(),
      publicBaseURL.flatMap { WebOrigin(of: $0) }.map { authority($0.text) },
    ]
    return own.contains(origin)
  }

  private static func authority(_ origin: String) -> String {
    origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
  }

  private static func same(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

/// Under which names a studio answers. A page elsewhere may let its own name lead to this machine (DNS rebinding) and would
/// then count as ours to a browser; such a name always has dots, and is none of ours.
enum HostGuard {
  static func allows(_ authority: String?, publicBaseURL: String?) -> Bool {
    guard let authority = authority?.lowercased(), WebOrigin.isHost(authority) else { return false }
    if authority.hasPrefix("[") { return true }
    let host = authority.prefix { $0 != ":" }
    // Without ports: a proxy may leave its own out.
    if let own = publicBaseURL.flatMap({ WebOrigin(of: $0) }),
      own.text.split(separator: "/").last?.prefix(while: { $0 != ":" }) == host
    {
      return true
    }
    let isNumber = host.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return isNumber || !host.contains(".") || host.hasSuffix(".local") || host.hasSuffix(".localhost")
  }
}
