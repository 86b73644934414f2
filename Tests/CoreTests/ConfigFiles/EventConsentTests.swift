import BoothCore
import ConfigFiles
import Testing

/// The question before the first photo, as an event's file has it.
@Suite struct EventConsentTests {
  @Test func `an event without the key asks nothing`() {
    #expect(EventFileTests.event("").events.first?.consent == nil)
    #expect(EventFileTests.event("consent: false").events.first?.consent == nil)
  }

  @Test func `an event asks in the booth's words, or in its own`() {
    let plain = EventFileTests.event("consent: true")
    #expect(plain.problems.isEmpty && plain.events.first?.consent?.texts == [:])
    let own = EventFileTests.event(
      "languages: ['en', 'pt-BR', 'de'], consent: {version: '3', keep_here: true, texts: {en: 'Yes?', de: 'Ja?'}}")
    #expect(own.problems.allSatisfy { $0.severity == .advice && !$0.key.hasPrefix("consent") })
    let consent = own.events.first?.consent
    #expect(consent?.question == ConsentQuestion(version: "3", offersKeepingHere: true))
    #expect(consent?.text(in: .german) == "Ja?" && consent?.text(in: .french) == nil)
    #expect(consent?.question.choices == [.agree, .keepHere, .decline])
  }

  @Test func `a language without its words is told, and asked in the booth's`() {
    let file = EventFileTests.event("languages: ['en', 'he'], consent: {version: '1', texts: {en: 'Yes?'}}")
    let advice = file.problems.filter { $0.key.hasPrefix("consent") }
    #expect(advice.count == 1 && advice.first?.severity == .advice)
    #expect(advice.first.map { "\($0)".contains("consent.texts.he") } == true)
    #expect(
      file.events.first?.consent?.question(in: ["en", "he"], .link).version(in: "he") == ConsentQuestion.boothVersion)
    #expect(file.events.first?.consent?.question(in: ["en", "he"], .link).version(in: "en") == "1")
  }

  @Test func `at an open event the booth's own words say that everybody sees the pictures, and what was asked is kept`()
  {
    let own = EventFileTests.event("gallery: 'open', consent: true").events.first
    #expect(own?.consent?.question(in: ["en"], .open).version(in: "en") == ConsentQuestion.openBoothVersion)
    #expect(Phrase.consentQuestion(of: own).text(in: .english).contains("Whoever has its address sees them"))
    let mixed = EventFileTests.event(
      "gallery: 'open', languages: ['en', 'he'], consent: {version: '1', texts: {en: 'Yes?'}}")
    let question = mixed.events.first?.consent?.question(in: ["en", "he"], .open)
    #expect(question?.version(in: "he") == ConsentQuestion.openBoothVersion && question?.version(in: "en") == "1")
    #expect(Phrase.consentQuestion(of: EventFileTests.event("consent: true").events.first) == .consentQuestion)
  }

  @Test(arguments: ["consent: 'yes'", "consent: 3", "consent: ['en']"])
  func `whatever else is written there asks all the same`(_ extra: String) {
    let file = EventFileTests.event(extra)
    #expect(file.problems.count == 1 && file.events.first?.consent != nil)
  }

  @Test func `broken parts of it are told one by one`() {
    let file = EventFileTests.event("consent: {version: 7, keep_here: 'no', texts: {en: 3, '?': 'x'}, colour: 1}")
    #expect(file.problems.count >= 4)
    #expect(file.events.first?.consent?.question == ConsentQuestion(version: "1", offersKeepingHere: false))
  }
}
