import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@Suite struct JobRegistryTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let sync = Job.Kind(rawValue: "locationSync")

  private func job(_ id: JobID, _ kind: Job.Kind, of place: String) -> Job {
    Job(id: id, kind: kind, subject: .other(kind: "location", id: place))
  }

  private func registry(_ change: (inout JobPolicy) -> Void = { _ in }) -> JobRegistry {
    var registry = JobRegistry.sessions
    var policy = JobPolicy(subject: "location", lease: .seconds(30), confirmation: .served, topic: "locations")
    change(&policy)
    registry.register(sync, policy)
    return registry
  }

  private func runs(_ effects: [JobPump.Effect]) -> [JobID] {
    effects.compactMap { if case .run(let job, _) = $0 { job.id } else { nil } }
  }

  @Test func `a job of a kind that nobody registered waits, and keeps nobody`() {
    var pump = JobPump(seed: 1)
    let upload = Job(id: 2, kind: .upload, session: SessionRef.sample(1).id)
    #expect(runs(pump.handle(.loaded([job(1, sync, of: "a"), upload]), at: start)) == [2])
    #expect(pump.jobs.map(\.job.state) == [.ready, .running])
  }

  @Test func `as many run at once as its policy says, and of one thing one`() {
    var pump = JobPump(registry: registry { $0.atOnce = 2 }, seed: 1)
    let jobs = [job(1, sync, of: "a"), job(2, sync, of: "a"), job(3, sync, of: "b"), job(4, sync, of: "c")]
    #expect(runs(pump.handle(.added(jobs), at: start)) == [1, 3])
    #expect(runs(pump.handle(.succeeded(1, lease: 1), at: start)) == [2])
    #expect(runs(pump.handle(.succeeded(3, lease: 2), at: start)) == [4])
  }

  @Test func `one that is silent for its own lease is taken away, and tried again by its own pace`() throws {
    let pace = RetryPolicy(base: .seconds(1), cap: .milliseconds(1))
    var pump = JobPump(registry: registry { $0.retries = pace }, seed: 1)
    _ = pump.handle(.added([job(1, sync, of: "a")]), at: start)
    #expect(pump.wakeUp == start + .seconds(30))
    _ = pump.handle(.timePassed, at: start + .seconds(30))
    let next = try #require(pump.wakeUp)
    #expect(next - (start + .seconds(30)) <= .milliseconds(1))
  }

  @Test func `a discarded session ends none of them`() {
    var pump = JobPump(registry: registry(), seed: 1)
    _ = pump.handle(.added([job(1, sync, of: SessionRef.sample(1).id.text)]), at: start)
    #expect(pump.handle(.sessionDiscarded(SessionRef.sample(1).id), at: start) == [])
  }

  @Test func `while the gallery is away one job asks for all, whichever workflow it is of`() {
    var pump = JobPump(
      registry: registry {
        $0.gallery = .asks
        $0.atOnce = 3
      }, seed: 1)
    let uploads = (1...3).map { Job(id: $0, kind: .upload, session: SessionRef.sample(UInt8($0)).id) }
    _ = pump.handle(.added(uploads + [job(4, sync, of: "a"), job(5, sync, of: "b")]), at: start)
    let away = JobFault(.mayPass, "no answer", cause: .gallery)
    for id in 1...5 { _ = pump.handle(.failed(JobID(id), lease: AttemptID(UInt64(id)), away), at: start) }
    var asked: Set<JobID> = []
    var (now, lease) = (start, UInt64(6))
    for _ in 0..<12 {
      now = max(now, pump.wakeUp ?? now)
      let ids = runs(pump.handle(.timePassed, at: now))
      #expect(ids.count <= 1)
      for id in ids {
        asked.insert(id)
        _ = pump.handle(.failed(id, lease: AttemptID(lease), away), at: now)
        lease += 1
      }
    }
    #expect(asked.contains { $0 <= 3 } && asked.contains { $0 > 3 })
  }

  @Test func `a kind has one policy, and what was registered first counts`() {
    var registry = registry()
    let first = registry[sync]
    registry.register(sync, JobPolicy(subject: "report", lease: .seconds(1), confirmation: .answer, topic: "x"))
    #expect(registry[sync] == first && registry.kinds.count(where: { $0 == sync }) == 1)
  }

  @Test(arguments: [
    JobSubject.other(kind: "session", id: "a"), .other(kind: "", id: "a"), .other(kind: "location", id: ""),
    .other(kind: "location", id: "a\nb"), .other(kind: "location", id: String(repeating: "a", count: 201)),
  ]) func `a subject that cannot be told apart or kept is refused`(_ subject: JobSubject) {
    #expect(!subject.isSane)
  }

  /// The page's table is the registry's.
  @Test func `what the documentation says of each kind is so`() throws {
    let page = try String(
      contentsOf: SourceTree.root.appending(path: "Docs/internals/jobs.md"), encoding: .utf8)
    for kind in JobRegistry.sessions.kinds {
      let policy = try #require(JobRegistry.sessions[kind])
      let order = policy.order == .byAge ? "the oldest first" : "when nothing else may run"
      let gallery = ["none": "no", "counts": "counts", "asks": "asks for all"][policy.gallery.rawValue] ?? ""
      let row = """
        | `\(kind)` | \(order) | \(policy.atOnce) | \(policy.lease.components.seconds) s | \(gallery) | \
        \(policy.confirmation.rawValue) | \(policy.endsWithSubject ? "yes" : "no") | \(policy.topic) |
        """
      #expect(page.contains(row), "expected the row: \(row)")
    }
  }
}
