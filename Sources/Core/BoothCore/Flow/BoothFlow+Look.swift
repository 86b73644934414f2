/// Which look the composite gets, where the event lets its guests choose.
///
/// One button is enough: the looks are highlighted one after the other, and start takes the one that is. With more
/// buttons guests move it by hand, and then it stays. Guests who press nothing get what the event gives without a
/// choice. The live view runs meanwhile, as guests see themselves in the look that is highlighted.
extension BoothFlow {
  mutating func askForLook(_ consent: ConsentGiven?, at now: Instant) -> [BoothEffect] {
    guard let event = currentEvent, event.looks?.count ?? 0 > 1 else { return openSession(consent, at: now) }
    state = .look(LookQuestion(consent: consent, shownAt: now, until: now + event.timings.look))
    return [.startLiveView]
  }

  /// Ends the question without a session.
  mutating func leaveLook(at now: Instant) -> [BoothEffect] { [.stopLiveView] + moveOn(at: now) }

  mutating func pressedInLook(_ press: Press, _ question: LookQuestion, at now: Instant) -> [BoothEffect] {
    guard let event = currentEvent, let looks = event.looks, !looks.isEmpty else { return leaveLook(at: now) }
    var question = question
    switch press {
    case .next, .previous:
      question.turn += press == .next ? 1 : looks.count - 1
      question.isByHand = true
      question.until = now + event.timings.patience
      state = .look(question)
      return []
    case .start:
      guard now - question.shownAt >= Self.readingTime else { return [.ignore(.tooSoonToRead)] }
      return openSession(
        question.consent, look: looks[question.turnMeant(at: now, event.timings) % looks.count], liveViewRuns: true,
        at: now)
    case .cancel: return leaveLook(at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    }
  }

  mutating func timePassed(in question: LookQuestion, at now: Instant) -> [BoothEffect] {
    guard let event = currentEvent, let looks = event.looks, !looks.isEmpty else { return leaveLook(at: now) }
    if question.isByHand {
      return openSession(
        question.consent, look: looks[question.turn % looks.count], liveViewRuns: true, at: now)
    }
    guard question.turn + 1 < LookQuestion.rounds * looks.count else {
      return openSession(question.consent, liveViewRuns: true, at: now)
    }
    var question = question
    question.turn += 1
    question.until = now + event.timings.look
    state = .look(question)
    return []
  }
}

/// "Which look?" on the screen.
public struct LookQuestion: Sendable, Equatable, Codable {
  /// What the guests agreed to before, if they were asked.
  public var consent: ConsentGiven?
  /// Which look is highlighted, counted from the first one on, round after round.
  public var turn = 0
  /// Guests moved it themselves: it moves no more.
  public var isByHand = false
  /// When the question came up: start does not count sooner than ``BoothFlow/readingTime`` after it.
  public var shownAt: Instant
  /// When the next one is highlighted, or, after the last round or by hand, the session begins.
  public var until: Instant

  /// Starts with the first look highlighted, moving by itself.
  public init(consent: ConsentGiven? = nil, shownAt: Instant, until: Instant) {
    self.consent = consent
    self.shownAt = shownAt
    self.until = until
  }

  /// How often all looks are highlighted.
  static let rounds = 2
  /// A press so soon after the highlight moved is meant for the look before: it was on its way.
  static let reaction = Duration.milliseconds(300)

  func turnMeant(at now: Instant, _ timings: Timings) -> Int {
    guard !isByHand, turn > 0, now - (until - timings.look) < Self.reaction else { return turn }
    return turn - 1
  }
}
