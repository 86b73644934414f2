import BoothCore
import Testing

/// Jobs whose work ends the process, start after start.
@Suite struct CrashLoopTests {
  /// What the database has of jobs after a death, and how long the booth lived: each start loads them, and the process ends
  /// a tenth of a second after the first of `deadly` begins to run.
  private func live(_ jobs: inout [Job], deadly: Set<JobID>, seed: UInt64) -> (lived: Duration, done: Set<JobID>) {
    var pump = JobPump(seed: seed)
    var now = Instant(nanoseconds: 0)
    var done: Set<JobID> = []
    var effects = pump.handle(.loaded(jobs), at: now)
    while true {
      var leases: [(JobID, AttemptID)] = []
      for effect in effects {
        switch effect {
        case .record(let job): jobs = jobs.map { $0.id == job.id ? job : $0 }
        case .run(let job, let lease): leases.append((job.id, lease))
        case .stop, .notifyOperator: break
        }
      }
      if leases.contains(where: { deadly.contains($0.0) }) {
        return (now - Instant(nanoseconds: 0) + .milliseconds(100), done)
      }
      effects = leases.flatMap { id, lease in
        done.insert(id)
        return pump.handle(.succeeded(id, lease: lease), at: now)
      }
      if !effects.isEmpty { continue }
      guard let next = pump.wakeUp else { return (.seconds(100_000), done) }
      now = max(next, now)
      effects = pump.handle(.timePassed, at: now)
    }
  }

  private func upload(_ number: Int64) -> Job {
    Job(id: number, kind: .upload, session: SessionID(randomBytes: Array(repeating: UInt8(number), count: 16)))
  }

  /// Each of them waits, whichever state the other's end left it in.
  @Test(arguments: [1, 2, 7], [UInt64(1), 2, 3])
  func `however many uploads end the booth, its starts live longer and longer`(count: Int64, seed: UInt64) {
    var jobs = (1...count).map(upload)
    var lives: [Duration] = []
    for start in 0..<25 * Int(count) {
      lives.append(live(&jobs, deadly: Set(jobs.map(\.id)), seed: seed &+ UInt64(start)).lived)
    }
    #expect(lives.count { $0 < .milliseconds(400) } <= Int(count) * 3)
    #expect(lives.suffix(5).allSatisfy { $0 >= .seconds(20) }, "\(lives.suffix(5))")
  }

  @Test func `what harms nobody is brought before the one that does is tried again`() {
    var jobs = (1...6).map(upload)
    jobs[0].attempts = 3
    jobs[0].state = .running
    let life = live(&jobs, deadly: [1], seed: 5)
    #expect(life.done == Set(2...6))
    #expect(life.lived >= .milliseconds(500))
  }

  @Test func `after a power cut everything goes on at once`() {
    var jobs = (1...6).map(upload)
    jobs[0].attempts = 1
    jobs[0].state = .running
    var pump = JobPump(seed: 1)
    // As many as find room, the one that was running among them.
    #expect(runs(pump.handle(.loaded(jobs), at: Instant(nanoseconds: 0))) == [1, 2, 3])
    #expect(live(&jobs, deadly: [], seed: 5).done == Set(1...6))
  }
}
