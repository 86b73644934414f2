import BoothCore
import ConfigFiles
import Testing

/// What a theme says and plays at the scenes.
@Suite struct ThemeScenesTests {
  private func theme(_ text: String, languages: String = "['en']") -> (theme: Theme?, problems: [EventProblem]) {
    let file = EventFileTests.event("languages: \(languages), theme: {\(text)}")
    return (file.events.first?.theme, file.problems.filter { $0.key.hasPrefix("theme") })
  }

  @Test func `a scene has the event's words in the languages that they are in, else the booth's`() throws {
    let (theme, problems) = theme(
      "texts: {attract: {en: 'Say hello!', 'de-CH': 'Grüezi!'}, get_ready: {en: 'Closer'}}",
      languages: "['en', 'de', 'he']")
    let words = try #require(theme?.words)
    #expect(words.text(.pressToStart, in: .english) == "Say hello!")
    #expect(words.text(.pressToStart, in: .german) == "Grüezi!")
    #expect(words.text(.pressToStart, in: .hebrew) == Phrase.pressToStart.text(in: .hebrew))
    #expect(words.text(.getReady, in: .english) == "Closer")
    #expect(words.text(.keep, in: .english) == Phrase.keep.text(in: .english))
    #expect(problems.map(\.key) == ["theme.texts.attract.he", "theme.texts.get_ready.de", "theme.texts.get_ready.he"])
    #expect(problems.allSatisfy { $0.severity == .advice })
  }

  @Test func `what is no text, no scene and no language is told, and the rest is used`() throws {
    let long = String(repeating: "x", count: 200)
    let (theme, problems) = theme(
      "texts: {attract: {en: '\(long)', '?': 'x'}, qr: 'Take us home', nowhere: {en: 'x'}, review: {en: 7}}")
    #expect(theme?.words.text(.pressToStart, in: .english).count == 40)
    #expect(theme?.words.text(.scan, in: .english) == Phrase.scan.text(in: .english))
    #expect(theme?.words.text(.keepIt, in: .english) == Phrase.keepIt.text(in: .english))
    #expect(
      Set(problems.map(\.key)) == [
        "theme.texts.attract.en", "theme.texts.attract.?", "theme.texts.qr", "theme.texts.nowhere",
        "theme.texts.review.en",
      ])
  }

  @Test func `sounds are WAV files in the event's folder`() {
    let (theme, problems) = theme(
      "sounds: {countdown: 'beeps.wav', shutter: ' sounds/Click.WAV ', qr: '../up.wav', review: 'a.mp3', paused: 3, x: 'x.wav'}"
    )
    #expect(theme?.sounds == [.countdown: "beeps.wav", .shutter: "sounds/Click.WAV"])
    #expect(
      problems.map(\.key).sorted() == [
        "theme.sounds.paused", "theme.sounds.qr", "theme.sounds.review", "theme.sounds.x",
      ])
  }

  @Test func `the voice says the event's own words`() {
    var flow = BoothFlow()
    _ = flow.handle(.booted(Boot(events: [], selected: nil, interrupted: [])), at: Instant(nanoseconds: 1))
    var scene = Scene(flow)
    scene.content = .countdown(until: Instant(nanoseconds: 2))
    var event = Event(id: 1, slug: "e", name: "E", date: "2026-01-01", spoken: true)
    event.theme.words = SceneWords([.countdown: ["en": "Watch the birdie"]])
    #expect(SpokenPrompt(ScreenPicture(scene: scene, event: event, events: [event]))?.words == "Watch the birdie")
  }
}
