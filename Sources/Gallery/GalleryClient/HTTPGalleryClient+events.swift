import AsyncHTTPClient
public import BoothCore
import HTTPClientSupport
import NIOHTTP1

/// An event's page, as its operator hands it on, and as anybody finds it.
extension HTTPGalleryClient {
  /// What our own gallery answers for an event's page.
  public struct EventLink: Sendable, Equatable, Decodable {
    /// Who may see the event, as the gallery has it now.
    public var gallery: Event.GalleryAccess
    /// With the key, where it needs one; nil where the gallery has no secret to make it of.
    public var url: String?
  }

  /// `GET /api/events/{id}/link`: our own gallery's. Nil for a server without it (a FotoX Worker).
  public func eventLink(_ event: EventID) async throws(GalleryError) -> EventLink? {
    let response = try await send(subject: "event link", timeout: timeouts.request) { prefix in
      var request = HTTPClientRequest(to: self.base + prefix + "/events/\(event)/link")
      request.headers.add(name: "X-FotoX-Key", value: self.token)
      return request
    }
    if response.reading(isUpload: false) != nil { throw failure(response, "event link", isUpload: false) }
    switch response.status {
    case 200 where response.stranger(hiding: hidden) == nil:
      return try decode(response.body, "event link") as EventLink
    case 404, 405, 501: return nil
    default: throw failure(response, "event link", isUpload: false)
    }
  }

  /// Asks for an event's page as a guest's phone does whose owner knows its number: whether it opens.
  /// - Throws: where it is not the gallery that refuses, or it refuses everything, so that nothing is known of this page.
  public func opensWithoutKey(_ event: EventID) async throws(GalleryError) -> Bool {
    let response = try await visit(base + "/e/\(event)", "event page")
    switch response.status {
    case 200..<300: return true
    case 401, 403:
      try await opensForPhones()
      // A gallery that shuts an event shuts its list with it, in the contract's words.
      let list = try await list(event)
      guard [401, 403].contains(list.status), list.error != nil else {
        throw failure(response, "event page", isUpload: false)
      }
      return false
    default: throw failure(response, "event page", isUpload: false)
    }
  }

  /// Asks for the page of a session that does not exist, as a guest's phone asks for its own: every gallery has one for
  /// it.
  /// - Throws: where a phone is refused, with what has refused it.
  public func opensForPhones() async throws(GalleryError) {
    let nobody = SessionID(randomBytes: Array(repeating: 0, count: 16))
    let response = try await visit(base + "/s/\(nobody)", "a guest's page")
    guard (200..<300).contains(response.status) else { throw failure(response, "a guest's page", isUpload: false) }
  }

  /// A page as a phone sees it, wherever its address leads; refused where something wants a proof that no page has opened yet.
  private func visit(_ url: String, _ subject: String) async throws(GalleryError) -> Response {
    var url = url
    for _ in 0..<5 {
      let response = try await execute(
        HTTPClientRequest(asPhoneTo: url), subject: subject, timeout: timeouts.request)
      if response.reading(isUpload: false) != nil { throw failure(response, subject, isUpload: false) }
      guard (300..<400).contains(response.status), let next = Self.followed(response.location, from: url) else {
        return response
      }
      url = next
    }
    throw GalleryError(.notAGallery, subject: subject, detail: "its address leads on and on")
  }

  /// Where a browser goes on to; nothing secret goes with it.
  private static func followed(_ location: String?, from url: String) -> String? {
    guard var address = location else { return nil }
    if address.hasPrefix("/"), let end = url.firstRange(of: "://") {
      let scheme = url[..<end.lowerBound]
      let host = url[end.upperBound...].prefix { !"/?#".contains($0) }
      address = address.hasPrefix("//") ? "\(scheme):\(address)" : "\(scheme)://\(host)\(address)"
    }
    do throws(WebAddress.Fault) { _ = try WebAddress(address) } catch { return nil }
    return address
  }

  private func list(_ event: EventID) async throws(GalleryError) -> Response {
    try await send(subject: "event list", timeout: timeouts.request) { prefix in
      HTTPClientRequest(to: self.base + prefix + "/events/\(event)", accepting: HTTPClientRequest.json)
    }
  }

  /// How many of an event's sessions anybody may list.
  public func sessionsWithoutKey(_ event: EventID) async throws(GalleryError) -> Int {
    struct Listing: Decodable {
      struct Session: Decodable {}
      var sessions: [Session]
    }
    let response = try await list(event)
    switch response.status {
    case 200 where response.stranger(hiding: hidden) == nil:
      return (try decode(response.body, "event list") as Listing).sessions.count
    case 401, 403: return 0
    default: throw failure(response, "event list", isUpload: false)
    }
  }
}
