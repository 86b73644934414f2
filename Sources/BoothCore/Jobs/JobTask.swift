/// What there is to do for a job, decided from the session as the books have it when the work begins.
public enum JobTask: Sendable, Equatable {
  case composite
  case filmStrip
  case upload
  case erase
  /// The picture is there already, but the process may have died before its upload was queued.
  case addUpload
  /// There is nothing to do: the job has succeeded.
  case nothing
  case impossible(JobFailure)
}

extension Job.Kind {
  /// - Parameter session: with its kept assets.
  public func task(for session: SessionRecord) -> JobTask {
    guard session.state != .discarded || self == .erase else { return .impossible(.sessionGone) }
    func has(_ kind: AssetKind) -> Bool { session.assets.contains { $0.kind == kind } }
    switch self {
    case .composite:
      if has(.stripPhoto) { return .addUpload }
      return session.photos.isEmpty ? .nothing : .composite
    case .filmStrip:
      if has(.stripVideo) { return .addUpload }
      return session.clips.isEmpty ? .nothing : .filmStrip
    // An upload before it took everything along.
    case .upload: return session.state == .uploaded && !session.needsUpload ? .nothing : .upload
    case .erase: return .erase
    }
  }
}

extension JobFailure {
  public static let sessionGone = JobFailure(.impossible, "the session is gone")

  /// The store refused, or a file could not be read: what is not there will not come back, the rest may pass.
  public init(_ error: StoreError) {
    self.init(error.code == .notFound ? .impossible : .mayPass, error.description)
  }

  /// What the end of an upload means for its job; nil: it succeeded.
  /// - Parameters:
  ///   - event: after whose own expiry nothing more is tried.
  ///   - time: an untrusted clock expires nothing, as it may be years off.
  public init?(_ outcome: UploadRun.Outcome, _ event: Event?, at time: WallTime) {
    switch outcome {
    case .succeeded: return nil
    case .succeededWithout(let assets, let failure):
      let names = assets.map(\.path).joined(separator: ", ")
      self.init(.needsOperator, "the gallery refuses \(names): \(failure)")
    case .failed(let failure):
      if event?.hasExpired(at: time) == true {
        self.init(.expired, "the event's expiry has passed; last failure: \(failure)")
      } else {
        self.init(uploading: failure)
      }
    }
  }
}
