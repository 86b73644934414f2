import AsyncHTTPClient
public import BoothCore
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
      var request = HTTPClientRequest(url: self.base + prefix + "/events/\(event)/link")
      request.headers.add(name: "X-FotoX-Key", value: self.token)
      return request
    }
    switch response.status {
    case 200 where response.stranger(hiding: hidden) == nil:
      return try decode(response.body, "event link") as EventLink
    case 404, 405, 501: return nil
    default: throw failure(response, "event link", isUpload: false)
    }
  }

  /// Asks for an event's page as anybody may who knows its number: whether it opens.
  public func opensWithoutKey(_ event: EventID) async throws(GalleryError) -> Bool {
    let response = try await execute(
      HTTPClientRequest(url: base + "/e/\(event)"), subject: "event page", timeout: timeouts.request)
    switch response.status {
    case 200..<300: return true
    case 401, 403: return false
    default: throw failure(response, "event page", isUpload: false)
    }
  }

  /// How many of an event's sessions anybody may list.
  public func sessionsWithoutKey(_ event: EventID) async throws(GalleryError) -> Int {
    struct Listing: Decodable {
      struct Session: Decodable {}
      var sessions: [Session]
    }
    let response = try await send(subject: "event list", timeout: timeouts.request) { prefix in
      HTTPClientRequest(url: self.base + prefix + "/events/\(event)")
    }
    switch response.status {
    case 200 where response.stranger(hiding: hidden) == nil:
      return (try decode(response.body, "event list") as Listing).sessions.count
    case 401, 403: return 0
    default: throw failure(response, "event list", isUpload: false)
    }
  }
}
