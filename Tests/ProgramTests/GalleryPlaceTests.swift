import AsyncHTTPClient
import BoothTesting
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import Testing

@testable import CommandSupport

/// The real booth and the real gallery, from under which the folder of pictures is taken.
@Suite(.serialized, .timeLimit(.minutes(15))) struct GalleryPlaceTests {
  private static let files = FileManager.default

  private static func get(_ url: String) async throws -> (status: Int, text: String) {
    let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .minutes(10))
    return (Int(response.status.code), String(answer: try await response.body.collect(upTo: 8 << 20).readableBytesView))
  }

  private func waitUntil(_ what: String, _ isSo: () async throws -> Bool) async throws {
    if try await !Program.until(asking: 5000, isSo) { Issue.record("waited in vain until \(what)") }
  }

  private static func run(_ place: [String], _ more: [String] = []) -> [String] {
    ["run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--events", Program.bundledEvents]
      + ["--gallery-host", "127.0.0.1", "--gallery-port", "0"] + place + more
  }

  /// Where the links of the sessions that were played lead while this booth runs.
  private static func links(_ place: [String]) async throws -> [String] {
    let status = try await Program.run(["status", "--json"] + place).output
    guard let base = status.firstMatch(of: /"linkBase" : "([^"]+)"/)?.1 else { return [] }
    let sessions = try await Program.run(["session", "list", "--json"] + place).output
    return sessions.matches(of: /"link" : "[^"]*(\/s\/[^"]+)"/).map { "\(base)\($0.1)" }
  }

  /// Whether all of a session's pictures are there, as a guest sees it.
  private static func isWhole(_ link: String) async throws -> Bool {
    let page = try await get(link)
    guard page.status == 200 else { return false }
    let base = link.components(separatedBy: "/s/")[0]
    let assets = Set(page.text.matches(of: /(\/api\/asset\?path=[^"]*)"/).map { String($0.1) })
    for asset in assets {
      guard try await get(base + asset.replacing("&amp;", with: "&")).status == 200 else { return false }
    }
    return assets.count { $0.contains("photo_") } >= 3
  }

  private func expectsWhole(_ links: [String]) async throws {
    for link in links { try await waitUntil("\(link) has its pictures") { try await Self.isWhole(link) } }
  }

  private func start(_ place: [String]) async throws -> (booth: RunningProgram, links: [String]) {
    let booth = try RunningProgram(Self.run(place))
    var links: [String] = []
    try await waitUntil("the booth runs") {
      links = try await Self.links(place)
      return !links.isEmpty
    }
    return (booth, links)
  }

  @Test func `guests' codes come true again after the folder of the pictures was removed or exchanged`() async throws {
    let folder = try TemporaryFolder()
    let (place, gallery) = (["--data", folder.path("data")], folder.path("data/gallery"))
    #expect(try await Program.run(Self.run(place, ["--sessions", "2"])).code == 0)
    let (booth, links) = try await start(place)
    defer { booth.end() }
    #expect(links.count == 2)
    try await expectsWhole(links)
    try folder.remove("data/gallery")
    // Until then nothing is called ready that is not there.
    let page = try await Self.get(links[0])
    #expect(page.status == 503 || page.status == 200, "\(page)")
    try await expectsWhole(links)
    try Self.files.moveItem(atPath: gallery, toPath: folder.path("away"))
    try Self.files.createDirectory(atPath: gallery, withIntermediateDirectories: true)
    try await expectsWhole(links)
    booth.end()
    // While nothing runs: the next start finds out.
    try folder.remove("data/gallery")
    let (next, again) = try await start(place)
    defer { next.end() }
    try await expectsWhole(again)
  }

  @Test func `guests' codes come true again after a file was put in the place of a folder of the gallery`() async throws
  {
    let folder = try TemporaryFolder()
    let (place, gallery) = (["--data", folder.path("data")], folder.path("data/gallery"))
    #expect(try await Program.run(Self.run(place, ["--sessions", "1"])).code == 0)
    func exchange(_ name: String) throws {
      try Self.files.removeItem(atPath: "\(gallery)/\(name)")
      try Data("x".utf8).write(to: URL(filePath: "\(gallery)/\(name)"))
    }
    try exchange("sessions")
    let doctor = try await Program.run(["doctor", "--mock-camera"] + place).output
    #expect(doctor.contains("BAD  gallery: \(gallery)/sessions is a file, no folder"), "\(doctor)")
    let (booth, links) = try await start(place)
    defer { booth.end() }
    #expect(links.count == 1)
    try await expectsWhole(links)
    // While it runs, and with all that it has published.
    try exchange("events")
    try await expectsWhole(links)
    let status = try await Program.run(["status"] + place).output
    #expect(status.contains("\(gallery)/events was a file, no folder; it is set aside as events.aside-1"), "\(status)")
    #expect(status.contains("sessions.aside-1"), "\(status)")
  }

  @Test func `a folder that is removed while guests play costs no session its pictures`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    let playing = Task { try await Program.run(Self.run(place, ["--sessions", "6"])) }
    try await waitUntil("two sessions were played") {
      try await Program.run(["session", "list"] + place).output.split(separator: "\n").count { $0.contains("uploaded") }
        >= 2
    }
    try folder.remove("data/gallery")
    let outcome = try await playing.value
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (booth, links) = try await start(place)
    defer { booth.end() }
    #expect(links.count == 6)
    try await expectsWhole(links)
  }

  @Test func `a gallery's disk that is taken away is said, and all is served when it is back`() async throws {
    guard geteuid() == 0, let mount = Program.tool("mount"), let umount = Program.tool("umount") else {
      return print("SKIPPED: a gallery's disk that is taken away: it needs root, to mount a file system")
    }
    let folder = try TemporaryFolder()
    let (place, gallery) = (["--data", folder.path("data")], folder.path("data/gallery"))
    for name in ["disk", "data/gallery"] {
      try Self.files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    guard try await Program.run(mount, ["-t", "tmpfs", "tmpfs", folder.path("disk")]).code == 0 else {
      return print("SKIPPED: a gallery's disk that is taken away: this user may not mount a file system")
    }
    func system(_ tool: String, _ arguments: [String]) async throws {
      let outcome = try await Program.run(tool, arguments)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    try await system(mount, ["--bind", folder.path("disk"), gallery])
    #expect(try await Program.run(Self.run(place, ["--sessions", "1"])).code == 0)
    let (booth, links) = try await start(place)
    try await expectsWhole(links)
    try await system(umount, ["-l", gallery])
    #expect(try await Self.get(links[0]).status == 503)
    #expect(try await Self.get("\(links[0].components(separatedBy: "/s/")[0])/health").status == 503)
    try await waitUntil("the operator is told") {
      try await Program.run(["status"] + place).output.contains("the gallery's folder is gone")
    }
    let doctor = try await Program.run(["doctor", "--mock-camera"] + place)
    #expect((doctor.output + doctor.errors).contains("the gallery's folder is gone"), "\(doctor.output)")
    #expect(try Self.files.contentsOfDirectory(atPath: gallery).isEmpty, "nothing is written below the disk")
    try await system(mount, ["--bind", folder.path("disk"), gallery])
    try await expectsWhole(links)
    try await waitUntil("the operator is told that it is over") {
      try await !Program.run(["status"] + place).output.contains("the gallery's folder is gone")
    }
    booth.end()
    try await system(umount, ["-l", gallery])
    try await system(umount, ["-l", folder.path("disk")])
  }

  @Test func `a gallery of its own refuses and says so while its folder is gone, and goes on when it is back`()
    async throws
  {
    let folder = try TemporaryFolder()
    let token = ["BOOTH_GALLERY_TOKEN": "a token of the test"]
    let server = try RunningProgram(
      [
        "gallery", "--data", folder.path("data"), "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        Program.bundledEvents,
      ], environment: token, readingLog: true)
    defer { server.end() }
    var base = ""
    while let line = await server.nextLine() {
      guard let address = line.firstMatch(of: /listening on ([0-9.:]+)/)?.1 else { continue }
      base = "http://\(address)"
      break
    }
    let played = try await Program.run(
      Self.run(["--data", folder.path("booth")], ["--sessions", "1", "--gallery-url", base]), environment: token)
    #expect(played.code == 0, "\(played.errors)")
    let sessions = try await Program.run(["session", "list", "--json", "--data", folder.path("booth")]).output
    let link = try #require(sessions.firstMatch(of: /"link" : "([^"]+)"/).map { String($0.1) })
    #expect(try await Self.isWhole(link))
    let gallery = folder.path("data/gallery")
    try Self.files.moveItem(atPath: gallery, toPath: folder.path("away"))
    #expect(try await Self.get(link).status == 503)
    #expect(try await Self.get("\(base)/health").status == 503)
    var said = false
    while !said, let line = await server.nextLine() { said = line.contains("the gallery's folder is gone") }
    #expect(said)
    try Self.files.createDirectory(atPath: gallery, withIntermediateDirectories: true)
    #expect(try await Self.get(link).status == 503, "an empty folder is not taken for the gallery")
    #expect(rmdir(gallery) == 0)
    try Self.files.moveItem(atPath: folder.path("away"), toPath: gallery)
    #expect(try await Self.get("\(base)/health").status == 200)
    #expect(try await Self.isWhole(link))
  }

  @Test func `a gallery starts on a full disk, serves what it has, erases, and says that it is full`() async throws {
    guard geteuid() == 0, let mount = Program.tool("mount"), let umount = Program.tool("umount") else {
      return print("SKIPPED: a gallery on a full disk: it needs root, to mount a small one")
    }
    let folder = try TemporaryFolder()
    for name in ["disk", "new"] {
      try Self.files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      guard try await Program.run(mount, ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder.path(name)]).code == 0 else {
        return print("SKIPPED: a gallery on a full disk: this user may not mount a small one")
      }
    }
    let token = ["BOOTH_GALLERY_TOKEN": "a token of the test"]
    func gallery(_ data: String) async throws -> (server: RunningProgram, base: String, isSaid: Bool) {
      let server = try RunningProgram(
        [
          "gallery", "--data", data, "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
          Program.bundledEvents,
        ], environment: token, readingLog: true)
      var (base, isSaid) = ("", false)
      while let line = await server.nextLine() {
        isSaid = isSaid || line.contains("disk is full")
        if let address = line.firstMatch(of: /listening on ([0-9.:]+)/)?.1 { base = "http://\(address)" }
        if !base.isEmpty, isSaid || data.hasSuffix("first") { break }
      }
      return (server, base, isSaid)
    }
    let data = folder.path("disk/first")
    let first = try await gallery(data)
    let played = try await Program.run(
      Self.run(["--data", folder.path("booth")], ["--sessions", "1", "--gallery-url", first.base]), environment: token)
    #expect(played.code == 0, "\(played.errors)")
    first.server.end()
    #expect(rename(data, folder.path("disk/begun")) == 0)
    for name in ["disk", "new"] { try Self.fill(folder.path("\(name)/ballast")) }
    let begun = try await gallery(folder.path("disk/begun"))
    #expect(begun.isSaid)
    let sessions = try await Program.run(["session", "list", "--json", "--data", folder.path("booth")]).output
    let link = try #require(sessions.firstMatch(of: /"link" : "[^"]*(\/s\/[^"]+)"/).map { begun.base + $0.1 })
    #expect(try await Self.isWhole(link))
    var erasure = HTTPClientRequest(url: "\(begun.base)/api/sessions/101/\(link.components(separatedBy: "/s/")[1])")
    erasure.method = .DELETE
    erasure.headers.add(name: "X-FotoX-Key", value: "a token of the test")
    #expect(try await HTTPClient.shared.execute(erasure, timeout: .minutes(10)).status == .ok)
    #expect(try await Self.get(link).status == 410)
    begun.server.end()
    // One that was never begun has nothing to serve, and starts.
    let new = try await gallery(folder.path("new/data"))
    #expect(new.isSaid && !new.base.isEmpty)
    #expect(try await Self.get("\(new.base)/health").status == 200)
    new.server.end()
    for name in ["disk", "new"] { _ = try await Program.run(umount, ["-l", folder.path(name)]) }
  }

  /// Until not a byte more is taken.
  private static func fill(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    #expect(file >= 0)
    defer { close(file) }
    var count = 1 << 20
    let bytes = [UInt8](repeating: 7, count: count)
    while count > 0 { if write(file, bytes, count) < count { count /= 2 } }
  }
}
