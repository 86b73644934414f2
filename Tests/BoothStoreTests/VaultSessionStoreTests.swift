import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import GRDB
import Glibc
import Synchronization
import Testing

@testable import BoothStore

/// A data folder's stores, one after the other, as processes follow each other.
private final class StoreInTurn: Sendable {
  private let current: Mutex<VaultSessionStore>

  init(_ first: VaultSessionStore) { current = Mutex(first) }

  func next(_ open: () throws -> VaultSessionStore) throws -> VaultSessionStore {
    try current.withLock { store in
      store.close()
      store = try open()
      return store
    }
  }
}

@Suite struct VaultSessionStoreTests {
  let folder: TemporaryFolder
  let store: VaultSessionStore
  let time = WallTime(unixSeconds: 1_770_000_000.25, secondsFromUTC: 7200, trusted: false)
  let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")

  init() throws {
    folder = try TemporaryFolder()
    store = try VaultSessionStore.open(folder: folder.path)
  }

  private func open() async throws -> SessionRecord {
    try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://booth.example/", at: time)
  }

  private func photo(_ session: SessionRecord, strip: Int, bytes: [UInt8] = [1, 2, 3]) async throws -> Asset {
    try await store.add(NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes(bytes), at: time)
  }

  @Test(arguments: SessionStoreConformance.checks)
  func `a folder and its database keep the promises of the port`(_ check: SessionStoreConformance) async throws {
    let folder = folder
    let stores = StoreInTurn(store)
    try await check.run(
      SessionStoreConformance.Subject(store) {
        try stores.next { try VaultSessionStore.open(folder: folder.path) }
      } put: { bytes, path in
        try Data(bytes).write(to: URL(filePath: path))
      })
  }

  @Test func `a commit is flushed: synchronous is FULL on the connection that writes`() async throws {
    let ledger = try #require(store.vault.ledger as? SQLiteLedger)
    #expect(try ledger.synchronousLevel() == 2)
  }

  @Test func `a session has its id and its link before its first photo, and survives a restart`() async throws {
    let session = try await open()
    #expect(session.link == "http://booth.example/s/\(session.id)")
    let again = try await open()
    #expect(again.id != session.id)
    let reader = try VaultSessionStore.openForReading(folder: folder.path)
    let found = try #require(try await reader.session(session.id))
    #expect(found == session)
    #expect(try await reader.interruptedSessions().map(\.id) == [session.id, again.id])
  }

  @Test func `a photo is on disk with its bytes and its checksum when the store answers`() async throws {
    let session = try await open()
    let asset = try await photo(session, strip: 0, bytes: Array("abc".utf8))
    #expect(asset.checksum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(asset.sizeBytes == 3)
    #expect(asset.path == "sessions/\(session.id)/photo_0.jpg")
    #expect(FileManager.default.contents(atPath: store.absolutePath(of: asset)) == Data("abc".utf8))
  }

  @Test func `a clip's file is taken over from the scratch folder`() async throws {
    let session = try await open()
    let scratch = store.scratchPath(for: "clip.mp4")
    try Data(repeating: 9, count: 700_000).write(to: URL(filePath: scratch))
    let asset = try await store.add(
      NewAsset(session: session.id, kind: .video, strip: 2, duration: .seconds(10), frames: 300, droppedFrames: 16),
      from: .file(scratch), at: time)
    #expect(asset.sizeBytes == 700_000)
    #expect(asset.lostTooMany)
    #expect(!FileManager.default.fileExists(atPath: scratch))
    #expect(try await store.session(session.id)?.assets == [asset])
  }

  @Test func `a retaken photo never takes the name of the one before`() async throws {
    let session = try await open()
    let first = try await photo(session, strip: 1)
    try await store.discard([first.id], of: session.id, .retake, at: time)
    #expect(!FileManager.default.fileExists(atPath: store.absolutePath(of: first)))
    let second = try await photo(session, strip: 1)
    #expect(second.path == "sessions/\(session.id)/photo_1.2.jpg")
    #expect(try await store.session(session.id)?.assets == [second])
  }

