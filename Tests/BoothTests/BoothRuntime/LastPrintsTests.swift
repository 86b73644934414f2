import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// What the invitation shows of the guests before.
@Suite(.timeLimit(.minutes(15))) struct LastPrintsTests {
  /// Plays a session, with `moves` of "next" in the question if there is one, and comes back to the invitation.
  private func play(
    _ test: TestBooth, moves: Int? = nil, _ check: @escaping @Sendable (SessionRecord) async throws -> Void
  )
    async throws
  {
    try await test.run { states in
      try await test.begin(&states, moves: moves)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      for _ in 0..<20 {
        test.pass(.seconds(3))
        await test.booth.settle()
      }
      try await states.next("idle") { $0 == .idle }
      try await check(try #require(try await test.store.sessions(limit: 1).first))
    }
  }

  private func shown(_ test: TestBooth) -> [String] { test.screen.shown.withLock { $0.last?.lastPrints ?? [] } }

  private func eventually(_ isSo: () -> Bool) async throws {
    while !isSo() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `it shows the last composite where the event says so, until it is erased`() async throws {
    let test = try TestBooth(strips: 1, showsLast: true)
    try await play(test) { session in
      let composite = try #require(session.assets.first { $0.kind == .stripPhoto })
      try await eventually { shown(test) == [test.store.absolutePath(of: composite)] }
      try await test.booth.erase(session.id)
      try await eventually { shown(test) == [] }
    }
  }

  @Test func `nor one that its guests took back`() async throws {
    let test = try TestBooth(strips: 1, showsLast: true)
    try await test.run { states in
      try await test.begin(&states)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      for wait in [Duration.seconds(3), .seconds(1)] {
        test.pass(wait)
        test.booth.post(.pressed(.cancel))
        await test.booth.settle()
      }
      try await states.next("idle") { $0 == .idle }
      try await eventually { test.gallery.erased.withLock { !$0.isEmpty } }
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(session.state == .discarded && test.gallery.erased.withLock { $0 } == [session.id])
      for _ in 0..<3 { await test.booth.settle() }
      #expect(test.screen.shown.withLock { $0.allSatisfy(\.lastPrints.isEmpty) })
    }
  }

  @Test func `another event shows none of them`() async throws {
    let other = Event(id: 8, slug: "other", name: "Other", date: "2026-06-21", showsLast: true)
    let test = try TestBooth(strips: 1, showsLast: true, others: [other])
    try await play(test) { _ in
      try await eventually { !shown(test).isEmpty }
      test.booth.post(.requested(.useEvent("other")))
      try await eventually { test.screen.shown.withLock { $0.last?.scene.event == "other" } }
      test.booth.post(.requested(.useEvent("party")))
      try await eventually { !shown(test).isEmpty }
      #expect(test.screen.shown.withLock { $0.allSatisfy { $0.scene.event != "other" || $0.lastPrints.isEmpty } })
    }
  }

  @Test func `it shows none where the event does not, nor of guests whose photos stay here`() async throws {
    let quiet = try TestBooth(strips: 1)
    try await play(quiet) { _ in await quiet.booth.settle() }
    let consent = EventConsent(question: ConsentQuestion(version: "1", offersKeepingHere: true))
    let here = try TestBooth(strips: 1, consent: consent, showsLast: true)
    try await play(here, moves: 1) { session in
      #expect(session.staysHere)
      for _ in 0..<3 { await here.booth.settle() }
    }
    for test in [quiet, here] {
      #expect(test.screen.shown.withLock { $0.allSatisfy(\.lastPrints.isEmpty) })
    }
  }
}
