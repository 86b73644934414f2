import BoothCore

/// The part that a file or a commit plays, without what differs from session to session.
package enum FaultRole {
  /// `photo` for `sessions/90067355-…/photo_0.jpg.part`; `session` for a folder named by an id; the name itself
  /// otherwise, up to its first digit.
  package static func of(path: String) -> String {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    if name.hasPrefix(".staged-") || name.hasPrefix(".dropped-") { return "staged" }
    if name.hasPrefix(".pending") { return "pending" }
    // A new picture of a location is named by its photographer.
    if parts.dropLast().last == "versions" { return "version" }
    if parts.dropLast().last == "prints" { return "prints" }
    if name.prefix(36).count(where: { $0 == "-" }) == 4, SessionID(String(name.prefix(36))) != nil {
      return name.count > 36 ? "scratch" : "session"
    }
    let words = name.prefix { $0.isLetter || $0 == "_" }
    let role = words.hasSuffix("_") ? words.dropLast() : words
    return role.isEmpty ? "number" : String(role)
  }
}