  @Test func `a discarded session keeps its record, its decision, and not one file`() async throws {
    let session = try await open()
    _ = try await photo(session, strip: 0)
    _ = try await photo(session, strip: 1)
    try await store.discardSession(session.id, .cancel, at: time)
    try await store.discardSession(session.id, .cancel, at: time)
    #expect(try folder.files(under: "sessions").isEmpty)
    #expect(try await store.session(session.id)?.state == .discarded)
    #expect(
      try store.vault.ledger.decisions(about: session.id)
        == [Decision(at: time, session: session.id, asset: nil, reason: .cancel)])
    await #expect(throws: StoreError.self) { try await photo(session, strip: 2) }
    let late = store.scratchPath(for: "late.mp4")
    try Data([1]).write(to: URL(filePath: late))
    await #expect(throws: StoreError.self) {
      try await store.add(NewAsset(session: session.id, kind: .video, strip: 0), from: .file(late), at: time)
    }
    #expect(!FileManager.default.fileExists(atPath: late))
    #expect(try folder.files(under: "sessions").isEmpty)
  }

  @Test func `finishing makes the jobs once, however often it is asked`() async throws {
    let session = try await open()
    _ = try await photo(session, strip: 0)
    let scratch = store.scratchPath(for: "clip.mp4")
    try Data([1]).write(to: URL(filePath: scratch))
    _ = try await store.add(NewAsset(session: session.id, kind: .video, strip: 0), from: .file(scratch), at: time)
    let jobs = try await store.finishSession(session.id, quiet: true)
    #expect(jobs.map(\.kind) == [.composite, .upload, .filmStrip])
    #expect(try await store.finishSession(session.id, quiet: true) == jobs)
    #expect(try await store.session(session.id)?.state == .finished)
    #expect(try await store.session(session.id)?.quiet == true)
    #expect(try await store.interruptedSessions().isEmpty)
    try await store.discardSession(session.id, .cancel, at: time)
    #expect(try await store.jobs(all: false).isEmpty)
    #expect(
      try await store.finishSession(session.id, quiet: false).map(\.state) == [.cancelled, .cancelled, .cancelled])
  }

  @Test func `another upload is queued only when none is waiting already`() async throws {
    let session = try await open()
    _ = try await photo(session, strip: 0)
    var upload = try #require(try await store.finishSession(session.id, quiet: false).first { $0.kind == .upload })
    #expect(try await store.addUpload(of: session.id).isEmpty)
    upload.state = .running
    upload.attempts = 1
    try await store.record(upload)
    let second = try await store.addUpload(of: session.id)
    #expect(second.map(\.kind) == [.upload])
    #expect(try await store.addUpload(of: session.id).isEmpty)
    #expect(try await store.jobs(all: false).contains(upload))
  }

  @Test func `two booths never share a data folder`() throws {
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: folder.path) }
    #expect(error?.code == .inUse)
  }

  @Test func `a database of a newer version is refused and left alone`() async throws {
    let other = try TemporaryFolder()
    do {
      _ = try VaultSessionStore.open(folder: other.path)
      let newer = try DatabaseQueue(path: other.path + "/booth.sqlite")
      try await newer.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99: of the future')")
      }
    }
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: other.path) }
    #expect(error?.code == .newerVersion)
    let looking = #expect(throws: StoreError.self) { try VaultSessionStore.openForReading(folder: other.path) }
    #expect(looking?.code == .newerVersion)
  }

  @Test func `a file that is no database is refused with what to do by those that only look`() throws {
    let other = try TemporaryFolder()
    try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: other.path + "/booth.sqlite"))
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.openForReading(folder: other.path) }
    #expect(error?.code == .damaged && error?.detail.contains("sets it aside") == true)
    #expect(FileManager.default.contents(atPath: other.path + "/booth.sqlite")?.count == 8192)
  }

  @Test func `deletions that a crash interrupted are carried out at the next start`() async throws {
    let other = try TemporaryFolder()
    let path: String
    do {
      let store = try VaultSessionStore.open(folder: other.path)
      let session = try await store.openSession(
        event: event, plan: event.plan, linkBase: "http://b.example", at: time)
      let asset = try await store.add(
        NewAsset(session: session.id, kind: .photo, strip: 0), from: .bytes([1]), at: time)
      path = store.absolutePath(of: asset)
      // The decision is committed; the process dies before the file goes.
      try store.vault.ledger.commit([
        .discard(asset.id), .decide(Decision(at: time, session: session.id, asset: asset.id, reason: .retake)),
      ])
      try Data([1]).write(to: URL(filePath: store.scratchPath(for: "half.mp4")))
    }
    #expect(FileManager.default.fileExists(atPath: path))
    _ = try VaultSessionStore.open(folder: other.path)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try other.files(under: "scratch").isEmpty)
  }

  @Test func `a photo that cannot be written leaves no trace`() async throws {
    let session = try await open()
    let scratch = store.scratchPath(for: "gone.mp4")
    await #expect(throws: StoreError.self) {
      try await store.add(NewAsset(session: session.id, kind: .video, strip: 0), from: .file(scratch), at: time)
    }
    #expect(try folder.files(under: "sessions") == ["\(session.id)/session.json"])
    #expect(try await store.session(session.id)?.assets.isEmpty == true)
  }

  /// What a damaged file system, or a person, can put there: it is not waited for, and the others are told from it.
  @Test(arguments: ["a pipe", "a device", "a terabyte"])
  func `what is no photo in a photo's place is unreadable, at once`(_ thing: String) async throws {
    let session = try await open()
    let bad = try await photo(session, strip: 0)
    let good = try await photo(session, strip: 1)
    let path = folder.path(bad.path)
    try FileManager.default.removeItem(atPath: path)
    switch thing {
    case "a pipe": try #require(mkfifo(path, 0o600) == 0)
    case "a device": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    default:
      try Data().write(to: URL(filePath: path))
      try #require(truncate(path, 1 << 40) == 0)
    }
    await #expect(throws: StoreError.self) { try await store.fingerprint(of: bad) }
    #expect(try await store.fingerprint(of: good)?.checksum == good.checksum)
    _ = try await store.finishSession(session.id, quiet: false)
    let audit = try await store.audit(event: nil, AuditRule()) { _ in }
    #expect(audit.lines.count { $0.verdict == .gap } == 1)
    // The same where the database is lost, too.
    store.close()
    for name in ["booth.sqlite", "booth.sqlite-wal", "booth.sqlite-shm"] where folder.exists(name) {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    let again = try VaultSessionStore.open(folder: folder.path)
    #expect(try await again.session(session.id)?.photos.count == 2)
  }

  @Test func `a sheet of another size or another session's link brings no session back`() async throws {
    let (long, wrong) = (try await open(), try await open())
    for session in [long, wrong] {
      _ = try await photo(session, strip: 0)
      _ = try await store.finishSession(session.id, quiet: false)
    }
    store.close()
    for name in ["booth.sqlite", "booth.sqlite-wal", "booth.sqlite-shm"] where folder.exists(name) {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    try #require(truncate(folder.path("sessions/\(long.id)/session.json"), 2 << 30) == 0)
    let sheet = URL(filePath: folder.path("sessions/\(wrong.id)/session.json"))
    let text = String(decoding: try Data(contentsOf: sheet), as: UTF8.self)
    try Data(text.replacing(wrong.link, with: long.link).utf8).write(to: sheet)
    let again = try VaultSessionStore.open(folder: folder.path)
    #expect(try await again.sessions(limit: 10).isEmpty)
    let notes = try #require(again.recovery).notes
    #expect(notes.contains { $0.contains("bytes, expected at most") })
    #expect(notes.contains { $0.contains("which is not of its session") })
  }

  @Test func `the chosen event is remembered`() async throws {
    #expect(try await store.selectedEvent() == nil)
    try await store.selectEvent("party")
    try await store.selectEvent("wedding")
    #expect(try await store.selectedEvent() == "wedding")
    try await store.check()
  }
}
