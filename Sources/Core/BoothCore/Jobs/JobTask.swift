/// What there is to do for a job, decided from the session as the database has it when the work begins.
public enum JobTask: Sendable, Equatable {
  case composite
  /// At least one; what cannot be made does not stop the others.
  case films([FilmKind])
  case upload
  /// Remove the session from the gallery.
  case erase
  /// The file of e-mail addresses of the session's event.
  case emails
  /// Keep the photos as versions of the location; those that are there already stay as they are.
  case version
  /// The picture is there already, but the process may have died before its upload was queued.
  case addUpload
  /// There is nothing to do: the job has succeeded.
  case nothing
  case impossible(JobFault)
}

extension SessionJob {
  /// - Parameter session: with its kept assets.
  public func task(for session: SessionRecord) -> JobTask {
    // The addresses of an erased session leave the file, which goes to the gallery without them.
    guard session.state != .discarded || self == .erase || self == .emails else { return .impossible(.sessionGone) }
    func has(_ kind: AssetKind) -> Bool { session.assets.contains { $0.kind == kind } }
    switch self {
    case .composite:
      if has(.stripPhoto) { return .addUpload }
      return session.photos.isEmpty ? .nothing : .composite
    case .filmStrip:
      let lacking = session.lackingFilms
      if !lacking.isEmpty { return .films(lacking) }
      return FilmKind.allCases.contains { has($0.asset) } ? .addUpload : .nothing
    case .upload: return .upload
    case .erase: return .erase
    case .emails: return .emails
    case .version: return session.photos.isEmpty ? .nothing : .version
    }
  }
}

extension JobFault {
  /// the database has no such session any more, or it is discarded: nothing is left to do for it.
  public static let sessionGone = JobFault(.impossible, "the session is gone")

  /// Nothing in this program works on such a job.
  public static func nobodysWork(_ job: Job) -> JobFault {
    JobFault(
      .needsOperator,
      "nothing in this program works on \(job.kind) of \(job.subject.kind); run the version of booth that queued it")
  }

  /// The store refused, or a file could not be read: what is not there will not come back, the rest may pass.
  public init(_ error: StoreError) {
    self.init(error.code == .notFound ? .impossible : .mayPass, error.description)
  }

  /// The list of e-mail addresses could not be read: one that cannot be read as a list is mended by the operator
  /// only. Who has moved it away need not say so.
  public init(readingEmails error: StoreError) {
    if error.code == .failed {
      self.init(.needsOperator, error.description, retryAfter: RetryPolicy.held)
    } else {
      self.init(error)
    }
  }

  /// What the end of an upload means for its job; nil: it succeeded.
  /// - Parameter hasExpired: the event's own expiry has passed, so that nothing more is tried.
  public init?(_ outcome: UploadRun.Outcome, hasExpired: Bool) {
    switch outcome {
    case .succeeded: return nil
    case .succeededWithout(let left):
      self.init(left)
    case .failed(let failure):
      if hasExpired {
        self.init(.expired, "the event's expiry has passed; last failure: \(failure)")
      } else {
        self.init(uploading: failure)
      }
    }
  }
}

extension JobFault {
  /// What could not be read may be read the next time; what the gallery took and lost is sent again, but no gallery that
  /// always loses it gets it every few seconds; one that cannot be asked, or whose limit of size may be raised, is asked again
  /// slowly, as one that refuses its token is. The rest needs a copy put in its place by hand.
  fileprivate init(_ left: [UploadRun.Left]) {
    let words = UploadRun.words(for: left)
    if left.contains(where: { $0.mayPass && $0.failure.code != .lost }) {
      self.init(.mayPass, words)
    } else if left.contains(where: \.mayPass) {
      self.init(.mayPass, words, retryAfter: RetryPolicy.held)
    } else if left.contains(where: { $0.failure.code == .unasked || $0.failure.code == .tooLarge }) {
      self.init(.needsOperator, words, retryAfter: RetryPolicy.held)
    } else {
      self.init(.needsOperator, words)
    }
  }
}

extension UploadRun {
  /// For the operator: what did not go, why, and what to do.
  public static func words(for left: [Left]) -> String {
    let unasked = left.count { $0.failure.code == .unasked }
    guard unasked < left.count else {
      return """
        the gallery took everything, and cannot be asked whether it has it: it serves none of \(unasked) files at \
        /asset?path=…, not even its manifest. They stay here and are not confirmed; it is asked again every quarter of \
        an hour
        """
    }
    let files = left.map { "\($0.asset.path) (\($0.failure.detail))" }.joined(separator: ", ")
    let isHere = left.contains { $0.failure.code == .localFile }
    let advice = [
      isHere ? "Put a good copy in its place, then: booth queue retry" : nil,
      left.first { $0.failure.code == .tooLarge }?.failure.advice,
    ]
    return (["everything else is at the gallery, but not \(files)"] + advice.compactMap { $0 }).joined(separator: ". ")
  }
}
