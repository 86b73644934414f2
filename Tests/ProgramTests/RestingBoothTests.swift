import BoothCore
import BoothRuntime
import BoothStore
import BoothTesting
import Testing

@testable import CommandSupport

/// What an operator does to the store of a booth that does not run.
@Suite struct RestingBoothTests {
  private static let time = WallTime(unixSeconds: 1_770_000_000)
  private let folder: TemporaryFolder
  private let store: VaultSessionStore
  private let session: SessionID

  init() async throws {
    folder = try TemporaryFolder()
    store = try VaultSessionStore.open(folder: folder.path("data"))
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
    session = try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://b.example", at: Self.time
    ).id
    _ = try await store.add(
      NewAsset(session: session, kind: .photo, strip: 0), from: .bytes([1, 2, 3]), at: Self.time)
    _ = try await store.finishSession(session, quiet: false)
  }

  private func upload() async throws -> Job {
    try #require(try await store.jobs(all: true).first { $0.kind == .upload })
  }

  private func put(_ state: Job.State) async throws -> Job {
    var job = try await upload()
    (job.state, job.lastFailure) = (state, "the token is wrong")
    try await store.record(job)
    return job
  }

  @Test func `a job that waits for the operator is ready again, alone or with all others`() async throws {
    for all in [false, true] {
      let held = try await put(.held)
      let words = try await RestingBooth(store).perform(.retry(all ? nil : held.id), at: Self.time)
      let open = try await store.jobs(all: false)
      let jobs = all && open.count > 1 ? "\(open.count) jobs are" : "1 job is"
      #expect(words == "\(jobs) tried when the booth runs next; it does not run now")
      #expect(open.allSatisfy { $0.state == .ready })
    }
  }

  @Test func `a cancelled job's work is queued anew`() async throws {
    let cancelled = try await put(.cancelled)
    let words = try await RestingBooth(store).perform(.retry(cancelled.id), at: Self.time)
    #expect(words.hasPrefix("job \(cancelled.id) was cancelled; job "))
    #expect(try await store.jobs(all: false).contains { $0.kind == .upload && $0.id > cancelled.id })
  }

  @Test func `a job is given up, and its files stay`() async throws {
    let held = try await put(.held)
    let words = try await RestingBooth(store).perform(.cancel(held.id), at: Self.time)
    #expect(words == "job \(held.id) is given up; its files stay on this machine")
    #expect(try await store.jobs(all: true).first { $0.id == held.id }?.state == .cancelled)
    #expect(folder.exists("data/sessions/\(session)/photo_0.jpg"))
    let error = await #expect(throws: OperatorError.self) {
      try await RestingBooth(store).perform(.cancel(held.id), at: Self.time)
    }
    #expect(error?.words.contains("no such job") == true)
  }

  @Test func `a job that a newer version has left is given up without one, and the booth starts again`() async throws {
    var jobs = JobRegistry.sessions
    let kind = Job.Kind(rawValue: "holograms")
    jobs.register(kind, JobPolicy(subject: "session", lease: .seconds(60), confirmation: .served, topic: "holograms"))
    store.close()
    let newer = try VaultSessionStore.open(folder: folder.path("data"), jobs: jobs)
    let job = try await newer.queue(kind, of: .session(session))
    newer.close()
    let place = ["--data", folder.path("data")]
    #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: folder.path("data")) }
    let given = try await Program.run(["queue", "cancel", "\(job.id)"] + place)
    #expect(given.code == 0 && given.output.contains("is given up"), "\(given.output)\(given.errors)")
    try VaultSessionStore.open(folder: folder.path("data")).close()
  }

  @Test func `a session is erased here, and the gallery hears of it when the booth runs next`() async throws {
    let words = try await RestingBooth(store).perform(.eraseSession(session), at: Self.time)
    #expect(words.hasPrefix("erased here; the gallery is told when the booth runs next"))
    #expect(try await store.session(session)?.state == .discarded)
    #expect(!folder.exists("data/sessions/\(session)/photo_0.jpg"))
  }

  @Test func `what there is nothing of, and what needs a running booth, is refused in words`() async throws {
    let booth = RestingBooth(store)
    await #expect(throws: OperatorError.self) { try await booth.perform(.retry(99), at: Self.time) }
    let error = await #expect(throws: OperatorError.self) { try await booth.perform(.pause, at: Self.time) }
    #expect(error?.words == "pause needs a running booth")
    #expect(try await store.session(session)?.state == .finished)
  }
}
