public import BoothCore
public import BoothVault

/// The machines and the few decisions beside them, as the booth runs them. A test breaks one, to show that the
/// simulator finds it.
public struct Machines: Sendable {
  public var flow: @Sendable (inout BoothFlow, BoothInput, Instant) -> [BoothEffect] = { $0.handle($1, at: $2) }
  public var pump: @Sendable (inout JobPump, JobPump.Input, Instant) -> [JobPump.Effect] = { $0.handle($1, at: $2) }
  public typealias Watching = @Sendable (inout CameraWatch, CameraWatch.Input, Instant) -> [CameraWatch.Effect]
  public var cameras: Watching = { $0.handle($1, at: $2) }
  public var upload: @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Effect = { $0.handle($1) }
  /// What the vault and the books write through.
  public var disk: @Sendable (any Disk) -> any Disk = { $0 }
  public var discard: @Sendable (Vault, [AssetID], SessionID, DiscardReason, WallTime) throws(StoreError) -> Void =
    { (vault, assets, session, reason, time) throws(StoreError) in
      try vault.discard(assets, of: session, reason, at: time)
    }
  public var settle: @Sendable (Vault, AssetID, SessionID, WallTime) throws(StoreError) -> Void =
    { (vault, photo, session, time) throws(StoreError) in try vault.settle(photo, of: session, at: time) }
  public var discardSession: @Sendable (Vault, SessionID, DiscardReason, WallTime) throws(StoreError) -> Void =
    { (vault, session, reason, time) throws(StoreError) in try vault.discardSession(session, reason, at: time) }
  public var eraseSession: @Sendable (Vault, SessionID, WallTime) throws(StoreError) -> [Job] =
    { (vault, session, time) throws(StoreError) in try vault.eraseSession(session, at: time) }
  public var finishSession: @Sendable (Vault, SessionID, Bool) throws(StoreError) -> [Job] =
    { (vault, session, quiet) throws(StoreError) in try vault.finishSession(session, quiet: quiet) }
  /// What the guests are told of a session that was opened.
  public var reference: @Sendable (SessionRecord) -> SessionRef = { SessionRef($0) }
  /// Which session's folder at the gallery a session's files go to.
  public var destination: @Sendable (SessionID, _ others: () -> [SessionID]) -> SessionID = { id, _ in id }
  /// Whether the journal's file is full after so many bytes.
  public var journalIsFull: @Sendable (JournalLimit, _ bytes: Int) -> Bool = { $0.isFull(after: $1) }

  public init() {}
}
