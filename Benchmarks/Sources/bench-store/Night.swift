import BoothCore
import BoothStore
import Measuring

/// A booth's data folder in the middle of a night: sessions that are over, with their jobs, and one that goes on.
struct Night {
  let folder: String
  let store: VaultSessionStore
  let jobs: [Job]
  let session: SessionID

  init(folder: String) async throws {
    self.folder = folder
    store = try VaultSessionStore.open(folder: folder)
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
    var sessions: [SessionID] = []
    for number in 0..<52 {
      let record = try await store.openSession(
        event: event, plan: event.plan, linkBase: "http://127.0.0.1",
        at: WallTime(unixSeconds: 1_780_000_000 + Double(number) * 120))
      sessions.append(record.id)
    }
    session = sessions.removeLast()
    for session in sessions { _ = try await store.finishSession(session, quiet: false) }
    jobs = try await store.jobs(all: true)
    if jobs.isEmpty { fail("the store made no jobs") }
  }

  /// A job as the pump records it, different every time.
  func job(_ number: Int) -> Job {
    var job = jobs[number % jobs.count]
    job.attempts = number + 1
    job.state = number % 2 == 0 ? .running : .ready
    job.lastFailure = number % 2 == 0 ? nil : "the gallery cannot be reached: connection refused"
    return job
  }

  /// Keeps a photo of `bytes`.
  func keep(_ bytes: [UInt8]) async throws {
    _ = try await store.add(
      NewAsset(session: session, kind: .photo, strip: 0), from: .bytes(bytes),
      at: WallTime(unixSeconds: 1_780_010_000))
  }
}
