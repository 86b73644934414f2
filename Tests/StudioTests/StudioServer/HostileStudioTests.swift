import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

/// Requests by seed: 3,000 here, 100,000 with `BOOTH_FULL`.
@Suite(.serialized, .timeLimit(.minutes(60))) struct HostileStudioTests {
  private static let clients = 8
  private static let secret = "Somebody-Whose-Name-Is-Known-To-Nobody"
  private static var count: Int { ProcessInfo.processInfo.environment["BOOTH_FULL"] == nil ? 3000 : 100_000 }

  private struct Seen: Sendable {
    var statuses: [Int: Int] = [:]
    var faults: [String] = []
    /// How many asked for what is another person's, and how many were shown any of it.
    var (named, shown) = (0, 0)
    /// In KiB; see ``memory()``.
    var memory: [Int] = []
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
    let foreign = ForeignThings()
    try await StudioLab.run(more: foreign.features) { lab in
      let admin = try await lab.join(Self.secret, Standing(.admin))
      let employee = try await lab.join("employee", Standing(.employee))
      let used = try await lab.accounts.invite(
        .join(Standing(.admin), name: nil), to: lab.accounts.organisation, by: nil, at: 0)
      _ = try await lab.accounts.accept(
        used, name: "second", displayName: "", password: StudioLab.password, agent: "", at: 1000)
      let before = try await lab.accounts.people(of: lab.accounts.organisation)
      let (owner, visitor) = (
        try #require(before.first { $0.name == Self.secret }), try #require(before.first { $0.name == "employee" })
      )
      try await foreign.put(for: visitor.id, owner.principal)
      let there = try await foreign.all()
      #expect(there.allSatisfy { $0 != nil })
      // What is there is there for whom it is.
      let report = "/reports/report/\(ForeignThings.reports[3])"
      #expect(try await lab.get(report, cookie: admin).text.contains(ForeignThings.words))
      let loot = Loot(
        employee: employee, photographersToken: FormGuard.token(admin), users: before.map(\.id.text), used: used)
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<Self.clients {
          group.addTask {
            for seed in stride(from: client, to: Self.count, by: Self.clients) {
              var generator = SeededRandom(seed: UInt64(seed))
              if seed % 500 == 0, let memory = Self.memory() { seen.change { $0.memory.append(memory) } }
              await Self.attack(lab, loot, &generator, seed, seen)
            }
          }
        }
      }
      #expect(lab.booth.notes.withLock { $0.orders }.isEmpty, "nobody but an employee was signed in")
      #expect(try await lab.accounts.people(of: lab.accounts.organisation) == before)
      #expect(try await lab.get("/booth", cookie: admin).status == 200, "the administrator is still in")
      #expect(try await foreign.all() == there, "nothing of theirs was changed")
      #expect(seen.value.named > Self.count / 4 && seen.value.shown == 0)
      print(
        "hostile requests: \(Self.count); answers: \(seen.value.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
      )
      print(
        "asked for others' critiques, reports, pictures and forms: \(seen.value.named); shown: \(seen.value.shown)")
      if let first = seen.value.memory.first, let most = seen.value.memory.max(), let last = Self.memory() {
        print(
          "PSS of studio, clients and stores together: \(first / 1024) MB before, \(most / 1024) at most, \(last / 1024) after"
        )
      }
    }
    for fault in seen.value.faults.prefix(20) { Issue.record("\(fault)") }
  }

  /// What this process has to itself and of what it shares, in KiB (Linux, `smaps_rollup`).
  private static func memory() -> Int? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/self/smaps_rollup") else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Pss:") }
      .flatMap { Int($0.filter(\.isNumber)) }
  }

  private static func attack(
    _ lab: StudioLab, _ loot: Loot, _ generator: inout SeededRandom, _ seed: Int,
    _ seen: ShownValue<Seen>
  ) async {
    let own = [
      "/", "/sign-in", "/sign-out", "/booth", "/booth/state", "/booth/screen?after=7", "/booth/pause",
      "/booth/shutdown",
      "/booth/erase", "/booth/event", "/people", "/people/invite", "/people/standing", "/people/end",
      "/people/password", "/people/withdraw",
      "/account", "/account/password", "/account/place", "/join/\(loot.used)", "/join/x", "/static/studio.x.js",
      "/static/..%2f..%2fetc%2fpasswd", "/../studio.sqlite", "/%00", "/booth/%70ause", "/booth//pause", "/BOOTH/pause",
      "/people/end/", "/?to=//evil", "/sign-in?to=%0d%0aSet-Cookie:x", "/health", "//evil.example/booth",
    ]
    let methods: [HTTPMethod] = [.GET, .POST, .POST, .POST, .PUT, .DELETE, .HEAD, .OPTIONS, .RAW(value: "PROPFIND")]
    let isFeatures = Bool.random(using: &generator)
    let path = (isFeatures ? ForeignThings.paths : own).randomElement(using: &generator)!
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
    maybe(
      "X-Booth-Token", [FormGuard.token(loot.employee), FormGuard.token(loot.employee), loot.photographersToken, ""])
    // Half of what is asked of features comes as a page of ours would send it: it gets as far as it can.
    if isFeatures, Bool.random(using: &generator) {
      cookie = loot.employee
      headers = [("Origin", lab.base), ("X-Booth-Token", FormGuard.token(loot.employee))]
    }
    let isReading = method == .GET || method == .HEAD
    let body = isFeatures && !isReading ? ForeignThings.bodies.randomElement(using: &generator) : nil
    let form: [String: String]? =
      isReading
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
      let reply = try await lab.send(method, path, cookie: cookie, headers, form: form, body: body)
      seen.change { $0.statuses[reply.status, default: 0] += 1 }
      seen.change { seen in
        if reply.status >= 500 { seen.faults.append("seed \(seed): \(method) \(path): status \(reply.status)") }
        if reply.text.contains(Self.secret), form?["name"] != Self.secret {
          seen.faults.append("seed \(seed): \(method) \(path) tells who the administrator is")
        }
        if ForeignThings.isNamed(path + (body ?? "")) { seen.named += 1 }
        if reply.text.contains(ForeignThings.words) {
          seen.shown += 1
          seen.faults.append("seed \(seed): \(method) \(path) shows what is somebody else's")
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
