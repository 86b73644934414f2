/// One durable unit of background work. It exists in the database before anyone is told that it was queued.
public struct Job: Sendable, Equatable, Codable, Identifiable {
  /// What is to be done. The raw values are in the database.
  public enum Kind: String, Sendable, Codable, CaseIterable {
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

    /// Whether it is in vain once its session is discarded.
    public var endsWithSession: Bool { self != .erase && self != .emails }
  }

  /// Where a job is on its way. The raw values are in the database.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// May run, now or after a wait. Set by the store when it makes the job, by the pump after a failure that may
    /// pass, by the operator's retry, and by the rescuer: for a lease that ran out, and at the start of the program for
    /// jobs that were running or held.
    case ready
    /// Being worked on under a lease with a deadline. Set by the pump; never outlives the process.
    case running
    /// Finished. Set by the pump; final.
    case done
    /// Failed in a way only the operator can mend (a wrong token). Set by the pump; the operator's retry, or the next
    /// start of the program, makes it ready again; so does the pump where the remedy may have been made at the gallery:
    /// one of them every quarter of an hour, all of them when the gallery takes something.
    case held
    /// The event's own expiry passed before it succeeded. Set by the pump; the operator may retry it.
    case expired
    /// It can never succeed as things are (the clip's bytes are no film). Set by the pump; nothing waits for it. It
    /// stays to be seen, and the operator may retry or cancel it.
    case failed
    /// The operator cancelled it, or its session was discarded. Final.
    case cancelled

    /// Nothing moves it any more.
    public var isOver: Bool { self == .done || self == .cancelled }
    /// A dead letter: it waits for the operator.
    public var needsOperator: Bool { self == .held || self == .expired || self == .failed }
  }

  /// Its number in the database: the lower, the older.
  public var id: JobID
  /// What is to be done.
  public var kind: Kind
  /// The session whose files it works on.
  public var session: SessionID
  /// Where it is on its way. Work begins only when `running` is durable.
  public var state: State
  /// How often it was tried.
  public var attempts: Int
  /// What went wrong last, for the operator; never a token or a signed link.
  public var lastFailure: String?

  /// A new job that may run at once, unless said otherwise.
  public init(
    id: JobID, kind: Kind, session: SessionID, state: State = .ready, attempts: Int = 0, lastFailure: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.session = session
    self.state = state
    self.attempts = attempts
    self.lastFailure = lastFailure
  }
}

/// Why a job failed, by what the pump does about it.
public struct JobFault: Error, Sendable, Equatable, Codable {
  /// What the pump does about it.
  public enum Kind: String, Sendable, Codable {
    /// It may pass: tried again by the retry policy.
    case mayPass
    /// Only the operator can help.
    case needsOperator
    /// The event's expiry has passed: not tried again.
    case expired
    /// It can never succeed (the clip's bytes are no film): not tried again, and nothing waits for it.
    case impossible
  }

  /// Where the fault lies: other jobs are kept from a gallery that is away, not from a bad file.
  public enum Cause: String, Sendable, Codable {
    /// Something of this job: its files, the disk, its pictures.
    case here
    /// The gallery did not answer, or not as it should: other jobs would fare the same.
    case gallery
  }

  /// What the pump does about it.
  public var kind: Kind
  /// Words for the operator, with the remedy where there is one. Kept as ``Job/lastFailure``, so never a token or a
  /// signed link.
  public var detail: String
  /// Not before this long, whatever the policy says. With ``Kind/needsOperator``: when it may be asked again all the
  /// same, as the remedy may be made elsewhere.
  public var retryAfter: Duration?
  /// Where the fault lies.
  public var cause: Cause
  /// Waiting alone rarely mends it: of a gallery's failures the operator hears at the first, not after many.
  public var isToldAtOnce: Bool

  /// A failure of this job alone, without a wait of its own, unless said otherwise.
  public init(
    _ kind: Kind, _ detail: String, retryAfter: Duration? = nil, cause: Cause = .here, isToldAtOnce: Bool = false
  ) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
    self.cause = cause
    self.isToldAtOnce = isToldAtOnce
  }
}
