import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

/// Links are printed, and typed by people: what can only have been meant is found, and what cannot is said in words.
extension Gallery {
  func sessionPage(typed id: String, _ call: WebCall) async throws -> WebAnswer {
    let session: SessionName
    do throws(RequestFault) { session = try SessionName(id) } catch {
      if Self.isMended(id, call), let meant = TypedLink.session(id), meant != id { return Self.moved(to: meant, call) }
      throw error
    }
    return try await sessionPage(session, call)
  }

  func eventPage(typed id: String, _ call: WebCall) async throws -> WebAnswer {
    let event: EventID
    do throws(RequestFault) { event = try EventNames.read(id) } catch {
      if Self.isMended(id, call), let meant = TypedLink.event(id) {
        return Self.moved(to: "\(meant)", call)
      }
      throw error
    }
    return try await eventPage(event, call)
  }

  /// To programs an id that breaks the contract's rules is refused as the contract has it, but for a slash behind it.
  private static func isMended(_ id: String, _ call: WebCall) -> Bool { call.wantsPage || id.hasSuffix("/") }

  /// Pages link relative to their own address, so it is the address that is mended.
  static func moved(to name: String, _ call: WebCall) -> WebAnswer {
    // `/s/{id}` has two parts; whatever slash stands behind it is one more.
    let above = String(repeating: "../", count: max(call.path.count(where: { $0 == "/" }) - 2, 0))
    return WebAnswer(.found, [.location: "\(above)\(name)\(call.search)", .cacheControl: "no-store"])
  }

  /// What the contract does not know. A person who typed an id without what stands before it is led to its page.
  func lost(_ call: WebCall) -> WebAnswer {
    let isReading = call.request.method == .get || call.request.method == .head
    guard isReading, call.wantsPage, !call.path.hasPrefix("/api/"), !call.path.hasPrefix("/static/") else {
      return .notFound
    }
    let parts = call.path.split(separator: "/")
    if parts.count == 1, call.path.hasPrefix("/"), !call.path.hasPrefix("//"), let id = TypedLink.alone(parts[0]) {
      let above = call.path.hasSuffix("/") ? "../" : ""
      return WebAnswer(.found, [.location: "\(above)s/\(id.text)", .cacheControl: "no-store"])
    }
    return PageShell(self, event: nil, languages: call.languages, depth: parts.count).mistyped(.notFound)
  }

  /// What a request is refused with: in words on a page for a person who has typed a page's address, else as the
  /// contract has it.
  func refused(_ fault: RequestFault, _ route: GalleryRoute, _ call: WebCall) -> WebAnswer {
    switch route {
    case .sessionPage where call.wantsPage, .eventPage where call.wantsPage, .eventPIN where call.wantsPage,
      .hostPage where call.wantsPage, .showPage where call.wantsPage:
      let depth = call.path.count(where: { $0 == "/" })
      return PageShell(self, event: nil, languages: call.languages, depth: depth).mistyped(fault.status)
    default: return .error(fault.status, fault.text)
    }
  }

  /// `GET /`: where to look.
  func home(_ call: WebCall) -> WebAnswer {
    guard call.wantsPage else { return .notFound }
    return PageShell(self, event: nil, languages: call.languages, depth: 1).home()
  }
}

extension WebCall {
  /// Whether a browser shows what comes back to a person; programs, FotoX's among them, do not ask for HTML.
  var wantsPage: Bool { request.headers[.accept]?.lowercased().contains("text/html") ?? false }
}

extension PageShell {
  /// An id that no booth has announced, as far as this gallery knows. It looks again by itself: it may be right.
  func nothingYet() -> WebAnswer {
    answer(
      heading: words.nothingYet, refresh: 30, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.nothingYet)</h1>
        <p>\(words.nothingYetText)</p>
        <p><a class="button" href="">\(words.reload)</a></p>
        <p class="quiet">\(words.reloads)</p>
        </div>

        """)
  }

  /// An event that neither this gallery's operator nor any booth has told of.
  func unknownEvent() -> WebAnswer {
    answer(
      heading: words.nothingYet, refresh: 60, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.nothingYet)</h1>
        <p>\(words.unknownEventText)</p></div>

        """)
  }

  /// An address that can be no page's.
  func mistyped(_ status: HTTPResponse.Status) -> WebAnswer {
    answer(
      status, heading: words.mistyped, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.mistyped)</h1>
        <p>\(words.mistypedText)</p></div>

        """)
  }

  func home() -> WebAnswer {
    answer(
      heading: words.home, caching: "no-cache",
      main: """
        <div class="notice"><h1>\(words.home)</h1>
        <p>\(words.homeText)</p></div>

        """)
  }
}
