/// Decides which job runs when. A pure value: it knows every job that is not over, hands out leases, and never runs
/// one twice at once.
///
/// ```swift
/// var pump = JobPump(seed: 1)
/// for case .run(let job, let lease) in pump.handle(.added([job]), at: now) { print(job.kind, lease) }
/// ```
///
/// What a kind of job waits for, how many run at once and how long a worker may be silent is its ``JobPolicy``; the pump
/// knows no kind by name. Of the booth's own (``SessionJob``) the composite goes first, so that it is part of the first
/// upload, and the film strip when no composite renders. While the gallery is away, one upload asks for all
/// (``GalleryWatch``).
///
/// A decision costs about the same whether three jobs wait or ten thousand (an outage of a whole night): what may run
/// now, and what waits for a moment, are kept in order (`JobPump+order.swift`).
public struct JobPump: Sendable, Equatable {
  /// What happened. An answer under a lease that is no longer held changes nothing.
  public enum Input: Sendable, Equatable {
    /// What the database held at the start: the rescuer makes jobs left running ready again, and gives held ones another
    /// chance.
    case loaded([Job])
    case added([Job])
    /// The worker is getting on: its lease begins anew.
    case progressed(JobID, lease: AttemptID)
    case succeeded(JobID, lease: AttemptID)
    case failed(JobID, lease: AttemptID, JobFault)
    /// The operator's `queue retry`; nil means all that are not over.
    case retryRequested(JobID?)
    case cancelRequested(JobID)
    /// A session was discarded: its jobs are over, but for its erasure at the gallery.
    case sessionDiscarded(SessionID)
    /// A wait or a lease may have run out.
    case timePassed
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    case run(Job, lease: AttemptID)
    /// Make the job's new state durable.
    case record(Job)
    /// Stop what runs under the lease; its answer will not count.
    case stop(lease: AttemptID)
    /// Nothing has reached the gallery for long, in words; nil: something has again.
    case notifyOperator(String?)
  }

  struct Entry: Sendable, Equatable {
    var job: Job
    var lease: Lease?
    var notBefore: Instant?
  }

  /// The right to work on a job, until `deadline` unless it is renewed.
  struct Lease: Sendable, Equatable {
    var id: AttemptID
    var deadline: Instant
  }

  var entries: [JobID: Entry] = [:]
  var order = Order()
  var gallery = GalleryWatch()
  let registry: JobRegistry
  /// Kinds that ask the gallery.
  let asking: [Job.Kind]
  var random: SeededRandom
  private var lastLease: UInt64 = 0
  /// Jobs that were cancelled since the start. While the disk refuses, the database still has them as they were before, and
  /// offer them again with their session's others.
  private var cancelled: Set<JobID> = []

  /// A pump that knows no jobs; ``Input/loaded(_:)`` brings them.
  /// - Parameters:
  ///   - registry: the kinds it works on; jobs of any other stay as they are.
  ///   - seed: what the random waits are drawn from. The same seed and inputs give the same decisions.
  public init(registry: JobRegistry = .sessions, seed: UInt64) {
    self.registry = registry
    asking = registry.kinds.filter { registry[$0]?.gallery == .asks }
    random = SeededRandom(seed: seed)
  }

  func policy(of kind: Job.Kind) -> JobPolicy? { registry[kind] }
  func retries(of kind: Job.Kind) -> RetryPolicy { registry[kind]?.retries ?? RetryPolicy() }
  func leaseDuration(of kind: Job.Kind) -> Duration { registry[kind]?.lease ?? .zero }

  /// Every job that is not over, in the order of their numbers, with the instant before which it waits.
  public var jobs: [(job: Job, notBefore: Instant?)] {
    entries.values.sorted { $0.job.id < $1.job.id }.map { ($0.job, $0.notBefore) }
  }

  /// Whether no job is left that could still succeed by itself.
  public var isIdle: Bool { entries.values.allSatisfy { $0.job.state.needsOperator } }

  /// When ``Input/timePassed`` is due: the nearest end of a wait or of a lease, or the moment to ask the gallery again.
  public var wakeUp: Instant? {
    var lease: Instant?
    for id in order.running { lease = lease.orEarlier(entries[id]?.lease?.deadline) }
    return lease.orEarlier(order.waiting.first?.until).orEarlier(probeDue)
  }

