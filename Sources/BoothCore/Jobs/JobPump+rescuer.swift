/// The rescuer: makes jobs ready again whose worker is gone or is not heard of.
extension JobPump {
  /// At the start no worker lives: what was running is ready again, and what was held gets another chance.
  ///
  /// A job that was running may be what ended the process, and of several each may be, whichever state the others were
  /// left in: so one that was tried three times waits, as after a first failure, then a second, and so on. Where such a
  /// one was running, all others wait half as long as the first of them does: they are done before it is tried again, and
  /// the booth lives at least so long. A rendering, which reads whatever bytes are in the files, is given up after twenty
  /// tries (half an hour of starts) until the operator asks for it.
  mutating func load(_ jobs: [Job], at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    let new = jobs.filter { !$0.state.isOver && entries[$0.id] == nil }
    var others: [Entry] = []
    var firstSuspect: Duration?
    for var job in new {
      var entry = Entry(job: job)
      let wasRunning = job.state == .running
      if wasRunning || job.state == .held { job.state = .ready }
      if job.state == .ready, job.attempts >= Deaths.patience {
        let wait = policy.delay(afterDeaths: job.attempts - Deaths.patience + 1, random: random.next())
        entry.notBefore = now + wait
        if wasRunning {
          let isGivenUp = job.kind.isRendering && job.attempts >= Deaths.renderings
          if !isGivenUp { firstSuspect = min(firstSuspect ?? wait, wait) }
          job.lastFailure = "the booth ended while it ran, after \(job.attempts) tries"
        }
      }
      if wasRunning, job.kind.isRendering, job.attempts >= Deaths.renderings {
        job.state = .failed
        job.lastFailure? += "; it may be what ends it. Look at the session's files, then: booth queue retry \(job.id)"
        entry.notBefore = nil
      }
      if job.state != entry.job.state { effects.append(.record(job)) }
      entry.job = job
      if job.state == .ready, entry.notBefore == nil { others.append(entry) } else { put(entry) }
    }
    for var entry in others {
      entry.notBefore = firstSuspect.map { now + $0 / 2 }
      put(entry)
    }
    return effects
  }

  /// How often a job may have been tried when the process ends under it.
  private enum Deaths {
    static let patience = 3
    static let renderings = 20
  }

  /// Stops whoever has not been heard of for as long as the lease allows; the job waits as after a failure.
  mutating func rescueExpiredLeases(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in order.running {
      guard let entry = entries[id], let lease = entry.lease, lease.deadline <= now else { continue }
      let seconds = leases.duration(of: entry.job.kind).components.seconds
      effects += [
        .stop(lease: lease.id),
        fail(entry, JobFault(.mayPass, "nothing was heard of it for \(seconds) s; it was stopped"), at: now),
      ]
    }
    return effects
  }
}

/// How long a worker may be silent before the rescuer takes its job away.
///
/// - A composite of three 3240×2160 photos takes 0.1 s of CPU on the bench; two minutes are for the slowest Raspberry Pi
///   under load.
/// - A film strip takes half a second of CPU per second of clips, on the bench: ten minutes.
/// - An upload is heard of at each file. The client itself gives up a connection that stands still for a minute, and any
///   one file after an hour: an hour and ten minutes is longer than both.
/// - An erasure is one call to the gallery, a file of addresses two: two minutes.
public struct LeasePolicy: Sendable, Equatable {
  /// For one composite: two minutes.
  public var composite = Duration.seconds(120)
  /// For all films of a session: ten minutes.
  public var filmStrip = Duration.seconds(600)
  /// For a session's upload: an hour and ten minutes; it begins anew whenever the upload is heard of.
  public var upload = Duration.seconds(4200)
  /// For one erasure at the gallery: two minutes.
  public var erase = Duration.seconds(120)
  /// For one file of addresses: two minutes.
  public var emails = Duration.seconds(120)

  /// Starts with the durations above.
  public init() {}

  /// How long a worker on such a job may be silent.
  public func duration(of kind: Job.Kind) -> Duration {
    switch kind {
    case .composite: composite
    case .filmStrip: filmStrip
    case .upload: upload
    case .erase: erase
    case .emails: emails
    }
  }
}

extension Job.Kind {
  fileprivate var isRendering: Bool { self == .composite || self == .filmStrip }
}
