import BoothCore
import BoothRuntime
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct SettingsSceneTests {
  @Test func `the settings are shown in the event's language, and told to programs in English`() async throws {
    let other = Event(id: 8, slug: "hochzeit", name: "Hochzeit", date: "2026-06-20", languages: ["de", "en"])
    let test = try TestBooth(others: [other])
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      for request in [OperatorRequest.useEvent("hochzeit"), .openSettings] { test.booth.post(.requested(request)) }
      try await states.next("settings") { if case .settings = $0 { true } else { false } }
      #expect(await test.booth.status.facts.first == "Event: hochzeit")
      // A picture is shown after the state is told: the status was asked after both.
      let facts = test.screen.shown.withLock { $0.last?.facts } ?? []
      #expect(facts.first == "Veranstaltung: hochzeit" && facts.contains { $0.hasPrefix("Kamera: ") }, "\(facts)")
    }
  }
}
