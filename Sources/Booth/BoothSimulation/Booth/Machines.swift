public import BoothCore
public import BoothVault
public import Locations

/// The machines and the few decisions beside them, as the booth runs them. A test breaks one, to show that the
/// simulator finds it.
public struct Machines: Sendable {
  /// The guests' flow: an input at a moment, and what it wants done.
  public var flow: @Sendable (inout BoothFlow, BoothInput, Instant) -> [BoothEffect] = { $0.handle($1, at: $2) }
  /// The queue of jobs: which runs when, and which waits.
  public var pump: @Sendable (inout JobPump, JobPump.Input, Instant) -> [JobPump.Effect] = { $0.handle($1, at: $2) }
  /// A rule that watches the camera.
  public typealias Watching = @Sendable (inout CameraWatch, CameraWatch.Input, Instant) -> [CameraWatch.Effect]
  /// The watch over the camera: when it is restarted, reset, or given up for another.
  public var cameras: Watching = { $0.handle($1, at: $2) }
  /// One upload, call by call.
  public var upload: @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Next = { $0.handle($1) }
  /// A rule that brings a session to the gallery; the wall time is for its records.
  public typealias Uploading = @Sendable (inout SessionUpload, SessionUpload.Input, WallTime) -> SessionUpload.Step
  /// The upload of a whole session, with what the database is told of it.
  public var uploads: Uploading = { $0.handle($1, at: $2) }
  /// Brings a picture that was kept after its session's upload began.
  public var again: @Sendable (inout UploadAgain, UploadAgain.Input) -> UploadAgain.Step = { $0.handle($1) }
  /// A session's films, one after the other.
  public var films: @Sendable (inout FilmRun, FilmRun.Input) -> FilmRun.Effect = { $0.handle($1) }
  /// A rule that makes the states of jobs durable.
  public typealias Recording = @Sendable (inout JobRecords, JobRecords.Input, Instant) -> [JobRecords.Effect]
  /// Lets work begin when the record of its job is durable.
  public var records: Recording = { $0.handle($1, at: $2) }
  /// A rule that deletes what was decided.
  public typealias Deleting = @Sendable (inout Deletions, Deletions.Input, Instant) -> [Deletions.Effect]
  /// Deletions that were decided, until the disk has taken each of them.
  public var deletions: Deleting = { $0.handle($1, at: $2) }
  /// The operator's erasure of a session that is over.
  public var erasure: @Sendable (inout Erasure, Erasure.Input) -> [Erasure.News] = { $0.handle($1) }
  /// A rule that lets confirmed files go: `_ isSession` says whether guests are in a session now.
  public typealias Keeping =
    @Sendable (inout KeepRun, KeepRun.Input, _ isSession: Bool, Instant, WallTime) -> KeepRun.Effect?
  /// The keep-policy: what the gallery is asked before a file may go.
  public var keep: Keeping = { $0.handle($1, isSession: $2, at: $3, $4) }
  /// A rule that tells typing from pressing.
  public typealias Typing = @Sendable (inout TypedKeys, TypedKeys.Input, BoothState, Instant) -> [BoothInput]
  /// What the keys of a keyboard mean in the flow's state.
  public var keys: Typing = { $0.handle($1, in: $2, at: $3) }
  /// Whether what a panel says means anything in a scene.
  public var hears: @Sendable (TypedKeys, PanelSignal, Scene) -> Bool = { $0.takes($1, in: $2) }
  /// What a run takes a print for whose record it finds.
  public var foundPrint: @Sendable (PrintRecord) -> PrintRecord = { $0 }
  /// A rule that brings one print to the printer, and says what became of it; the wall time is for its record.
  public typealias Printing = @Sendable (inout PrintRun, PrintRun.Input, WallTime) -> PrintRun.Step
  /// The work on one print: a machine for each.
  public var prints: Printing = { $0.handle($1, at: $2) }
  /// A rule that watches the printer.
  public typealias WatchingPrinter =
    @Sendable (inout PrinterWatch, PrinterWatch.Input, Instant) -> [PrinterWatch.Effect]
  /// The watch over the printer: what guests and operator are told of it.
  public var printerWatch: WatchingPrinter = { $0.handle($1, at: $2) }
  /// How the vault orders prints of a session for its guests, `most` in all.
  public var orderPrints:
    @Sendable (Vault, _ copies: Int, _ layout: String?, SessionID, _ most: Int, WallTime) throws(StoreError)
      -> (prints: [PrintRecord], jobs: [Job]) = { (vault, copies, layout, session, most, time) throws(StoreError) in
        try vault.orderPrints(copies, of: session, in: layout, by: .guests, most: most, at: time)
      }
  /// What the vault and the database write through.
  public var disk: @Sendable (any Disk) -> any Disk = { $0 }
  /// How the vault lets single files go.
  public var discard: @Sendable (Vault, [AssetID], SessionID, DiscardReason, WallTime) throws(StoreError) -> Void =
    { (vault, assets, session, reason, time) throws(StoreError) in
      try vault.discard(assets, of: session, reason, at: time)
    }
  /// How the vault decides which of a strip's photos stays.
  public var settle: @Sendable (Vault, AssetID, SessionID, WallTime) throws(StoreError) -> Void =
    { (vault, photo, session, time) throws(StoreError) in try vault.settle(photo, of: session, at: time) }
  /// How the vault lets a whole session go.
  public var discardSession: @Sendable (Vault, SessionID, DiscardReason, WallTime) throws(StoreError) -> Void =
    { (vault, session, reason, time) throws(StoreError) in try vault.discardSession(session, reason, at: time) }
  /// How the vault erases a session on its guests' request; gives the jobs that are not over.
  public var eraseSession: @Sendable (Vault, SessionID, WallTime) throws(StoreError) -> [Job] =
    { (vault, session, time) throws(StoreError) in try vault.eraseSession(session, at: time) }
  /// How the vault ends a session and makes its jobs; the last argument is whether its guests walked away.
  public var finishSession: @Sendable (Vault, SessionID, Bool) throws(StoreError) -> [Job] =
    { (vault, session, quiet) throws(StoreError) in try vault.finishSession(session, quiet: quiet) }
  /// How the vault of locations keeps a new picture.
  public var keepVersion:
    @Sendable (LocationVault, NewVersion, LocationID, _ bytes: [UInt8]) throws(StoreError) -> LocationVersion =
      { (vault, version, location, bytes) throws(StoreError) in try vault.addVersion(version, of: location, bytes) }
  /// What the guests are told of a session that was opened.
  public var reference: @Sendable (SessionRecord) -> SessionRef = { SessionRef($0) }
  /// What sessions' links are when they are shown.
  public var links: @Sendable (SessionLinks) -> SessionLinks = { $0 }
  /// Which session's folder at the gallery a session's files go to.
  public var destination: @Sendable (SessionID, _ others: () -> [SessionID]) -> SessionID = { id, _ in id }
  /// Whether the journal's file is full after so many bytes.
  public var journalIsFull: @Sendable (JournalLimit, _ bytes: Int) -> Bool = { $0.isFull(after: $1) }

  /// Every machine and decision as the booth runs it.
  public init() {}
}
