/// Before the first photo: in which language, and whether guests agree.
extension BoothFlow {
  /// Start was pressed: the event's question comes first, if it has one.
  mutating func welcome(at now: Instant) -> [BoothEffect] {
    guard let event = currentEvent else { return moveOn(at: now) }
    guard event.consent != nil else { return askForLook(nil, at: now) }
    state = .consent(.agree, shownAt: now, until: now + event.timings.consent)
    return []
  }

  mutating func pressedInConsent(
    _ press: Press, _ highlighted: ConsentChoice, shownAt: Instant, at now: Instant
  ) -> [BoothEffect] {
    guard let event = currentEvent, let question = event.consent else { return moveOn(at: now) }
    switch press {
    case .next, .previous:
      let choices = question.choices
      let index = (choices.firstIndex(of: highlighted) ?? 0) + (press == .next ? 1 : choices.count - 1)
      state = .consent(choices[index % choices.count], shownAt: shownAt, until: now + event.timings.consent)
      return []
    case .start:
      guard now - shownAt >= Self.readingTime else { return [.ignore(.tooSoonToRead)] }
      switch highlighted {
      case .agree, .keepHere:
        let language = language?.code ?? event.languages?.first ?? "en"
        return askForLook(
          ConsentGiven(
            version: question.version(in: language), language: language, uploads: highlighted == .agree), at: now)
      case .decline: return moveOn(at: now)
      }
    case .cancel: return moveOn(at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    }
  }

  /// No guest agrees with the press that began it, or its bounce.
  public static let readingTime = Duration.seconds(1)

  /// The next guests' language: those of the event in turn.
  mutating func changeLanguage(_ press: Press, at now: Instant) -> [BoothEffect] {
    guard let codes = currentEvent?.languages, codes.count > 1 else { return [.ignore(.nothingToChoose)] }
    let index = language.flatMap { codes.firstIndex(of: $0.code) } ?? 0
    let next = (index + (press == .next ? 1 : codes.count - 1)) % codes.count
    language = next == 0 ? nil : ChosenLanguage(code: codes[next], until: now + currentTimings.language)
    return []
  }

  /// A guest who chose a language and left does not leave it to others; a session keeps its own.
  var languageLeaves: Instant? { state == .idle ? language?.until : nil }
}
