import Documents
import Reports
import StudioModel

/// What one person has sent, and no report claims: of that there is a quota, so that nobody fills the disk for the others.
extension ReportsTenant {
  /// Whether one more file may be kept for somebody. Where it is too much, their own go first, the oldest first, that were not touched
  /// for an hour; what a report or a shared draft names stays.
  /// - Parameters:
  ///   - hash: of the file, which may have come before.
  ///   - size: in bytes; 0 where nobody knows yet.
  ///   - left: what the disk has left, in bytes; nil for nobody knows.
  func takes(
    _ hash: String, of size: Int64, from principal: Principal, left: Int64?, now: Double
  ) async throws -> Bool {
    var waiting = try await unclaimed(principal, now).filter { $0.sha256 != hash }
    func fits() -> Bool {
      let own = waiting.reduce(0) { $0 + $1.size }
      return UnclaimedQuota(left: left, own: own).takes(size, beside: waiting)
    }
    if fits() { return true }
    let moment = now - UnclaimedQuota.patience
    let old = Set(waiting.filter { $0.touchedAt < moment }.map(\.sha256))
    guard !old.isEmpty, sweeps.begins(principal.user, at: now) else { return false }
    let alone = try await ofNoReport(old, of: principal.organisation)
    for file in waiting where alone.contains(file.sha256) && !fits() {
      try await attachments.remove(file.sha256, in: principal.organisation.text, untouchedSince: moment)
      waiting.removeAll { $0 == file }
    }
    return fits()
  }

  /// The oldest first.
  private func unclaimed(_ principal: Principal, _ now: Double) async throws -> [SentAttachment] {
    let sent = try await attachments.sent(
      by: principal.user.text, since: now - ReportAttachment.keptSeconds, in: principal.organisation.text)
    var unclaimed: [SentAttachment] = []
    for file in sent {
      let isClaimed = try await catalogue.has(
        file.sha256, of: principal.organisation, user: principal.user.text, now: now)
      if !isClaimed { unclaimed.append(file) }
    }
    return unclaimed
  }
}
