/// What brings a picture that was kept after its session's upload began. A pure value: one effect is out at a time.
///
/// Mostly the store queues another upload. Where it has none to queue, since one waits already, that one may be held (a
/// file of the session is damaged, say): it is tried again, as it brings what is new all the same. The work that made
/// the picture is not done before this is.
public struct UploadAgain: Sendable, Equatable {
  /// What became of the last effect that is answered.
  public enum Input: Sendable, Equatable {
    /// What the store queued.
    case added([Job])
    /// Jobs that are not over, of this session or of all.
    case found([Job])
    case refused(StoreError)
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Have the store queue another upload of the session, unless one waits, or none is wanted.
    case addUpload
    case findJobs
    case sendToPump(JobPump.Input)
    /// It is done; or why it could not be.
    case finish(StoreError?)
  }

  /// The session that the new picture belongs to.
  public let session: SessionID

  /// - Parameter session: one whose new picture is kept already.
  public init(of session: SessionID) { self.session = session }

  /// The first effect; it is answered.
  public func start() -> Effect { .addUpload }

  /// The last one is answered, unless it is the end.
  public mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .added([]): return [.findJobs]
    case .added(let jobs): return [.sendToPump(.added(jobs)), .finish(nil)]
    case .found(let jobs):
      let held = jobs.filter { $0.session == session && $0.kind == .upload && $0.state == .held }
      return held.map { .sendToPump(.retryRequested($0.id)) } + [.finish(nil)]
    case .refused(let error): return [.finish(error)]
    }
  }
}