  /// Decides about one input: what to record, to begin and to stop.
  ///
  /// ```swift
  /// let effects = pump.handle(.added(jobs), at: clock.now)  // .record and .run for each that may run now
  /// ```
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .loaded(let jobs): effects = load(jobs, at: now)
    case .added(let jobs):
      for var job in jobs where entries[job.id] == nil && !job.state.isOver && !cancelled.contains(job.id) {
        // The database may be behind: only jobs that the pump knows are worked on.
        if job.state == .running { job.state = .ready }
        put(Entry(job: job))
      }
    case .progressed(let id, let lease):
      guard var entry = entries[id], entry.lease?.id == lease else { return [] }
      entry.lease?.deadline = now + leaseDuration(of: entry.job.kind)
      put(entry)
    case .succeeded(let id, let lease):
      guard var entry = entries[id], entry.lease?.id == lease else { return [] }
      entry.job.state = .done
      entry.job.lastFailure = nil
      remove(id)
      effects.append(.record(entry.job))
      effects += galleryAnswered(entry.job.kind)
    case .failed(let id, let lease, let failure):
      guard let entry = entries[id], entry.lease?.id == lease else { return [] }
      effects.append(fail(entry, failure, at: now))
      effects += watchGallery(entry.job.kind, failure, at: now)
    case .retryRequested(let id):
      gallery.retryRequested()
      for key in id.map({ [$0] }) ?? entries.keys.sorted() {
        guard var entry = entries[key], entry.lease == nil else { continue }
        entry.notBefore = nil
        if entry.job.state != .ready {
          entry.job.state = .ready
          effects.append(.record(entry.job))
        }
        put(entry)
      }
    case .cancelRequested(let id): effects = cancel([id])
    case .sessionDiscarded(let session):
      let jobs = order.jobs(of: .session(session))
      effects = cancel(jobs.filter { entries[$0].flatMap { policy(of: $0.job.kind) }?.endsWithSubject ?? false })
    case .timePassed: effects = rescueExpiredLeases(at: now)
    }
    effects += endWaits(at: now)
    return effects + startWhatMayRun(at: now)
  }

  mutating func fail(_ entry: Entry, _ failure: JobFault, at now: Instant) -> Effect {
    var entry = entry
    entry.lease = nil
    entry.job.lastFailure = failure.detail
    switch failure.kind {
    case .mayPass:
      entry.job.state = .ready
      entry.notBefore =
        now
        + retries(of: entry.job.kind).delay(
          afterFailures: entry.job.attempts, retryAfter: failure.retryAfter, random: random.next())
    case .needsOperator:
      entry.job.state = .held
      entry.notBefore = failure.retryAfter.map { now + $0 }
    case .expired: entry.job.state = .expired
    case .impossible: entry.job.state = .failed
    }
    put(entry)
    return .record(entry.job)
  }

  private mutating func cancel(_ ids: [JobID]) -> [Effect] {
    var effects: [Effect] = []
    for id in ids {
      guard var entry = entries[id] else { continue }
      if let lease = entry.lease { effects.append(.stop(lease: lease.id)) }
      entry.job.state = .cancelled
      remove(id)
      cancelled.insert(id)
      effects.append(.record(entry.job))
    }
    return effects
  }

  /// A wait that is over is over even if there is no room for the job yet: it is the end of another that makes room.
  private mutating func endWaits(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let first = order.waiting.first, first.until <= now, var entry = entries[first.job] {
      if entry.job.state == .held {
        effects += askAgain(at: now)
      } else {
        entry.notBefore = nil
        put(entry)
      }
    }
    return effects
  }

  private mutating func startWhatMayRun(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let id = nextToRun(at: now), var entry = entries[id] {
      lastLease += 1
      let lease = Lease(id: AttemptID(lastLease), deadline: now + leaseDuration(of: entry.job.kind))
      entry.lease = lease
      entry.job.state = .running
      entry.job.attempts += 1
      put(entry)
      if asking.contains(entry.job.kind) { gallery.lastProbe = id }
      effects += [.record(entry.job), .run(entry.job, lease: lease.id)]
    }
    return effects
  }

  /// The oldest job that may run now and finds room; a film strip only when nothing else does.
  private func nextToRun(at now: Instant) -> JobID? {
    first(of: .byAge, at: now) ?? first(of: .whenNothingElse, at: now)
  }

  private func first(of order: JobPolicy.Order, at now: Instant) -> JobID? {
    var first: JobID?
    for kind in registry.kinds {
      guard let policy = policy(of: kind), policy.order == order, hasRoom(kind, policy) else { continue }
      guard let next = policy.gallery == .asks ? nextAsking(kind, at: now) : self.order.due(kind).first else {
        continue
      }
      first = min(first ?? next, next)
    }
    return first
  }

  private func hasRoom(_ kind: Job.Kind, _ policy: JobPolicy) -> Bool {
    order.runningCount(kind) < max(policy.atOnce, 1) && order.runningCount(of: policy.notBeside) == 0
  }
}
