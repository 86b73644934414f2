import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// The real booth, from under which its data folder is taken while guests play.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DataFolderGoneTests {
  /// One way to take the folder away, and to put it back.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Needs root: the data folder is a disk of its own.
    var isMounted = false
    let take: @Sendable (TemporaryFolder) async throws -> Void
    let putBack: @Sendable (TemporaryFolder) async throws -> Void
  }

  private static func move(_ from: String, _ to: String) throws {
    #expect(rename(from, to) == 0, "\(from): \(String(cString: strerror(errno)))")
  }

  private static func system(_ tool: String, _ arguments: [String]) async throws {
    let path = try #require(Program.tool(tool))
    let outcome = try await Program.run(path, arguments)
    #expect(outcome.code == 0, "\(tool): \(outcome.errors)")
  }

  static let ways: [Way] = [
    Way(testDescription: "it is renamed") { folder in
      try move(folder.path("data"), folder.path("away"))
    } putBack: { folder in
      try move(folder.path("away"), folder.path("data"))
    },
    Way(testDescription: "it is exchanged for a copy") { folder in
      try await system("cp", ["-a", folder.path("data"), folder.path("copy")])
      try move(folder.path("data"), folder.path("away"))
      try move(folder.path("copy"), folder.path("data"))
    } putBack: { folder in
      try move(folder.path("data"), folder.path("copy"))
      try move(folder.path("away"), folder.path("data"))
    },
    Way(testDescription: "its disk is unmounted", isMounted: true) { folder in
      try await system("umount", ["-l", folder.path("data")])
    } putBack: { folder in
      try await system("mount", ["--bind", folder.path("disk"), folder.path("data")])
    },
  ]

  private static func arguments(_ folder: TemporaryFolder, _ more: [String]) -> [String] {
    [
      "run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--events", Program.bundledEvents,
      "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--data", folder.path("data"),
    ] + more
  }

  private static func sessions(_ folder: TemporaryFolder, atLeast count: Int) async throws {
    let hasBegun = try await Program.until {
      let listed = try await Program.run(["session", "list", "--data", folder.path("data")])
      return listed.code == 0 && listed.output.split(separator: "\n").dropFirst().count >= count
    }
    if !hasBegun { Issue.record("session \(count) never began") }
  }

  private static func line(_ booth: RunningProgram, with words: String) async -> String? {
    while let line = await booth.nextLine() { if line.contains(words) { return line } }
    Issue.record("never said: \(words)")
    return nil
  }

  @Test(arguments: ways)
  func `a booth whose data folder is taken away invites nobody, loses no session, and goes on when it is back`(
    _ way: Way
  ) async throws {
    guard !way.isMounted || geteuid() == 0 && Program.tool("mount") != nil else {
      return print("SKIPPED: \(way.testDescription): it needs root, to mount a file system")
    }
    let folder = try TemporaryFolder()
    for name in ["data", "disk"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    if way.isMounted {
      try await Self.system("mount", ["-t", "tmpfs", "tmpfs", folder.path("disk")])
      try await Self.system("mount", ["--bind", folder.path("disk"), folder.path("data")])
    }
    let booth = try RunningProgram(Self.arguments(folder, ["--sessions", "6"]), readingLog: true)
    try await Self.sessions(folder, atLeast: 2)
    try await way.take(folder)
    let reason = await Self.line(booth, with: "the data folder is not where it was")
    #expect(reason?.contains("the booth goes on when it is") == true)
    // Guests who are there are asked for another try; those after them wait.
    try await way.putBack(folder)
    var last = ""
    while let line = await booth.nextLine() { last = line }
    #expect(await booth.code == 0, "\(last)")
    let listed = try await Program.run(["session", "list", "--data", folder.path("data")])
    let lines = listed.output.split(separator: "\n").dropFirst()
    #expect(
      lines.count >= 6 && lines.allSatisfy { $0.contains("uploaded") || $0.contains("discarded") }, "\(listed.output)")
    #expect(lines.count { $0.contains("uploaded") } >= 6, "\(listed.output)")
    let audit = try await Program.run(["audit", "--data", folder.path("data")])
    #expect(audit.code == 0, "\(audit.output)\(audit.errors)")
    if way.isMounted {
      try await Self.system("umount", ["-l", folder.path("data")])
      try await Self.system("umount", ["-l", folder.path("disk")])
    }
  }

  @Test(arguments: ["an older copy", "nothing"])
  func `a booth whose books are written over under its guests films nobody again and again, and heals by a new start`(
    _ what: String
  ) async throws {
    let folder = try TemporaryFolder()
    let booth = try RunningProgram(Self.arguments(folder, ["--sessions", "40"]), readingLog: true)
    defer { booth.end(SIGKILL) }
    try await Self.sessions(folder, atLeast: 2)
    let database = folder.path("data/booth.sqlite")
    let older = what == "nothing" ? [] : try folder.read("data/booth.sqlite")
    try await Self.sessions(folder, atLeast: 3)
    let file = open(database, O_WRONLY | O_TRUNC)
    #expect(older.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == older.count)
    close(file)
    _ = await Self.line(booth, with: "the database is damaged")
    let status = try await Program.run(["status", "--data", folder.path("data")])
    #expect(status.output.contains("(database damaged)") && !status.output.contains("(full)"), "\(status.output)")
    let json = try await Program.run(["status", "--json", "--data", folder.path("data")])
    #expect(json.output.replacing(" ", with: "").contains("\"refusal\":\"damaged\""), "\(json.output)")
    var tries = 0
    while let line = await booth.nextLine() {
      if line.contains("once more") || line.contains("try again") { tries += 1 }
    }
    #expect(tries <= 2)
    #expect(await booth.code == 75, "it ends to be started anew")
    let next = try RunningProgram(Self.arguments(folder, ["--sessions", "1"]), readingLog: true)
    while await next.nextLine() != nil {}
    #expect(await next.code == 0)
    let audit = try await Program.run(["audit", "--data", folder.path("data")])
    #expect(audit.code == 0 && audit.output.contains(" 0 gaps"), "\(audit.output)\(audit.errors)")
    let listed = try await Program.run(["session", "list", "--data", folder.path("data")])
    let lines = listed.output.split(separator: "\n").dropFirst()
    #expect(
      lines.count >= 4 && lines.allSatisfy { $0.contains("uploaded") || $0.contains("discarded") }, "\(listed.output)")
  }

  /// What happens to the files of the database alone.
  enum Loss: String, CaseIterable { case anOlderCopy, anotherFile, removed, logRemoved, logWrittenOver }

  private static func take(_ loss: Loss, _ folder: TemporaryFolder, older: [UInt8]) throws {
    switch loss {
    case .anOlderCopy, .anotherFile:
      try folder.put("new", loss == .anOlderCopy ? older : Array("this is no database\n".utf8))
      try move(folder.path("new"), folder.path("data/booth.sqlite"))
    case .removed:
      for ending in ["", "-wal", "-shm"] {
        try FileManager.default.removeItem(atPath: folder.path("data/booth.sqlite" + ending))
      }
    case .logWrittenOver:
      let size = try folder.read("data/booth.sqlite-wal").count
      let file = open(folder.path("data/booth.sqlite-wal"), O_WRONLY | O_CLOEXEC)
      #expect(pwrite(file, [UInt8](repeating: 0x5A, count: size), size, 0) == size && close(file) == 0)
    case .logRemoved: try FileManager.default.removeItem(atPath: folder.path("data/booth.sqlite-wal"))
    }
  }

  private static func plays(through loss: Loss) async throws {
    let folder = try TemporaryFolder()
    let booth = try RunningProgram(Self.arguments(folder, ["--sessions", "400"]), readingLog: true)
    defer { booth.end(SIGKILL) }
    try await Self.sessions(folder, atLeast: 2)
    let older = try folder.read("data/booth.sqlite")
    try await Self.sessions(folder, atLeast: 3)
    try take(loss, folder, older: older)
    let line = await Self.line(
      booth, with: loss == .logWrittenOver ? "the database is damaged" : "the database was removed or replaced")
    #expect(line?.contains("the booth ends by itself") == true, "\(loss): \(line ?? "")")
    let status = try await Program.run(["status", "--json", "--data", folder.path("data")])
    #expect(
      status.output.replacing(" ", with: "").contains(
        "\"refusal\":\"\(loss == .logWrittenOver ? "damaged" : "replaced")\""), "\(loss): \(status.output)")
    while await booth.nextLine() != nil {}
    #expect(await booth.code == 75, "\(loss): it ends to be started anew")
    let next = try RunningProgram(Self.arguments(folder, ["--sessions", "1"]), readingLog: true)
    defer { next.end(SIGKILL) }
    while await next.nextLine() != nil {}
    #expect(await next.code == 0, "\(loss)")
    let audit = try await Program.run(["audit", "--data", folder.path("data")])
    #expect(audit.code == 0 && audit.output.contains(" 0 gaps"), "\(loss): \(audit.output)\(audit.errors)")
    let listed = try await Program.run(["session", "list", "--data", folder.path("data")])
    let lines = listed.output.split(separator: "\n").dropFirst()
    #expect(
      lines.count >= 4 && lines.allSatisfy { $0.contains("uploaded") || $0.contains("discarded") },
      "\(loss): \(listed.output)")
  }

  @Test
  func
    `a booth whose database alone is removed, replaced or written over under its guests ends to be started anew, and heals`()
    async throws
  {
    // Each waits for its first minute to end.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for loss in Loss.allCases { group.addTask { try await Self.plays(through: loss) } }
      try await group.waitForAll()
    }
  }

  @Test
  func `a booth under which all that its data folder has is moved away waits, as a start would begin an empty one`()
    async throws
  {
    let folder = try TemporaryFolder()
    let booth = try RunningProgram(Self.arguments(folder, []), readingLog: true)
    defer { booth.end(SIGKILL) }
    _ = await Self.line(booth, with: "waiting for guests")
    try FileManager.default.createDirectory(atPath: folder.path("away"), withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("data")) {
      // A log of SQLite's may go by itself meanwhile.
      #expect(rename(folder.path("data/" + name), folder.path("away/" + name)) == 0 || errno == ENOENT, "\(name)")
    }
    let line = await Self.line(booth, with: "out of order")
    #expect(line?.contains("the data folder is not where it was") == true, "\(line ?? "")")
  }

  @Test func `a booth whose data folder is removed begins no other in its place`() async throws {
    let folder = try TemporaryFolder()
    let booth = try RunningProgram(Self.arguments(folder, []), readingLog: true)
    defer { booth.end(SIGKILL) }
    _ = await Self.line(booth, with: "waiting for guests")
    // The booth goes on in it meanwhile: what it writes while "rm" empties a folder keeps that one, until "rm" is run again.
    let rm = try #require(Program.tool("rm"))
    #expect(
      try await Program.until {
        _ = try await Program.run(rm, ["-rf", folder.path("data")])
        return !folder.exists("data")
      })
    let line = await Self.line(booth, with: "out of order")
    #expect(line?.contains("the data folder is not where it was") == true, "\(line ?? "")")
    #expect(!folder.exists("data/booth.sqlite") && !folder.exists("data/sessions") && !folder.exists("data/gallery"))
  }
}
