import BoothTesting
import FoundationEssentials
import Glibc
import StudioTesting
import Synchronization
import Testing

/// The real studio, from under which its folder, or a database in it, is taken: what it has confirmed since is where the next start
/// finds it, or was refused.
@Suite(.timeLimit(.minutes(15))) struct StudioGoneTests {
  /// One way to take something away.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Needs root, and a file system of its own on the data folder.
    var isMounted = false
    /// Whether the next start finds a studio there, and none is begun.
    var isRefused = false
    let take: @Sendable (TemporaryFolder) async throws -> Void
  }

  private static let files = FileManager.default

  private static func system(_ tool: String, _ arguments: [String]) async throws {
    let path = try #require(Program.tool(tool))
    let outcome = try await Program.run(path, arguments)
    #expect(outcome.code == 0, "\(tool): \(outcome.errors)")
  }

  private static func move(_ from: String, _ to: String) throws {
    #expect(rename(from, to) == 0, "\(from): \(String(cString: strerror(errno)))")
  }

  static let ways: [Way] = [
    Way(testDescription: "the documents are removed", isRefused: true) { folder in
      for ending in ["", "-wal", "-shm"] { unlink(folder.path("data/studio/documents.sqlite\(ending)")) }
    },
    Way(testDescription: "the documents' log is removed") { unlink($0.path("data/studio/documents.sqlite-wal")) },
    Way(testDescription: "the accounts are removed", isRefused: true) { folder in
      for ending in ["", "-wal", "-shm"] { unlink(folder.path("data/studio/studio.sqlite\(ending)")) }
    },
    Way(testDescription: "a copy of the documents is moved into their place") { folder in
      try move(folder.path("copy/studio/documents.sqlite"), folder.path("data/studio/documents.sqlite"))
    },
    Way(testDescription: "a copy of the documents is written over them") { folder in
      try await system(
        "cp", [folder.path("copy/studio/documents.sqlite"), folder.path("data/studio/documents.sqlite")])
    },
    Way(testDescription: "a copy of the accounts is written over them") { folder in
      try await system("cp", [folder.path("copy/studio/studio.sqlite"), folder.path("data/studio/studio.sqlite")])
    },
    Way(testDescription: "the lock is removed") { unlink($0.path("data/studio/studio.lock")) },
    Way(testDescription: "the studio's folder is removed", isRefused: true) {
      try $0.remove("data/studio")
    },
    Way(testDescription: "the studio's folder is renamed", isRefused: true) {
      try move($0.path("data/studio"), $0.path("data/away"))
    },
    Way(testDescription: "the data folder is exchanged for a copy") { folder in
      try move(folder.path("data"), folder.path("away"))
      try move(folder.path("copy"), folder.path("data"))
    },
    Way(testDescription: "the disk is unmounted", isMounted: true) { folder in
      try await system("umount", ["-l", folder.path("data")])
    },
    Way(testDescription: "another disk is mounted over the studio's folder", isMounted: true, isRefused: true) {
      folder in
      try await system("mount", ["-t", "tmpfs", "tmpfs", folder.path("data/studio")])
    },
  ]

  /// What people send, and what was confirmed of it.
  private final class Confirmed: Sendable {
    let keys = Mutex<[String]>([])
    let isTaken = Atomic(false)
  }

  /// Sends reports until one is refused, and notes those whose sending began after the folder was taken and that were confirmed.
  private static func send(to base: String, as visitor: StudioVisitor, _ number: Int, _ confirmed: Confirmed) async {
    var count = 0
    while !Task.isCancelled {
      count += 1
      let tail = String(number * 100_000 + count)
      let key = String(repeating: "0", count: 32 - tail.utf8.count) + tail
      let report =
        #"{"key": "\#(key)", "template": "day", "version": 1, "date": "2026-01-15", "answers": {"q": "a"}, "schools": [], "#
        + #""attachments": []}"#
      let began = confirmed.isTaken.load(ordering: .sequentiallyConsistent)
      do {
        let status = try await visitor.json(report, to: "/reports/send").status
        guard status == 200 else { return }
        if began { confirmed.keys.withLock { $0.append(key) } }
      } catch { return }
    }
  }

  private static func start(_ folder: TemporaryFolder) throws -> RunningProgram {
    try RunningProgram(["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"])
  }

  /// How often each way is tried: `BOOTH_ROUNDS`, or once.
  private static var rounds: Int { ProcessInfo.processInfo.environment["BOOTH_ROUNDS"].flatMap { Int($0) } ?? 1 }

  @Test(arguments: ways)
  func `what a studio confirms is there after its folder was taken from under it, or was refused`(
    _ way: Way
  ) async throws {
    guard !way.isMounted || geteuid() == 0 && Program.tool("mount") != nil else {
      print("SKIPPED: \(way.testDescription): it needs root, to mount a file system")
      return
    }
    for _ in 0..<Self.rounds { try await round(way) }
  }

  @Test(arguments: [true, false])
  func `a studio whose log is written over stops, keeps that out of its database, and says what is lost`(
    _ isEnded: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let cookie = try await StudioVisitor.makeAdministrator(in: folder)
    let studio = try Self.start(folder)
    defer { studio.end() }
    let (base, _) = try await StudioVisitor.meet(studio, isFirst: false)
    let anna = StudioVisitor(base, cookie: cookie)
    #expect(try await anna.json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save").status == 200)
    let name = "data/studio/documents.sqlite"
    let (before, size) = (try folder.read(name), try folder.read(name + "-wal").count)
    let file = open(folder.path(name + "-wal"), O_WRONLY | O_CLOEXEC)
    let noise = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 91) }
    #expect(pwrite(file, noise, size, 0) == size && close(file) == 0)
    // Asked to end at the same moment, it does not close the database over the log either.
    if isEnded { kill(studio.id, SIGTERM) }
    #expect(await studio.code == 66)
    #expect(try folder.read(name) == before)
    let doctor = try await Program.run(
      ["doctor", "--mock-camera", "--data", folder.path("data")],
      environment: ["BOOTH_EVENTS": try Program.putPlainEvents(folder)])
    #expect(
      doctor.output.contains("documents.sqlite-wal") && doctor.output.contains("can no longer be read"),
      "\(doctor.output)")
  }

  private func round(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    try Self.files.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: true)
    if way.isMounted { try await Self.system("mount", ["-t", "tmpfs", "tmpfs", folder.path("data")]) }
    let cookie = try await StudioVisitor.makeAdministrator(in: folder)
    let studio = try Self.start(folder)
    let (base, _) = try await StudioVisitor.meet(studio, isFirst: false)
    let anna = StudioVisitor(base, cookie: cookie)
    #expect(try await anna.json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save").status == 200)
    try await Self.system("cp", ["-a", folder.path("data"), folder.path("copy")])
    let confirmed = Confirmed()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask { await Self.send(to: base, as: StudioVisitor(base, cookie: cookie), number, confirmed) }
      }
      try await way.take(folder)
      confirmed.isTaken.store(true, ordering: .sequentiallyConsistent)
      try await group.waitForAll()
    }
    // It ends by itself, with the code that has no service manager start it again.
    #expect(await studio.code == 66)
    let keys = confirmed.keys.withLock { $0 }
    let next = try Self.start(folder)
    defer { next.end() }
    if way.isRefused {
      #expect(keys.isEmpty, "confirmed after: \(keys.count)")
      #expect(
        await next.nextLine() == nil, "no studio is begun beside what is lost, and nobody is made its administrator")
      #expect(await next.code == 66)
    } else if !keys.isEmpty {
      let (base, _) = try await StudioVisitor.meet(next, isFirst: false)
      let visitor = StudioVisitor(base, cookie: cookie)
      for key in keys {
        #expect(try await visitor.get("/reports/report/\(key)").status == 200, "a confirmed report is lost")
      }
    }
    if way.isMounted {
      next.end()
      let mounted = way.isRefused ? ["data/studio", "data"] : []
      for place in mounted { try await Self.system("umount", ["-l", folder.path(place)]) }
    }
  }
}
