/// Which files may leave this machine because the gallery has them: an event's ``Event/KeepPolicy``, as a pure rule.
///
/// A session is looked at only when it is uploaded, every file it keeps is confirmed, and no job may still need one (a
/// film strip that waits for its clips). The oldest goes first, by the order in which sessions were opened, never by a
/// clock. Three things let it go:
/// - `untilUploaded`: at once.
/// - `days`: so many days after it was opened, if the clock was trusted then and is trusted now. A booth that does not
///   know what day it is deletes nothing for its age.
/// - `freeSpace`: while the disk has less room than that, one session after the other until it has.
///
/// Whether the gallery still has a session's files is asked again before they are deleted: ``KeepRun``.
public enum KeepRule {
  /// A session with all that the rule must know.
  public struct Candidate: Sendable, Equatable {
    /// The session with all files that it keeps here.
    public var session: SessionRecord
    /// What its event says about keeping.
    public var policy: Event.KeepPolicy
    /// Jobs that may still read its files.
    public var hasOpenJobs: Bool

    /// Nothing is checked here: ``KeepRule/leaving(_:space:now:)`` does that.
    public init(session: SessionRecord, policy: Event.KeepPolicy, hasOpenJobs: Bool) {
      self.session = session
      self.policy = policy
      self.hasOpenJobs = hasOpenJobs
    }
  }

  /// - Parameter candidates: in the order in which they were opened.
  /// - Returns: the sessions whose files may go, in the order in which they should.
  public static func leaving(_ candidates: [Candidate], space: DiskSpace, now: WallTime) -> [SessionRecord] {
    let eligible = candidates.filter(isSafe)
    var freeBytes = space.freeBytes
    var leaving = eligible.filter { isDue($0, now) }.map(\.session)
    freeBytes += leaving.reduce(0) { $0 + $1.sizeBytes }
    let chosen = Set(leaving.map(\.id))
    for candidate in eligible where !chosen.contains(candidate.session.id) {
      guard let floor = candidate.policy.freeSpaceBytes, freeBytes < floor else { continue }
      leaving.append(candidate.session)
      freeBytes += candidate.session.sizeBytes
    }
    return leaving
  }

  private static func isSafe(_ candidate: Candidate) -> Bool {
    candidate.session.state == .uploaded && !candidate.hasOpenJobs && !candidate.session.assets.isEmpty
      && candidate.session.assets.allSatisfy(\.uploaded)
  }

  private static func isDue(_ candidate: Candidate, _ now: WallTime) -> Bool {
    if candidate.policy.untilUploaded { return true }
    guard let days = candidate.policy.days, candidate.session.openedAt.trusted, now.trusted else { return false }
    return now.unixSeconds - candidate.session.openedAt.unixSeconds >= Double(days) * 86_400
  }
}

extension SessionRecord {
  /// What its kept files take on the disk.
  public var sizeBytes: Int64 { assets.reduce(0) { $0 + $1.sizeBytes } }
}

extension Event {
  /// Whether uploads are no longer tried. A clock that was not set lets nothing expire.
  public func hasExpired(at time: WallTime) -> Bool {
    guard let expiresAt, time.trusted else { return false }
    return time.unixSeconds > Double(expiresAt)
  }
}
