import BoothTesting
import Dispatch
import Documents
import FoundationEssentials
import HTTPClientSupport
import StudioModel
import Synchronization
import Testing

@testable import StudioServer

/// Links to booths elsewhere that lead where none is. Connects to nothing but this machine's own loopback.
@Suite(.timeLimit(.minutes(15))) struct OtherBoothLinkTests {
  /// What a person listens for.
  private final class Heard: Sendable {
    let heads = Mutex<[String]>([])
    var count: Int { heads.withLock { $0.count } }
  }

  private static func listener(_ heard: Heard, _ answer: String) throws -> RawServer {
    try RawServer { exchange in
      heard.heads.withLock { $0.append(exchange.head) }
      exchange.send(answer)
      return false
    }
  }

  private static let empty = "Content-Length: 0\r\nConnection: close\r\n\r\n"

  /// What is said to who adds a link.
  private func said(_ link: String, _ lines: StudioLines, _ patience: Duration) async throws -> String {
    let folder = try TemporaryFolder()
    let store = OtherBoothStore(folder: folder.path, own: OrganisationID("own"), lines: lines, patience: patience)
    do throws(OperatedBoothError) {
      _ = try await store.add(name: "East hall", link: link, for: OrganisationID("own"))
      return "added"
    } catch { return error.words }
  }

  /// Without the address, which the person has given.
  private func sentence(
    _ link: String, _ lines: StudioLines, _ patience: Duration = .zero
  ) async throws -> String {
    let origin = link.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    return try await said(link, lines, patience).replacing(origin, with: "X")
  }

  @Test func `a link to this machine is not followed, by whatever name, and no page tells what listens there`()
    async throws
  {
    let heard = Heard()
    let server = try Self.listener(heard, "HTTP/1.1 404 Not Found\r\n" + Self.empty)
    var sentences: Set<String> = []
    for host in [
      "127.0.0.1", "127.1", "2130706433", "0x7f000001", "localhost", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]", "[64:ff9b::127.0.0.1]",
    ] {
      for scheme in ["http", "https"] {
        sentences.insert(
          try await sentence("\(scheme)://\(host):\(server.port)/join/x", StudioLines(allowsThisMachine: false)))
      }
    }
    sentences.insert(try await sentence("http://127.0.0.1:1/join/x", StudioLines(allowsThisMachine: false)))
    #expect(sentences.count == 1, "\(sentences)")
    #expect(heard.count == 0)
    server.stop()
  }

  @Test func `whatever answers, and where nothing does, the sentence is the same, and no redirect is followed`()
    async throws
  {
    let (heard, beyond) = (Heard(), Heard())
    let target = try Self.listener(beyond, "HTTP/1.1 200 OK\r\n" + Self.empty)
    let servers = try [
      "HTTP/1.1 404 Not Found\r\n" + Self.empty, "HTTP/1.1 200 OK\r\n" + Self.empty, "SSH-2.0-OpenSSH_9.2\r\n", "",
      "HTTP/1.1 303 See Other\r\nLocation: http://127.0.0.1:\(target.port)/\r\n" + Self.empty,
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(target.port)/\r\n" + Self.empty,
    ].map { try Self.listener(heard, $0) }
    let here = StudioLines(allowsThisMachine: true)
    var sentences = Set([try await sentence("http://127.0.0.1:1/join/x", here, .seconds(4))])
    for server in servers {
      sentences.insert(try await sentence("http://127.0.0.1:\(server.port)/join/x", here, .seconds(4)))
    }
    sentences.insert(try await sentence("http://169.254.169.254/join/x", here, .seconds(4)))
    #expect(sentences.count == 1, "\(sentences)")
    // A page that has given up leaves the question under way.
    await eventually { heard.count >= servers.count }
    #expect(heard.count == servers.count && beyond.count == 0)
    for server in servers + [target] { server.stop() }
  }

  @Test func `a name that leads elsewhere a moment later leads nowhere`() async throws {
    let heard = Heard()
    let server = try Self.listener(heard, "HTTP/1.1 404 Not Found\r\n" + Self.empty)
    // The first look finds what may be asked; a second look is led to this machine's own.
    let looks = Mutex(0)
    let own = try #require(PeerAddress(literal: "127.0.0.1"))
    let other = try #require(PeerAddress(literal: "169.254.169.254"))
    let lines = StudioLines(allowsThisMachine: true) { _ in
      looks.withLock { looks in
        looks += 1
        return looks == 1 ? [own] : [other]
      }
    } own: {
      []
    }
    let origin = "http://booth.example:\(server.port)"
    _ = try await StudioQuestion.send(.get("/health"), to: origin, secret: "x", over: lines, .seconds(120))
    #expect(heard.heads.withLock { $0.first?.contains("booth.example:\(server.port)") } == true)
    _ = try await StudioQuestion.send(.get("/health"), to: origin, secret: "x", over: lines, .seconds(120))
    #expect(heard.count == 2 && looks.withLock { $0 } == 1, "one look, and what was looked at is asked")
    lines.failed(origin)
    await #expect(throws: UnansweredFault.self) {
      try await StudioQuestion.send(.get("/health"), to: origin, secret: "x", over: lines, .seconds(120))
    }
    #expect(heard.count == 2)
    server.stop()
  }

  @Test func `a link whose answer did not come in time goes on for the same account when it is given again`()
    async throws
  {
    /// Another studio that takes a link, and whose answer is lost then; it lets in whom it has an account of.
    struct Door {
      var account: [String]?
      var joins = 0
    }
    let door = Mutex(Door())
    let server = try RawServer { exchange in
      let fields = String(decoding: exchange.body, as: UTF8.self).split(separator: "&").map(String.init)
      let account = fields.filter { $0.hasPrefix("name=") || $0.hasPrefix("password=") }.sorted()
      let answer: String? = door.withLock { door in
        switch exchange.target {
        case "/join/x":
          door.joins += 1
          guard door.account == nil else { return "HTTP/1.1 404 Not Found\r\n" }
          door.account = account
          return nil
        case "/sign-in" where door.account == account:
          return "HTTP/1.1 303 See Other\r\nLocation: /\r\nSet-Cookie: booth_studio=let-in; Path=/\r\n"
        default: return "HTTP/1.1 401 Unauthorized\r\n"
        }
      }
      if let answer { exchange.send(answer + Self.empty) }
      return false
    }
    let folder = try TemporaryFolder()
    let (own, other) = (OrganisationID("own"), OrganisationID("other"))
    let link = "http://127.0.0.1:\(server.port)/join/x"
    let store = OtherBoothStore(
      folder: folder.path, own: own, lines: StudioLines(allowsThisMachine: true), patience: .seconds(8))
    await #expect(throws: OperatedBoothError.self) { try await store.add(name: "East hall", link: link, for: own) }
    // Another organisation has not proposed that account.
    await #expect(throws: OperatedBoothError.self) { try await store.add(name: "Theirs", link: link, for: other) }
    let added = try await store.add(name: "East hall", link: link, for: own)
    #expect(added.name == "East hall" && door.withLock { $0.joins } >= 3)
    #expect(try await store.list(of: own).map(\.id) == [added.id])
    #expect(try await store.list(of: other).isEmpty)
    // It is used up now, as one whose answer came at once.
    await #expect(throws: OperatedBoothError.self) { try await store.add(name: "Again", link: link, for: own) }
    server.stop()
  }

  @Test func `a studio that answers after the page has given up is waited for, and asked once`() async throws {
    let joins = Mutex(0)
    let late = DispatchSemaphore(value: 0)
    let server = try RawServer { exchange in
      joins.withLock { $0 += 1 }
      late.wait()
      exchange.send("HTTP/1.1 303 See Other\r\nLocation: /\r\nSet-Cookie: booth_studio=let-in; Path=/\r\n" + Self.empty)
      return false
    }
    defer {
      late.signal()
      server.stop()
    }
    let folder = try TemporaryFolder()
    let own = OrganisationID("own")
    let link = "http://127.0.0.1:\(server.port)/join/x"
    // Six times so long is what an answer may take in all.
    let store = OtherBoothStore(
      folder: folder.path, own: own, lines: StudioLines(allowsThisMachine: true), patience: .seconds(8))
    await #expect(throws: OperatedBoothError.self) { try await store.add(name: "East hall", link: link, for: own) }
    late.signal()
    // Also two who give it again at once get one booth.
    async let one = store.add(name: "East hall", link: link, for: own)
    async let other = store.add(name: "East hall", link: link, for: own)
    let added = try await [one, other]
    #expect(added[0] == added[1] && joins.withLock { $0 } == 1)
    #expect(try await store.list(of: own) == [added[0]])
  }

  @Test func `many pages that ask one booth at once are all answered`() async throws {
    let heard = Heard()
    let server = try Self.listener(heard, "HTTP/1.1 200 OK\r\n" + Self.empty)
    let lines = StudioLines(allowsThisMachine: true)
    let answered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          do {
            let origin = "http://127.0.0.1:\(server.port)"
            return try await StudioQuestion.send(.get("/health"), to: origin, secret: "x", over: lines, .seconds(300))
              .status == 200
          } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(answered == 32)
    server.stop()
  }

  @Test func `of a name's addresses one that is forbidden forbids it, and plain http is for one's own network`() throws
  {
    func choice(_ addresses: [String], isPlain: Bool = false, here: Bool = false) -> String {
      let own = PeerAddress(literal: "192.168.1.7").map { [$0] } ?? []
      let lines = StudioLines(allowsThisMachine: here, lookUp: { _ in [] }, own: { Set(own) })
      do throws(StudioLines.LineFault) {
        return try lines.choose(addresses.compactMap { PeerAddress(literal: $0) }, isPlain: isPlain).text
      } catch { return "no" }
    }
    #expect(choice([]) == "no")
    #expect(choice(["192.0.2.1", "127.0.0.1"]) == "no")
    #expect(choice(["192.0.2.1", "169.254.1.1"], here: true) == "no")
    #expect(choice(["192.168.1.7"]) == "no", "this machine by its own address")
    #expect(choice(["192.168.1.7"], isPlain: true, here: true) == "192.168.1.7")
    #expect(choice(["192.168.1.8"], isPlain: true) == "192.168.1.8")
    #expect(choice(["fd12::8"], isPlain: true) == "fd12::8")
    #expect(choice(["192.0.2.1"], isPlain: true) == "no")
    #expect(choice(["2001:db8::1", "192.0.2.1"]) == "192.0.2.1")
  }

  @Test(arguments: [
    ("127.0.0.1", PeerAddress.Reach.thisMachine), ("127.255.1.2", .thisMachine), ("0.0.0.0", .thisMachine),
    ("0", .thisMachine), ("017700000001", .thisMachine), ("::1", .thisMachine), ("::", .thisMachine),
    ("[::ffff:127.0.0.1]", .thisMachine), ("::127.0.0.1", .thisMachine), ("2002:7f00:1::", .thisMachine),
    ("64:ff9b::7f00:1", .thisMachine), ("2001:0:1:2:3:4:80ff:fffe", .thisMachine),
    ("169.254.169.254", .link), ("2852039166", .link), ("0xA9FEA9FE", .link), ("fe80::1%eth0", .link),
    ("[fd00:ec2::254]", .link), ("::ffff:169.254.169.254", .link), ("2002:a9fe:a9fe::1", .link),
    ("100.100.100.200", .link), ("192.0.0.192", .link), ("224.0.0.1", .nowhere), ("255.255.255.255", .nowhere),
    ("ff02::1", .nowhere), ("10.0.0.1", .ownNetwork), ("172.31.0.1", .ownNetwork), ("192.168.1.1", .ownNetwork),
    ("100.64.0.1", .ownNetwork), ("fd12:3456::1", .ownNetwork), ("172.32.0.1", .elsewhere),
    ("169.253.1.1", .elsewhere), ("192.0.2.1", .elsewhere), ("2001:db8::1", .elsewhere), ("fd00::1", .ownNetwork),
  ]) func `an address says how far it leads, however it is written`(_ text: String, _ reach: PeerAddress.Reach) throws {
    #expect(try #require(PeerAddress(literal: text)).reach == reach)
  }

  @Test func `a name is none, and this machine knows its own`() async {
    for name in ["example.org", "", "127.0.0.1.example.org", "1.2.3.4 x", "::g"] {
      #expect(PeerAddress(literal: name) == nil, "\(name)")
    }
    #expect(PeerAddress.own().contains { $0.reach == .thisMachine })
    #expect(await PeerAddress.lookUp("localhost").allSatisfy { $0.reach == .thisMachine })
  }
}
