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
  public typealias Uploading = @Sendable (inout SessionUpload, SessionUpload.Input, WallTime) -> [SessionUpload.Effect]
  public var uploads: Uploading = { $0.handle($1, at: $2) }
  public var again: @Sendable (inout UploadAgain, UploadAgain.Input) -> [UploadAgain.Effect] = { $0.handle($1) }
  public var films: @Sendable (inout FilmRun, FilmRun.Input) -> FilmRun.Effect = { $0.handle($1) }
  public typealias Recording = @Sendable (inout JobRecords, JobRecords.Input, Instant) -> [JobRecords.Effect]
  public var records: Recording = { $0.handle($1, at: $2) }
  public typealias Deleting = @Sendable (inout Deletions, Deletions.Input, Instant) -> [Deletions.Effect]
  public var deletions: Deleting = { $0.handle($1, at: $2) }
  public var erasure: @Sendable (inout Erasure, Erasure.Input) -> [Erasure.Effect] = { $0.handle($1) }
  public typealias Keeping =
    @Sendable (inout KeepRun, KeepRun.Input, _ isSession: Bool, Instant, WallTime) -> KeepRun.Effect?
  public var keep: Keeping = { $0.handle($1, isSession: $2, at: $3, $4) }
  public typealias Typing = @Sendable (inout TypedKeys, TypedKeys.Input, BoothState, Instant) -> [BoothInput]
  public var keys: Typing = { $0.handle($1, in: $2, at: $3) }
  /// Whether what a panel says means anything in a scene.
  public var hears: @Sendable (TypedKeys, PanelSignal, Scene) -> Bool = { $0.takes($1, in: $2) }
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
