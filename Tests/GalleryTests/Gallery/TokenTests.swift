import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

/// Booths with tokens of their own, at two galleries over one store.
@Suite struct TokenTests {
  private static func add(_ fleet: FleetLab, _ name: String, for events: Set<EventID>?) async throws -> String {
    try await GalleryOwner(fleet.store).addToken(name, for: events, at: Date(timeIntervalSince1970: 1_738_434_015))
      .token
  }

  private static func presign(_ event: Int, _ session: String) -> String {
    "{\"event_id\":\(event),\"session_id\":\"\(session)\",\"files\":[{\"path\":\"events/\(event)/sessions/\(session)/photo_0.jpg\"}]}"
  }

  @Test(arguments: FleetPlace.present)
  func `a token is good at all galleries for its events, and for nothing of others`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let (one, other) = (fleet.one, fleet.other)
      let token = try await Self.add(fleet, "Booth 3", for: [7, 9])
      let header = [("X-FotoX-Key", token)]
      try await one.bring(event: 8, session: "FOREIGN", says: "link")
      try await one.bring(event: 7, session: "OWN", says: "link")
      for lab in [one, other] {
        #expect(try await lab.post("/presign", Self.presign(7, "NEW"), token: token).status == 200)
        #expect(
          try await lab.post("/complete", Sample.completion(event: 7, session: "OWN"), token: token).status == 200)
        #expect(try await lab.get("/e/7", header).status == 200)
        #expect(try await lab.get("/api/events/7/link", header).status == 200)
        // Another event, and another event's session under one of its own.
        for (event, session) in [(8, "NEW-8"), (8, "FOREIGN"), (7, "FOREIGN")] {
          let asked = try await lab.post("/presign", Self.presign(event, session), token: token)
          #expect(
            asked.status == 403 && asked.json["error"] == "This token is not for this event", "\(event) \(session)")
          #expect(
            try await lab.post("/complete", Sample.completion(event: event, session: session), token: token).status
              == 403)
          #expect(try await lab.send(.delete, "/api/sessions/\(event)/\(session)", header).status == 403)
        }
        #expect(try await lab.get("/e/8", header).status == 403)
        #expect(try await lab.get("/api/events/8", header).status == 403)
        #expect(try await lab.get("/api/events/8/link", header).status == 403)
        #expect(try await lab.get("/api/events/8/all.zip", header).status == 403)
        for path in ["private/emails/emails_8.json", "private/emails/emails_unknown.json", "private/tokens/x.json"] {
          #expect(try await lab.get("/asset?path=\(path)", header).status == 403, "\(path)")
        }
        #expect(try await lab.get("/asset?path=private/emails/emails_7.json", header).status == 404)
        for (file, status) in [("7", 200), ("8", 400), ("unknown", 403)] {
          let body =
            "{\"event_id\":7,\"session_id\":\"email-collection\",\"files\":[{\"path\":\"private/emails/emails_\(file).json\"}]}"
          #expect(try await lab.post("/presign", body, token: token).status == status, "emails_\(file)")
        }
      }
      #expect(try await other.get("/s/FOREIGN").status == 200)
      // The common one is as it was.
      #expect(try await other.get("/e/8", [("X-FotoX-Key", GalleryLab.token)]).status == 200)
      #expect(try await other.send(.delete, "/api/sessions/7/OWN", header).status == 200)
      // Erased, it is of its event still.
      #expect(try await other.post("/presign", Self.presign(9, "OWN"), token: token).status == 410)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `a token that is ended is refused everywhere, and the others hold`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let owner = GalleryOwner(fleet.store)
      let kept = try await Self.add(fleet, "Kept", for: nil)
      let ended = try await Self.add(fleet, "Lost", for: nil)
      #expect(try await fleet.one.post("/presign", Self.presign(7, "A-1"), token: ended).status == 200)
      #expect(try await owner.tokens().map(\.name) == ["Kept", "Lost"])
      #expect(try await owner.endTokens("Lost").count == 1)
      #expect(try await owner.endTokens("Lost").isEmpty)
      #expect(try await owner.tokens().map(\.name) == ["Kept"])
      // A gallery that has not seen it, at once; one that has, within its five seconds.
      #expect(try await fleet.other.post("/presign", Self.presign(7, "A-1"), token: ended).status == 401)
      var status = 200
      let clock = ContinuousClock()
      let start = clock.now
      while status == 200, clock.now - start < .seconds(600) {
        await Task.moment()
        status = try await fleet.one.post("/presign", Self.presign(7, "A-1"), token: ended).status
      }
      #expect(status == 401)
      for lab in [fleet.one, fleet.other] {
        #expect(try await lab.post("/presign", Self.presign(8, "B-1"), token: kept).status == 200)
      }
      let id = try #require(try await owner.tokens().first?.id)
      #expect(try await owner.endTokens(id).map(\.name) == ["Kept"])
    }
  }

  @Test func `what is in the store tells no token, and what is no token opens nothing`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let token = try await Self.add(fleet, "Booth 3", for: [7])
      var kept = ""
      for object in try await fleet.store.all(prefix: "private/tokens/") {
        kept +=
          object.key.text
          + String(decoding: try #require(try await fleet.store.readAll(object.key, limit: 1000)).1, as: UTF8.self)
      }
      #expect(kept.contains("Booth 3") && !kept.contains(token.dropFirst(6)))
      let hash = BoothToken.hash(token)
      let wrong = [
        hash, "booth-", "booth-\(hash)", "booth-../../events/7/index", "booth-" + String(repeating: "a", count: 5000),
        token + "x", String(token.dropLast()), "booth-\u{FFFD}",
      ]
      for text in wrong {
        #expect(
          try await fleet.one.post("/presign", Self.presign(7, "A-1"), token: text).status == 401, "\(text.prefix(60))")
      }
      // A file that is damaged opens nothing.
      let other = BoothToken.make()
      for bytes in [
        "", "[]", "{}", "{\"name\":\"x\",\"events\":7}", "{\"name\":\"x\",\"events\":[\"7\"]}",
        "{\"name\":\"x\",\"events\":[-1]}",
      ] {
        let fresh = BoothToken.make()
        _ = try await fleet.store.write(
          BoothToken.key(BoothToken.hash(fresh)), contentType: "application/json", bytes: Array(bytes.utf8))
        #expect(try await fleet.one.post("/presign", Self.presign(7, "A-1"), token: fresh).status == 401, "\(bytes)")
      }
      #expect(try await GalleryOwner(fleet.store).tokens().map(\.name) == ["Booth 3"])
      #expect(try await fleet.one.post("/presign", Self.presign(7, "A-1"), token: other).status == 401)
    }
  }

  /// A folder whose tokens cannot be read at the moment.
  private struct AwayStore: WrappedStore {
    let inner: FolderObjectStore

    func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
      guard !key.text.hasPrefix(BoothToken.folder) else {
        throw ObjectStoreError(.unavailable, subject: key.text, detail: "it is away")
      }
      return try await inner.read(key, range: range)
    }
  }

  @Test func `a store that is away makes no token a wrong one`() async throws {
    let over: @Sendable (FolderObjectStore) -> any ObjectStore = { AwayStore(inner: $0) }
    try await GalleryLab.run(over: over) { lab in
      let token = try await GalleryOwner(lab.store).addToken("Booth 3", for: nil, at: lab.clock.now).token
      let reply = try await lab.post("/presign", Self.presign(7, "A-1"), token: token)
      #expect(reply.status == 503 && reply["Retry-After"] == "5")
      // Guests need none.
      #expect(try await lab.get("/e/7").status == 200)
    }
  }

  @Test func `a token says what it was given, and nothing else does`() throws {
    let hash = BoothToken.hash("booth-x")
    for events in [nil, [], [7], [7, 8]] as [Set<EventID>?] {
      let token = BoothToken(name: "n", events: events, addedAt: "2026-01-01T00:00:00Z", hash: hash)
      #expect(BoothToken(token.json.bytes, hash: hash) == token)
      #expect(token.isFor(7) == (events?.contains(7) ?? true))
    }
    #expect(BoothToken.make() != BoothToken.make() && BoothToken.make().utf8.count == 49)
  }
}
