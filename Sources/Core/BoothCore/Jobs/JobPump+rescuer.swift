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
      if job.state == .ready, job.attempts >= Self.patience {
        let wait = retries(of: job.kind).delay(afterDeaths: job.attempts - Self.patience + 1, random: random.next())
        entry.notBefore = now + wait
        if wasRunning {
          let isGivenUp = isDeadly(job)
          if !isGivenUp { firstSuspect = min(firstSuspect ?? wait, wait) }
          job.lastFailure = "the booth ended while it ran, after \(job.attempts) tries"
        }
      }
      if wasRunning, isDeadly(job) {
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

  private func isDeadly(_ job: Job) -> Bool {
    policy(of: job.kind)?.mostDeaths.map { job.attempts >= $0 } ?? false
  }

  /// How often a job may have been tried when the process ends under it, before it waits.
  private static let patience = 3

  /// Stops workers that have not been heard of for as long as the lease allows; the job waits as after a failure.
  mutating func rescueExpiredLeases(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in order.running {
      guard let entry = entries[id], let lease = entry.lease, lease.deadline <= now else { continue }
      let seconds = leaseDuration(of: entry.job.kind).components.seconds
      effects += [
        .stop(lease: lease.id),
        fail(entry, JobFault(.mayPass, "nothing was heard of it for \(seconds) s; it was stopped"), at: now),
      ]
    }
    return effects
  }
}
