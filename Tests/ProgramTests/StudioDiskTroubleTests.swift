import BoothStore
import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import StudioTesting
import Testing

/// The real studio on a small file system that fills up, and on one that turns read-only, while it runs.
@Suite(.serialized, .timeLimit(.minutes(15))) struct StudioDiskTroubleTests {
  /// A file system of its own in memory, on a folder.
  private static func mount(_ path: String, _ options: String) async throws -> Bool {
    guard geteuid() == 0, let mount = Program.tool("mount") else { return false }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return try await Program.run(mount, ["-t", "tmpfs", "-o", options, "tmpfs", path]).code == 0
  }

  private static func system(_ tool: String, _ arguments: [String]) async throws {
    let path = try #require(Program.tool(tool))
    let outcome = try await Program.run(path, arguments)
    #expect(outcome.code == 0, "\(tool): \(outcome.errors)")
  }

  private static func sayNotTried() {
    print("a studio's full disk is not tried here: it needs root, to mount a small one")
  }

  /// Until not a byte more is taken.
  private static func fill(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    var count = 1 << 20
    let bytes = [UInt8](repeating: 7, count: count)
    while count > 0 { if write(file, bytes, count) < count { count /= 2 } }
  }

  private static func start(_ folder: TemporaryFolder) throws -> RunningProgram {
    try RunningProgram([
      "studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error",
    ])
  }

  /// What people send, each with what it is answered with where all is well.
  private static let sendings:
    [(name: String, good: Int, send: @Sendable (StudioRound) async throws -> StudioVisitor.Reply)] =
      [
        (
          "settings", 303,
          { try await $0.anna().post("/settings", ["organisationName": "Archive"], from: "/settings") }
        ),
        (
          "a location", 303,
          {
            try await $0.anna().send(
              file: try StudioRound.picture(200),
              ["title": "Jaffa Gate", "at": "31.7767, 35.2276", "key": StudioRound.placeKey], to: "/places/new",
              from: "/places/new")
          }
        ),
        (
          "a form", 200,
          { try await $0.anna().json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save") }
        ),
        (
          "a report's picture", 200,
          {
            let file = try StudioRound.attachments()[0]
            return try await $0.anna().send(file.bytes, as: "image/jpeg", to: "/reports/attachment/\(file.hash)")
          }
        ),
        (
          "a critique's picture", 200,
          {
            try await $0.ben().send(
              try StudioRound.picture(120), as: "image/jpeg", to: "/training/uploads/\(StudioRound.critiqueKey)")
          }
        ),
      ]

  /// A studio with an administrator and a photographer.
  private static func round(_ studio: RunningProgram) async throws -> StudioRound {
    let (base, link) = try await StudioVisitor.meet(studio)
    let round = StudioRound(base, link: link, StudioRound.Facts())
    for name in ["begin", "invite", "join", "role"] {
      let deed = try #require(StudioDeed.all.first { $0.name == name })
      #expect(try await deed.act(round), "\(name)")
      #expect(try await deed.seen(round) == .whole, "\(name)")
    }
    return round
  }

  /// What would be half of something.
  private static func names(_ folder: String) -> [String] {
    var names: [String] = []
    DurableFile.walk(folder) { found in
      let isHalf = [".tmp", ".part", ".jpg"].contains(where: found.name.hasSuffix)
      let isPassing = ["studio/coming/", "studio/places/passing/"].contains(where: found.path.hasPrefix)
      if isHalf || isPassing { names.append(found.path) }
    }
    return names
  }

  @Test func `a full disk is said in words, nothing half stays, and with room all goes on`() async throws {
    let folder = try TemporaryFolder()
    guard try await Self.mount(folder.path("data"), "size=24m") else { return Self.sayNotTried() }
    let studio = try Self.start(folder)
    let round = try await Self.round(studio)
    let invitation = ["name": "carla", "standing": "employee"]
    #expect(try await round.anna().post("/people/invite", invitation, from: "/people").status == 303)
    Self.fill(folder.path("data/ballast"))
    for sending in Self.sendings {
      let reply = try await sending.send(round)
      #expect(reply.status == 507, "\(sending.name): \(reply.status) \(reply.text)")
      #expect(
        reply.text.contains("The studio&#39;s disk is full") || reply.text.contains("The studio's disk is full"),
        "\(sending.name): \(reply.text)")
      #expect(Self.names(folder.path("data")).isEmpty, "\(sending.name) leaves \(Self.names(folder.path("data")))")
    }
    #expect(try await round.anna().get("/people").status == 200, "what is there can be read")
    try await Self.expectsTheDoorOpen(round)
    #expect(unlink(folder.path("data/ballast")) == 0)
    for sending in Self.sendings {
      let reply = try await sending.send(round)
      #expect(reply.status == sending.good, "\(sending.name): \(reply.status) \(reply.text)")
    }
    studio.end()
    try await Self.system("umount", [folder.path("data")])
  }

  /// Who could make room gets in, sees what is wrong, and is not let in with a wrong password.
  private static func expectsTheDoorOpen(_ round: StudioRound) async throws {
    let visitor = StudioVisitor(round.base)
    let words = ["name": "anna", "password": "a long password"]
    #expect(try await visitor.post("/sign-in", words.merging(["password": "another one"]) { $1 }).status == 401)
    #expect(try await visitor.post("/sign-in", words).status == 303)
    let page = try await visitor.get("/booth")
    #expect(page.status == 200 && page.text.contains("The disk is full."), "\(page.text)")
    #expect(page.text.contains("1 sign-in was not saved and ends with the studio."))
    // What is taken back is gone.
    let link = try #require(try await visitor.get("/people").value("link"))
    #expect(try await visitor.post("/people/withdraw", ["link": link], from: "/people").status == 303)
    #expect(try await visitor.get("/people").value("link") == nil)
    #expect(try await visitor.get("/health").text == "{\"status\":\"trouble\"}")
  }

  @Test func `a studio starts on a full disk, lets people in, and shows them what is there`() async throws {
    let folder = try TemporaryFolder()
    guard try await Self.mount(folder.path("data"), "size=24m") else { return Self.sayNotTried() }
    let first = try Self.start(folder)
    let round = try await Self.round(first)
    #expect(try await round.anna().json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save").status == 200)
    let paths = ["/people", "/booth", "/photos", "/reports", "/training", "/places"]
    var seen: [Int] = []
    for path in paths { seen.append(try await round.anna().get(path).status) }
    first.end()
    Self.fill(folder.path("data/ballast"))
    let studio = try Self.start(folder)
    let base = try await StudioVisitor.meet(studio, isFirst: false).base
    // What the start has left of what was set aside is taken, too.
    Self.fill(folder.path("data/more"))
    let anna = StudioVisitor(base)
    #expect(try await anna.post("/sign-in", ["name": "anna", "password": "a long password"]).status == 303)
    for (path, status) in zip(paths, seen) { #expect(try await anna.get(path).status == status, "\(path)") }
    #expect(try await anna.get("/booth").text.contains("The disk is full."))
    studio.end()
    try await Self.system("umount", [folder.path("data")])
  }

  @Test func `one person's pictures leave the booth what it needs of the disk`() async throws {
    let folder = try TemporaryFolder()
    guard try await Self.mount(folder.path("data"), "size=64m") else { return Self.sayNotTried() }
    let studio = try Self.start(folder)
    let round = try await Self.round(studio)
    let ben = await round.ben()
    var facts = statvfs()
    func free() -> Int {
      statvfs(folder.path("data"), &facts)
      return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
    var (statuses, before) = ([Int: Int](), free())
    for number in 0..<40 {
      let bytes = [UInt8](repeating: UInt8(number), count: 1 << 20)
      let reply = try await ben.send(bytes, as: "image/jpeg", to: "/reports/attachment/\(Checksum.of(bytes))")
      statuses[reply.status, default: 0] += 1
      if reply.status == 507 {
        #expect(
          reply.text.contains("disk is full") || reply.text.contains("waiting for their reports"), "\(reply.text)")
      }
    }
    // Two thirds of so small a disk.
    #expect(free() >= (64 << 20) / 3 * 2 - 1 << 20, "\(before >> 20) MB were free, \(free() >> 20) MB are")
    #expect(statuses.keys.sorted() == [200, 507] && statuses[200, default: 0] >= 3, "\(statuses)")
    before = free()
    // Another person's picture still fits: no person had all that the studio may take.
    let file = try StudioRound.attachments()[0]
    let other = try await round.anna().send(file.bytes, as: "image/jpeg", to: "/reports/attachment/\(file.hash)")
    #expect(other.status == 200, "\(other.text)")
    #expect(try await round.anna().get("/health").text.contains("status"))
    studio.end()
    try await Self.system("umount", [folder.path("data")])
  }

  @Test func `a disk that turns read-only is said in words, and what it has taken back is taken again`() async throws {
    let folder = try TemporaryFolder()
    let places = ["reports", "pictures"].map { folder.path("data/studio/\($0)") }
    for place in places {
      guard try await Self.mount(place, "size=8m") else { return Self.sayNotTried() }
    }
    let studio = try Self.start(folder)
    let round = try await Self.round(studio)
    let touched = Self.sendings.filter { $0.name.hasSuffix("picture") }
    for place in places { try await Self.system("mount", ["-o", "remount,ro", place]) }
    for sending in touched {
      let reply = try await sending.send(round)
      let isSaid =
        reply.text.contains("Read-only file system") && reply.text.contains("disk is read-only")
        && !reply.text.contains("disk is full")
      #expect(reply.status == 503 && isSaid, "\(sending.name): \(reply.text)")
    }
    #expect(Self.names(folder.path("data")).isEmpty)
    for place in places { try await Self.system("mount", ["-o", "remount,rw", place]) }
    for sending in touched {
      let reply = try await sending.send(round)
      #expect(reply.status == sending.good, "\(sending.name): \(reply.status) \(reply.text)")
    }
    studio.end()
    for place in places { try await Self.system("umount", [place]) }
  }
}
