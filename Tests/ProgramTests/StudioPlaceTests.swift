import BoothTesting
import FoundationEssentials
import Glibc
import StudioTesting
import Testing

/// The real studio, whose files and folders are taken away while it runs.
@Suite(.serialized, .timeLimit(.minutes(30))) struct StudioPlaceTests {
  /// Ways of taking something away, by what is done to the folder that holds the data folder.
  private static let ways: [(name: String, take: @Sendable (String) throws -> Void)] = [
    ("documents removed", { try remove("\($0)/data/studio/documents.sqlite") }),
    ("the documents' log removed", { try remove("\($0)/data/studio/documents.sqlite-wal") }),
    ("accounts removed", { try remove("\($0)/data/studio/studio.sqlite") }),
    ("the accounts' log removed", { try remove("\($0)/data/studio/studio.sqlite-wal") }),
    ("the lock removed", { try remove("\($0)/data/studio/studio.lock") }),
    ("a copy moved into the documents' place", { try replace("\($0)/data/studio/documents.sqlite") }),
    ("a copy moved into the accounts' place", { try replace("\($0)/data/studio/studio.sqlite") }),
    ("the studio's folder removed", { try remove("\($0)/data/studio") }),
    ("a copy moved into the studio folder's place", { try replace("\($0)/data/studio") }),
    ("a copy written over the documents", { try writeOver("\($0)/data/studio/documents.sqlite") }),
    ("a copy written over the accounts", { try writeOver("\($0)/data/studio/studio.sqlite") }),
    ("the documents cut to nothing", { try cut("\($0)/data/studio/documents.sqlite") }),
    ("the accounts cut to nothing", { try cut("\($0)/data/studio/studio.sqlite") }),
    ("the accounts' log cut to nothing", { try cut("\($0)/data/studio/studio.sqlite-wal") }),
    ("the reports' pictures removed", { try remove("\($0)/data/studio/reports") }),
    ("the critiques' pictures removed", { try remove("\($0)/data/studio/pictures") }),
    ("the locations' pictures removed", { try remove("\($0)/data/studio/places") }),
    ("the data folder removed", { try remove("\($0)/data") }),
    ("the data folder exchanged", { try replace("\($0)/data") }),
  ]

  private static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  private static func replace(_ path: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)
  }

  /// As `cp` does it: the file stays the same one.
  private static func writeOver(_ path: String) throws {
    let bytes = try #require(FileManager.default.contents(atPath: path)).map { $0 }
    let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    defer { close(file) }
    #expect(file >= 0 && write(file, bytes, bytes.count) == bytes.count, "\(path)")
  }

  private static func cut(_ path: String) throws {
    #expect(truncate(path, 0) == 0, "\(path): \(String(cString: strerror(errno)))")
  }

  private static func arguments(_ folder: TemporaryFolder) -> [String] {
    ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"]
  }

  /// More with `BOOTH_PLACE_ROUNDS`.
  private static let rounds = ProcessInfo.processInfo.environment["BOOTH_PLACE_ROUNDS"].flatMap(Int.init) ?? ways.count

  @Test func `what is taken away under a running studio is noticed before anything more is acknowledged`()
    async throws
  {
    for number in 0..<Self.rounds {
      let way = Self.ways[number % Self.ways.count]
      let folder = try TemporaryFolder()
      let cookie = try await StudioVisitor.makeAdministrator(in: folder)
      let studio = try RunningProgram(Self.arguments(folder))
      let (base, _) = try await StudioVisitor.meet(studio, isFirst: false)
      let anna = StudioVisitor(base, cookie: cookie)
      let page = try await anna.get("/settings")
      #expect(try await anna.post("/settings", ["organisationName": "Before"], on: page).status == 303, "\(way.name)")
      try way.take(folder.path)
      // Refused, or not answered, where it has stopped already.
      do {
        let reply = try await anna.post("/settings", ["organisationName": "After"], on: page)
        #expect(reply.status == 503 && reply.text.contains("data is missing"), "\(way.name): \(reply)")
        let health = try await anna.get("/health")
        #expect(health.status == 503 && health.text.contains("trouble"), "\(way.name): \(health)")
      } catch {
        // It has stopped.
      }
      while await studio.nextLine() != nil {}
      #expect(await studio.code == 66, "\(way.name)")
    }
  }

  @Test func `a start without documents or accounts that were there is refused, and begins anew only when told to`()
    async throws
  {
    for lost in ["documents.sqlite", "studio.sqlite", ""] {
      let folder = try TemporaryFolder()
      let first = try RunningProgram(Self.arguments(folder))
      let (base, link) = try await StudioVisitor.meet(first)
      try await StudioVisitor(base).join(link)
      first.end()
      try Self.remove(folder.path("data/studio/\(lost)"))
      let refused = try await Program.run(Self.arguments(folder))
      #expect(refused.code == 66 && !refused.output.contains("/join/"), "\(lost): \(refused)")
      #expect(refused.errors.contains("is not there, though") && refused.errors.contains("--begin-anew"), "\(refused)")
      let beside = try await Program.run(["studio", "user", "add", "ben", "--data", folder.path("data")])
      #expect(lost == "documents.sqlite" || beside.code == 66, "\(lost): \(beside)")
      let anew = try RunningProgram(["studio", "serve"] + Self.arguments(folder).dropFirst() + ["--begin-anew"])
      _ = try await StudioVisitor.meet(anew, isFirst: lost != "documents.sqlite")
      anew.end()
    }
  }
}
