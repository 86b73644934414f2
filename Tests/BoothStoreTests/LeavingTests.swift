import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import Testing

@testable import BoothStore

/// Erasing and the keep-policy, on real files and a real database.
@Suite struct LeavingTests {
  let folder: TemporaryFolder
  let store: VaultSessionStore
  let time = WallTime(unixSeconds: 1_770_000_000.25, secondsFromUTC: 7200, trusted: false)
  let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")

  init() throws {
    folder = try TemporaryFolder()
    store = try VaultSessionStore.open(folder: folder.path)
  }

  private func finished(at time: WallTime? = nil) async throws -> SessionRecord {
    let session = try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://b.example", at: time ?? self.time)
    for strip in 0..<2 {
      _ = try await store.add(
        NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes([1, 2, 3]), at: time ?? self.time)
    }
    _ = try await store.finishSession(session.id, quiet: false)
    return try #require(try await store.session(session.id))
  }

  private func files(_ session: SessionID) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/sessions/\(session)")
    return (names ?? []).filter { $0 != "session.json" }
  }

  private func upload(_ session: SessionRecord) async throws {
    for asset in session.assets { try await store.markUploaded(asset.id, at: time) }
    for var job in try await store.jobs(all: false) where job.session == session.id {
      job.state = .done
      try await store.record(job)
    }
    #expect(try await store.markSessionUploaded(session.id) == false)
  }

  @Test func `a photo that left while the sessions were away goes when they are back, and is no gap`() async throws {
    let session = try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://b.example", at: time)
    let photos = [try await photo(session.id, 0), try await photo(session.id, 0)]
    let (sessions, away) = (folder.path + "/sessions", folder.path + "/away")
    try FileManager.default.moveItem(atPath: sessions, toPath: away)
    await #expect(throws: StoreError.self) {
      try await store.discard([photos[0].id], of: session.id, .failedStrip, at: time)
    }
    try FileManager.default.moveItem(atPath: away, toPath: sessions)
    #expect(files(session.id).count == 2)
    // Whatever goes next takes it along.
    try await store.discard([], of: session.id, .failedStrip, at: time)
    #expect(files(session.id).count == 1)
    let audit = try await store.audit(event: nil, AuditRule()) { _ in }
    #expect(!audit.hasGap, "\(audit.lines)")
  }

  private func photo(_ session: SessionID, _ strip: Int) async throws -> Asset {
    try await store.add(NewAsset(session: session, kind: .photo, strip: strip), from: .bytes([1, 2, 3]), at: time)
  }

  @Test func `erasing deletes every file, ends the jobs, queues the gallery's part, and keeps the proof`() async throws
  {
    let session = try await finished()
    let other = try await finished()
    try Data([1]).write(to: URL(filePath: store.scratchPath(for: "\(session.id)-film-3.mp4")))
    let jobs = try await store.eraseSession(session.id, at: time)
    #expect(jobs.map(\.kind) == [.erase])
    #expect(files(session.id) == [] && files(other.id).count == 2)
    // The sheet alone, which says so as long as the gallery has not erased it.
    #expect(folder.exists("sessions/\(session.id)/session.json"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/scratch") == [])
    let (assets, decisions) = try await store.history(of: session.id)
    #expect(assets.count == 2 && assets.allSatisfy { $0.discarded && $0.fileGone })
    #expect(decisions == [Decision(at: time, session: session.id, asset: nil, reason: .erase)])
    #expect(
      try await store.jobs(all: true).filter { $0.session == session.id && $0.kind != .erase }.allSatisfy {
        $0.state == .cancelled
      })
    // Asked twice it is one erasure; a job that still runs brings nothing back.
    #expect(try await store.eraseSession(session.id, at: time) == jobs)
    await #expect(throws: StoreError.self) {
      try await store.add(NewAsset(session: session.id, kind: .stripPhoto, strip: -1), from: .bytes([4]), at: time)
    }
    try await store.noteErasedAtGallery(session.id, at: time)
    try await store.noteErasedAtGallery(session.id, at: time)
    #expect(try await store.history(of: session.id).decisions.map(\.reason) == [.erase, .erasedAtGallery])
    #expect(!folder.exists("sessions/\(session.id)"))
  }

  @Test func `an erasure that was cut after its commit is finished by the next start`() async throws {
    let session = try await finished()
    try store.vault.ledger.commit(
      [.setState(session.id, .discarded), .put(Job(id: 99, kind: .erase, session: session.id))]
        + session.assets.map { .discard($0.id) })
    #expect(files(session.id).count == 2)
    try store.vault.open()
    #expect(files(session.id) == [])
    #expect(try await store.jobs(all: false).contains { $0.id == 99 && $0.state == .ready })
  }

  @Test func `only confirmed files of an uploaded session are let go, by name, and the record stays`() async throws {
    let session = try await finished()
    #expect(try await store.releaseConfirmed(session.assets.map(\.id), of: session.id, at: time) == 0)
    #expect(try await store.uploadedSessions().isEmpty)
    try await upload(session)
    let found = try await store.uploadedSessions()
    #expect(found.map(\.session.id) == [session.id] && found.map(\.hasOpenJobs) == [false])
    let first = session.assets[0]
    #expect(try await store.releaseConfirmed([first.id], of: session.id, at: time) == 3)
    #expect(files(session.id) == ["photo_1.jpg"])
    #expect(
      try await store.history(of: session.id).decisions == [
        Decision(at: time, session: session.id, asset: first.id, reason: .keepPolicy)
      ])
    #expect(try await store.session(session.id)?.state == .uploaded)
    let released = try await store.released()
    #expect(released.files == 1 && released.bytes == 3)
    #expect(try await store.releaseConfirmed([first.id], of: session.id, at: time) == 0)
  }

  @Test func `a file that comes later opens an uploaded session again, and one more upload is enough`() async throws {
    let session = try await finished()
    #expect(try await store.markSessionUploaded(session.id) == true)
    try await upload(session)
    #expect(try await store.addUpload(of: session.id) == [])
    let film = NewAsset(session: session.id, kind: .stripVideo, strip: -1)
    let added = try await store.add(film, from: .bytes([5]), at: time)
    // Rendered twice, as a worker was thought dead: the first one counts.
    #expect(try await store.add(film, from: .bytes([6]), at: time) == added)
    #expect(try await store.session(session.id)?.state == .finished)
    let more = try await store.addUpload(of: session.id)
    #expect(more.map(\.kind) == [.upload])
    #expect(try await store.addUpload(of: session.id) == [])
    try await store.markUploaded(added.id, at: time)
    #expect(try await store.markSessionUploaded(session.id) == false)
    #expect(try await store.session(session.id)?.state == .uploaded)
  }

  @Test func `names and order do not follow a clock that jumps`() async throws {
    var opened: [SessionID] = []
    for seconds in [1_770_000_000.0, 0, 4_000_000_000, -5, 1_770_000_001] {
      opened.append(try await finished(at: WallTime(unixSeconds: seconds, trusted: false)).id)
    }
    #expect(try await store.sessions(limit: 9).map(\.id) == opened.reversed())
    #expect(try await store.jobs(all: false).map(\.session) == opened.flatMap { [$0, $0] })
    for id in opened {
      #expect(files(id).sorted() == ["photo_0.jpg", "photo_1.jpg"])
      try await upload(try #require(try await store.session(id)))
    }
    #expect(try await store.uploadedSessions().map(\.session.id) == opened)
    #expect(try await store.keepApart([1]) == "unasked_000001.jpg")
    #expect(try await store.keepApart([2]) == "unasked_000002.jpg")
  }
}
