import BoothCore
import BoothVault

/// The part that a file or a commit plays, without what differs from session to session.
enum FaultRole {
  /// `photo` for `sessions/90067355-…/photo_0.jpg.part`; `session` for a folder named by an id; the name itself
  /// otherwise, up to its first digit.
  static func of(path: String) -> String {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    if name.hasPrefix(".staged-") || name.hasPrefix(".dropped-") { return "staged" }
    if name.hasPrefix(".pending") { return "pending" }
    // A new picture of a location is named by whoever took it.
    if parts.dropLast().last == "versions" { return "version" }
    if name.prefix(36).count(where: { $0 == "-" }) == 4, SessionID(String(name.prefix(36))) != nil {
      return name.count > 36 ? "scratch" : "session"
    }
    let words = name.prefix { $0.isLetter || $0 == "_" }
    let role = words.hasSuffix("_") ? words.dropLast() : words
    return role.isEmpty ? "number" : String(role)
  }

  static func of(_ changes: [LedgerChange]) -> String {
    switch changes.first {
    case nil: "nothing"
    case .open: "open"
    case .setState(_, let state): "\(state)"
    case .setQuiet: "quiet"
    case .add(let asset): asset.kind.rawValue
    case .discard: "discard"
    case .noteFileGone: "fileGone"
    case .confirm: "confirm"
    case .forgetConfirmation: "forget"
    case .put(let job): "\(job.kind.rawValue)-\(job.state.rawValue)"
    case .decide: "decide"
    case .set(let key, _): "set-\(key)"
    }
  }

  /// What a commit has promised to the world outside, as a line; nil where it is nobody's business.
  static func promise(of change: LedgerChange) -> String? {
    switch change {
    case .open(let record): "opened \(record.id)"
    case .add(let asset):
      "kept \(asset.id) \(asset.session) \(asset.kind.rawValue) \(asset.strip) \(asset.checksum) \(asset.path)"
    case .decide(let decision):
      "left \(decision.session) \(decision.asset.map { "\($0)" } ?? "all") \(decision.reason.rawValue)"
    case .confirm(let asset, _): "confirmed \(asset)"
    case .setState, .setQuiet, .discard, .noteFileGone, .forgetConfirmation, .put, .set: nil
    }
  }
}
