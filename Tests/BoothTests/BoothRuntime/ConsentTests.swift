import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// What guests agreed to, through a whole session.
@Suite(.timeLimit(.minutes(15))) struct ConsentTests {
  private static let consent = EventConsent(
    question: ConsentQuestion(version: "3", offersKeepingHere: true), texts: ["en": "May we?"])

  /// Plays a session of one strip, with the answer reached by so many presses of "next".
  private func play(moves: Int, _ check: @escaping @Sendable (TestBooth, SessionRecord) async throws -> Void)
    async throws
  {
    let test = try TestBooth(strips: 1, consent: Self.consent)
    try await test.run { states in
      try await test.begin(&states, moves: moves)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      try await check(test, try #require(try await test.store.sessions(limit: 1).first))
    }
  }

  @Test func `photos that stay here meet no gallery, and no code is shown or printed`() async throws {
    try await play(moves: 1) { test, session in
      #expect(session.consent?.given == ConsentGiven(version: "3", language: "en", uploads: false))
      #expect(session.state == .finished && session.assets.count >= 3)
      #expect(test.gallery.uploaded.withLock { $0 } == [] && test.gallery.completed.withLock { $0 } == [])
      let scenes = test.screen.shown.withLock { $0.map(\.scene.content) }
      #expect(scenes.contains { if case .keptHere = $0 { true } else { false } })
      #expect(!scenes.contains { if case .qr = $0 { true } else { false } })
      #expect(test.prints.links.withLock { !$0.isEmpty && $0.allSatisfy { $0 == nil } })
    }
  }

  @Test func `the proof names the wording and the language that were shown`() async throws {
    for (texts, version) in [(["de": "Dürfen wir?"], "3"), (["en": "May we?"], ConsentQuestion.boothVersion)] {
      let event = Event(
        id: 7, slug: "party", name: "Party", date: "2026-06-20", languages: ["de"],
        consent: EventConsent(question: Self.consent.question, texts: texts))
      let flow = FlowEvent(event)
      #expect(flow.languages == ["de"] && flow.consent?.version(in: "de") == version)
    }
  }

  @Test func `whoever agrees gets their link, on paper too`() async throws {
    try await play(moves: 0) { test, session in
      #expect(session.consent?.given.uploads == true && session.state == .uploaded)
      #expect(test.gallery.completed.withLock { Set($0) } == [session.id])
      #expect(test.prints.links.withLock { !$0.isEmpty && $0.allSatisfy { $0 == session.link } })
    }
  }
}
