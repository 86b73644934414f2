import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import GRDB
import Glibc
import Testing

@testable import BoothStore

/// Real damage to a real database.
@Suite struct DamagedDatabaseTests {
  let folder: TemporaryFolder
  let time = WallTime(unixSeconds: 1_770_000_000, secondsFromUTC: 7200)
  let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
  private var database: String { folder.path("booth.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// Sessions as a night leaves them: one finished, one being taken, many more to fill pages.
  private func night(_ store: VaultSessionStore, sessions: Int = 30) async throws -> [SessionID] {
    var ids: [SessionID] = []
    for number in 0..<sessions {
      let session = try await store.openSession(
        event: event, plan: event.plan, linkBase: "http://booth.example", at: time)
      for strip in 0..<3 {
        _ = try await store.add(
          NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes([UInt8(number), UInt8(strip)]),
          at: time)
      }
      if number != sessions - 1 { _ = try await store.finishSession(session.id, quiet: false) }
      ids.append(session.id)
    }
    return ids
  }

  private func night() async throws -> [SessionID] {
    let store = try VaultSessionStore.open(folder: folder.path)
    defer { store.close() }
    return try await night(store)
  }

  private func overwrite(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
    var all = Array(try Data(contentsOf: URL(filePath: path)))
    all.replaceSubrange(offset..<min(offset + bytes.count, all.count), with: bytes)
    try Data(all).write(to: URL(filePath: path))
  }

  /// Every session is there with its photos, and what was found is said.
  private func expectRebuilt(_ ids: [SessionID], setAside: Bool = true) async throws {
    let store = try VaultSessionStore.open(folder: folder.path)
    let recovery = try #require(store.recovery)
    #expect(recovery.summary.contains("\(ids.count) sessions with \(ids.count * 3) files"))
    #expect(recovery.notes.isEmpty)
    #expect(folder.exists("booth.sqlite.damaged-1") == setAside)
    #expect(try await store.sessions(limit: 1000).map(\.id) == ids.reversed())
    for id in ids { #expect(try await store.session(id)?.photos.count == 3) }
    #expect(try await store.interruptedSessions().map(\.id) == ids.suffix(1))
    #expect(try await store.jobs(all: false).count == (ids.count - 1) * 2)
    let audit = try await store.audit(event: nil, AuditRule()) { _ in }
    #expect(!audit.hasGap)
    #expect(try await store.keptRecovery() == recovery)
    store.close()
    // The next start is a usual one; the report stays as long as the damaged database does.
    let next = try VaultSessionStore.open(folder: folder.path)
    #expect(next.recovery == nil)
    #expect(try await next.keptRecovery() == (setAside ? recovery : nil))
    next.close()
  }

  @Test func `a database whose header is zeroed is set aside byte for byte, and written anew`() async throws {
    let ids = try await night()
    try overwrite(database, at: 0, Array(repeating: 0, count: 100))
    let damaged = try folder.read("booth.sqlite")
    try await expectRebuilt(ids)
    #expect(try folder.read("booth.sqlite.damaged-1") == damaged)
  }

  @Test(arguments: [0.1, 0.5, 0.97]) func `a truncated database is found out, also after a clean end`(
    _ share: Double
  ) async throws {
    let ids = try await night()
    let bytes = try folder.read("booth.sqlite")
    try folder.put("booth.sqlite", Array(bytes.prefix(Int(Double(bytes.count) * share))))
    try await expectRebuilt(ids)
  }

  @Test(arguments: [true, false])
  func `pages that were overwritten are found out after a crash and after a clean end`(_ crashed: Bool) async throws {
    let ids = try await night()
    let size = try folder.read("booth.sqlite").count
    for page in stride(from: 4096 * 2, to: size, by: 4096 * 3) {
      try overwrite(database, at: page, Array(repeating: 0xA5, count: 4096))
    }
    if crashed { try folder.put("booth.open", []) }
    try await expectRebuilt(ids)
  }

  @Test func `a database that is gone is written anew, and the log it left is set aside`() async throws {
    let ids = try await night()
    try FileManager.default.removeItem(atPath: database)
    try await expectRebuilt(ids, setAside: false)
    try FileManager.default.removeItem(atPath: database)
    try folder.put("booth.sqlite-wal", [1, 2, 3])
    let store = try VaultSessionStore.open(folder: folder.path)
    #expect(store.recovery != nil)
    // A clean end leaves no log.
    #expect(try folder.read("booth.sqlite.damaged-1-wal") == [1, 2, 3])
    store.close()
  }

  @Test func `an empty file, of a first start that the disk had no room for, is no database that was gone`() throws {
    try folder.put("booth.sqlite", [])
    try folder.put("booth.sqlite-wal", [])
    let store = try VaultSessionStore.open(folder: folder.path)
    #expect(store.recovery == nil)
    store.close()
    #expect(try !folder.files().contains { $0.contains("damaged") })
  }

  @Test func `a log that is gone takes nothing with it`() async throws {
    let crashed = try TemporaryFolder()
    let ids: [SessionID]
    do {
      let store = try VaultSessionStore.open(folder: folder.path)
      ids = try await night(store, sessions: 3)
      // As the power would leave it: everything but the log.
      for name in try folder.files() where !name.hasSuffix("-wal") && !name.hasSuffix("-shm") {
        try crashed.put(name, try folder.read(name))
      }
    }
    let store = try VaultSessionStore.open(folder: crashed.path)
    #expect(store.recovery != nil)
    #expect(try await store.sessions(limit: 9).map(\.id) == ids.reversed())
    for id in ids { #expect(try await store.session(id)?.photos.count == 3) }
    #expect(!(try await store.audit(event: nil, AuditRule()) { _ in }.hasGap))
  }

  @Test func `the damaged are numbered, and none is ever overwritten`() async throws {
    _ = try await night()
    for number in 1...3 {
      try folder.put("booth.sqlite", Array(repeating: UInt8(number), count: 5000))
      try folder.put("booth.sqlite-wal", [UInt8(number)])
      try VaultSessionStore.open(folder: folder.path).close()
    }
    for number in 1...3 {
      #expect(try folder.read("booth.sqlite.damaged-\(number)").first == UInt8(number))
      #expect(try folder.read("booth.sqlite.damaged-\(number)-wal") == [UInt8(number)])
    }
  }

  @Test func `a database of a newer version is refused, never set aside`() async throws {
    _ = try await night()
    let newer = try DatabaseQueue(path: database)
    try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99: later')") }
    try newer.close()
    try folder.put("booth.open", [])
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: folder.path) }
    #expect(error?.code == .newerVersion)
    #expect(!folder.exists("booth.sqlite.damaged-1"))
  }

  /// The figures of the documentation: after a crash, with thousands of sessions.
  @Test func `a start after a crash with three thousand sessions stays short`() throws {
    let ledger = try SQLiteLedger(path: database)
    for number in 0..<3000 {
      let id = SessionID(randomBytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) ^ UInt8($0) })
      var changes: [LedgerChange] = [
        .open(
          SessionRecord(
            id: id, event: 7, eventSlug: "party", state: .uploaded, plan: event.plan, openedAt: time,
            link: "http://booth.example/s/\(id)"))
      ]
      for file in 0..<8 {
        changes.append(
          .add(
            Asset(
              id: AssetID(number * 8 + file + 1), session: id, kind: .photo, strip: file,
              path: "sessions/\(id)/photo_\(file).jpg", sizeBytes: 1, checksum: String(repeating: "a", count: 64))))
      }
      try ledger.commit(changes)
    }
    try ledger.close()
    let start = clock()
    let checked = try SQLiteLedger(path: database, checked: true)
    let milliseconds = Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    print("opened and checked in \(milliseconds) ms of this process's CPU time")
    // A time gates no change; the long run holds it.
    if ProcessInfo.processInfo.environment["BOOTH_FULL"] != nil { #expect(milliseconds < 5000) }
    try checked.close()
  }

  @Test func `the mark is there while a booth has the folder, and goes when it ends in good order`() throws {
    let store = try VaultSessionStore.open(folder: folder.path)
    #expect(folder.exists("booth.open"))
    store.close()
    #expect(!folder.exists("booth.open"))
  }

  @Test func `a dead booth's books are read with their log, and its disk is left as it is`() async throws {
    let dead = try TemporaryFolder()
    let ids: [SessionID]
    do {
      let store = try VaultSessionStore.open(folder: folder.path)
      ids = try await night(store, sessions: 4)
      for name in try folder.files() where !name.hasSuffix("-shm") && !name.hasSuffix(".lock") {
        try dead.put(name, try folder.read(name))
      }
    }
    let before = try dead.files()
    let other = try TemporaryFolder()
    let store = try VaultSessionStore.open(folder: other.path)
    let adoption = try await store.adopt(from: dead.path) { _ in }
    #expect(adoption.sessions == 4 && adoption.files == 12 && adoption.notes.isEmpty)
    #expect(try await store.sessions(limit: 9).map(\.id) == ids.reversed())
    #expect(try dead.files() == before)
    try overwrite(dead.path("booth.sqlite"), at: 0, Array(repeating: 0, count: 100))
    let third = try TemporaryFolder()
    let rebuilt = try await VaultSessionStore.open(folder: third.path).adopt(from: dead.path) { _ in }
    #expect(rebuilt.sessions == 4 && rebuilt.notes.count == 1 && rebuilt.notes[0].contains("no database any more"))
  }

  /// Empty: a process that only looked since then has left an empty one.
  @Test(arguments: [false, true])
  func `where a dead booth's log is gone, its folders are read as well, and that is said`(empty: Bool) async throws {
    let dead = try TemporaryFolder()
    do {
      let store = try VaultSessionStore.open(folder: folder.path)
      _ = try await night(store, sessions: 1)
      store.close()
      let again = try VaultSessionStore.open(folder: folder.path)
      _ = try await night(again, sessions: 2)
      let lost = ["-wal", "-shm", ".lock"]
      for name in try folder.files() where !lost.contains(where: { name.hasSuffix($0) }) {
        try dead.put(name, try folder.read(name))
      }
      again.close()
    }
    #expect(dead.exists("booth.open"))
    if empty { try dead.put("booth.sqlite-wal", []) }
    let other = try TemporaryFolder()
    let store = try VaultSessionStore.open(folder: other.path)
    let adoption = try await store.adopt(from: dead.path) { _ in }
    #expect(adoption.sessions == 3 && adoption.notes.count == 1)
    #expect(adoption.notes.first?.contains("lost its newest commits") == true)
  }
}
