import BoothCore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

/// Galleries over a store that calls failed conditions conflicts, and loses every fifth answer to a write that it has carried out.
@Suite(.timeLimit(.minutes(20))) struct `Over a store that lies` {
  struct Case: Sendable, CustomTestStringConvertible {
    var place: FleetPlace
    var galleries: Int
    var testDescription: String { "\(galleries) over \(place)" }
  }

  static let cases = FleetPlace.lying.flatMap { place in [1, 4].map { Case(place: place, galleries: $0) } }

  /// The status of an answer other than that the store does not answer: asking again helps.
  private static func answered(_ ask: () async throws -> Reply) async throws -> Int {
    var left = 50
    while true {
      let reply = try await ask()
      left -= 1
      if reply.status != 503 || left == 0 { return reply.status }
    }
  }

  @Test(arguments: cases)
  func `galleries lose no session and no address, list none twice, and bring none back`(_ one: Case) async throws {
    try await FleetLab.run(one.place, galleries: one.galleries) { fleet in
      let sessions = (100..<132).map { "SESSION-\($0)" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, session) in sessions.enumerated() {
          let lab = fleet.labs[number % fleet.labs.count]
          group.addTask {
            try await fleet.complete(session, at: lab)
            // An address of a guest, into the one file of the event.
            let email =
              "[{\"timestamp\":\"2025-02-01T18:20:15Z\",\"session_id\":\"\(session)\",\"email\":\"\(number)@example.org\"}]"
            try await lab.upload(
              "private/emails/emails_7.json", Array(email.utf8), type: "application/json", session: "email-collection")
          }
        }
        try await group.waitForAll()
      }
      for lab in fleet.labs {
        #expect(try await FleetLab.listed(lab).pages.flatMap(\.self).sorted() == sessions)
        #expect(
          try await lab.get("/api/events/7").json["sessions"]?.array?.compactMap { $0["session_id"]?.string }.sorted()
            == sessions)
      }
      let emails = try await fleet.store.readAll(try objectKey("private/emails/emails_7.json"), limit: 1 << 20)
      let known = try JSONReader.read(emails?.1 ?? []).array?.compactMap { $0["email"]?.string }
      #expect(known?.sorted() == sessions.indices.map { "\($0)@example.org" }.sorted())
      // Each second is erased, twice at once, and completed meanwhile.
      let token = [("X-FotoX-Key", GalleryLab.token)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, session) in sessions.enumerated() where number % 2 == 0 {
          let labs = (0..<3).map { fleet.labs[(number + $0) % fleet.labs.count] }
          for lab in labs.prefix(2) {
            group.addTask {
              let erased = try await Self.answered { try await lab.send(.delete, "/api/sessions/7/\(session)", token) }
              #expect(erased == 200, "\(session)")
            }
          }
          group.addTask {
            let status = try await Self.answered { try await labs[2].complete(session: session) }
            #expect([200, 404, 410].contains(status), "\(session): \(status)")
          }
        }
        try await group.waitForAll()
      }
      let left = sessions.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      for lab in fleet.labs {
        #expect(try await FleetLab.listed(lab).pages.flatMap(\.self).sorted() == left)
      }
      for (number, session) in sessions.enumerated() where number % 2 == 0 {
        let rest = try await fleet.store.all(prefix: "sessions/\(session)/").map(\.key.text)
        #expect(rest == ["sessions/\(session)/erased.json"])
        #expect(try await fleet.store.all(prefix: "events/7/sessions/\(session)/").isEmpty)
      }
      let lies = try #require(fleet.lies())
      #expect(lies.lost > 50 && lies.conflicts > 0, "\(lies)")
    }
  }
}
