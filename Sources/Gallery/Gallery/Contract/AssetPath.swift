import BoothCore

/// Who may have what lies under a path that `asset` is asked for.
enum AssetPath: Equatable {
  /// All who know the path.
  case `public`
  /// All who may see which sessions the event has.
  case index(EventID)
  /// Booths only.
  case `private`
  /// None: it is not ours, though a file system may take it for one of them.
  case none

  /// Asked by a name that is not spelled as ours is, a file system that is lenient with names (exFAT, NTFS: case, dots at
  /// the end, short names) would hand out what the name's own spelling keeps closed.
  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "private": self = .private
    case "events": self = Self.event(parts)
    case "sessions": self = .public
    case let first: self = ["private", "events", "sessions", ".booth"].contains(Self.folded(first)) ? .none : .public
    }
    // `PRIVAT~1`: a name's short form, which FAT and NTFS know beside it.
    if parts.prefix(4).contains(where: { $0.contains("~") }) { self = .none }
  }

  /// `events/{id}/index.json` and `events/{id}/sessions/…`; what else lies there is the public's.
  private static func event(_ parts: [String]) -> AssetPath {
    guard parts.count > 2 else { return .public }
    do throws(RequestFault) {
      let event = try EventNames.read(parts[1])
      if parts.count == 3, parts[2] == "index.json" { return .index(event) }
    } catch {
      // No event's, or one's under another spelling; what older Workers took for one has sessions all the same.
    }
    let place = folded(parts[2])
    if place == "index.json" || place == "sessions" && parts[2] != "sessions" { return .none }
    // `7.` is 7 to some.
    return parts[1].hasSuffix(".") || parts[1].hasSuffix(" ") ? .none : .public
  }

  /// As the most lenient of them compare: without case, marks of compatibility, and dots and blanks at the end.
  private static func folded(_ name: String) -> String {
    var folded = name.uppercased().lowercased().unicodeScalars.filter { $0.properties.generalCategory != .format }
    while let last = folded.last, last == "." || last == " " { folded.removeLast() }
    return String(String.UnicodeScalarView(folded))
  }
}
