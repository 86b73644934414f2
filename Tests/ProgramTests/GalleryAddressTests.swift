import BoothCore
import BoothTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import CommandSupport
@testable import booth

/// Where guests' codes lead while the network comes and goes.
@Suite struct GalleryAddressTests {
  /// A network and a clock of the test.
  private final class World: Sendable {
    let address = Mutex<String?>(nil)
    let time = Mutex<Int64>(1_800_000_000)

    func booth(_ folder: String) -> GalleryAddress {
      GalleryAddress(
        folder: folder, look: { self.address.withLock { $0 } }, now: { self.time.withLock { $0 } })
    }
  }

  @Test func `a booth without a network knows no address until one comes, and keeps it while it is away`() throws {
    let (folder, world) = (try TemporaryFolder(), World())
    let booth = world.booth(folder.path)
    #expect(booth.known == nil && !booth.renew())
    world.address.withLock { $0 = "192.168.1.20" }
    #expect(booth.renew() && booth.known == "192.168.1.20" && booth.current == "192.168.1.20")
    world.address.withLock { $0 = nil }
    #expect(!booth.renew() && booth.current == nil && booth.known == "192.168.1.20")
    world.address.withLock { $0 = "10.0.0.9" }
    #expect(booth.renew() && booth.known == "10.0.0.9")
  }

  @Test func `a start before the network is up leads to the last address of the same night, and of no other`() throws {
    let (folder, world) = (try TemporaryFolder(), World())
    world.address.withLock { $0 = "192.168.1.20" }
    _ = world.booth(folder.path).renew()
    world.address.withLock { $0 = nil }
    world.time.withLock { $0 += 3600 }
    #expect(world.booth(folder.path).known == "192.168.1.20")
    world.time.withLock { $0 += GalleryAddress.longest }
    #expect(world.booth(folder.path).known == nil)
    // A clock that lost its time says nothing of when it was.
    world.time.withLock { $0 = 0 }
    #expect(world.booth(folder.path).known == nil)
  }

  @Test func `commands beside a booth make links as its flags said, until another start says something else`() throws {
    let folder = try TemporaryFolder()
    #expect(GalleryLinkNote.read(folder.path) == nil)
    for note in [GalleryLinkNote.recorded, .base("https://photos.example"), .network] {
      note.keep(folder.path)
      #expect(GalleryLinkNote.read(folder.path) == note)
    }
    for text in ["", "\0\0\0", "something else", "\n"] {
      try folder.put(GalleryLinkNote.name, Array(text.utf8))
      #expect(GalleryLinkNote.read(folder.path) == nil)
    }
  }

  @Test func `links of commands beside a booth have the port and the host at which its gallery listens`()
    async throws
  {
    let folder = try TemporaryFolder()
    func settings(_ flags: [SettingKey: String] = [:]) async throws -> Settings {
      try await Settings(flags: flags.merging([.data: folder.path]) { $1 }, environment: [:], file: nil)
    }
    let plain = try await settings()
    try folder.put(GalleryAddress.name, Array("192.168.1.20 \(Int(Date().timeIntervalSince1970))\n".utf8))
    let session = try #require(SessionID("00000000-0000-4000-8000-000000000000"))
    let recorded = "http://192.168.1.20:8080/s/\(session.text)"
    GalleryLinkNote.recorded.keep(folder.path, place: GalleryListens(host: "127.0.0.1", port: 18_123))
    #expect(GalleryListens.read(folder.path) == GalleryListens(host: "127.0.0.1", port: 18_123))
    #expect(EventLinks.base(plain) == "http://127.0.0.1:18123")
    #expect(
      EventLinks.base(try await settings([.galleryPort: "9000"])) == "http://127.0.0.1:9000", "a flag counts for more")
    #expect(
      SessionLinks(plain).link(of: session, recorded: recorded) == "http://127.0.0.1:18123/s/\(session.text)")
    GalleryLinkNote.network.keep(folder.path, place: GalleryListens(host: "0.0.0.0", port: 18_124))
    #expect(EventLinks.base(plain).hasSuffix(":18124"))
    let link = try #require(SessionLinks(plain).link(of: session, recorded: recorded))
    #expect(link.hasSuffix(":18124/s/\(session.text)"), "\(link)")
    // Elsewhere from now on.
    GalleryLinkNote.recorded.keep(folder.path)
    #expect(GalleryListens.read(folder.path) == nil)
    #expect(SessionLinks(plain).link(of: session, recorded: recorded) == recorded)
    for text in ["network\n", "network\n0 0.0.0.0\n", "network\nx y\n", "network\n70000 a\n", "network\n80\n"] {
      try folder.put(GalleryLinkNote.name, Array(text.utf8))
      #expect(GalleryListens.read(folder.path) == nil && GalleryLinkNote.read(folder.path) == .network)
    }
  }

  @Test(arguments: ["", "127.0.0.1 1800000000", "x 1", "1.2.3 1800000000", "1.2.3.4", "0.0.0.0 5", "1.2.3.400 5", "\0"])
  func `what is no address in the data folder is none`(_ text: String) throws {
    let (folder, world) = (try TemporaryFolder(), World())
    try folder.put(GalleryAddress.name, Array(text.utf8))
    #expect(world.booth(folder.path).known == nil)
  }
}

/// The real program on a machine without a network.
@Suite(.timeLimit(.minutes(15))) struct NoNetworkTests {
  /// A network of its own begins without loopback, which every machine has.
  private static let withLoopback = "ip link set lo up && exec \"$0\" \"$@\""

  @Test func `guests of a booth without a network see words and no code, and its commands name no link`() async throws {
    guard let unshare = Program.tool("unshare") else {
      return print("NoNetworkTests: there is no unshare here, so a machine without a network cannot be had")
    }
    let probe = try await Program.run(unshare, ["--net", "ip", "link", "set", "lo", "up"])
    guard probe.code == 0 else {
      return print("NoNetworkTests: no network can be taken away here: \(probe.errors)")
    }
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      unshare,
      [
        "--net", "sh", "-c", Self.withLoopback, Program.path, "run", "--mock-camera", "--lab", "--sessions", "1",
        "--screen", "log", "--data",
        folder.path, "--events", Program.bundledEvents, "--event", "wedding", "--gallery-port", "18098",
      ])
    let scenes = played.errors.split(separator: "\n").filter { $0.contains("scene=") }
    #expect(scenes.contains { $0.contains("scene=no code, as there is no network") }, "\(played.errors.suffix(3000))")
    #expect(!scenes.contains { $0.contains("scene=code") })
    let listed = try await Program.run(
      unshare, ["--net", Program.path, "session", "list", "--json", "--data", folder.path])
    #expect(listed.code == 0 && listed.output.contains("\"id\"") && !listed.output.contains("127.0.0.1"))
    #expect(!listed.output.contains("\"link\" : \"http"))
    // With the network of this machine, or a name for it, the same session has a link.
    let named = try await Program.run(
      ["session", "list", "--json", "--data", folder.path],
      environment: ["BOOTH_GALLERY_PUBLIC_URL": "http://photos.example"])
    #expect(named.output.contains("\"link\" : \"http://photos.example/s/"), "\(named.output) \(named.errors)")
  }
}
