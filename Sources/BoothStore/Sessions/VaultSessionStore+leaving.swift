public import BoothCore
public import BoothVault

/// How pictures leave: erased on request, or let go by the keep-policy.
extension VaultSessionStore {
  public func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.eraseSession(session, at: time) }
  }

  public func leftOfErased(_ session: SessionID) async throws(StoreError) -> String? {
    try await perform { vault throws(StoreError) in
      guard let record = try vault.ledger.session(session), record.state == .discarded else { return nil }
      return try vault.leftOfErased(record)
    }
  }

  public func noteErasedAtGallery(_ session: SessionID, at time: WallTime) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.noteErasedAtGallery(session, at: time) }
  }

  public func uploadedSessions() async throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)] {
    try await perform { vault throws(StoreError) in try vault.uploadedSessions() }
  }

  public func releaseConfirmed(
    _ assets: [AssetID], of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> Int64 {
    try await perform { vault throws(StoreError) in try vault.releaseConfirmed(assets, of: session, at: time) }
  }

  public func takeUpCancelled(_ id: JobID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.takeUpCancelled(id) }
  }

  public func forgetConfirmations(_ assets: [AssetID], of session: SessionID) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.forgetConfirmations(assets, of: session) }
  }

  public func bringAgain(_ assets: [AssetID], of session: SessionID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.bringAgain(assets, of: session) }
  }

  /// What the keep-policy has deleted so far.
  public func released() async throws(StoreError) -> (files: Int, bytes: Int64) {
    try await perform { vault throws(StoreError) in try vault.released() }
  }

  public func space() async throws(StoreError) -> DiskSpace {
    try await perform { vault throws(StoreError) in try vault.disk.space() }
  }

  /// Every asset a session ever had, and every decision about it.
  public func history(of session: SessionID) async throws(StoreError) -> (assets: [AssetEntry], decisions: [Decision]) {
    try await perform { vault throws(StoreError) in
      (try vault.ledger.assets(of: session), try vault.ledger.decisions(about: session))
    }
  }

  /// A job by its number, whatever its state.
  public func job(_ id: JobID) async throws(StoreError) -> Job? {
    try await perform { vault throws(StoreError) in try vault.ledger.jobs(all: true).first { $0.id == id } }
  }
}
