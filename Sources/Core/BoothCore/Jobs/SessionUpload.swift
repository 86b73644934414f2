/// A session's upload, run after run, until all of it is at the gallery. A pure value around ``UploadRun``.
///
/// A run brings what the session had when it began. What was rendered meanwhile is brought by another run of the same
/// job: the database is asked after each, and only they say when it is over. One effect is answered at a time, the last of
/// those that ``start(at:)`` and ``handle(_:at:)`` give; those before it are news that no call waits for.
public struct SessionUpload: Sendable, Equatable {
  /// What became of the last effect.
  public enum Input: Sendable, Equatable {
    /// The run's step was carried out, or failed.
    case carriedOut(UploadRun.Input)
    /// Instead of carrying the step out: the job's lease was stopped.
    case stopped
    /// The database calls the session uploaded, or (with what it holds now) something of it is left; nil: nothing is.
    case marked(SessionRecord?)
    /// The database could not be written, or read.
    case refused(StoreError)
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Carry a step of the run out, with the session as ``SessionUpload/session`` has it.
    case perform(UploadRun.Effect)
    /// Record that all of the session is at the gallery, if it is; read it again if it is not.
    case markUploaded
    /// How far it is; the worker is heard of.
    case progressed(UploadProgress)
    /// What the run left out, in words for the operator; nil: nothing any more.
    case noteLeftOut(String?)
    /// The gallery has erased the session: its link leads nowhere.
    case reportErased
    /// It is over; nil: it succeeded.
    case finish(JobFault?)
  }

  /// As the run that is out knows it.
  public private(set) var session: SessionRecord
  private let event: Event?
  private let manifestSize: @Sendable (Manifest) -> Int64
  private let step: @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Effect
  private var run: UploadRun
  private var progress = UploadProgress(uploaded: 0, total: 0)

  /// - Parameters:
  ///   - session: with all its assets as they are now.
  ///   - event: nil where its definition is not here; such a one never expires.
  ///   - manifestSize: how many bytes a manifest has when it is sent.
  public init(session: SessionRecord, event: Event?, manifestSize: @escaping @Sendable (Manifest) -> Int64) {
    self.init(session: session, event: event, manifestSize: manifestSize) { $0.handle($1) }
  }

  /// - Parameter step: what decides within a run; a test breaks it.
  package init(
    session: SessionRecord, event: Event?, manifestSize: @escaping @Sendable (Manifest) -> Int64,
    step: @escaping @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Effect
  ) {
    self.session = session
    self.event = event
    self.manifestSize = manifestSize
    self.step = step
    run = UploadRun(session: session, manifestSize: manifestSize)
  }

  /// Compares all but the functions that were given at the start.
  public static func == (a: SessionUpload, b: SessionUpload) -> Bool {
    a.session == b.session && a.event == b.event && a.run == b.run && a.progress == b.progress
  }

  /// The first effects; called once. Ends at once where everything is at the gallery already.
  /// - Parameter time: the wall clock, for the event's own expiry.
  public mutating func start(at time: WallTime) -> [Effect] {
    // A second upload that finds all done has nothing to say to the gallery.
    guard session.state != .uploaded || session.needsUpload else { return [.finish(nil)] }
    run = UploadRun(session: session, manifestSize: manifestSize)
    progress = UploadProgress(uploaded: session.assets.count { $0.uploaded }, total: session.assets.count)
    return [.progressed(progress)] + effects(of: run.start(), at: time)
  }

  /// The next effects; the last of them is answered, unless it is ``Effect/finish(_:)``.
  /// - Parameter time: the wall clock, for the event's own expiry.
  public mutating func handle(_ input: Input, at time: WallTime) -> [Effect] {
    switch input {
    case .carriedOut(let answer): return effects(of: step(&run, answer), at: time)
    case .stopped:
      return ended(.failed(GalleryError(.unreachable, subject: "upload", detail: "it was stopped")), at: time)
    case .marked(let grown):
      guard let grown, grown.state != .discarded else { return [.finish(nil)] }
      session = grown
      return start(at: time)
    case .refused(let error): return [.finish(JobFault(error))]
    }
  }

  private mutating func effects(of effect: UploadRun.Effect, at time: WallTime) -> [Effect] {
    switch effect {
    case .finish(let outcome): return ended(outcome, at: time)
    case .recordUploaded: progress.uploaded += 1
    case .forget(let lost): progress.uploaded -= lost.count
    case .presign, .verify, .upload, .askSize, .uploadManifest, .complete: return [.perform(effect)]
    }
    return [.progressed(progress), .perform(effect)]
  }

  private func ended(_ outcome: UploadRun.Outcome, at time: WallTime) -> [Effect] {
    var effects: [Effect] = []
    switch outcome {
    case .succeeded: effects = [.noteLeftOut(nil)]
    case .succeededWithout(let left): effects = [.noteLeftOut(UploadRun.words(for: left))]
    case .failed(let failure): if failure.code == .gone { effects = [.reportErased] }
    }
    let failure = JobFault(outcome, hasExpired: event?.hasExpired(at: time) ?? false)
    return effects + [failure.map { .finish($0) } ?? .markUploaded]
  }
}
