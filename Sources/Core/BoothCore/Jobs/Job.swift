/// One durable unit of background work. It exists in the database before anyone is told that it was queued.
///
/// ```swift
/// let job = Job(id: id, kind: .upload, session: session)
/// job.state  // .ready: it may run
/// ```
public struct Job: Sendable, Equatable, Identifiable {
  /// What is to be done: a word, which ``JobRegistry`` gives its policy. The words are in the database.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The word, as it is in the database.
    public let rawValue: String

    /// Any word; only a registered one is ever worked on.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }
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
  /// What it is about.
  public var subject: JobSubject
  /// Where it is on its way. Work begins only when `running` is durable.
  public var state: State
  /// How often it was tried.
  public var attempts: Int
  /// What went wrong last, for the operator; never a token or a signed link.
  public var lastFailure: String?

  /// A new job that may run at once, unless said otherwise.
  public init(
    id: JobID, kind: Kind, subject: JobSubject, state: State = .ready, attempts: Int = 0, lastFailure: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.subject = subject
    self.state = state
    self.attempts = attempts
    self.lastFailure = lastFailure
  }

  /// The same of a session.
  public init(
    id: JobID, kind: Kind, session: SessionID, state: State = .ready, attempts: Int = 0, lastFailure: String? = nil
  ) {
    self.init(
      id: id, kind: kind, subject: .session(session), state: state, attempts: attempts, lastFailure: lastFailure)
  }

  /// The session it is about; nil for another workflow's.
  public var session: SessionID? {
    guard case .session(let id) = subject else { return nil }
    return id
  }
}

/// A session's job has its `session`; another's has `subject` and `subjectID`.
extension Job: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, session, subject, subjectID, state, attempts, lastFailure
  }

  /// Takes a job without a subject of its own for a session's, as all were once.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let subject: JobSubject
    if let kind = try values.decodeIfPresent(String.self, forKey: .subject) {
      subject = .other(kind: kind, id: try values.decode(String.self, forKey: .subjectID))
    } else {
      subject = .session(try values.decode(SessionID.self, forKey: .session))
    }
    self.init(
      id: try values.decode(JobID.self, forKey: .id), kind: try values.decode(Kind.self, forKey: .kind),
      subject: subject, state: try values.decode(State.self, forKey: .state),
      attempts: try values.decode(Int.self, forKey: .attempts),
      lastFailure: try values.decodeIfPresent(String.self, forKey: .lastFailure))
  }

  /// Leaves out what it does not have.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(kind, forKey: .kind)
    switch subject {
    case .session(let id): try values.encode(id, forKey: .session)
    case .other(let kind, let id):
      try values.encode(kind, forKey: .subject)
      try values.encode(id, forKey: .subjectID)
    }
    try values.encode(state, forKey: .state)
    try values.encode(attempts, forKey: .attempts)
    try values.encodeIfPresent(lastFailure, forKey: .lastFailure)
  }
}
