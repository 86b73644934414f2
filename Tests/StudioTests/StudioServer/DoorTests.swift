import BoothCore
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct DoorTests {
  @Test func `a one-time link makes an account, and signs in`() async throws {
    try await StudioLab.run { lab in
      let secret = try await lab.accounts.invite(
        .join(Standing(.admin), name: "Anna"), to: lab.accounts.organisation, by: nil, at: 1000)
      let page = try await lab.get("/join/\(secret)")
      #expect(page.status == 200 && page.text.contains("value=\"Anna\""))
      let form = try #require(page.cookie)
      let fields = ["name": "Anna", "shown": "Anna <b>", "password": StudioLab.password, "again": StudioLab.password]
      let joined = try await lab.post("/join/\(secret)", cookie: form, fields)
      #expect(joined.status == 303 && joined.location == "/")
      let session = try #require(joined.cookie)
      #expect(session != form, "a cookie that somebody may have planted lets nobody in")
      let header = try #require(joined.headers.first(name: "Set-Cookie"))
      #expect(header.contains("HttpOnly") && header.contains("SameSite=Strict") && !header.contains("Secure"))
      let booth = try await lab.get("/booth", cookie: session)
      #expect(booth.status == 200 && booth.text.contains("Anna &lt;b&gt;"))
      #expect(try await lab.get("/join/\(secret)").status == 404)
      #expect(try await lab.post("/join/\(secret)", cookie: form, fields).status == 404)
    }
  }

  @Test func `a password signs in, slowly where it is guessed, and leads on within the studio only`() async throws {
    try await StudioLab.run { lab in
      _ = try await lab.join("anna", Standing(.admin))
      let form = try #require(try await lab.get("/sign-in").cookie)
      for (to, place) in [
        ("/people", "/people"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil.example", "/"),
        ("", "/"),
      ] {
        let reply = try await lab.post(
          "/sign-in", cookie: form, ["name": "anna", "password": StudioLab.password, "to": to])
        #expect(reply.status == 303 && reply.location == place, "\(to)")
      }
      for _ in 0..<5 {
        #expect(try await lab.post("/sign-in", cookie: form, ["name": "anna", "password": "x"]).status == 401)
      }
      let reply = try await lab.post("/sign-in", cookie: form, ["name": "anna", "password": StudioLab.password])
      #expect(reply.status == 429 && reply.headers.first(name: "Retry-After") == "2")
    }
  }

  @Test func `a stranger is led to the door, whatever there is`() async throws {
    try await StudioLab.run { lab in
      for path in ["/", "/booth", "/people", "/account", "/nowhere", "/booth/nowhere", "/static", "/join"] {
        let reply = try await lab.get(path)
        #expect(reply.status == 303 && reply.location?.hasPrefix("/sign-in") == true, "\(path)")
      }
      for path in ["/booth/state", "/booth/events", "/booth/screen"] {
        #expect(try await lab.send(.GET, path, [("X-Booth-Part", "1")]).status == 401, "\(path)")
      }
      let stolen = String(repeating: "A", count: 43)
      #expect(try await lab.get("/booth", cookie: stolen).status == 303)
      #expect(lab.booth.notes.withLock { $0.reports } == 0)
    }
  }

  @Test func `signed out is signed out, there and by the other`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      let out = try await lab.post("/sign-out", cookie: session)
      #expect(out.status == 303 && out.headers.first(name: "Set-Cookie")?.contains("Max-Age=0") == true)
      #expect(try await lab.get("/booth", cookie: session).status == 303)
    }
  }

  @Test func `behind TLS cookies are for TLS alone`() async throws {
    try await StudioLab.run(publicBaseURL: "https://studio.example.org") { lab in
      let reply = try await lab.send(.GET, "/sign-in", [("Host", "studio.example.org")])
      #expect(reply.headers.first(name: "Set-Cookie")?.contains("Secure") == true)
      #expect(try await lab.send(.GET, "/sign-in", [("Host", "evil.example.org")]).status == 421)
    }
  }

  @Test func `it answers under names that are its own`() {
    for host in ["127.0.0.1:8090", "[::1]:8090", "localhost", "booth", "booth.local:8090", "192.168.1.4"] {
      #expect(HostGuard.allows(host, publicBaseURL: nil), "\(host)")
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "a.b", "", nil] {
      #expect(!HostGuard.allows(host, publicBaseURL: nil), "\(host ?? "nil")")
    }
    #expect(HostGuard.allows("studio.example.org", publicBaseURL: "https://studio.example.org"))
    #expect(HostGuard.allows("studio.example.org:8443", publicBaseURL: "https://studio.example.org"))
    #expect(HostGuard.allows("studio.example.org", publicBaseURL: "https://studio.example.org:8443/"))
    #expect(!HostGuard.allows("example.org", publicBaseURL: "https://studio.example.org"))
  }

  @Test func `limits are held against who really asks`() async throws {
    try await StudioLab.run { lab in
      _ = try await lab.join("anna", Standing(.admin))
      let form = try #require(try await lab.get("/sign-in").cookie)
      // A proxy on this machine names its clients: the guesser is slowed, and no other client.
      func signIn(_ password: String, from client: String) async throws -> Int {
        try await lab.send(
          .POST, "/sign-in", cookie: form, [("Origin", lab.base), ("X-Forwarded-For", "1.1.1.1, \(client)")],
          form: [FormGuard.field: FormGuard.token(form), "name": "anna", "password": password]
        ).status
      }
      for _ in 0..<6 { _ = try await signIn("x", from: "10.0.0.1") }
      #expect(try await signIn(StudioLab.password, from: "10.0.0.1") == 429)
      #expect(try await signIn(StudioLab.password, from: "10.0.0.2") == 303)
    }
  }

  @Test func `a venue's own people get in behind its address, whatever is guessed there`() async throws {
    try await StudioLab.run { lab in
      _ = try await lab.join("anna", Standing(.admin))
      _ = try await lab.join("ben", .photographer)
      let form = try #require(try await lab.get("/sign-in").cookie)
      func signIn(_ name: String, _ password: String, device: String? = nil) async throws -> StudioReply {
        let cookies = device.map { "\(form); booth_device=\($0)" } ?? form
        return try await lab.post("/sign-in", cookie: form, cookies: cookies, ["name": name, "password": password])
      }
      let before = try await signIn("anna", StudioLab.password)
      let headers = before.headers[canonicalForm: "Set-Cookie"]
      #expect(headers.first?.hasPrefix("\(StudioContext.cookie)=") == true)
      let known = try #require(headers.first { $0.hasPrefix("booth_device=") })
      #expect(known.contains("HttpOnly") && known.contains("SameSite=Strict"))
      let device = try #require(known.split(separator: ";").first?.split(separator: "=").last.map(String.init))
      // Thirty wrong ones of any names, and as many of hers.
      for number in 0..<40 { #expect(try await signIn("x\(number)", "wrong").status == 401) }
      for _ in 0..<40 { _ = try await signIn("anna", "wrong") }
      #expect(try await signIn("ben", StudioLab.password).status == 303)
      #expect(try await signIn("anna", StudioLab.password).status == 429)
      #expect(try await signIn("anna", StudioLab.password, device: device).status == 303)
      #expect(try await lab.get("/booth", cookie: device).status == 303, "it lets nobody in")
    }
  }

  @Test func `a client is an IPv4 address, or a network of 64 bits`() {
    #expect(ClientNetwork.name("10.0.0.1") == "10.0.0.1")
    #expect(ClientNetwork.name("::ffff:127.0.0.1") == "127.0.0.1")
    #expect(ClientNetwork.name("::1") == "::1")
    #expect(ClientNetwork.name("2001:db8:1:2:3:4:5:6") == ClientNetwork.name("2001:db8:1:2::9"))
    #expect(ClientNetwork.name("2001:db8:1:2::1") != ClientNetwork.name("2001:db8:1:3::1"))
    #expect(ClientNetwork.name("fe80::1%eth0") == ClientNetwork.name("fe80::2"))
    #expect(ClientNetwork.name("nonsense:") == "nonsense:")
  }

  @Test func `a planted cookie keeps nobody out`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      let planted = String(repeating: "A", count: 43)
      let reply = try await lab.get("/booth", cookie: "\(planted); \(StudioContext.cookie)=\(session)")
      #expect(reply.status == 200)
      #expect(reply.text.contains(FormGuard.token(session)))
      #expect(reply.headers.first(name: "Cross-Origin-Resource-Policy") == "same-origin")
    }
  }

  @Test func `a mistyped password does not forget where one wanted to go`() async throws {
    try await StudioLab.run { lab in
      let form = try #require(try await lab.get("/sign-in").cookie)
      let reply = try await lab.post("/sign-in", cookie: form, ["name": "x", "password": "y", "to": "/sessions"])
      #expect(reply.text.contains("name=\"to\" value=\"/sessions\""))
    }
  }

  @Test func `a second link for one name says that the one before is over`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      for (name, isSecond) in [("Ben", false), ("ben", true), ("Carla", false), ("", false), ("", false)] {
        _ = try await lab.post("/people/invite", cookie: session, ["standing": "photographer", "name": name])
        let page = try await lab.get("/people", cookie: session).text
        #expect(page.contains("/join/") && page.contains("Link created."), "\(name)")
        #expect(page.contains("no longer works") == isSecond, "\(name)")
      }
      #expect(try await lab.accounts.invitations(to: lab.accounts.organisation, at: 1000).count == 4)
    }
  }

  @Test func `a link stands on its own page until that is read`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      _ = try await lab.post("/people/invite", cookie: session, ["standing": "photographer", "name": "Ben"])
      _ = try await lab.get("/nowhere", cookie: session)
      _ = try await lab.send(.HEAD, "/people", cookie: session)
      _ = try await lab.get("/booth", cookie: session)
      let page = try await lab.get("/people", cookie: session).text
      #expect(page.contains("/join/"))
      #expect(page.contains("action=\"/people/withdraw\""))
      let id = try #require(try await lab.accounts.invitations(to: lab.accounts.organisation, at: 1000).first?.id)
      #expect(try await lab.post("/people/withdraw", cookie: session, ["link": id]).status == 303)
      #expect(try await lab.accounts.invitations(to: lab.accounts.organisation, at: 1000).isEmpty)
    }
  }
}
