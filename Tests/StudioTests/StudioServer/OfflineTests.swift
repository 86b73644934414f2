import Documents
import HTTPTypes
import NIOHTTP1
import StudioModel
import Testing
import WebSupport

@testable import StudioServer

@Suite struct OfflineTests {
  @Test func `the worker keeps what every page needs, and all of it is there`() async throws {
    try await StudioLab.run { lab in
      let worker = try await lab.get("/worker.js")
      #expect(worker.status == 200)
      #expect(worker.headers.first(name: "Content-Type") == "text/javascript; charset=utf-8")
      let list = try #require(worker.text.firstMatch(of: /^const server = .*"shell":\[([^\]]*)\]/))
      let addresses = list.1.matches(of: /"([^"]+)"/).map { String($0.1) }
      #expect(addresses.contains("/offline"))
      #expect(addresses.contains { $0.hasPrefix("/static/") && $0.hasSuffix("/studio/studio.css") })
      for address in addresses { #expect(try await lab.get(address).status == 200, "\(address)") }
      // It takes over with what every page needs, before it has what single products need.
      let early = try #require(worker.text.firstMatch(of: /"first":\[([^\]]*)\]/))
      let first = early.1.matches(of: /"([^"]+)"/).map { String($0.1) }
      #expect(first.contains("/offline") && first.contains { $0.hasSuffix("/studio/studio.js") })
      #expect(Set(first).isSubset(of: addresses))
      #expect(!first.contains { $0.contains("/photos/") || $0.contains("/training/") })
    }
  }

  @Test func `what is said once is not said to a copy that the browser keeps`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.post("/people/invite", cookie: cookie, ["standing": "photographer"]).status == 303)
      let copy = try await lab.send(.GET, "/people", cookie: cookie, [("X-Booth-Copy", "1")])
      #expect(copy.status == 200 && !copy.text.contains("/join/"))
      #expect(try await lab.get("/people", cookie: cookie).text.contains("/join/"))
    }
  }

  @Test func `the page for who has no network names nobody`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("Rosalind", Standing(.admin))
      let page = try await lab.get("/offline", cookie: cookie)
      #expect(page.status == 200)
      #expect(!page.text.contains("Rosalind"))
      #expect(page.headers.first(name: "X-Booth-Person") == nil)
    }
  }

  @Test func `what is kept has an owner, and each their own`() async throws {
    try await StudioLab.run { lab in
      let (anna, ben) = (try await lab.join("anna", .photographer), try await lab.join("ben", .photographer))
      let owners = try await [
        lab.get("/booth", cookie: anna), lab.get("/account", cookie: anna), lab.get("/booth", cookie: ben),
      ]
      .map { $0.headers.first(name: "X-Booth-Person") }
      #expect(owners[0] != nil)
      #expect(owners[0] == owners[1])
      #expect(owners[0] != owners[2])
    }
  }

  @Test func `an answer says for how long its person is signed in`() async throws {
    let place = SignedInPlace(id: "1", user: UserID("anna"), agent: "", createdAt: 1000, seenAt: 1000)
    #expect(AccountRules.secondsLeft(of: place, at: 2000) == 14 * 86_400)
    #expect(AccountRules.secondsLeft(of: place, at: 1000 + 89 * 86_400) == 86_400)
    #expect(AccountRules.secondsLeft(of: place, at: 1000 + 91 * 86_400) == 0)
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", .photographer)
      for path in ["/account", "/session", "/nowhere"] {
        let seconds = try await lab.get(path, cookie: cookie).headers.first(name: "X-Booth-Person-For")
        #expect(seconds == String(14 * 86_400), "\(path)")
        #expect(try await lab.get(path).headers.first(name: "X-Booth-Person-For") == nil, "\(path)")
      }
    }
  }

  @Test func `a script learns whether somebody is still signed in`() async throws {
    try await StudioLab.run { lab in
      #expect(try await lab.get("/session").status == 401)
      let cookie = try await lab.join("anna", .photographer)
      #expect(try await lab.get("/session", cookie: cookie).status == 204)
      _ = try await lab.post("/sign-out", cookie: cookie)
      #expect(try await lab.get("/session", cookie: cookie).status == 401)
    }
  }

  @Test func `signing out leaves what was entered and not sent`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", .photographer)
      let answer = try await lab.post("/sign-out", cookie: cookie)
      #expect(answer.headers.first(name: "Clear-Site-Data") == "\"cache\"")
    }
  }

  @Test func `a kept page says by what it is found`() {
    let page = StudioShell.kept(WebAnswer(.ok), title: "Jaffa Gate; 1898 – שער יפו")
    let field = page.headers.first { $0.name.rawName == "X-Booth-Keep" }?.value
    #expect(field?.hasPrefix("page;Jaffa%20Gate%3B%201898") == true)
    #expect(field?.utf8.allSatisfy { $0 < 0x7F } == true)
    #expect(field?.hasSuffix(";filters") == false)
    let filtering = StudioShell.kept(WebAnswer(.ok), title: "Training; photos", filters: true)
    #expect(
      filtering.headers.first { $0.name.rawName == "X-Booth-Keep" }?.value == "page;Training%3B%20photos;filters")
  }
}
