import Testing

@testable import BoothCore

struct PhraseTests {
  /// Every phrase, with numbers that no wording has of itself.
  static let phrases: [Phrase] =
    [
      .starting, .goodbye, .chooseEvent, .choosePlace, .pressToStart, .previousGuests, .resume(taken: 47, of: 53),
      .goOn, .finish,
      .photo(47, of: 53), .getReady, .alignWithGuide, .pressWhenReady, .recording, .lookHere, .smile, .keepIt, .keep,
      .again, .keptIn(seconds: 47), .seconds(47), .onceMore, .othersAreSafe, .cancelQuestion, .deleteAll, .saving,
      .savingTakesLonger, .scan, .orOpen, .openLink, .uploaded(47, of: 53), .onTheirWay, .allThere, .codeDoesNotFit,
      .backSoon, .shortBreak, .needsHelp, .tellHost, .noEvents, .camera, .disk, .settings, .troubles, .allIsWell,
      .pausesAfterSession, .eventChangesAfterSession, .settingsAfterSession, .endsAfterSession,
      .smallScreen(columns: 47, rows: 53), .keyStart, .keyAgain, .keyCancel, .keyChoose, .keyBack,
      .guideStrength, .guideSize, .versionKept, .versionKeptWords, .markPoints, .markOld, .markFrame, .markEnough,
      .markNotKept, .markMove, .markSet, .markBack, .markDone, .aim(.fits), .aim(.fitsStepAside), .aim(.unsure),
    ] + AimAdvice.Way.allCases.flatMap { way in [true, false].map { .aim(.move(way, isSmall: $0)) } }
    + GuideView.Effect.allCases.map(Phrase.guideEffect) + GuideView.Mode.allCases.map(Phrase.guideMode)
    + [Fault.Kind.focus, .picture, .camera, .storage, .late].map(Phrase.failed)

  @Test(arguments: phrases)
  func `a phrase is in every language's own letters`(phrase: Phrase) {
    for language in Language.allCases {
      let text = phrase.text(in: language)
      let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
      #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(language)")
      switch language {
      case .hebrew: #expect(letters.allSatisfy { (0x590..<0x600).contains($0.value) }, "\(text)")
      case .arabic: #expect(letters.allSatisfy { (0x600..<0x700).contains($0.value) }, "\(text)")
      case .english, .german, .french, .spanish: #expect(letters.allSatisfy { $0.value < 0x250 }, "\(text)")
      }
    }
  }

  @Test(arguments: phrases)
  func `no language leaves out a number, and all have Western digits`(phrase: Phrase) {
    let digits = Phrase.numbers(in: phrase.text(in: .english))
    for language in Language.allCases {
      let text = phrase.text(in: language)
      #expect(Phrase.numbers(in: text).sorted() == digits.sorted(), "\(text)")
      #expect(
        !text.unicodeScalars.contains { (0x660...0x669).contains($0.value) || (0x6F0...0x6F9).contains($0.value) })
    }
  }

  @Test func `a list of locations asks for a place, any other list for an event`() {
    var place = Event(id: 1, slug: "location:gate", name: "Jaffa Gate", date: "")
    place.plan.location = "gate"
    let wedding = Event(id: 2, slug: "e", name: "E", date: "")
    #expect(Phrase.choice(of: [place, place]) == .choosePlace)
    #expect(Phrase.choice(of: [place, wedding]) == .chooseEvent)
    #expect(Phrase.choice(of: []) == .chooseEvent)
    #expect(Phrase.choosePlace.text(in: .english) == "Which place?")
  }

  @Test func `languages are told by the first part of their code`() {
    #expect(Language(code: "de-AT") == .german)
    #expect(Language(code: "HE_IL") == .hebrew)
    #expect(Language(code: "iw") == .hebrew)
    #expect(Language(code: "tlh") == nil)
    #expect(Language(code: "") == nil)
  }

  @Test func `an event speaks its languages in order, three at most, and English where it has none of ours`() {
    var event = Event(id: 1, slug: "e", name: "E", date: "")
    event.languages = ["fr", "xx", "fr-CA", "ar", "he", "es"]
    #expect(Language.spoken(at: event) == [.french, .arabic, .hebrew])
    event.languages = ["tlh", ""]
    #expect(Language.spoken(at: event) == [.english])
    #expect(Language.spoken(at: nil) == [.english])
  }

  @Test func `an event's name is found under any region of its language`() {
    let event = Event(id: 1, slug: "e", name: "Main", date: "", names: ["de-AT": "Fest", "he": "חג"])
    #expect(event.name(in: .german) == "Fest")
    #expect(event.name(in: .hebrew) == "חג")
    #expect(event.name(in: .arabic) == "Main")
  }
}

extension Phrase {
  fileprivate static func numbers(in text: String) -> [String] {
    text.split { !("0"..."9").contains($0) }.map(String.init)
  }
}
