import BoothCore
import HTTPTypes
import Hummingbird
import Synchronization
import WebSupport

/// The captive portal over HTTP. See ``CaptivePortal``, which decides.
final class PortalServer: HTTPResponder {
  typealias Context = WebContext

  private let portal: Mutex<CaptivePortal>
  private let clock: any BoothClock

  init(_ portal: CaptivePortal, clock: any BoothClock) {
    self.portal = Mutex(portal)
    self.clock = clock
  }

  func respond(to request: Request, context: WebContext) async throws -> Response {
    answer(request, client: context.remoteAddress ?? "").response(to: request.head, context)
  }

  private func answer(_ request: Request, client: String) -> WebAnswer {
    guard request.method == .get || request.method == .head else {
      return WebAnswer(.methodNotAllowed, [.allow: "GET, HEAD", .cacheControl: "no-store"]).closing()
    }
    let call = WebCall(request, publicBaseURL: nil)
    let host = (request.head.authority ?? "").prefix { $0 != ":" }
    let decided = portal.withLock {
      $0.answer(host: String(host), target: call.path + call.search, client: client, at: clock.now)
    }
    // Nothing of it is kept: the same address leads elsewhere as soon as the phone is in another network.
    let never: HTTPFields = [.cacheControl: "no-store"]
    return switch decided {
    case .welcome(let isOpen):
      WebAnswer(
        .ok,
        [
          .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: SecurityHeaders.page(),
          .vary: "Accept-Language",
        ], .bytes(PortalPage(codes: call.languages, isOpen: isOpen).html.bytes)
      ).with(never)
    case .stylesheet:
      WebAnswer(.ok, [.contentType: "text/css; charset=utf-8"], .bytes(Array(PortalPage.stylesheet.utf8)))
    case .content(let type, let body): WebAnswer(.ok, [.contentType: type], .bytes(Array(body.utf8))).with(never)
    case .noContent: WebAnswer(.noContent, never)
    case .redirect(let place): WebAnswer(.found, [.location: place]).with(never)
    case .state(let isCaptive):
      WebAnswer(
        .ok, [.contentType: "application/captive+json", .cacheControl: "private"],
        .bytes(
          Array(
            #"{"captive":\#(isCaptive),"user-portal-url":"\#(portal.withLock { $0.base })\#(CaptivePortal.welcome)"}"#
              .utf8)))
    }
  }
}
