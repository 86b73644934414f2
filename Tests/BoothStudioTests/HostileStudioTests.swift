import BoothCore
import BoothTesting
import FoundationEssentials
import NIOHTTP1
import StudioRules
import StudioStore
import Synchronization
import Testing

@testable import BoothStudio

/// Requests by seed: 3,000 here, 100,000 with `BOOTH_FULL`.
@Suite(.serialized, .timeLimit(.minutes(60))) struct HostileStudioTests {
  private static let clients = 8
  private static let secret = "Somebody-Whose-Name-Is-Known-To-Nobody"
  private static var count: Int { ProcessInfo.processInfo.environment["BOOTH_FULL"] == nil ? 3000 : 100_000 }

  private struct Seen: Sendable {
    var statuses: [Int: Int] = [:]
    var faults: [String] = []
  }

  /// Cookies that are not worth anything, and one that is an employee's.
  private struct Loot: Sendable {
    var employee: String
    var photographersToken: String
    var users: [String]
    var used: String
  }

  @Test func `hostile requests get an answer, nothing foreign, and change nothing`() async throws {
    let seen = ShownValue(Seen())
    try await StudioLab.run { lab in
      let admin = try await lab.join(Self.secret, Standing(.admin))
      let employee = try await lab.join("employee", Standing(.employee))
      let used = try await lab.accounts.invite(
        .join(Standing(.admin), name: nil), to: lab.accounts.organisation, by: nil, at: 0)
      _ = try await lab.accounts.accept(
        used, name: "second", displayName: "", password: StudioLab.password, agent: "", at: 1000)
      let before = try await lab.accounts.people(of: lab.accounts.organisation)
      let loot = Loot(
        employee: employee, photographersToken: FormGuard.token(admin), users: before.map(\.id.text), used: used)
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<Self.clients {
          group.addTask {
            for seed in stride(from: client, to: Self.count, by: Self.clients) {
              var generator = SeededRandom(seed: UInt64(seed))
              await Self.attack(lab, loot, &generator, seed, seen)
            }
          }
        }
      }
      #expect(lab.booth.notes.withLock { $0.orders }.isEmpty, "nobody but an employee was signed in")
      #expect(try await lab.accounts.people(of: lab.accounts.organisation) == before)
      #expect(try await lab.get("/booth", cookie: admin).status == 200, "the administrator is still in")
      print(
        "hostile requests: \(Self.count); answers: \(seen.value.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
      )
    }
    for fault in seen.value.faults.prefix(20) { Issue.record("\(fault)") }
  }

  private static func attack(
    _ lab: StudioLab, _ loot: Loot, _ generator: inout SeededRandom, _ seed: Int,
    _ seen: ShownValue<Seen>
  ) async {
    let paths = [
      "/", "/sign-in", "/sign-out", "/booth", "/booth/state", "/booth/screen?after=7", "/booth/pause",
      "/booth/shutdown",
      "/booth/erase", "/booth/event", "/people", "/people/invite", "/people/standing", "/people/end",
      "/people/password", "/people/withdraw",
      "/account", "/account/password", "/account/place", "/join/\(loot.used)", "/join/x", "/static/studio.x.js",
      "/static/..%2f..%2fetc%2fpasswd", "/../studio.sqlite", "/%00", "/booth/%70ause", "/booth//pause", "/BOOTH/pause",
      "/people/end/", "/?to=//evil", "/sign-in?to=%0d%0aSet-Cookie:x", "/health", "//evil.example/booth",
    ]
    let methods: [HTTPMethod] = [.GET, .POST, .POST, .POST, .PUT, .DELETE, .HEAD, .OPTIONS, .RAW(value: "PROPFIND")]
    let path = paths.randomElement(using: &generator)!
    let method = methods.randomElement(using: &generator)!
    var cookie: String? = [
      loot.employee, loot.employee, nil, "", String(loot.employee.reversed()), loot.employee + "A",
      String(repeating: "A", count: 43),
      String(repeating: "z", count: 4000), loot.employee + "; booth_studio=x",
    ].randomElement(using: &generator)!
    var headers: [(String, String)] = []
    func maybe(_ name: String, _ values: [String]) {
      if Bool.random(using: &generator) { headers.append((name, values.randomElement(using: &generator)!)) }
    }
    maybe(
      "Origin", [lab.base, lab.base, "http://evil.example", "null", "file://", String(repeating: "x", count: 3000)])
    maybe("Sec-Fetch-Site", ["same-origin", "cross-site", "none", "x"])
    maybe("Content-Type", ["text/plain", "application/json", "multipart/form-data; boundary=x"])
    maybe("X-Forwarded-For", ["1.2.3.4", "\"", String(repeating: "9", count: 500), ","])
    maybe("X-Forwarded-Proto", ["https", "gopher"])
    maybe("X-Booth-Part", ["1"])
    maybe("Accept-Language", ["he", "xx;q=x", String(repeating: "de,", count: 800)])
    maybe("If-None-Match", ["*", "\"x\""])
    let form: [String: String]? =
      method == .GET || method == .HEAD
      ? nil
      : [
        "token": [
          FormGuard.token(loot.employee), FormGuard.token(loot.employee), loot.photographersToken, "",
          String(repeating: "t", count: 2000),
        ].randomElement(using: &generator)!,
        "user": (loot.users + ["", "' OR 1=1 --", "\0"]).randomElement(using: &generator)!, "standing": "admin",
        "name": ["admin", Self.secret, "<script>alert(1)</script>", "\u{202E}x"].randomElement(using: &generator)!,
        "password": ["", "x", String(repeating: "p", count: 1000)].randomElement(using: &generator)!,
        "again": "x", "old": "x", "event": "../..", "session": "*", "job": "-1", "button": "\u{1b}[2J",
      ]
    // An employee signing out, or in another language, is their right: not from here.
    if path == "/sign-out" || path == "/account/place" { cookie = nil }
    do {
      let reply = try await lab.send(method, path, cookie: cookie, headers, form: form)
      seen.change { $0.statuses[reply.status, default: 0] += 1 }
      seen.change { seen in
        if reply.status >= 500 { seen.faults.append("seed \(seed): \(method) \(path): status \(reply.status)") }
        if reply.text.contains(Self.secret), form?["name"] != Self.secret {
          seen.faults.append("seed \(seed): \(method) \(path) tells who the administrator is")
        }
        if reply.text.contains("<script>alert") { seen.faults.append("seed \(seed): markup came through") }
        for header in reply.headers.map({ "\($0.name): \($0.value)" }) where header.contains("evil") {
          if header.lowercased().hasPrefix("location: http") || header.hasPrefix("Location: //") {
            seen.faults.append("seed \(seed): leads elsewhere: \(header)")
          }
        }
      }
    } catch {
      // A request that no server need answer: a header beyond all limits. It must not be the rule.
      seen.change { $0.statuses[0, default: 0] += 1 }
    }
  }
}
