import BoothCore
import BoothTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// Calls by seed, of one who has rights in one event and wants others': 1,500 for each store here, 50,000 with `BOOTH_FULL`;
/// `BOOTH_CALL_SEED` sends one.
@Suite(.serialized, .timeLimit(.minutes(30))) struct HostileCallTests {
  private static let clients = 8
  private static let own = "0A0B0C0D-0000-4000-8000-00000000000A"
  private static let foreign = "0A0B0C0D-0000-4000-8000-00000000000B"
  /// In answers they are what is not the caller's.
  private static let secrets = [
    "SECRET0SESSION0OF08", "secret words of a picture", "guest-of-8@example.org", "guest-without-event@example.org",
    "The other booth",
  ]

  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["BOOTH_CALL_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["BOOTH_FULL"] == nil ? 1500 : 50_000))
  }

  @Test(arguments: [FleetPlace.folder, .bucket])
  func `hostile calls get nothing of others, change nothing of theirs, and no answer is a fault of ours`(
    _ place: FleetPlace
  ) async throws {
    // What is answered 429 tries nothing.
    try await FleetLab.run(place, hasLimits: false) { fleet in
      let kit = try await Self.furnish(fleet)
      let before = try await Self.others(fleet)
      #expect(before.count > 12)
      let seen = Seen()
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<Self.clients {
          group.addTask {
            for seed in Self.seeds where Int(seed) % Self.clients == client {
              await Self.send(seed, kit, fleet.labs[client % 2], seen)
            }
          }
        }
      }
      print(
        "hostile calls over \(place): \(Self.seeds.count); answers: \(seen.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
      )
      for fault in seen.faults { Issue.record("\(fault)") }
      #expect(try await Self.others(fleet) == before)
      // The caller's own rights are as they were, and others' too.
      for lab in fleet.labs {
        #expect(try await lab.get("/e/8").status == 403)
        #expect(
          try await lab.get("/e/8?key=" + EventKey.of(8, secret: GalleryLab.secret)).text.contains(Self.secrets[0]))
        #expect(try await lab.get("/s/\(Self.foreign)").status == 200)
      }
    }
  }

  /// Two events, and what one is given who has rights in the first.
  private static func furnish(_ fleet: FleetLab) async throws -> HostileCall.Kit {
    let owner = GalleryOwner(fleet.store)
    let now = fleet.one.clock.now
    let token = try await owner.addToken("A booth", for: [7], at: now).token
    let ended = try await owner.addToken("An ended booth", for: nil, at: now)
    _ = try await owner.endTokens(ended.entry.id)
    _ = try await owner.addToken("The other booth", for: [8], at: now)
    var settings = EventSettings()
    settings.setPIN("135790", of: 7, secret: GalleryLab.secret)
    try await owner.set(settings, of: 7)
    settings.setPIN("246802", of: 8, secret: GalleryLab.secret)
    try await owner.set(settings, of: 8)
    try await fleet.one.bring(event: 7, session: own, says: "open")
    for session in [foreign, secrets[0]] { try await fleet.one.bring(event: 8, session: session, says: "link") }
    for (name, guest) in [("7", "guest-of-7"), ("8", "guest-of-8"), ("unknown", "guest-without-event")] {
      _ = try await fleet.store.write(
        try objectKey("private/emails/emails_\(name).json"), contentType: "application/json",
        bytes: Array("[{\"email\":\"\(guest)@example.org\"}]".utf8))
    }
    _ = try await fleet.store.write(
      try objectKey("events/8/sessions/\(secrets[0])/photo_1.jpg"), contentType: "image/jpeg",
      bytes: Array(secrets[1].utf8))
    let opened = try await fleet.one.type(pin: "135790")
    let cookie = try #require(opened["Set-Cookie"]?.split(separator: ";").first.map(String.init))
    let permit = try await fleet.one.presign("events/7/sessions/\(own)/photo_0.jpg", size: 9, session: own)
    // What an insider of the store might have seen: it must open nothing.
    let hidden = try await fleet.store.all(prefix: "private/").map(\.key.text)
    return HostileCall.Kit(
      token: token, endedToken: ended.token, key: EventKey.of(7, secret: GalleryLab.secret), permit: permit,
      cookie: cookie, own: own, foreign: foreign, hidden: hidden)
  }

  /// All that is not the caller's to change, with its bytes.
  private static func others(_ fleet: FleetLab) async throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for object in try await fleet.store.all(prefix: "") {
      let key = object.key.text
      let isOwn =
        key.hasPrefix("events/7/") || key.hasPrefix("private/tries/") || key == "private/emails/emails_7.json"
        || key == "private/events/7/access.json"
        || key.hasPrefix("sessions/") && !key.contains(foreign) && !key.contains(secrets[0])
      if !isOwn { found[key] = try await fleet.store.readAll(object.key, limit: 1 << 20)?.1 }
    }
    return found
  }

  private static func send(_ seed: UInt64, _ kit: HostileCall.Kit, _ lab: GalleryLab, _ seen: Seen) async {
    let call = HostileCall(seed: seed, kit)
    do {
      let reply = try await lab.send(call.method, call.path, call.headers, body: call.body.map { .text($0) })
      seen.note(seed, call, reply)
      // What was signed is tried at once: it may lead to the caller's own alone.
      guard reply.status == 200, call.path.hasSuffix("presign") else { return }
      for upload in reply.json["uploads"]?.array ?? [] {
        let path = upload["path"]?.string ?? ""
        guard path.hasPrefix("events/7/sessions/") || path == "private/emails/emails_7.json" else {
          seen.fault("seed \(seed): an address for \(path)")
          continue
        }
        let put = try await lab.put(upload["url"]?.string ?? "", Array("[{\"a\":1}]".utf8))
        if put.status >= 500 { seen.fault("seed \(seed): \(put.status) to an upload of \(path)") }
      }
    } catch {
      // The caller's own pictures are replaced while they are packed: that archive is cut off, and no whole one.
      if call.path.hasPrefix("/api/s/\(own)/all.zip") || call.path.hasPrefix("/api/events/7/all.zip") { return }
      seen.fault("seed \(seed): no answer to \(call.method) \(call.path): \(error)")
    }
  }

  private final class Seen: Sendable {
    private let state = Mutex((statuses: [Int: Int](), faults: [String]()))
    var statuses: [Int: Int] { state.withLock { $0.statuses } }
    var faults: [String] { state.withLock { $0.faults } }

    func fault(_ words: String) { state.withLock { $0.faults.append(words) } }

    func note(_ seed: UInt64, _ call: HostileCall, _ reply: Reply) {
      state.withLock { $0.statuses[reply.status, default: 0] += 1 }
      if reply.status >= 500 { fault("seed \(seed): \(reply.status) to \(call.method) \(call.path)") }
      let text = reply.text
      for secret in secrets where text.contains(secret) {
        fault("seed \(seed): \(call.method) \(call.path) says \"\(secret)\"")
      }
    }
  }
}
