import BoothCore
import BoothSystem
import BoothVault

/// What the commits of the booth's database do.
extension FaultRole {
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

  /// What a commit has promised to the world outside, as a line; nil if it is private to the booth.
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
