import HTTPTypes

/// What a request is about.
enum StudioRoute: Sendable, Equatable {
  case home
  case signInPage
  case signIn
  case signOut
  case joinPage(String)
  case join(String)
  case boothPage
  case boothState
  case boothEvents
  case boothScreen
  case boothOrder(String)
  case eventPicture
  case sessionsPage
  case checkPage
  case logPage
  case peoplePage
  case invite
  case changeStanding
  case newPasswordLink
  case endAccount
  case withdraw
  case accountPage
  case changePassword
  case chooseLanguage
  case endPlace
  case staticFile(String)
  case health
  case worker
  case offline
  case session
  case notFound
  /// Something is there, and takes another method.
  case wrongMethod(allowed: String)

  init(method: HTTPRequest.Method, path: String) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch method {
    case .get, .head: self = Self.read(parts)
    case .post:
      self = Self.write(parts)
      if self == .notFound, Self.read(parts) != .notFound { self = .wrongMethod(allowed: "GET, HEAD") }
    default:
      self =
        Self.read(parts) == .notFound && Self.write(parts) == .notFound
        ? .notFound : .wrongMethod(allowed: "GET, HEAD, POST")
    }
  }

  private static func read(_ parts: [String]) -> StudioRoute {
    switch (parts.first, parts.count) {
    case ("", 1), (nil, _): .home
    case ("health", 1): .health
    case ("worker.js", 1): .worker
    case ("offline", 1): .offline
    case ("session", 1): .session
    case ("sign-in", 1): .signInPage
    case ("join", 2): .joinPage(parts[1])
    case ("booth", 1): .boothPage
    case ("booth", 2) where parts[1] == "state": .boothState
    case ("booth", 2) where parts[1] == "events": .boothEvents
    case ("booth", 2) where parts[1] == "screen": .boothScreen
    case ("booth", 2) where parts[1] == "event-picture": .eventPicture
    case ("sessions", 1): .sessionsPage
    case ("check", 1): .checkPage
    case ("log", 1): .logPage
    case ("people", 1): .peoplePage
    case ("account", 1): .accountPage
    case ("static", 2): .staticFile(parts[1])
    default: .notFound
    }
  }

  private static func write(_ parts: [String]) -> StudioRoute {
    switch (parts.first, parts.count) {
    case ("sign-in", 1): .signIn
    case ("sign-out", 1): .signOut
    case ("join", 2): .join(parts[1])
    case ("booth", 2): .boothOrder(parts[1])
    case ("people", 2):
      switch parts[1] {
      case "invite": .invite
      case "standing": .changeStanding
      case "password": .newPasswordLink
      case "end": .endAccount
      case "withdraw": .withdraw
      default: .notFound
      }
    case ("account", 2):
      switch parts[1] {
      case "password": .changePassword
      case "language": .chooseLanguage
      case "place": .endPlace
      default: .notFound
      }
    default: .notFound
    }
  }
}
