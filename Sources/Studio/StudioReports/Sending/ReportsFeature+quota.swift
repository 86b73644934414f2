import Documents
import Reports
import StudioModel

/// What one person has sent, and no report claims: of that there is a quota, so that no person fills the disk for the
/// others.
extension ReportsFeature {
  /// Whether one more file may be kept for a person. Where it is too much, their own go first, the oldest first, that
  /// were not touched for an hour; what a report or a shared draft names stays.
  /// - Parameters:
  ///   - hash: of the file, which may have come before.
  ///   - size: in bytes; 0 if unknown yet.
  ///   - left: what the disk has left, in bytes; nil if unknown.
  ///   - requester: this person.
  func takes(
    _ hash: String, of size: Int64, from principal: Principal, left: Int64?, as requester: Requester, now: Double
  ) async throws -> Bool {
    let (files, documents) = (attachments.store(for: requester), documents.store(for: requester))
    var waiting = try await unclaimed(principal, files, documents, now).filter { $0.sha256 != hash }
    func fits() -> Bool {
      let own = waiting.reduce(0) { $0 + $1.size }
      return UnclaimedQuota(left: left, own: own).takes(size, beside: waiting)
    }
    if fits() { return true }
    let moment = now - UnclaimedQuota.patience
    let old = Set(waiting.filter { $0.touchedAt < moment }.map(\.sha256))
    guard !old.isEmpty, sweeps.begins(principal.user, at: now) else { return false }
    let alone = try await ofNoReport(old, of: principal.organisation, in: documents)
    for file in waiting where alone.contains(file.sha256) && !fits() {
      try await files.remove(file.sha256, in: principal.organisation.text, untouchedSince: moment)
      waiting.removeAll { $0 == file }
    }
    return fits()
  }

  /// The oldest first.
  private func unclaimed(
    _ principal: Principal, _ files: any ReportFiles, _ documents: any DocumentStore, _ now: Double
  ) async throws -> [SentAttachment] {
    let sent = try await files.sent(
      by: principal.user.text, since: now - ReportAttachment.keptSeconds, in: principal.organisation.text)
    var unclaimed: [SentAttachment] = []
    for file in sent {
      let isClaimed = try await catalogue(documents).has(
        file.sha256, of: principal.organisation, user: principal.user.text, now: now)
      if !isClaimed { unclaimed.append(file) }
    }
    return unclaimed
  }
}
