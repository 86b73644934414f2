import HTTPTypes

/// What a request is about. Both generations of the contract are served, the plain paths and those under `/api`.
indirect enum GalleryRoute: Sendable, Equatable {
  case health
  case ready
  case presign
  case upload
  case complete
  case erase(event: String, session: String)
  case asset
  case assetPreflight
  case media
  case small
  case sessionPage(String)
  case sessionPrint(String)
  case eventPage(String)
  case eventPIN(String)
  case hostPage(String)
  case moderation(String)
  case showPage(String)
  case eventNews(String)
  case home
  case eventIndex(String)
  case eventThumbnails(String)
  case eventLink(String)
  case strips(String)
  case sessionArchive(String)
  case eventArchive(String)
  case stripsPreflight
  case staticFile(String)
  case notFound

  init(method: HTTPRequest.Method, path: String) {
    let isAPI = path.hasPrefix("/api/")
    let plain = isAPI ? String(path.dropFirst(4)) : path
    switch (method, plain) {
    case (.get, "/health"), (.head, "/health"): self = .health
    case (.get, "/ready"), (.head, "/ready"): self = .ready
    case (.post, "/presign"): self = .presign
    case (.put, "/upload"): self = .upload
    case (.post, "/complete"): self = .complete
    case (.delete, _): self = Self.erasure(plain)
    case (.get, "/asset"), (.head, "/asset"): self = .asset
    case (.options, "/asset"): self = .assetPreflight
    case (.get, _), (.head, _): self = isAPI ? Self.data(plain) : Self.page(plain)
    case (.post, _):
      let page = isAPI ? .notFound : Self.page(plain)
      if case .eventPage(let id) = page {
        self = .eventPIN(id)
      } else if case .sessionPage(let rest) = page, rest.hasSuffix("/print") {
        self = .sessionPrint(String(rest.dropLast(6)))
      } else if case .hostPage(let id) = page {
        self = .moderation(id)
      } else {
        self = .notFound
      }
    case (.options, _):
      if isAPI, case .strips = Self.data(plain) { self = .stripsPreflight } else { self = .notFound }
    default: self = .notFound
    }
  }

  private static func page(_ path: String) -> GalleryRoute {
    if path == "/" || path.isEmpty { return .home }
    let first = path.dropFirst().prefix { $0 != "/" }
    let rest = String(path.dropFirst(first.count + 2))
    // A person who types a link may begin it with a capital.
    switch first.lowercased() {
    // The newest app prints `/session/{id}` into its codes.
    case "s", "session": return .sessionPage(rest)
    case "e" where rest.hasSuffix("/host"): return .hostPage(String(rest.dropLast(5)))
    case "e" where rest.hasSuffix("/show"): return .showPage(String(rest.dropLast(5)))
    case "e": return .eventPage(rest)
    case "static": return path.hasPrefix("/static/") ? .staticFile(rest) : .notFound
    default: return .notFound
    }
  }

  /// `/sessions/{event}/{session}`
  private static func erasure(_ path: String) -> GalleryRoute {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 3 && parts[0] == "sessions" ? .erase(event: parts[1], session: parts[2]) : .notFound
  }

  /// `/events/{id}`, `/events/{id}/thumbnails`, `/events/{id}/link`, `/events/{id}/news`, `/s/{id}/strips`, `/small`, `/media` and the archives `…/all.zip`,
  /// the `/api` before them taken away.
  private static func data(_ path: String) -> GalleryRoute {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("small", 1): return .small
    case ("media", 1): return .media
    case ("events", 2): return .eventIndex(parts[1])
    case ("events", 3) where parts[2] == "thumbnails": return .eventThumbnails(parts[1])
    case ("events", 3) where parts[2] == "all.zip": return .eventArchive(parts[1])
    case ("s", 3) where parts[2] == "all.zip": return .sessionArchive(parts[1])
    case ("events", 3) where parts[2] == "news": return .eventNews(parts[1])
    case ("events", 3) where parts[2] == "link": return .eventLink(parts[1])
    case ("s", 3) where parts[2] == "strips": return .strips(parts[1])
    default: return .notFound
    }
  }
}
