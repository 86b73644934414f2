/// What the booth does for a session when its guests are done.
public enum SessionJob: String, Sendable, CaseIterable {
  /// Make the session's composite.
  case composite
  /// Make the session's films, most often its film strip; they never delay anything.
  case filmStrip
  /// Bring everything of the session to the gallery.
  case upload
  /// Remove an erased session from the gallery.
  case erase
  /// Bring the file of e-mail addresses, in which the session's guests left one, to the gallery.
  case emails
  /// Keep the session's photo as a version of the location at which it was taken.
  case version

  /// Its word in the database.
  public var kind: Job.Kind { Job.Kind(rawValue: rawValue) }

  /// Whether it is in vain once its session is discarded.
  public var endsWithSession: Bool { self != .erase && self != .emails }

  /// - A composite of three 3240×2160 photos takes 0.1 s of CPU on the bench; two minutes are for the slowest Raspberry Pi
  ///   under load.
  /// - A film strip takes half a second of CPU per second of clips, on the bench: ten minutes.
  /// - An upload is heard of at each file. The client itself gives up a connection that stands still for a minute, and any
  ///   one file after an hour: an hour and ten minutes is longer than both.
  /// - An erasure is one call to the gallery, a file of addresses two: two minutes. A version is one copy of a photo.
  public var policy: JobPolicy {
    let lease: Int64 =
      switch self {
      case .composite, .erase, .emails, .version: 120
      case .filmStrip: 600
      case .upload: 4200
      }
    let confirmation: JobPolicy.Confirmation =
      switch self {
      case .composite, .filmStrip, .version: .database
      case .upload: .served
      case .erase, .emails: .answer
      }
    // `gallery` is the word for what keeps all uploads.
    let topic =
      switch self {
      case .filmStrip: "films"
      case .version: "locations"
      case .composite, .upload, .erase, .emails: rawValue
      }
    var policy = JobPolicy(
      subject: JobSubject.session, lease: .seconds(lease), confirmation: confirmation, topic: topic)
    policy.endsWithSubject = endsWithSession
    switch self {
    case .composite: policy.mostDeaths = Self.mostDeaths
    case .filmStrip:
      policy.mostDeaths = Self.mostDeaths
      policy.order = .whenNothingElse
      policy.notBeside = [.composite]
    case .upload:
      policy.gallery = .asks
      policy.atOnce = 3
      policy.waitsFor = [.composite]
    case .erase: policy.gallery = .counts
    // One file of addresses that the gallery refuses is nothing that pictures wait for.
    case .emails, .version: break
    }
    return policy
  }

  /// A rendering reads whatever bytes are in the files: half an hour of starts.
  private static let mostDeaths = 20
}

extension Job.Kind {
  /// Make a session's composite.
  public static let composite = SessionJob.composite.kind
  /// Make a session's films.
  public static let filmStrip = SessionJob.filmStrip.kind
  /// Bring everything of a session to the gallery.
  public static let upload = SessionJob.upload.kind
  /// Remove an erased session from the gallery.
  public static let erase = SessionJob.erase.kind
  /// Bring the file of e-mail addresses of a session's event to the gallery.
  public static let emails = SessionJob.emails.kind
  /// Keep a session's photo as a version of its location.
  public static let version = SessionJob.version.kind
}

extension Job {
  /// What is to be done for a session; nil where it is another workflow's.
  public var sessionJob: SessionJob? { session == nil ? nil : SessionJob(rawValue: kind.rawValue) }
}

extension JobRegistry {
  /// What the booth does for sessions, for their prints, and to tell receivers how it is.
  public static let sessions: JobRegistry = {
    var registry = JobRegistry()
    for job in SessionJob.allCases { registry.register(job.kind, job.policy) }
    registry.register(.print, .print)
    registry.register(.webhook, .webhook)
    return registry
  }()
}
