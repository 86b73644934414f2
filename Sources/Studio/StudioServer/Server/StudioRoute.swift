import HTTPTypes

/// What a request is about.
enum StudioRoute: Sendable, Equatable {
  case home
  case hideCard
  case showCards
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
  /// What another studio asks of the booth.
  case boothJSON(BoothQuestion)
  case otherBooths
  case changeOtherBooths
  case fleetPage
  case fleetState
  case fleetEvents
  case eventPicture
  case sessionsPage
  /// A small photo of a session.
  case sessionPhoto
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
  case chooseName
  case chooseLook
  case settingsPage
  case saveSettings
  case staticFile(String)
  case health
  case worker
  /// All components of the pages, in debug builds.
  case design
  case offline
  case session
  /// What people without an account open by a link: a feature's.
  case shared
  case notFound
  /// Something is there, and takes another method.
  case wrongMethod(allowed: String)

  init(method: HTTPRequest.Method, path: String) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.first == "shared", parts.count > 1, [.get, .head, .post].contains(method) {
      self = .shared
      return
    }
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
    case ("design", 1): .design
    case ("offline", 1): .offline
    case ("session", 1): .session
    case ("sign-in", 1): .signInPage
    case ("join", 2): .joinPage(parts[1])
    case ("booth", 1): .boothPage
    case ("booth", 2) where parts[1] == "state": .boothState
    case ("booth", 2) where parts[1] == "events": .boothEvents
    case ("booth", 2) where parts[1] == "screen": .boothScreen
    case ("booth", 2) where parts[1] == "event-picture": .eventPicture
    case ("booth", 2) where parts[1] == "session-photo": .sessionPhoto
    case ("booth", 2): BoothQuestion(rawValue: parts[1]).map { .boothJSON($0) } ?? .notFound
    case ("booths", 1): .otherBooths
    case ("fleet", 1): .fleetPage
    case ("fleet", 2) where parts[1] == "state": .fleetState
    case ("fleet", 2) where parts[1] == "events": .fleetEvents
    case ("sessions", 1): .sessionsPage
    case ("check", 1): .checkPage
    case ("log", 1): .logPage
    case ("people", 1): .peoplePage
    case ("account", 1): .accountPage
    case ("settings", 1): .settingsPage
    case ("static", 2...): .staticFile(parts.dropFirst().joined(separator: "/"))
    default: .notFound
    }
  }

  private static func write(_ parts: [String]) -> StudioRoute {
    switch (parts.first, parts.count) {
    case ("home", 2) where parts[1] == "hide": .hideCard
    case ("home", 2) where parts[1] == "show": .showCards
    case ("sign-in", 1): .signIn
    case ("sign-out", 1): .signOut
    case ("join", 2): .join(parts[1])
    case ("booth", 2): .boothOrder(parts[1])
    case ("booths", 1): .changeOtherBooths
    case ("people", 2):
      switch parts[1] {
      case "invite": .invite
      case "standing": .changeStanding
      case "password": .newPasswordLink
      case "end": .endAccount
      case "withdraw": .withdraw
      default: .notFound
      }
    case ("settings", 1): .saveSettings
    case ("account", 2):
      switch parts[1] {
      case "password": .changePassword
      case "language": .chooseLanguage
      case "place": .endPlace
      case "name": .chooseName
      case "look": .chooseLook
      default: .notFound
      }
    default: .notFound
    }
  }
}

/// What a studio answers another one as JSON.
enum BoothQuestion: String, Sendable {
  case report, guests, examination, lines
}

/// Where the pages of a booth stand: this machine's at `/booth`, `/sessions`, `/check` and `/log`, another one's at
/// `/booths/ID`, `/booths/ID/sessions` and so on.
enum BoothPath {
  private static let pages: Set = ["sessions", "check", "log"]

  /// The other booth that a path speaks of, and what the path would be of this machine's; nil where it speaks of none.
  static func split(_ path: String) -> (id: String, own: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == "booths", !parts[2].isEmpty else { return nil }
    let rest = parts.dropFirst(3)
    guard let first = rest.first else { return (parts[2], "/booth") }
    return (parts[2], (rest.count == 1 && pages.contains(first) ? "/" : "/booth/") + rest.joined(separator: "/"))
  }

  /// The reverse.
  static func of(_ id: String?, _ own: String) -> String {
    guard let id else { return own }
    return "/booths/" + id + (own == "/booth" ? "" : own.hasPrefix("/booth/") ? String(own.dropFirst(6)) : own)
  }
}
