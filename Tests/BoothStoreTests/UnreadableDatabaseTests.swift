import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import GRDB
import Testing

@testable import BoothStore

/// Books that are in order as SQLite sees them, and say what no booth has written.
@Suite struct UnreadableDatabaseTests {
  let place: DamagePlace
  let night: DamageNight
  private var root: String { place.path + "/ended" }

  init() async throws {
    place = try DamagePlace()
    night = try await DamageNight(in: place.path)
  }

  private func execute(_ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: root + "/booth.sqlite", configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA writable_schema = ON; \(sql)") }
    try queue.close()
  }

  private var disk: POSIXDisk { POSIXDisk(existing: root) }

  /// The next start sets the database aside, and every session is in the new ones with its photos.
  private func expectSetAside(_ sql: String) async throws {
    try execute(sql)
    let store = try VaultSessionStore.open(folder: root)
    #expect(store.recovery?.summary.contains("set aside as booth.sqlite.damaged-1") == true)
    #expect(try await Set(store.sessions(limit: 99).map(\.id)).isSuperset(of: night.sessions))
    store.close()
    let next = try VaultSessionStore.open(folder: root)
    #expect(next.recovery == nil)
    next.close()
    for picture in night.pictures { #expect(try disk.read(picture.path) == picture.bytes) }
  }

  @Test(arguments: [
    "UPDATE asset SET sizeBytes = 'many'", "UPDATE asset SET sizeBytes = -1", "UPDATE asset SET strip = 1e300",
    "UPDATE asset SET id = 9223372036854775807 WHERE id = 1",
    "UPDATE asset SET durationNanoseconds = 9223372036854775807",
    "UPDATE asset SET takenAt = 9e999", "UPDATE asset SET takenAt = 1e300",
    "UPDATE asset SET takenZone = 9223372036854775807",
    "UPDATE asset SET kind = 'video' WHERE id = 1", "UPDATE asset SET checksum = x'00' WHERE id = 1",
    "UPDATE asset SET uploaded = 1 - uploaded WHERE id = 1", "UPDATE asset SET discarded = 1 WHERE id = 1",
    "UPDATE job SET id = 9223372036854775807 WHERE id = 1", "UPDATE job SET attempts = 9223372036854775807",
    "UPDATE job SET state = 'reazy' WHERE id = 1", "UPDATE job SET session = 'nobody' WHERE id = 1",
    "UPDATE session SET state = 'finixhed'", "UPDATE session SET state = 'discarded'",
    "UPDATE session SET quiet = 'yes'",
    "UPDATE session SET plan = substr(plan, 1, 40)", "UPDATE session SET plan = '{\"strips\":[]}'",
    "UPDATE session SET plan = replace(plan, '\"countdown\":[', '\"countdown\":[922337203685477580')",
    "UPDATE session SET consent = substr(consent, 1, 40) WHERE consent NOT NULL", "UPDATE session SET event = 'seven'",
    "UPDATE session SET link = 'https://g.example/s/another'", "UPDATE session SET link = char(27) || '[2J/' || id",
    "UPDATE decision SET id = 9223372036854775807 WHERE id = 1", "UPDATE decision SET reason = 'retace'",
    "UPDATE setting SET value = x'ff'", "UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "UPDATE sqlite_sequence SET seq = 'many'",
    "UPDATE grdb_migrations SET identifier = replace(identifier, 'jobs', 'jxbs')",
    "UPDATE grdb_migrations SET identifier = replace(identifier, '1:', '9:')", "DROP TABLE grdb_migrations",
    "UPDATE sqlite_master SET sql = replace(sql, 'checksum', 'chexksum') WHERE name = 'asset'",
    "UPDATE sqlite_master SET sql = replace(sql, '\"attempts\" INTEGER', '\"attempts\" IXTEGER') WHERE name = 'job'",
    "UPDATE sqlite_master SET sql = replace(sql, 'TEXT NOT NULL', 'TEXT NOT NXLL') WHERE name = 'job'",
    "DROP TABLE decision",
  ])
  func `what no booth has written is set aside, and the books are written anew`(_ sql: String) async throws {
    try await expectSetAside(sql)
  }

  @Test(arguments: [
    "../bait.jpg", "sessions/../../bait.jpg", "/etc/hostname", "sessions/photo_0.jpg", "unasked/unasked_000001.jpg",
    "sessions/ID/../../../bait.jpg", "sessions/ID/photo_0.jpg/", "sessions/ID/session.json", "sessions/ID/photo_7.jpg",
    "sessions/OTHER/photo_9.jpg", "",
  ])
  func `a file outside its own session's folder is never read, and never deleted`(_ path: String) async throws {
    let bait = place.path + "/bait.jpg"
    try Data([1]).write(to: URL(filePath: bait))
    let text = path.replacing("ID", with: "' || session || '").replacing("OTHER", with: "\(night.sessions[1])")
    try await expectSetAside("UPDATE asset SET path = '\(text)', discarded = 1 WHERE id = 1")
    #expect(FileManager.default.contents(atPath: bait) == Data([1]))
  }

  @Test func `those that only look are told at once which row cannot be read, and change nothing`() async throws {
    try execute("UPDATE asset SET sizeBytes = 'many' WHERE id = 1")
    let before = try disk.read("booth.sqlite")
    let reader = try VaultSessionStore.openForReading(folder: root)
    do {
      _ = try await reader.sessions(limit: 99)
      Issue.record("it was read")
    } catch {
      #expect(error.code == .damaged)
      #expect(error.detail.contains("table asset, row 1, column sizeBytes: expected a whole number"))
      #expect(error.detail.contains("sets it aside"))
    }
    try execute("UPDATE sqlite_master SET sql = replace(sql, 'checksum', 'chexksum') WHERE name = 'asset'")
    let looking = #expect(throws: StoreError.self) { try VaultSessionStore.openForReading(folder: root) }
    #expect(looking?.code == .damaged && looking?.detail.contains("the table asset is not as it was made") == true)
    #expect(try disk.read("booth.sqlite").count == before.count)
  }

  @Test func `a counter at its end is damage while the booth runs, not a full disk`() async throws {
    let store = try VaultSessionStore.open(folder: root)
    let other = try DatabaseQueue(path: root + "/booth.sqlite")
    try await other.write { try $0.execute(sql: "UPDATE sqlite_sequence SET seq = 9223372036854775807") }
    try other.close()
    do {
      try await store.discardSession(night.sessions[0], .cancel, at: DamageNight.time)
      Issue.record("it was recorded")
    } catch { #expect(error.code == .damaged) }
    store.close()
    let next = try VaultSessionStore.open(folder: root)
    #expect(next.recovery?.summary.contains("set aside") == true)
    next.close()
  }

  @Test(arguments: [
    ("\"firstNumber\":", "9223372036854775807"), ("\"sizeBytes\":", "-5"),
    ("\"countdownNanoseconds\":", "9223372036854775807"),
    ("\"unixSeconds\":", "1e300"), ("\"secondsFromUTC\":", "9223372036854775807"),
    ("\"event\":", "-9223372036854775808"),
    ("\"clipNanoseconds\":", "-1"), ("\"frames\":", "4611686018427387904"), ("\"name\":", "\"../../bait.jpg\""),
    ("\"sha256\":", "\"\""),
  ])
  func `a sheet with a number that no booth writes is named, and its photos stay`(
    _ field: String, _ value: String
  ) async throws {
    let id = night.sessions[0]
    let path = "sessions/\(id)/session.json"
    let text = String(decoding: try disk.read(path), as: UTF8.self)
    let start = try #require(text.ranges(of: field).first).upperBound
    let end = try #require(text[start...].firstIndex { $0 == "," || $0 == "}" })
    _ = try disk.writeDurably(Array((text[..<start] + value + text[end...]).utf8), to: path)
    for suffix in ["", "-wal", "-shm"] { try disk.remove("booth.sqlite" + suffix) }
    let store = try VaultSessionStore.open(folder: root)
    #expect(store.recovery?.notes.contains { $0.hasPrefix(path) && $0.contains(" has ") } == true)
    #expect(try await store.session(id) == nil)
    store.close()
    for picture in night.pictures { #expect(try disk.read(picture.path) == picture.bytes) }
  }

  @Test func `a queue of the third version comes over whole, and its numbers go on`() async throws {
    let old = try TemporaryFolder()
    let ids = (0..<3).map { SessionID(randomBytes: Array(repeating: UInt8($0 + 1), count: 16)) }
    let queue = try DatabaseQueue(path: old.path("booth.sqlite"))
    try Schema.migrator.migrate(queue, upTo: "3: what guests agreed to")
    let plan = String(decoding: try JSONEncoder().encode(DamageNight.event.plan), as: UTF8.self)
    var expected: [Job] = []
    for (index, state) in Job.State.allCases.enumerated() {
      for (offset, work) in SessionJob.allCases.enumerated() {
        expected.append(
          Job(
            id: JobID(index * 10 + offset + 1), kind: work.kind, session: ids[offset % 3], state: state,
            attempts: index, lastFailure: offset == 0 ? nil : "it's \(offset)"))
      }
    }
    try await queue.write { [expected] db in
      for id in ids {
        try db.execute(
          sql: """
            INSERT INTO session (id, event, eventSlug, state, plan, openedAt, link)
            VALUES (?, 7, 'party', 'finished', ?, 1770000000, ?)
            """, arguments: [id.text, plan, "https://g.example/s/\(id)"])
      }
      for job in expected {
        try db.execute(
          sql: "INSERT INTO job (id, kind, session, state, attempts, lastFailure) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [
            job.id, job.kind.rawValue, job.session?.text, job.state.rawValue, job.attempts, job.lastFailure,
          ])
      }
      // Numbers that were given once, whatever became of their rows.
      try db.execute(sql: "UPDATE sqlite_sequence SET seq = 900 WHERE name = 'job'")
    }
    try queue.close()
    // A reader changes nothing, and sees all of it.
    let looked = try await VaultSessionStore.openForReading(folder: old.path).jobs(all: true)
    #expect(looked == expected)
    let ledger = try SQLiteLedger(path: old.path("booth.sqlite"), checked: true)
    #expect(try ledger.jobs(all: true) == expected)
    for id in ids { #expect(try ledger.jobs(of: id) == expected.filter { $0.session == id }) }
    try ledger.close()
    let again = try DatabaseQueue(path: old.path("booth.sqlite"))
    let count = try await again.read {
      try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'job'")
    }
    #expect(count == 900)
  }

  @Test func `a queue with a newer version's work is refused in words, and as it was once that is done`() async throws {
    let folder = try TemporaryFolder()
    let sync = Job.Kind(rawValue: "locationSync")
    var newer = JobRegistry.sessions
    newer.register(
      sync, JobPolicy(subject: "location", lease: .seconds(60), confirmation: .served, topic: "locations"))
    let store = try VaultSessionStore.open(folder: folder.path, jobs: newer)
    var job = try await store.queue(sync, of: .other(kind: "location", id: "17"))
    #expect(try await store.queue(sync, of: .other(kind: "location", id: "17")) == job)
    #expect(try await store.jobs(all: false) == [job])
    store.close()
    let refused = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: folder.path) }
    #expect(refused?.code == .newerVersion)
    #expect(refused?.detail.hasPrefix("has 1 job of the kind locationSync waiting") == true)
    // Refused again, and not set aside as damaged.
    #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: folder.path) }
    #expect(try !folder.files().contains { $0.contains("damaged") })
    let back = try VaultSessionStore.open(folder: folder.path, jobs: newer)
    #expect(try await back.jobs(all: false) == [job])
    job.state = .done
    try await back.record(job)
    back.close()
    let older = try VaultSessionStore.open(folder: folder.path)
    #expect(older.recovery == nil)
    #expect(try await older.jobs(all: true) == [job])
    older.close()
  }

  @Test func `a job whose word was never registered is damage`() async throws {
    let folder = try TemporaryFolder()
    try VaultSessionStore.open(folder: folder.path).close()
    let queue = try DatabaseQueue(path: folder.path("booth.sqlite"))
    try await queue.write { db in
      try db.execute(
        sql: "INSERT INTO job (kind, subject, subjectID, state) VALUES ('uplobd', 'location', 'a', 'ready')")
    }
    try queue.close()
    let error = #expect(throws: StoreError.self) {
      try SQLiteLedger(path: folder.path("booth.sqlite"), checked: true)
    }
    #expect(error?.code == .damaged)
  }

