import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

/// What one token or one link may ask for, and what an event may hold.
@Suite struct `Limits of a gallery` {
  // MARK: Requests

  @Test func `a link is asked for so often in a minute, and others go on`() {
    let pace = RequestPace()
    let start = Date(timeIntervalSince1970: 1_000_000_040)
    for _ in 0..<5 { #expect(pace.wait("a", most: 5, at: start) == nil) }
    #expect(pace.wait("a", most: 5, at: start + 1) == 39)
    #expect(pace.wait("b", most: 5, at: start + 1) == nil)
    // The next minute, also of a clock that was set back.
    #expect(pace.wait("a", most: 5, at: start + 40) == nil)
    #expect(pace.wait("a", most: 1, at: start - 600) == nil)
    #expect(pace.wait("a", most: 1, at: start - 600) == 60 - (1_000_000_040 - 600) % 60)
  }

  @Test func `a robot at one session's link gets 429, and guests of others their pages`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "HUNTED")
      try await lab.bring(session: "QUIET")
      func ask(_ path: String, _ count: Int) async throws -> [Int: Int] {
        var statuses: [Int: Int] = [:]
        for _ in 0..<count { statuses[try await lab.send(.head, path).status, default: 0] += 1 }
        return statuses
      }
      let most = RequestPace.Limit.archive
      #expect(try await ask("/api/s/HUNTED/all.zip", most + 3) == [200: most, 429: 3])
      let refused = try await lab.get("/api/s/HUNTED/all.zip")
      #expect(refused.status == 429 && refused.json["error"]?.string?.hasPrefix("Too many requests") == true)
      #expect(refused["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
      // Its page, the rest of a download that broke off, and the same of another, are asked for as ever.
      #expect(try await lab.get("/api/s/HUNTED/all.zip", [("Range", "bytes=10-")]).status == 206)
      #expect(try await lab.get("/s/HUNTED").status == 200)
      #expect(try await lab.get("/api/s/QUIET/all.zip").status == 200)
      lab.clock.advance(60)
      #expect(try await lab.get("/api/s/HUNTED/all.zip").status == 200)
    }
  }

  @Test func `a booth that runs wild waits, and others, also with the common token, do not`() async throws {
    try await GalleryLab.run { lab in
      let (token, _) = try await GalleryOwner(lab.store).addToken("wild", for: nil, at: lab.clock.now)
      var statuses: [Int: Int] = [:]
      for _ in 0..<RequestPace.Limit.token + 5 {
        let reply = try await lab.send(.delete, "/api/sessions/7/NONE", [("X-FotoX-Key", token)])
        statuses[reply.status, default: 0] += 1
        if reply.status == 429 { #expect(reply["Retry-After"] != nil) }
      }
      #expect(statuses == [200: RequestPace.Limit.token, 429: 5])
      let (other, _) = try await GalleryOwner(lab.store).addToken("calm", for: nil, at: lab.clock.now)
      for shown in [other, GalleryLab.token] {
        #expect(try await lab.send(.delete, "/api/sessions/7/NONE", [("X-FotoX-Key", shown)]).status == 200)
      }
      lab.clock.advance(60)
      #expect(try await lab.send(.delete, "/api/sessions/7/NONE", [("X-FotoX-Key", token)]).status == 200)
    }
  }

  // MARK: Quotas

  private static func announce(_ session: String, _ sizes: [Int], at lab: GalleryLab, event: Int = 7) async throws
    -> Reply
  {
    let files = sizes.enumerated().map { number, size in
      "{\"path\":\"\(Sample.folder(event: event, session: session))\(number).jpg\",\"content_type\":\"image/jpeg\",\"size_bytes\":\(size)}"
    }
    return try await lab.post(
      "/presign", "{\"event_id\":\(event),\"session_id\":\"\(session)\",\"files\":[\(files.joined(separator: ","))]}")
  }

  private static func put(_ session: String, _ sizes: [Int], _ fleet: FleetLab) async throws {
    for (number, size) in sizes.enumerated() {
      let key = try objectKey("\(Sample.folder(session: session))\(number).jpg")
      _ = try await fleet.store.write(key, contentType: "image/jpeg", bytes: bytePattern(size, seed: number))
    }
  }

  @Test(arguments: FleetPlace.present)
  func `an event's sessions are taken while they find room in its quota, at all galleries`(
    _ place: FleetPlace
  ) async throws {
    try await FleetLab.run(place) { fleet in
      var settings = EventSettings()
      settings.quotaBytes = 10_000
      try await GalleryOwner(fleet.store).set(settings, of: 7)
      #expect(try await Self.announce("SES-A", [3000, 3000], at: fleet.one).status == 200)
      try await Self.put("SES-A", [3000, 3000], fleet)
      // The other has seen nothing of it, and measures.
      #expect(try await Self.announce("SES-B", [4001], at: fleet.other).status == 507)
      let refused = try await Self.announce("SES-B", [4001], at: fleet.one)
      #expect(refused.status == 507 && refused["Retry-After"] == "60")
      #expect(refused.json["error"] == "The event's quota of 10000 bytes is used up")
      #expect(try await Self.announce("SES-B", [4000], at: fleet.one).status == 200)
      // What it announced counts before it is there.
      #expect(try await Self.announce("SES-C", [4000], at: fleet.one).status == 507)
      for lab in [fleet.one, fleet.other] { lab.clock.advance(10) }
      // What is brought again takes the place of what is there.
      #expect(try await Self.announce("SES-A", [3000, 7000], at: fleet.other).status == 200)
      // Other events, and guests' addresses, have nothing to do with it.
      #expect(try await Self.announce("SES-D", [50_000], at: fleet.one, event: 8).status == 200)
      let emails = "{\"path\":\"private/emails/emails_7.json\",\"content_type\":\"application/json\",\"size_bytes\":2}"
      let mail = try await fleet.one.post(
        "/presign", "{\"event_id\":7,\"session_id\":\"email-collection\",\"files\":[\(emails)]}")
      #expect(mail.status == 200)
      // More room, or an erasure, lets it in.
      #expect(try await Self.announce("SES-B", [9000], at: fleet.other).status == 507)
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.one.send(.delete, "/api/sessions/7/SES-A", token).status == 200)
      for lab in [fleet.one, fleet.other] { lab.clock.advance(10) }
      #expect(try await Self.announce("SES-B", [9000], at: fleet.other).status == 200)
      settings.quotaBytes = nil
      try await GalleryOwner(fleet.store).set(settings, of: 7)
      #expect(EventSettings(settings.json.bytes) == settings)
    }
  }

  @Test func `a quota that is none closes the event, as other damage does`() {
    for bad in ["\"10\"", "-1", "1.5", "true", "99999999999999999999"] {
      let settings = EventSettings(Array("{\"version\":1,\"quota_bytes\":\(bad)}".utf8))
      #expect(settings.needsAll, "\(bad)")
    }
    #expect(EventSettings(Array("{\"quota_bytes\":0}".utf8)).quotaBytes == 0)
  }

  @Test func `sums that overflow find no room`() async throws {
    try await GalleryLab.run(maxUploadBytes: .max) { lab in
      var settings = EventSettings()
      settings.quotaBytes = .max - 1
      try await GalleryOwner(lab.store).set(settings, of: 7)
      let reply = try await Self.announce("SES-A", [.max, .max], at: lab)
      #expect(reply.status == 507)
    }
  }
}
