public import BoothCore
public import BoothVault

/// How pictures leave: erased on request, or let go by the keep-policy.
extension VaultSessionStore {
  /// Waits its turn on the store's queue, and for the deletion of every file.
  public func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.eraseSession(session, at: time) }
  }

  /// Nil also for a session that is unknown or was not discarded.
  public func leftOfErased(_ session: SessionID) async throws(StoreError) -> String? {
    try await perform { vault throws(StoreError) in
      guard let record = try vault.ledger.session(session), record.state == .discarded else { return nil }
      return try vault.leftOfErased(record)
    }
  }

  /// Waits its turn on the store's queue. Asks no gallery: the caller has.
  public func noteErasedAtGallery(_ session: SessionID, at time: WallTime) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.noteErasedAtGallery(session, at: time) }
  }

  /// In the order they were opened, from the database; the files are not looked at.
  public func uploadedSessions() async throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)] {
    try await perform { vault throws(StoreError) in try vault.uploadedSessions() }
  }

  /// Waits its turn on the store's queue, and for the deletion of every file. Files that are not confirmed stay.
  public func releaseConfirmed(
    _ assets: [AssetID], of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> Int64 {
    try await perform { vault throws(StoreError) in try vault.releaseConfirmed(assets, of: session, at: time) }
  }

  /// Waits its turn on the store's queue. Gives the job that already waits to do the same, if one does.
  public func takeUpCancelled(_ id: JobID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.takeUpCancelled(id) }
  }

  /// Waits its turn on the store's queue; no keep-policy that is asked later lets these files go.
  public func forgetConfirmations(_ assets: [AssetID], of session: SessionID) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.forgetConfirmations(assets, of: session) }
  }

  /// Waits its turn on the store's queue. No job where one waits, or the operator has cancelled the upload.
  public func bringAgain(_ assets: [AssetID], of session: SessionID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.bringAgain(assets, of: session) }
  }

  /// What the keep-policy has deleted so far.
  public func released() async throws(StoreError) -> (files: Int, bytes: Int64) {
    try await perform { vault throws(StoreError) in try vault.released() }
  }

  /// Asks the file system, behind what is being written: it counts what was freed before.
  public func space() async throws(StoreError) -> DiskSpace {
    try await perform { [opened] vault throws(StoreError) in
      try opened?.checkPlace()
      return try vault.disk.space()
    }
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
