import BoothCore
import Testing

/// What a voice says, by scene.
@Suite struct SpokenPromptTests {
  private static let until = Instant(nanoseconds: 9_000_000_000)

  private func prompt(
    _ content: Scene.Content, language: String? = nil, sound: Bool = false, _ change: (inout Scene) -> Void = { _ in }
  ) -> SpokenPrompt? {
    var flow = BoothFlow()
    _ = flow.handle(.booted(Boot(events: [], selected: nil, interrupted: [])), at: Instant(nanoseconds: 1))
    var scene = Scene(flow)
    scene.content = content
    scene.language = language
    change(&scene)
    let event = Event(
      id: 1, slug: "e", name: "E", date: "2026-01-01", languages: ["de", "en"], sound: sound, spoken: true)
    return SpokenPrompt(ScreenPicture(scene: scene, event: event, events: [event]))
  }

  @Test func `guests are told what to do, in the language they chose`() {
    #expect(prompt(.countdown(until: Self.until))?.words == "Schaut in die Kamera")
    #expect(prompt(.countdown(until: Self.until), language: "en")?.words == "Look at the camera")
    let clip = Scene.Content.recording(since: Self.until, until: Self.until)
    #expect(prompt(clip) { ($0.strip, $0.strips) = (1, 3) }?.words == "Foto 2 von 3. Aufnahme läuft")
    #expect(prompt(clip, sound: true) == nil, "the clip has sound")
    #expect(prompt(.qr(link: "x", until: Self.until))?.language == .german)
  }

  @Test func `nothing is said where guests have nothing to do`() {
    for content: Scene.Content in [.attract, .starting, .paused, .settings, .stopped, .shutter(since: nil), .getReady] {
      #expect(prompt(content) == nil, "\(content)")
    }
  }

  @Test func `the question over a scene is what is said`() {
    #expect(
      prompt(.countdown(until: Self.until)) { $0.cancelAskedUntil = Self.until }?.words.contains("löschen") == true)
  }

  @Test func `of a question that stands only the other answer is said`() throws {
    let looks: [PhotoFilter] = [.none, .sepia]
    func look(_ highlighted: PhotoFilter) throws -> SpokenPrompt {
      try #require(prompt(.look(looks, highlighted: highlighted, until: Self.until, isByHand: false)))
    }
    let (first, second) = (try look(.none), try look(.sepia))
    #expect(first.words(after: nil) == "Welcher Stil? Farbe")
    #expect(second.words(after: first) == "Sepia")
    #expect(second.words(after: second) == nil)
    #expect(second.words(after: prompt(.countdown(until: Self.until))) == "Welcher Stil? Sepia")
  }

  @Test func `a scene that only counts on is said once`() throws {
    let now = try #require(prompt(.qr(link: "x", until: Self.until)))
    #expect(prompt(.qr(link: "x", until: Self.until + .seconds(1)))?.words(after: now) == nil)
  }
}
