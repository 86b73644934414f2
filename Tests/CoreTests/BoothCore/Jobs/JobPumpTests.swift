import BoothCore
import BoothTesting
import Testing

@Suite struct JobPumpTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let a = SessionRef.sample(1).id, b = SessionRef.sample(2).id

  private func job(_ id: JobID, _ kind: Job.Kind, _ session: SessionID, _ state: Job.State = .ready) -> Job {
    Job(id: id, kind: kind, session: session, state: state)
  }

  private func running(_ job: Job, attempts: Int = 1) -> Job {
    var job = job
    job.state = .running
    job.attempts = attempts
    return job
  }

  private func ended(_ job: Job, _ state: Job.State, attempts: Int = 1, _ failure: String? = nil) -> Job {
    var job = job
    job.state = state
    job.attempts = attempts
    job.lastFailure = failure
    return job
  }

  @Test func `a session's composite first, its upload next, its film strip beside it`() {
    var pump = JobPump(seed: 1)
    let composite = job(1, .composite, a)
    let upload = job(2, .upload, a)
    let film = job(3, .filmStrip, a)
    #expect(
      pump.handle(.added([composite, upload, film]), at: start) == [
        .record(running(composite)), .run(running(composite), lease: 1),
      ])
    #expect(
      pump.handle(.succeeded(1, lease: 1), at: start) == [
        .record(ended(composite, .done)),
        .record(running(upload)), .run(running(upload), lease: 2),
        .record(running(film)), .run(running(film), lease: 3),
      ])
    #expect(pump.handle(.succeeded(2, lease: 2), at: start) == [.record(ended(upload, .done))])
    #expect(pump.handle(.succeeded(3, lease: 3), at: start) == [.record(ended(film, .done))])
    #expect(pump.jobs.isEmpty && pump.wakeUp == nil)
  }

  @Test func `a composite that fails once lets the upload go, and is tried again`() {
    var pump = JobPump(seed: 1)
    let composite = job(1, .composite, a)
    let upload = job(2, .upload, a)
    _ = pump.handle(.added([composite, upload]), at: start)
    let effects = pump.handle(.failed(1, lease: 1, JobFault(.mayPass, "no memory")), at: start)
    #expect(
      effects == [
        .record(ended(composite, .ready, "no memory")), .record(running(upload)), .run(running(upload), lease: 2),
      ])
    let due = pump.wakeUp!
    #expect(due >= start && due < start + .seconds(1))
    var again = ended(composite, .running, attempts: 2, "no memory")
    #expect(pump.handle(.timePassed, at: due) == [.record(again), .run(again, lease: 3)])
    again.state = .done
    again.lastFailure = nil
    #expect(pump.handle(.succeeded(1, lease: 3), at: due) == [.record(again)])
  }

  @Test func `after a crash the upload still waits for the composite the crash cut`() {
    var pump = JobPump(seed: 1)
    let loaded = [
      running(job(1, .composite, b)), running(job(2, .composite, a)), job(3, .upload, a), job(4, .upload, b),
    ]
    let effects = pump.handle(.loaded(loaded), at: start)
    #expect(runs(effects) == [1])
    #expect(runs(pump.handle(.succeeded(1, lease: 1), at: start)) == [2, 4])
    #expect(runs(pump.handle(.succeeded(2, lease: 2), at: start)) == [3])
  }

  @Test func `a film strip never takes a composite's place`() {
    var pump = JobPump(seed: 1)
    #expect(runs(pump.handle(.added([job(1, .filmStrip, a)]), at: start)) == [1])
    #expect(runs(pump.handle(.added([job(2, .composite, b), job(3, .filmStrip, b)]), at: start)) == [2])
    // One film strip at a time, and none beside a composite.
    #expect(runs(pump.handle(.succeeded(1, lease: 1), at: start)) == [])
    #expect(runs(pump.handle(.succeeded(2, lease: 2), at: start)) == [3])
  }

  @Test func `three uploads at once, the oldest first, one a session`() {
    var pump = JobPump(seed: 1)
    let sessions = (1...5).map { SessionRef.sample(UInt8($0)).id }
    let jobs = sessions.enumerated().map { job(JobID($0.offset + 1), .upload, $0.element) }
    #expect(runs(pump.handle(.added(jobs.reversed()), at: start)) == [1, 2, 3])
    #expect(runs(pump.handle(.added([job(9, .upload, sessions[0])]), at: start)) == [])
    #expect(runs(pump.handle(.succeeded(2, lease: 2), at: start)) == [4])
    #expect(runs(pump.handle(.succeeded(3, lease: 3), at: start)) == [5])
    #expect(runs(pump.handle(.succeeded(4, lease: 4), at: start)) == [])
    #expect(runs(pump.handle(.succeeded(1, lease: 1), at: start)) == [9])
  }

  @Test func `a wait that ends where there is no room does not wake anybody for ever`() {
    var pump = JobPump(seed: 1)
    let sessions = (1...4).map { SessionRef.sample(UInt8($0)).id }
    _ = pump.handle(.added([job(1, .upload, sessions[0])]), at: start)
    _ = pump.handle(.failed(1, lease: 1, JobFault(.mayPass, "offline")), at: start)
    _ = pump.handle(.added((1...3).map { job(JobID($0 + 1), .upload, sessions[$0]) }), at: start)
    let due = pump.wakeUp!
    #expect(pump.handle(.timePassed, at: due) == [])
    // What is left are the leases of those that run.
    #expect(pump.wakeUp == start + SessionJob.upload.policy.lease)
    #expect(runs(pump.handle(.succeeded(2, lease: 2), at: due)) == [1])
  }

  @Test func `a Retry-After is waited for`() {
    var pump = JobPump(seed: 1)
    _ = pump.handle(.added([job(1, .upload, a)]), at: start)
    _ = pump.handle(.failed(1, lease: 1, JobFault(.mayPass, "busy", retryAfter: .seconds(77))), at: start)
    #expect(pump.wakeUp == start + .seconds(77))
    #expect(pump.jobs.first?.notBefore == start + .seconds(77))
    #expect(pump.handle(.timePassed, at: start + .seconds(76)) == [])
    #expect(runs(pump.handle(.timePassed, at: start + .seconds(77))) == [1])
  }

  @Test(arguments: [
    (JobFault.Kind.needsOperator, Job.State.held), (.expired, .expired),
  ]) func `what only the operator can mend waits for the operator`(_ kind: JobFault.Kind, _ state: Job.State) {
    var pump = JobPump(seed: 1)
    let upload = job(1, .upload, a)
    _ = pump.handle(.added([upload]), at: start)
    let failed = ended(upload, state, "wrong token")
    #expect(pump.handle(.failed(1, lease: 1, JobFault(kind, "wrong token")), at: start) == [.record(failed)])
    #expect(pump.wakeUp == nil && pump.jobs.map(\.job) == [failed])
    #expect(pump.handle(.timePassed, at: start + .seconds(9999)) == [])
    let again = ended(upload, .running, attempts: 2, "wrong token")
    #expect(
      pump.handle(.retryRequested(nil), at: start) == [
        .record(ended(upload, .ready, "wrong token")), .record(again), .run(again, lease: 2),
      ])
  }

  @Test func `what can never succeed stays to be seen, nothing waits for it, and the operator may retry it`() {
    var pump = JobPump(seed: 1)
    let composite = job(1, .composite, a)
    _ = pump.handle(.added([composite, job(2, .upload, a)]), at: start)
    let effects = pump.handle(.failed(1, lease: 1, JobFault(.impossible, "no picture")), at: start)
    #expect(effects.first == .record(ended(composite, .failed, "no picture")))
    #expect(runs(effects) == [2])
    #expect(pump.jobs.map(\.job.state) == [.failed, .running])
    #expect(pump.handle(.succeeded(2, lease: 2), at: start).count == 1)
    #expect(pump.isIdle && pump.wakeUp == nil)
    #expect(runs(pump.handle(.retryRequested(1), at: start)) == [1])
  }

  @Test func `a start gives held jobs another chance, leaves expired ones and forgets those that are over`() {
    var pump = JobPump(seed: 1)
    let held = ended(job(1, .upload, a), .held, "wrong token")
    let expired = ended(job(2, .upload, b), .expired, "too late")
    let effects = pump.handle(
      .loaded([held, expired, job(3, .upload, a, .done), job(4, .upload, a, .cancelled)]), at: start)
    #expect(effects.first == .record(ended(job(1, .upload, a), .ready, "wrong token")))
    #expect(runs(effects) == [1])
    #expect(pump.jobs.map(\.job.id) == [1, 2])
    #expect(runs(pump.handle(.retryRequested(2), at: start)) == [2])
  }

  @Test func `the operator's retry ends a wait, and touches nothing that runs`() {
    var pump = JobPump(seed: 1)
    _ = pump.handle(.added([job(1, .upload, a), job(2, .upload, b)]), at: start)
    _ = pump.handle(.failed(1, lease: 1, JobFault(.mayPass, "offline", retryAfter: .seconds(500))), at: start)
    #expect(pump.handle(.retryRequested(2), at: start) == [])
    #expect(runs(pump.handle(.retryRequested(nil), at: start)) == [1])
  }

  @Test func `a cancelled job that the books still offer does not begin`() {
    var pump = JobPump(seed: 1)
    let film = job(1, .filmStrip, a)
    _ = pump.handle(.added([film]), at: start)
    _ = pump.handle(.cancelRequested(1), at: start)
    #expect(pump.handle(.added([film]), at: start) == [])
    #expect(pump.jobs.isEmpty)
  }

  @Test func `a cancelled job stops, its answer does not count, and another takes its place`() {
    var pump = JobPump(seed: 1)
    let sessions = (1...4).map { SessionRef.sample(UInt8($0)).id }
    let jobs = sessions.enumerated().map { job(JobID($0.offset + 1), .upload, $0.element) }
    _ = pump.handle(.added(jobs), at: start)
    let effects = pump.handle(.cancelRequested(2), at: start)
    #expect(effects.prefix(2) == [.stop(lease: 2), .record(ended(jobs[1], .cancelled))])
    #expect(runs(effects) == [4])
    #expect(pump.handle(.succeeded(2, lease: 2), at: start) == [])
    #expect(pump.handle(.failed(2, lease: 2, JobFault(.mayPass, "stopped")), at: start) == [])
  }

  @Test func `a discarded session's jobs are over, running or not`() {
    var pump = JobPump(seed: 1)
    let composite = job(1, .composite, a)
    let upload = job(2, .upload, a)
    _ = pump.handle(.added([composite, upload, job(3, .upload, b)]), at: start)
    #expect(
      pump.handle(.sessionDiscarded(a), at: start) == [
        .stop(lease: 1), .record(ended(composite, .cancelled)), .record(ended(upload, .cancelled, attempts: 0)),
      ])
    #expect(pump.jobs.map(\.job.id) == [3])
  }

  @Test func `an answer under an old lease changes nothing`() {
    var pump = JobPump(seed: 1)
    _ = pump.handle(.added([job(1, .upload, a)]), at: start)
    _ = pump.handle(.failed(1, lease: 1, JobFault(.mayPass, "offline")), at: start)
    _ = pump.handle(.retryRequested(1), at: start)
    let before = pump
    #expect(pump.handle(.succeeded(1, lease: 1), at: start) == [])
    #expect(pump == before)
  }

  @Test func `a worker that is silent for too long is stopped, and its late answer changes nothing`() {
    var pump = JobPump(seed: 1)
    let composite = job(1, .composite, a)
    _ = pump.handle(.added([composite]), at: start)
    let due = start + SessionJob.composite.policy.lease
    #expect(pump.wakeUp == due)
    #expect(pump.handle(.timePassed, at: due - .seconds(1)) == [])
    let words = "nothing was heard of it for 120 s; it was stopped"
    #expect(pump.handle(.timePassed, at: due) == [.stop(lease: 1), .record(ended(composite, .ready, words))])
    let before = pump
    #expect(pump.handle(.succeeded(1, lease: 1), at: due) == [])
    #expect(pump.handle(.progressed(1, lease: 1), at: due) == [])
    #expect(pump == before)
    let again = pump.wakeUp!
    #expect(again < due + .seconds(1))
    #expect(runs(pump.handle(.timePassed, at: again)) == [1])
  }

  @Test(arguments: SessionJob.allCases) func `a worker that gets on keeps its lease`(_ work: SessionJob) {
    var pump = JobPump(seed: 1)
    let duration = work.policy.lease
    _ = pump.handle(.added([job(1, work.kind, a)]), at: start)
    var now = start
    for _ in 0..<5 {
      now = now + duration - .seconds(1)
      #expect(pump.handle(.timePassed, at: now) == [])
      #expect(pump.handle(.progressed(1, lease: 1), at: now) == [])
      #expect(pump.wakeUp == now + duration)
    }
    #expect(pump.handle(.succeeded(1, lease: 1), at: now).count == 1)
    #expect(pump.wakeUp == nil)
  }

  @Test func `an erased session's other jobs are over, and its erasure runs`() {
    var pump = JobPump(seed: 1)
    let upload = job(1, .upload, a)
    _ = pump.handle(.added([upload]), at: start)
    #expect(runs(pump.handle(.added([job(2, .erase, a)]), at: start)) == [2])
    #expect(pump.handle(.sessionDiscarded(a), at: start) == [.stop(lease: 1), .record(ended(upload, .cancelled))])
    #expect(pump.jobs.map(\.job.id) == [2])
  }

  @Test func `a night's outage: ten thousand jobs wait, and each decision stays cheap`() {
    var pump = JobPump(seed: 1)
    var random = SeededRandom(seed: 2)
    let sessions = (0..<10_000).map { _ in
      SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    _ = pump.handle(.loaded(sessions.enumerated().map { job(JobID($0.offset + 1), .upload, $0.element) }), at: start)
    var now = start
    var leases = (1...3).map { (JobID($0), AttemptID(UInt64($0))) }
    var decisions = 0
    let clock = ContinuousClock()
    let began = clock.now
    while decisions < 30_000 {
      var next: [(JobID, AttemptID)] = []
      for (id, lease) in leases {
        let effects = pump.handle(.failed(id, lease: lease, JobFault(.mayPass, "offline")), at: now)
        next += effects.compactMap { if case .run(let job, let lease) = $0 { (job.id, lease) } else { nil } }
        decisions += 1
      }
      if next.isEmpty {
        now = pump.wakeUp!
        next = pump.handle(.timePassed, at: now).compactMap {
          if case .run(let job, let lease) = $0 { (job.id, lease) } else { nil }
        }
        decisions += 1
      }
      now = now + .milliseconds(1)
      leases = next
    }
    let each = (clock.now - began) / decisions
    #expect(pump.jobs.count == 10_000)
    // Sorting them all took 30 ms each; the bound is generous for a debug build on a busy machine.
    #expect(each < .milliseconds(3), "\(each) a decision")
    print("a decision among 10000 waiting jobs: \(each)")
  }

  @Test func `a job the books still call running is added as one that may run`() {
    var pump = JobPump(seed: 1)
    #expect(runs(pump.handle(.added([job(1, .upload, a, .running)]), at: start)) == [1])
    #expect(pump.handle(.succeeded(1, lease: 1), at: start) == [.record(ended(job(1, .upload, a), .done))])
    #expect(pump.isIdle)
  }

  @Test func `a job that was at work each time the booth died waits, and a rendering is given up`() {
    var pump = JobPump(seed: 1)
    let upload = running(job(1, .upload, a), attempts: 7)
    let film = running(job(2, .filmStrip, b), attempts: 20)
    let composite = running(job(3, .composite, b), attempts: 2)
    let effects = pump.handle(.loaded([upload, film, composite]), at: start)
    // What was tried less often goes on as soon as the booth has lived half as long as the first of the others waits.
    #expect(runs(effects) == [])
    let waiting = pump.jobs[0]
    let half = waiting.notBefore.map { start + ($0 - start) / 2 }
    #expect(pump.jobs[2].notBefore == half)
    #expect(runs(pump.handle(.timePassed, at: half ?? start)) == [3])
    #expect(waiting.job.state == .ready && waiting.job.lastFailure == "the booth ended while it ran, after 7 tries")
    #expect(waiting.notBefore.map { $0 > start && $0 < start + .seconds(16) } == true)
    let given = pump.jobs[1].job
    #expect(given.state == .failed && given.lastFailure?.contains("booth queue retry 2") == true)
    #expect(effects.prefix(2) == [.record(waiting.job), .record(given)])
    // It runs once more when the operator asks for it.
    _ = pump.handle(.succeeded(3, lease: 1), at: start)
    #expect(runs(pump.handle(.retryRequested(2), at: start)) == [2])
  }

  @Test func `a job added twice runs once`() {
    var pump = JobPump(seed: 1)
    #expect(runs(pump.handle(.added([job(1, .upload, a)]), at: start)) == [1])
    #expect(pump.handle(.added([job(1, .upload, a)]), at: start) == [])
    #expect(pump.handle(.loaded([job(1, .upload, a)]), at: start) == [])
  }
}

/// The jobs that are started, in order.
func runs(_ effects: [JobPump.Effect]) -> [JobID] {
  effects.compactMap { if case .run(let job, _) = $0 { job.id } else { nil } }
}
