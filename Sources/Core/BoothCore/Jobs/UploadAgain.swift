/// What brings a picture that was kept after its session's upload began. A pure value.
///
/// Mostly the store queues another upload. Where it has none to queue, since one waits already, that one may be held (a
/// file of the session is damaged, say): it is tried again, as it brings what is new all the same. The work that made
/// the picture is not done before this is. For example, ``Question/addUpload`` answered with a job ends it, with the news
/// that the job was added. ``JobStep`` shows the loop that drives it.
public struct UploadAgain: Sendable, Equatable {
  /// The answer to the last question.
  public enum Input: Sendable, Equatable {
    /// What the store queued.
    case added([Job])
    /// Jobs that are not over, of this session or of all.
    case found([Job])
    case refused(StoreError)
  }

  /// What is asked of the store; answered by one ``Input``.
  public enum Question: Sendable, Equatable {
    /// Have the store queue another upload of the session, unless one waits, or none is wanted.
    case addUpload
    /// Read the jobs that are not over.
    case findJobs
  }

  /// Its news are for the pump; its result is why it could not be done, nil: it is done.
  public typealias Step = JobStep<JobPump.Input, Question, StoreError?>

  /// The session that the new picture belongs to.
  public let session: SessionID

  /// - Parameter session: one whose new picture is kept already.
  public init(of session: SessionID) { self.session = session }

  /// The first step.
  public func start() -> Step { .ask(.addUpload) }

  /// The next step.
  public mutating func handle(_ input: Input) -> Step {
    switch input {
    case .added([]): return .ask(.findJobs)
    case .added(let jobs): return .done(nil, after: [.added(jobs)])
    case .found(let jobs):
      let held = jobs.filter { $0.session == session && $0.kind == .upload && $0.state == .held }
      return .done(nil, after: held.map { .retryRequested($0.id) })
    case .refused(let error): return .done(error)
    }
  }
}
