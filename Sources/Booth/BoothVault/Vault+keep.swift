public import BoothCore

/// What the keep-policy needs of the database.
extension Vault {
  /// Uploaded sessions that still have files here, in the order in which they were opened, and whether a job, or a print
  /// that is still to come, may read them.
  public func uploadedSessions() throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)] {
    let sessions = try ledger.sessions(in: [.uploaded]).filter { !$0.assets.isEmpty }
    guard !sessions.isEmpty else { return [] }
    // A job that failed for good reads nothing; one that is held or expired may be retried.
    let busy = Set(try ledger.jobs(all: false).filter { $0.state != .failed }.map(\.session))
    let printing = try sessionsToPrint()
    return sessions.map { ($0, busy.contains($0.id) || printing.contains($0.id)) }
  }

  /// Deletes files that the gallery has confirmed: named in the database first, then gone from the disk; the session's
  /// record stays. Files that are not confirmed, or no longer kept, are left as they are.
  /// - Returns: how many bytes that made free.
  public func releaseConfirmed(
    _ assets: [AssetID], of session: SessionID, at time: WallTime
  ) throws(StoreError) -> Int64 {
    guard let record = try ledger.session(session), record.state == .uploaded else { return 0 }
    let confirmed = record.assets.filter { assets.contains($0.id) && $0.uploaded }
    guard !confirmed.isEmpty else { return 0 }
    try discard(confirmed.map(\.id), of: session, .keepPolicy, at: time)
    return confirmed.reduce(0) { $0 + $1.sizeBytes }
  }

  /// What the keep-policy has deleted so far.
  public func released() throws(StoreError) -> (files: Int, bytes: Int64) {
    var (files, bytes) = (0, Int64(0))
    let decisions = try ledger.decisions(about: nil).filter { $0.reason == .keepPolicy }
    for (session, group) in Dictionary(grouping: decisions, by: \.session) {
      let named = Set(group.compactMap(\.asset))
      for entry in try ledger.assets(of: session) where named.contains(entry.asset.id) {
        files += 1
        bytes += entry.asset.sizeBytes
      }
    }
    return (files, bytes)
  }
}
