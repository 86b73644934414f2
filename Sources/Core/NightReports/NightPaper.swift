/// An account in words, for a terminal, a page or paper: sections of facts. In English, as all that operators read of commands.
public struct NightPaper: Sendable, Equatable {
  /// A label, and what there is to say.
  public struct Fact: Sendable, Equatable {
    public var label: String
    public var text: String
  }

  public struct Section: Sendable, Equatable {
    public var heading: String
    public var facts: [Fact]
  }

  public var title: String
  /// Those that have something to say.
  public var sections: [Section]

  /// - Parameters:
  ///   - moment: a moment in Unix seconds, with its day, for people.
  ///   - clock: the same, as hours and minutes.
  public init(_ account: NightAccount, moment: (Double) -> String, clock: (Double) -> String) {
    let span = "\(moment(account.from)) to \(moment(account.to))"
    title = "The night's report\(account.event.map { ": \($0)" } ?? "")"
    sections = [
      Section(heading: "The night", facts: [Fact(label: "time", text: span)] + Self.sessions(account, clock)),
      Section(heading: "What cost time", facts: account.faults.map(Self.fact)),
      Section(heading: "Where guests waited for the booth", facts: account.steps.map(Self.fact)),
      Section(heading: "Prints and uploads", facts: Self.work(account)),
      Section(
        heading: "Next time",
        facts: account.advice.enumerated().map { Fact(label: "\($0.offset + 1)", text: $0.element.words) }),
      Section(
        heading: "What this report does not know",
        facts: account.gaps.map { Fact(label: "gap", text: Self.words($0, moment)) }),
    ].filter { !$0.facts.isEmpty }
  }

  private static func sessions(_ account: NightAccount, _ clock: (Double) -> String) -> [Fact] {
    let sessions = account.sessions
    var facts = [Fact(label: "sessions", text: "\(sessions.begun) begun, \(sessions.finished) to their code")]
    for (count, words) in [
      (sessions.finishedWithoutGuests, "finished when their guests had gone"), (sessions.discarded, "discarded"),
      (sessions.open, "not finished"),
    ] where count > 0 { facts[0].text += ", \(count) \(words)" }
    if let perHour = sessions.perHour {
      let most = sessions.hours.max { $0.sessions < $1.sessions }
      let busiest = most.map { ", most from \(clock($0.began)) to \(clock($0.began + 3600)): \($0.sessions)" } ?? ""
      facts.append(Fact(label: "an hour", text: "\(tenth(perHour))\(busiest)"))
    }
    facts.append(
      Fact(
        label: "photos",
        text:
          "\(account.photos.taken) taken, \(account.photos.retaken) taken again by guests, \(account.photos.reshot) by "
          + "the booth as they seemed spoiled"))
    if account.takenBack > 0 {
      facts.append(Fact(label: "taken back", text: "\(counted(account.takenBack, "session")) by their guests"))
    }
    let left = account.walkAways.reduce(0) { $0 + $1.times }
    let places = account.walkAways.map { "\($0.times) \($0.place.words)" }
    facts.append(
      Fact(label: "walked away", text: left == 0 ? "none that the booth saw" : "\(places.joined(separator: ", "))"))
    return facts
  }

  private static func fact(_ fault: NightFault) -> Fact {
    let lasted = fault.lostSeconds.map { "\(fault.isAtLeast ? "at least " : "")\(NightAdvice.minutes($0))" }
    let stopped =
      switch fault.kind.stopped {
      case .sessions: "no sessions"
      case .photos: "guests were asked for another try"
      case .prints: "no prints"
      }
    return Fact(
      label: lasted ?? "unknown",
      text: "\(fault.kind.title), \(NightAdvice.times(fault.times)); \(stopped) meanwhile. \(fault.kind.remedy)")
  }

  private static func fact(_ step: NightAccount.Step) -> Fact {
    Fact(
      label: step.step.words,
      text:
        "\(NightAdvice.seconds(step.medianSeconds)) median, \(NightAdvice.seconds(step.worstSeconds)) at worst, of "
        + "\(counted(step.times, "time"))")
  }

  private static func work(_ account: NightAccount) -> [Fact] {
    var facts: [Fact] = []
    let prints = account.prints
    if prints.ordered > 0 {
      facts.append(
        Fact(
          label: "prints",
          text:
            "\(prints.ordered) ordered, \(prints.made) made, \(prints.waiting) waiting, \(prints.asking) to be looked "
            + "for, \(prints.cancelled) given up"))
    }
    let waited = account.uploads.longestSeconds.map { ", the oldest for \(NightAdvice.minutes($0))" } ?? ""
    facts.append(
      Fact(
        label: "uploads",
        text: account.uploads.waiting == 0
          ? "all sessions are at the gallery, or are to stay here"
          : "\(counted(account.uploads.waiting, "session")) not yet whole at the gallery\(waited)"))
    return facts
  }

  private static func words(_ gap: NightAccount.Gap, _ moment: (Double) -> String) -> String {
    switch gap {
    case .journalBegins(let time):
      "The journal begins at \(moment(time)): before it faults, steps and walk-aways are not known."
    case .noJournal: "There is no journal of this time: faults, steps, photos and walk-aways are not known."
    case .lines(let count):
      "\(counted(count, "line")) of the journal \(count == 1 ? "is" : "are") missing or damaged: counts and times are at least "
        + "what is said."
    case .clock(let starts, 0):
      "The clock was not known to be right after \(counted(starts, "start")): times of day may be wrong; how long things took "
        + "is not."
    case .clock(_, let moved):
      "The clock was wrong after \(counted(moved, "start")): what came then is placed behind what came before, and sessions "
        + "are not told by the hour."
    case .sessionsWithoutTime(let count):
      "\(counted(count, "session")) began by a clock that was never set, and \(count == 1 ? "is" : "are") left out."
    }
  }

  private static func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }

  private static func tenth(_ number: Double) -> String {
    let tenths = Int((min(max(number, 0), 1e6) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
