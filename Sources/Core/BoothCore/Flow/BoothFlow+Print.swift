/// "Print your photos?", in front of the code; where the event has several layouts, "which one?" before it.
///
/// One button is enough: the layouts, or the numbers of copies, are highlighted one after the other, "no print" among
/// them, and start takes the one that is. With more buttons guests move it by hand, and then it stays. Guests who press nothing get no
/// print: paper is counted, and the next ones wait.
extension BoothFlow {
  /// The session's jobs are durable: the question comes where the event prints and the printer can; else the code.
  mutating func askForPrint(_ finished: Finished, at now: Instant) -> [BoothEffect] {
    guard let printer, printer.prints else { return showCode(finished, at: now) }
    let most = min(currentEvent?.prints ?? 0, PrintForm.mostCopies, printer.left ?? .max)
    guard most > 0, finished.photos > 0, finished.cancelAskedUntil == nil else {
      return showCode(finished, at: now)
    }
    state = .print(
      PrintForm(
        finished, most: most, layouts: currentEvent?.layouts, shownAt: now,
        phase: .asking(until: now + finished.timings.printTurn)))
    return []
  }

  /// The way to the pictures, or the word that they stay here.
  mutating func showCode(_ finished: Finished, at now: Instant) -> [BoothEffect] {
    let until = now + (finished.session.staysHere ? finished.timings.keptHere : finished.timings.qr)
    state = .qr(finished, shownAt: now, until: max(until, finished.cancelAskedUntil ?? until))
    return []
  }

  mutating func pressedInPrint(_ press: Press, _ form: PrintForm, at now: Instant) -> [BoothEffect] {
    guard case .asking(let until) = form.phase else { return [.ignore(.busy)] }
    var form = form
    switch press {
    case .next, .previous:
      form.turn += press == .next ? 1 : form.count - 1
      form.isByHand = true
      form.phase = .asking(until: now + form.finished.timings.patience)
      state = .print(form)
      return []
    case .start:
      guard now - form.shownAt >= Self.readingTime else { return [.ignore(.tooSoonToRead)] }
      let chosen = form.turnMeant(at: now, until: until) % form.count
      if let layouts = form.openLayouts {
        guard layouts.indices.contains(chosen) else { return showCode(form.finished, at: now) }
        form.layout = layouts[chosen]
        // One that guests may have anyway is not asked for a second time.
        guard form.most == 1 else {
          form.turn = 0
          form.shownAt = now
          form.phase = .asking(
            until: now + (form.isByHand ? form.finished.timings.patience : form.finished.timings.printTurn))
          state = .print(form)
          return []
        }
      }
      let copies = form.most == 1 && form.layout != nil ? 1 : form.choices[chosen]
      guard copies > 0 else { return showCode(form.finished, at: now) }
      let attempt = nextAttempt()
      form.phase = .ordering(attempt, copies: copies, until: now + form.finished.timings.storeDeadline)
      state = .print(form)
      return [
        .orderPrints(attempt, form.finished.session, copies: copies, most: form.most, layout: form.layout)
      ]
    case .cancel: return showCode(form.finished, at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    }
  }

  mutating func answered(_ answer: Answer, inPrint form: PrintForm, at now: Instant) -> [BoothEffect] {
    var finished = form.finished
    switch answer {
    case .printsOrdered(let copies): finished.prints = copies
    case .failed: finished.prints = 0
    case .sessionOpened, .liveFrameSeen, .clipSaved, .photoSaved, .photoDoubted, .sessionQueued, .addressKept,
      .storageReady:
      return answeredLate(answer)
    }
    return showCode(finished, at: now)
  }

  mutating func timePassed(in form: PrintForm, at now: Instant) -> [BoothEffect] {
    switch form.phase {
    case .ordering:
      return answered(.failed(Fault(.late, "the print was not ordered in time")), inPrint: form, at: now)
    case .asking:
      guard !form.isByHand, form.turn + 1 < PrintForm.rounds * form.count else {
        return showCode(form.finished, at: now)
      }
      var form = form
      form.turn += 1
      form.phase = .asking(until: now + form.finished.timings.printTurn)
      state = .print(form)
      return []
    }
  }

  /// A printer that stops while its guests choose changes nothing: what they order waits for it.
  mutating func printerChanged(_ news: PrinterNews) -> [BoothEffect] {
    guard news != printer else { return [.ignore(.alreadySo)] }
    printer = news
    return [.ignore(.printerNoted)]
  }
}

/// "Print your photos?" on the screen.
public struct PrintForm: Sendable, Equatable, Codable {
  /// Whether guests choose, or the store is at work.
  public enum Phase: Sendable, Equatable, Codable {
    /// Until the next number is highlighted, or, after the last round or by hand, until the code comes.
    case asking(until: Instant)
    /// The store was asked to keep the order.
    case ordering(AttemptID, copies: Int, until: Instant)
  }

  /// The session whose code comes next.
  public var finished: Finished
  /// The most copies that are offered, at least 1.
  public var most: Int
  /// The ids of the layouts that guests choose from, before the copies; nil where there is nothing to choose.
  public var layouts: [String]?
  /// The one that they chose.
  public var layout: String?
  /// Which choice is highlighted, counted from the first one on, round after round.
  public var turn = 0
  /// Guests moved it themselves: it moves no more.
  public var isByHand = false
  /// When the question came up: start does not count sooner than ``BoothFlow/readingTime`` after it.
  public var shownAt: Instant
  /// Whether guests choose, or the store is at work.
  public var phase: Phase

  /// Starts with the first layout, or one copy, highlighted, moving by itself.
  public init(_ finished: Finished, most: Int, layouts: [String]? = nil, shownAt: Instant, phase: Phase) {
    self.finished = finished
    self.most = max(1, most)
    self.layouts = (layouts?.count ?? 0) > 1 ? layouts : nil
    self.shownAt = shownAt
    self.phase = phase
  }

  /// The numbers of copies in the order they are shown; 0, no print, is the last.
  public var choices: [Int] { Array(1...most) + [0] }

  /// The number of copies that start takes, once the layout is chosen.
  public var highlighted: Int { choices[turn % choices.count] }

  /// The layouts, while they are asked for; nil when one is chosen, and where there is nothing to choose.
  public var openLayouts: [String]? { layout == nil ? layouts : nil }

  /// The layout that start takes while they are asked for; nil for no print.
  public var highlightedLayout: String? {
    openLayouts.flatMap { layouts in
      let place = turn % count
      return layouts.indices.contains(place) ? layouts[place] : nil
    }
  }

  /// How many choices stand on the screen, "no print" among them.
  var count: Int { openLayouts.map { $0.count + 1 } ?? choices.count }

  /// How often all choices are highlighted.
  static let rounds = 2
  /// More than so many do not stand beside each other on a screen.
  public static let mostCopies = 4
  /// The same of layouts.
  public static let mostLayouts = 4

  /// A press so soon after the highlight moved is meant for the choice before: it was on its way.
  func turnMeant(at now: Instant, until: Instant) -> Int {
    guard !isByHand, turn > 0, now - (until - finished.timings.printTurn) < LookQuestion.reaction else { return turn }
    return turn - 1
  }
}

extension PrintForm {
  var wakeUp: Instant {
    switch phase {
    case .asking(let until), .ordering(_, _, let until): until
    }
  }

  func awaits(_ attempt: AttemptID) -> Bool {
    if case .ordering(attempt, _, _) = phase { true } else { false }
  }
}
