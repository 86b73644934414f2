/// Why the store refused.
///
/// ```swift
/// do {
///   _ = try await store.session(id)
/// } catch where error.code == .full {
///   // Guests are told that there is no room.
/// }
/// ```
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what can be done about it.
  public enum Code: String, Sendable {
    /// No room left on the disk.
    case full
    /// The folder cannot be written.
    case readOnly
    /// No such session, asset or job.
    case notFound
    /// The database was made by a newer version of this program.
    case newerVersion
    /// Another booth uses this data folder.
    case inUse
    /// The database is damaged. The next start writes it anew from the session folders.
    case damaged
    /// The data folder was removed, renamed, replaced or unmounted while it was in use, or what is in it exchanged.
    case moved
    /// A database in the data folder was removed or replaced while it was in use; the folder is in its place. The next start puts it in
    /// order.
    case replaced
    /// The program, or the machine, may open no more files. No fault of the disk.
    case noFiles
    /// Anything else the disk or the database said.
    case failed
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// What it is about: a file, a folder, a session.
  public var subject: String
  /// In words, for the operator: what the disk or the database said.
  public var detail: String

  /// `StoreError(.notFound, subject: path, detail: "the file is not there")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// Whether the same call may succeed later, without the data being touched.
  public var mayPass: Bool {
    code == .full || code == .readOnly || code == .moved || code == .noFiles || code == .failed
  }
  /// One line for logs and people: the subject and the words.
  public var description: String { "\(subject): \(detail)" }
}

/// What is known of a file that becomes an asset.
public struct NewAsset: Sendable, Equatable {
  /// The session that gets the file; it must be known to the store.
  public var session: SessionID
  /// What the file is; its name follows from it.
  public var kind: AssetKind
  /// The strip it belongs to, from 0; -1 for composites.
  public var strip: Int
  /// For clips and films; nil for photos.
  public var duration: Duration?
  /// Frames a clip should have had; nil for everything else.
  public var frames: Int?
  /// How many of ``frames`` were lost.
  public var droppedFrames: Int?
  /// The photo is the best live frame, as the still failed.
  public var fromLiveView: Bool

  /// A photo of the camera's own, unless told otherwise. Size and checksum are the store's to find out.
  public init(
    session: SessionID, kind: AssetKind, strip: Int, duration: Duration? = nil, frames: Int? = nil,
    droppedFrames: Int? = nil, fromLiveView: Bool = false
  ) {
    self.session = session
    self.kind = kind
    self.strip = strip
    self.duration = duration
    self.frames = frames
    self.droppedFrames = droppedFrames
    self.fromLiveView = fromLiveView
  }
}

/// Where a new asset's bytes are.
public enum AssetSource: Sendable {
  case bytes([UInt8])
  /// A complete file inside the store's own folder (see ``SessionStore/scratchPath(for:)``), which becomes the asset.
  case file(String)
}

