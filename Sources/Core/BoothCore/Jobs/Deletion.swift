/// A deletion that was decided.
public enum Deletion: Sendable, Equatable {
  case files([AssetID], of: SessionID, DiscardReason, at: WallTime)
  /// A whole session; erased, where the reason says so.
  case session(SessionID, DiscardReason, at: WallTime)

  /// What the pump is told as soon as it is decided: no work is done for a session that leaves.
  public var announcement: [JobPump.Input] {
    switch self {
    case .files: []
    case .session(let id, _, _): [.sessionDiscarded(id)]
    }
  }

  /// What the pump is told when the store took it.
  /// - Parameter jobs: what the store gave for it.
  public func news(_ jobs: [Job]) -> [JobPump.Input] {
    // Once more: jobs may have been on their way to the pump when the guests changed their minds.
    guard case .session(let id, .erase, _) = self else { return [] }
    return [.sessionDiscarded(id), .added(jobs)]
  }
}
