/// What sessions' links are at the moment they are shown: a link of the booth's own gallery is only as true as the machine's
/// address in its network, which may come after the session, or change.
public enum SessionLinks: Sendable, Equatable {
  /// As they were recorded: the gallery is elsewhere, under an address that stays.
  case recorded
  /// Those of our own gallery begin with this; nil: there is no address at which guests' phones could reach it.
  case own(base: String?)
  /// Those of our own gallery keep their port, at this host; nil: as above.
  case ownHost(String?)

  /// The session's link now; nil where it would lead nowhere.
  public func link(of session: SessionID, recorded: String) -> String? {
    guard self != .recorded, let port = Self.portByNumber(recorded) else { return recorded }
    switch self {
    case .recorded: return recorded
    case .own(let base): return base.map { GalleryPath.link(base: $0, session: session) }
    case .ownHost(let host): return host.map { GalleryPath.link(base: "http://\($0)\(port)", session: session) }
    }
  }

  /// The port, with its colon, of a link that leads to a machine by its number, as our own gallery's do where no address was
  /// set; nil of any other link. A link without a host is our own, too.
  private static func portByNumber(_ link: String) -> String? {
    let parts = link.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return "" }
    guard parts[0] == "http:" else { return nil }
    let place = parts[2]
    if place.first == "[" {
      return place.lastIndex(of: "]").map { String(place[place.index(after: $0)...]) }
    }
    let host = place.prefix { $0 != ":" }
    guard host == "localhost" || host.allSatisfy({ $0.isASCII && ($0.isWholeNumber || $0 == ".") }) else { return nil }
    return String(place.dropFirst(host.count))
  }
}
