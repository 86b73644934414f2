/// Sessions whose end was decided while the database took nothing, as a start finds them: they leave now, none is
/// offered to guests, and no work on one begins again but its erasure at the gallery.
public struct LeavingSessions: Sendable, Equatable {
  private let reasons: [SessionID: DiscardReason]

  /// - Parameter reasons: why each of them leaves, as ``SessionStore/leavingSessions()`` gives it.
  public init(_ reasons: [SessionID: DiscardReason]) { self.reasons = reasons }

  /// In the same order at every start.
  public var all: [(session: SessionID, reason: DiscardReason)] {
    reasons.sorted { $0.key.text < $1.key.text }.map { ($0.key, $0.value) }
  }

  /// - Parameter sessions: those that the last process was in the middle of.
  public func offered(_ sessions: [SessionRecord]) -> [Interrupted] {
    sessions.filter { reasons[$0.id] == nil }.map(Interrupted.init)
  }

  /// Which of the jobs may begin: those of other sessions, and every erasure.
  public func begun(_ jobs: [Job]) -> [Job] {
    jobs.filter { $0.session.flatMap { reasons[$0] } == nil || $0.kind == .erase }
  }
}
