/// How jobs of one kind are treated: stated once, where the kind is registered.
public struct JobPolicy: Sendable, Equatable {
  /// When a job's turn comes among all others.
  public enum Order: String, Sendable {
    /// The oldest first, among all kinds.
    case byAge
    /// Only while nothing else may run.
    case whenNothingElse
  }

  /// What a kind has to do with the gallery.
  public enum Gallery: String, Sendable {
    /// Nothing: it calls another server, or none, or what it is answered holds for no other.
    case none
    /// What the gallery answers to it holds for all that call it.
    case counts
    /// The same; and while the gallery is away, one of these jobs asks for all.
    case asks
  }

  /// Who says that it is done, so that the files it stands for may count as safe elsewhere.
  public enum Confirmation: String, Sendable {
    /// What it makes is in our database.
    case database
    /// The server it went to serves it again, byte for byte as long as it was.
    case served
    /// The server's answer is all there is.
    case answer
  }

  /// What its jobs are about.
  public var subject: JobSubject.Kind
  /// When their turn comes.
  public var order = Order.byAge
  /// How many run at once, at least 1. Of one subject it is always one.
  public var atOnce = 1
  /// Jobs of the same subject that go first, for as long as they have not failed.
  public var waitsFor: [Job.Kind] = []
  /// Kinds beside which none of these runs, whatever they are about.
  public var notBeside: [Job.Kind] = []
  /// How long a worker may be silent before the rescuer takes the job away.
  public var lease: Duration
  /// When one that failed is tried again.
  public var retries = RetryPolicy()
  /// After how many tries a job under which the process ended each time waits for the operator; nil: never.
  public var mostDeaths: Int?
  /// What it has to do with the gallery.
  public var gallery = Gallery.none
  /// Who says that it is done.
  public var confirmation: Confirmation
  /// Whether it is in vain once its subject is discarded.
  public var endsWithSubject = true
  /// Under what word the operator is told of a job that waits for them; two kinds may share one.
  public var topic: String

  /// Oldest first, one at once, retried for ever, and nothing to do with the gallery, unless said otherwise.
  public init(subject: JobSubject.Kind, lease: Duration, confirmation: Confirmation, topic: String) {
    self.subject = subject
    self.lease = lease
    self.confirmation = confirmation
    self.topic = topic
  }
}

/// Every kind of job that this program works on, with its policy. A workflow adds its own to ``sessions``; the database keeps
/// the words, so that an older program which does not know one says so instead of leaving its jobs where they are.
///
/// ```swift
/// var jobs = JobRegistry.sessions
/// var sync = JobPolicy(subject: "location", lease: .seconds(600), confirmation: .served, topic: "locations")
/// sync.atOnce = 2
/// jobs.register(Job.Kind(rawValue: "locationSync"), sync)
/// ```
public struct JobRegistry: Sendable, Equatable {
  /// In the order they were registered.
  public private(set) var kinds: [Job.Kind] = []
  private var policies: [Job.Kind: JobPolicy] = [:]

  /// Knows no kind.
  public init() {}

  /// A kind has one policy: of two, the first counts.
  public mutating func register(_ kind: Job.Kind, _ policy: JobPolicy) {
    guard policies[kind] == nil else { return }
    kinds.append(kind)
    policies[kind] = policy
  }

  /// Nil for an unregistered kind: its jobs stay as they are.
  public subscript(kind: Job.Kind) -> JobPolicy? { policies[kind] }
}
