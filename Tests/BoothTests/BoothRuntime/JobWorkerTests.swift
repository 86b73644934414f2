import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// Another workflow's jobs, beside the booth's own.
@Suite(.timeLimit(.minutes(15))) struct JobWorkerTests {
  private static let sync = Job.Kind(rawValue: "locationSync")
  private static let place = JobSubject.other(kind: "location", id: "17")

  private static let jobs: JobRegistry = {
    var registry = JobRegistry.sessions
    registry.register(
      sync, JobPolicy(subject: "location", lease: .seconds(60), confirmation: .served, topic: "locations"))
    return registry
  }()

  /// Fails as it is told, then succeeds.
  private final class Worker: JobWorker {
    let worked = Mutex<[JobSubject]>([])
    let faults: Mutex<[JobFault]>

    init(_ faults: [JobFault] = []) { self.faults = Mutex(faults) }

    func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault? {
      progress()
      worked.withLock { $0.append(job.subject) }
      return faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  @Test func `a location's sync is done by its own worker, and is over`() async throws {
    let worker = Worker()
    let test = try TestBooth(jobs: Self.jobs, workers: ["location": worker])
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      let job = try await test.booth.queue(Self.sync, of: Self.place)
      try await test.until { _ in worker.worked.withLock { !$0.isEmpty } }
      try await test.until { _ in test.store.recordedJobs.first { $0.id == job.id }?.state == .done }
      #expect(worker.worked.withLock { $0 } == [Self.place])
    }
  }

  @Test func `one that only the operator can mend is told under its topic, and goes on when he asks`() async throws {
    let worker = Worker([JobFault(.needsOperator, "the archive asks for a password")])
    let test = try TestBooth(jobs: Self.jobs, workers: ["location": worker])
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      _ = try await test.booth.queue(Self.sync, of: Self.place)
      try await test.until { $0.troubles["locations"] == "the archive asks for a password" }
      test.booth.post(.retryRequested(nil))
      try await test.until { $0.troubles["locations"] == nil }
    }
    #expect(worker.worked.withLock { $0.count } == 2)
  }

  @Test func `a job that nobody works on says so, and keeps nobody`() async throws {
    let test = try TestBooth(jobs: Self.jobs)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      _ = try await test.booth.queue(Self.sync, of: Self.place)
      try await test.until {
        $0.troubles["locations"]?.hasPrefix("nothing in this program works on locationSync of location") == true
      }
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
    }
  }
}