/// What the booth remembers: sessions, their files, their jobs. Every call is durable when it returns; a call that
/// throws has changed nothing.
///
/// ```swift
/// let session = try await store.openSession(
///   event: event, plan: event.plan, linkBase: "http://booth.local:8080", at: time)
/// let photo = NewAsset(session: session.id, kind: .photo, strip: 0)
/// _ = try await store.add(photo, from: .bytes(jpeg), at: time)
/// let jobs = try await store.finishSession(session.id, quiet: false)
/// ```
public protocol SessionStore: Sendable {
  /// Records a new session with an id and a link of its own, and what its guests agreed to.
  func openSession(
    event: Event, plan: CapturePlan, consent: ConsentGiven?, linkBase: String, at time: WallTime
  ) async throws(StoreError) -> SessionRecord
  /// Makes a file durable (temp file, fsync, rename, folder fsync) and records it.
  func add(_ asset: NewAsset, from source: AssetSource, at time: WallTime) async throws(StoreError) -> Asset
  /// Records why these files leave, then deletes them. Files that are gone already are fine. A decision that the disk
  /// refuses is not forgotten: nothing is added to the session, and it is not finished, before it is recorded.
  func discard(_ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime)
    async throws(StoreError)
  /// Records that whatever else was taken of this photo's strip leaves, as it came too late.
  func settle(_ photo: AssetID, of session: SessionID, at time: WallTime) async throws(StoreError)
  /// Records that the session leaves, and its jobs with it, then deletes its files.
  func discardSession(_ session: SessionID, _ reason: DiscardReason, at time: WallTime) async throws(StoreError)
  /// Records the session as finished, and makes its jobs, in one commit. Asked twice it gives the same jobs.
  func finishSession(_ session: SessionID, quiet: Bool) async throws(StoreError) -> [Job]
  /// Records that the session is erased, ends its jobs and makes the one that removes it at the gallery; then deletes
  /// its files. Gives the jobs that are not over.
  func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job]
  /// What of an erased session may still be here and at the gallery's, in words after "but"; nil where nothing is.
  func leftOfErased(_ session: SessionID) async throws(StoreError) -> String?
  /// Records that the gallery has erased the session too.
  func noteErasedAtGallery(_ session: SessionID, at time: WallTime) async throws(StoreError)
  /// Uploaded sessions that still have files here, the oldest first, and whether a job may still read them.
  func uploadedSessions() async throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)]
  /// Records that the keep-policy lets these confirmed files go, then deletes them; gives the bytes that are free now.
  func releaseConfirmed(_ assets: [AssetID], of session: SessionID, at time: WallTime) async throws(StoreError) -> Int64
  /// How much room there is.
  func space() async throws(StoreError) -> DiskSpace
  /// Queues another upload of a session (its film strip came later), unless one is already waiting to begin, or all is
  /// at the gallery.
  func addUpload(of session: SessionID) async throws(StoreError) -> [Job]
  /// Queues work on a thing of another workflow; gives the one that already waits to begin, where there is one.
  func queue(_ kind: Job.Kind, of subject: JobSubject) async throws(StoreError) -> Job
  /// Queues anew what a cancelled job was to do, or throws why there is nothing to do.
  func takeUpCancelled(_ id: JobID) async throws(StoreError) -> [Job]
  /// Makes the states of jobs durable, in one commit and in their order; one that is cancelled stays so.
  func record(_ jobs: [Job]) async throws(StoreError)
  /// Reads an asset's file to its end; nil when there is none. It takes no turn: a large clip stands in front of
  /// no photo that is being kept.
  func fingerprint(of asset: Asset) async throws(StoreError) -> Fingerprint?
  /// Records that the gallery has confirmed an asset: it took it, and serves it.
  func markUploaded(_ asset: AssetID, at time: WallTime) async throws(StoreError)
  /// Records that the gallery does not have these files any more; an upload of the session brings them.
  func forgetConfirmations(_ assets: [AssetID], of session: SessionID) async throws(StoreError)
  /// The same of a session whose uploads are done; gives the new upload's job, which is made in the same commit.
  func bringAgain(_ assets: [AssetID], of session: SessionID) async throws(StoreError) -> [Job]
  /// Records that everything of the session is at the gallery, if it is; gives whether anything is left to upload.
  func markSessionUploaded(_ session: SessionID) async throws(StoreError) -> Bool

  /// Keeps a guest's e-mail address, apart from the pictures; gives the job that brings it to the gallery.
  func keepEmail(_ address: EmailAddress, of session: SessionID, at time: WallTime) async throws(StoreError) -> [Job]
  /// All addresses of an event, as they go to the gallery; nil where there never was one.
  func emails(of event: EventID) async throws(StoreError) -> [UInt8]?

  /// Adds prints of a session that wait, each with its job.
  /// - Parameter layout: the id of the layout that is printed; nil: the event's own.
  /// - Parameter most: of the guests' prints of this session, all told; nil: any number. What is more is not ordered.
  func orderPrints(
    _ copies: Int, of session: SessionID, in layout: String?, by origin: PrintRecord.Origin, most: Int?,
    at time: WallTime
  ) async throws(StoreError) -> (prints: [PrintRecord], jobs: [Job])
  /// Makes how far a print is durable.
  func record(_ print: PrintRecord, of session: SessionID) async throws(StoreError)
  /// Prints a sheet again that a person misses; gives its job.
  func retryPrint(_ print: PrintID) async throws(StoreError) -> [Job]
  /// Gives a print up that the printer does not have; gives the jobs that end.
  func cancelPrint(_ print: PrintID) async throws(StoreError) -> [Job]
  /// Records that a sheet came out that nothing counted.
  func confirmPrint(_ print: PrintID) async throws(StoreError)
  /// The prints of all sessions, and a sentence for each file that cannot be read.
  func allPrints() async throws(StoreError) -> (prints: [SessionPrints], notes: [String])
  /// What the operator decided about printing.
  func printDesk() async throws(StoreError) -> PrintDesk
  /// Makes it durable.
  func keep(_ desk: PrintDesk) async throws(StoreError)
  /// All prints of a session; nil where there never was one.
  func prints(of session: SessionID) async throws(StoreError) -> SessionPrints?

  /// Keeps a picture that belongs to no session in the folder `unasked`; gives its name there.
  func keepApart(_ bytes: [UInt8]) async throws(StoreError) -> String

  /// The session with its kept files, whatever its state; nil where there never was one.
  func session(_ id: SessionID) async throws(StoreError) -> SessionRecord?
  /// The newest first.
  func sessions(limit: Int) async throws(StoreError) -> [SessionRecord]
  /// Sessions that the database still has, and whose end was decided while they took nothing, with the reason; the
  /// pictures are gone.
  func leavingSessions() async throws(StoreError) -> [SessionID: DiscardReason]
  /// Sessions in state `capturing`, the oldest first.
  func interruptedSessions() async throws(StoreError) -> [SessionRecord]
  /// Jobs that are not over, or (`all`) every job, in the order of their numbers.
  func jobs(all: Bool) async throws(StoreError) -> [Job]

  /// A path inside the store's folder where a file that becomes an asset may be written.
  func scratchPath(for name: String) -> String
  /// The absolute path of an asset.
  func absolutePath(of asset: Asset) -> String
  /// Whether the store can write at the moment; throws what stands in the way.
  func check() async throws(StoreError)
  /// The remembered choice of event.
  func selectedEvent() async throws(StoreError) -> String?
  /// Remembers the choice of event over a restart, by its folder name.
  func selectEvent(_ slug: String) async throws(StoreError)
}

extension SessionStore {
  /// The same where guests were not asked.
  public func openSession(
    event: Event, plan: CapturePlan, linkBase: String, at time: WallTime
  ) async throws(StoreError) -> SessionRecord {
    try await openSession(event: event, plan: plan, consent: nil, linkBase: linkBase, at: time)
  }
}
