import Documents
import HTTPTypes
import NIOHTTP1
import StudioModel
import StudioStore
import Testing
import WebSupport

@testable import StudioServer

/// Several people use one browser: what it is told about keeping answers, and whose they are.
@Suite(.timeLimit(.minutes(15))) struct SharedBrowserTests {
  /// A feature that has thought of one person alone.
  private struct Careless: StudioFeature {
    let sections: [StudioSection] = []
    static let said: [String: HTTPFields] = [
      "/careless/years": [.cacheControl: "private, max-age=31536000, immutable"],
      "/careless/all": [.cacheControl: "public, max-age=60"], "/careless/nothing": [:],
      "/careless/varies": [.cacheControl: "no-cache", .vary: "Accept-Language"],
    ]

    func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
      Self.said[context.call.path].map { WebAnswer(.ok, $0, .bytes([1])) }
    }
  }

  private static let paths =
    [
      "/", "/session", "/sign-in", "/join/none", "/booth", "/booth/state", "/booth/event-picture?event=wedding",
      "/booth/screen", "/booths", "/sessions", "/check", "/log", "/people", "/account", "/settings", "/nowhere",
    ] + Careless.said.keys.sorted()

  @Test func `no private answer is kept by a browser for longer than its person, and each says whose it is`()
    async throws
  {
    try await StudioLab.run(features: [Careless()]) { lab in
      let anna = try await lab.join("anna", Standing(.admin))
      let own = try #require(try await lab.get("/account", cookie: anna).headers.first(name: "X-Booth-Person"))
      for path in Self.paths {
        for cookie in [anna, nil] {
          let answer = try await lab.get(path, cookie: cookie)
          let keeping = try #require(answer.headers.first(name: "Cache-Control"), "\(path)")
          #expect(keeping.contains("no-store") || keeping == "private, no-cache", "\(path): \(keeping)")
          #expect(answer.headers.first(name: "Vary")?.contains("Cookie") == true, "\(path)")
          let person = answer.headers.first(name: "X-Booth-Person")
          #expect(person == (cookie == nil || path.hasPrefix("/join/") ? "none" : own), "\(path)")
        }
      }
      #expect(
        try await lab.get("/careless/varies", cookie: anna).headers.first(name: "Vary") == "Accept-Language, Cookie")
    }
  }

  @Test func `what everybody gets says of no person, and may be kept`() async throws {
    try await StudioLab.run { lab in
      let anna = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/account", cookie: anna)
      let style = try #require(page.text.firstMatch(of: #/href="(/static/[^"]+/studio\.css)"/#))
      for path in [String(style.1), "/health", "/worker.js", "/offline"] {
        let answer = try await lab.get(path, cookie: anna)
        #expect(answer.status == 200 && answer.headers.first(name: "X-Booth-Person") == nil, "\(path)")
        #expect(!answer.text.contains("data-person"), "\(path)")
      }
      #expect(try await lab.get(String(style.1)).headers.first(name: "Cache-Control")?.contains("immutable") == true)
    }
  }

  @Test func `a one-time link that is followed where another person is signed in shows nothing of them`() async throws {
    try await StudioLab.run { lab in
      let anna = try await lab.join("Rosalind", Standing(.admin))
      let secret = try await lab.accounts.invite(
        .join(Standing(.employee), name: "Ben"), to: lab.accounts.organisation, by: nil, at: 1000)
      let page = try await lab.get("/join/\(secret)", cookie: anna)
      #expect(page.status == 200 && !page.text.contains("Rosalind") && !page.text.contains("data-signed-in"))
      #expect(page.headers.first(name: "X-Booth-Person") == "none")
      let joined = try await lab.post(
        "/join/\(secret)", cookie: anna,
        ["name": "ben", "shown": "Ben", "password": StudioLab.password, "again": StudioLab.password])
      #expect(joined.status == 303 && joined.headers.first(name: "Clear-Site-Data") == "\"cache\"")
      let session = try #require(joined.cookie)
      let booth = try await lab.get("/booth", cookie: session)
      #expect(booth.text.contains("Ben") && !booth.text.contains("Rosalind"))
    }
  }

  @Test func `signing in empties what the browser has cached for the person before`() async throws {
    try await StudioLab.run { lab in
      _ = try await lab.join("anna", Standing(.admin))
      let form = try #require(try await lab.get("/sign-in").cookie)
      let wrong = try await lab.post("/sign-in", cookie: form, ["name": "anna", "password": "a wrong password"])
      #expect(wrong.status == 401 && wrong.headers.first(name: "Clear-Site-Data") == nil)
      let right = try await lab.post("/sign-in", cookie: form, ["name": "anna", "password": StudioLab.password])
      #expect(right.status == 303 && right.headers.first(name: "Clear-Site-Data") == "\"cache\"")
    }
  }

  @Test func `pages in other tabs can tell that they are another person's`() async throws {
    try await StudioLab.run { lab in
      let (anna, ben) = (try await lab.join("anna", .photographer), try await lab.join("ben", .photographer))
      var marks: Set<String> = []
      for cookie in [anna, ben] {
        let page = try await lab.get("/account", cookie: cookie)
        let mark = try #require(page.text.firstMatch(of: #/ data-person="([^"]+)"/#)).1
        #expect(page.headers.first(name: "X-Booth-Person") == String(mark))
        marks.insert(String(mark))
      }
      #expect(marks.count == 2)
      #expect(try await lab.get("/sign-in").text.contains(" data-person=\"none\""))
    }
  }
}
