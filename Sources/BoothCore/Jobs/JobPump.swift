/// Decides which job runs when. A pure value: it knows every job that is not over, hands out leases, and never runs
/// one twice at once.
///
/// Order within a session: the composite first, so that it is part of the first upload; the film strip when no composite
/// renders, and never in one's way. Between sessions: the oldest first, several uploads at once, one composite and one
/// film strip at a time.
public struct JobPump: Sendable, Equatable {
  public struct Limits: Sendable, Equatable {
    public var uploads = 3
    /// Composites at once; a film strip is the one rendering beside them.
    public var renderings = 1
    public init() {}
  }

  public enum Input: Sendable, Equatable {
    /// What the database held at the start: jobs left running are ready again, held ones get another chance.
    case loaded([Job])
    case added([Job])
    case succeeded(JobID, lease: AttemptID)
    case failed(JobID, lease: AttemptID, JobFailure)
    /// The operator's `queue retry`; nil means all that are not over.
    case retryRequested(JobID?)
    case cancelRequested(JobID)
    /// A session was discarded: its jobs are over.
    case sessionDiscarded(SessionID)
    case timePassed
  }

  public enum Effect: Sendable, Equatable {
    case run(Job, lease: AttemptID)
    /// Make the job's new state durable.
    case record(Job)
    /// Stop what runs under the lease; its answer will not count.
    case stop(lease: AttemptID)
  }

  struct Entry: Sendable, Equatable {
    var job: Job
    var lease: AttemptID?
    var notBefore: Instant?
  }

  var entries: [JobID: Entry] = [:]
  private let policy: RetryPolicy
  private let limits: Limits
  private var random: SeededRandom
  private var lastLease: UInt64 = 0

  public init(policy: RetryPolicy = RetryPolicy(), limits: Limits = Limits(), seed: UInt64) {
    self.policy = policy
    self.limits = limits
    random = SeededRandom(seed: seed)
  }

  /// Every job that is not over, in the order of their numbers, with the instant before which it waits.
  public var jobs: [(job: Job, notBefore: Instant?)] {
    entries.values.sorted { $0.job.id < $1.job.id }.map { ($0.job, $0.notBefore) }
  }

  /// When ``Input/timePassed`` is due: the nearest end of a wait.
  public var wakeUp: Instant? { entries.values.compactMap { $0.job.state == .ready ? $0.notBefore : nil }.min() }

  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .loaded(let jobs):
      for var job in jobs where !job.state.isOver && entries[job.id] == nil {
        if job.state == .running || job.state == .held {
          job.state = .ready
          effects.append(.record(job))
        }
        entries[job.id] = Entry(job: job)
      }
    case .added(let jobs):
      for job in jobs where entries[job.id] == nil && !job.state.isOver { entries[job.id] = Entry(job: job) }
    case .succeeded(let id, let lease):
      guard var entry = entries[id], entry.lease == lease else { return [] }
      entry.job.state = .done
      entry.job.lastFailure = nil
      entries[id] = nil
      effects.append(.record(entry.job))
    case .failed(let id, let lease, let failure):
      guard let entry = entries[id], entry.lease == lease else { return [] }
      effects.append(fail(entry, failure, at: now))
    case .retryRequested(let id):
      for key in entries.keys.sorted() where id == nil || key == id {
        guard var entry = entries[key], entry.lease == nil else { continue }
        entry.notBefore = nil
        if entry.job.state != .ready {
          entry.job.state = .ready
          effects.append(.record(entry.job))
        }
        entries[key] = entry
      }
    case .cancelRequested(let id):
      effects += cancel { $0.id == id }
    case .sessionDiscarded(let session):
      effects += cancel { $0.session == session }
    case .timePassed: break
    }
    return effects + startWhatMayRun(at: now)
  }

  private mutating func fail(_ entry: Entry, _ failure: JobFailure, at now: Instant) -> Effect {
    var entry = entry
    entry.lease = nil
    entry.job.lastFailure = failure.detail
    switch failure.kind {
    case .mayPass:
      entry.job.state = .ready
      entry.notBefore =
        now
        + policy.delay(
          afterFailures: entry.job.attempts, retryAfter: failure.retryAfter, random: random.next())
    case .needsOperator: entry.job.state = .held
    case .expired: entry.job.state = .expired
    case .impossible: entry.job.state = .cancelled
    }
    entries[entry.job.id] = entry.job.state.isOver ? nil : entry
    return .record(entry.job)
  }

  private mutating func cancel(_ matches: (Job) -> Bool) -> [Effect] {
    var effects: [Effect] = []
    for key in entries.keys.sorted() {
      guard var entry = entries[key], matches(entry.job) else { continue }
      if let lease = entry.lease { effects.append(.stop(lease: lease)) }
      entry.job.state = .cancelled
      entries[key] = nil
      effects.append(.record(entry.job))
    }
    return effects
  }

  private mutating func startWhatMayRun(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    var running = Dictionary(grouping: entries.values.filter { $0.lease != nil }, by: \.job.kind).mapValues(\.count)
    let order = entries.values.sorted {
      ($0.job.kind == .filmStrip ? 1 : 0, $0.job.id) < ($1.job.kind == .filmStrip ? 1 : 0, $1.job.id)
    }
    for var entry in order where entry.job.state == .ready && (entry.notBefore ?? now) <= now {
      // Its wait is over even if there is no room for it yet: it is the end of another job that makes room.
      entry.notBefore = nil
      entries[entry.job.id] = entry
      let alike = running[entry.job.kind, default: 0]
      switch entry.job.kind {
      case .upload: guard alike < limits.uploads, !waitsForAnother(entry.job) else { continue }
      case .composite: guard alike < limits.renderings else { continue }
      case .filmStrip: guard alike == 0, running[.composite, default: 0] == 0 else { continue }
      }
      running[entry.job.kind] = alike + 1
      lastLease += 1
      entry.lease = AttemptID(lastLease)
      entry.job.state = .running
      entry.job.attempts += 1
      entries[entry.job.id] = entry
      effects += [.record(entry.job), .run(entry.job, lease: AttemptID(lastLease))]
    }
    return effects
  }

  /// An upload waits for its session's composite while that has not failed yet, and for an upload of the same session.
  private func waitsForAnother(_ job: Job) -> Bool {
    entries.values.contains { other in
      guard other.job.session == job.session, other.job.id != job.id else { return false }
      switch other.job.kind {
      case .composite: return other.lease != nil || (other.job.state == .ready && other.job.lastFailure == nil)
      case .upload: return other.lease != nil
      case .filmStrip: return false
      }
    }
  }
}