  @Test func `books of the first version are brought up, with confirmations that have no time`() async throws {
    let old = try TemporaryFolder()
    let id = SessionID(randomBytes: Array(repeating: 5, count: 16))
    let queue = try DatabaseQueue(path: old.path("booth.sqlite"))
    try Schema.migrator.migrate(queue, upTo: "1: sessions, assets, jobs, decisions")
    let plan = String(decoding: try JSONEncoder().encode(DamageNight.event.plan), as: UTF8.self)
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO session (id, event, eventSlug, state, plan, createdAt, link) VALUES
            ('\(id)', 7, 'party', 'uploaded', ?, 1770000000, 'https://g.example/s/\(id)');
          INSERT INTO asset (session, kind, strip, path, sizeBytes, checksum, uploaded, discarded) VALUES
            ('\(id)', 'photo', 0, 'sessions/\(id)/photo_0.jpg', 3, 'aa', 0, 1),
            ('\(id)', 'photo', 0, 'sessions/\(id)/photo_0.2.jpg', 3, 'ab', 1, 0);
          INSERT INTO job (kind, session, state) VALUES ('upload', '\(id)', 'done');
          INSERT INTO decision (at, session, asset, reason) VALUES (1770000000, '\(id)', 1, 'retake');
          """, arguments: [plan])
    }
    try queue.close()
    try old.put("sessions/\(id)/photo_0.2.jpg", [1, 2, 3])
    let store = try VaultSessionStore.open(folder: old.path)
    #expect(store.recovery == nil)
    #expect(try await store.session(id)?.photos.map(\.uploaded) == [true])
    store.close()
    #expect(try !old.files().contains { $0.contains("damaged") })
  }
}
