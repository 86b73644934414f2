/// A session's upload, run after run, until all of it is at the gallery. A pure value around ``UploadRun``.
///
/// A run brings what the session had when it began. What was rendered meanwhile is brought by another run of the same
/// job: the database is asked after each, and only they say when it is over.
///
/// For example, when the gallery has served a photo, the step's news is ``News/progressed(_:)``, and its question
/// is ``Question/perform(_:)`` with the record of that photo. ``JobStep`` shows the loop that drives it.
public struct SessionUpload: Sendable, Equatable {
  /// The answer to the last question.
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

  /// What is asked; answered by one ``Input``.
  public enum Question: Sendable, Equatable {
    /// Carry a step of the run out, with the session as ``SessionUpload/session`` has it.
    case perform(UploadRun.Effect)
    /// Record that all of the session is at the gallery, if it is; read it again if it is not.
    case markUploaded
  }

  /// What is reported; not answered.
  public enum News: Sendable, Equatable {
    /// How far it is; the worker is heard of.
    case progressed(UploadProgress)
    /// What the run left out, in words for the operator; nil: nothing any more.
    case noteLeftOut(String?)
    /// The gallery has erased the session: its link leads nowhere.
    case reportErased
  }

  /// Its result is why the upload failed; nil: it succeeded.
  public typealias Step = JobStep<News, Question, JobFault?>

  /// As the run that is out knows it.
  public private(set) var session: SessionRecord
  private let event: Event?
  private let manifestSize: @Sendable (Manifest) -> Int64
  private let step: @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Next
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
    step: @escaping @Sendable (inout UploadRun, UploadRun.Input) -> UploadRun.Next
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

  /// The first step; called once. Ends at once where everything is at the gallery already.
  /// - Parameter time: the wall clock, for the event's own expiry.
  public mutating func start(at time: WallTime) -> Step {
    // A second upload that finds all done has nothing to say to the gallery.
    guard session.state != .uploaded || session.needsUpload else { return .done(nil) }
    run = UploadRun(session: session, manifestSize: manifestSize)
    progress = UploadProgress(uploaded: session.assets.count { $0.uploaded }, total: session.assets.count)
    return next(run.start(), after: [.progressed(progress)], at: time)
  }

  /// The next step.
  /// - Parameter time: the wall clock, for the event's own expiry.
  public mutating func handle(_ input: Input, at time: WallTime) -> Step {
    switch input {
    case .carriedOut(let answer): return next(step(&run, answer), at: time)
    case .stopped:
      return ended(.failed(GalleryError(.unreachable, subject: "upload", detail: "it was stopped")), at: time)
    case .marked(let grown):
      guard let grown, grown.state != .discarded else { return .done(nil) }
      session = grown
      return start(at: time)
    case .refused(let error): return .done(JobFault(error))
    }
  }

  private mutating func next(_ next: UploadRun.Next, after news: [News] = [], at time: WallTime) -> Step {
    let effect: UploadRun.Effect
    switch next {
    case .ask(let asked): effect = asked
    case .done(let outcome): return ended(outcome, after: news, at: time)
    }
    switch effect {
    case .recordUploaded: progress.uploaded += 1
    case .forget(let lost): progress.uploaded -= lost.count
    case .presign, .verify, .upload, .askSize, .uploadManifest, .complete: return .ask(.perform(effect), after: news)
    }
    return .ask(.perform(effect), after: news + [.progressed(progress)])
  }

  private func ended(_ outcome: UploadRun.Outcome, after news: [News] = [], at time: WallTime) -> Step {
    var news = news
    switch outcome {
    case .succeeded: news.append(.noteLeftOut(nil))
    case .succeededWithout(let left): news.append(.noteLeftOut(UploadRun.words(for: left)))
    case .failed(let failure): if failure.code == .gone { news.append(.reportErased) }
    }
    let failure = JobFault(outcome, hasExpired: event?.hasExpired(at: time) ?? false)
    return failure.map { .done($0, after: news) } ?? .ask(.markUploaded, after: news)
  }
}
