import BoothCore

/// How an account is made: which night, whose sessions, and what is added up.
extension NightAccount {
  /// Sessions with so many seconds and more between them are of different evenings.
  public static let eveningGap = 6.0 * 3600
  /// So many seconds before its first session and after its last an evening begins and ends.
  public static let eveningMargin = 3600.0

  private struct Begun {
    var id: SessionID
    var time: Double
    var event: String?
    var isSure: Bool
    var record: SessionRecord?
  }

  /// The account of a night.
  ///
  /// An evening is sessions with less than six hours between one and the next; its account is of the time from one hour
  /// before the first to one hour after the last. With ``NightQuestion/from`` or ``NightQuestion/to`` it is of that time.
  ///
  /// Nil where no time was asked for, and no session is known.
  public init?(_ journal: NightJournal, _ records: NightRecords, _ question: NightQuestion) {
    let placement = NightPlacement(journal, now: question.now)
    let known = Self.begun(placement, records.sessions)
    let all = known.sessions.filter { question.event == nil || $0.event == question.event }
    guard let window = Self.window(all.map(\.time), question) else { return nil }
    self.init(from: window.lowerBound, to: window.upperBound, event: question.event)
    let tonight = all.filter { window.contains($0.time) }
    sessions = Self.sessions(tonight, question)
    let measure = NightMeasure(placement, question, window)
    (photos, faults, steps, takenBack) = (measure.photos, measure.faults, measure.steps, measure.takenBack)
    walkAways = measure.walkAways.sorted { $0.key < $1.key }.map { WalkAways(place: $0.key, times: $0.value) }
    let ids = Set(tonight.map(\.id))
    prints = Self.prints(records.prints.filter { ids.contains($0.session) }.flatMap(\.prints))
    uploads = Self.uploads(tonight, question)
    gaps = Self.gaps(journal, placement, window, withoutTime: known.withoutTime)
    advice = NightAdvice.of(self)
  }

  /// All sessions that the journal saw begin, or that have a record, the earliest first. The journal's time counts: it is mended
  /// where the clock was set later.
  private static func begun(
    _ placement: NightPlacement, _ records: [SessionRecord]
  ) -> (sessions: [Begun], withoutTime: Int) {
    var found: [SessionID: Begun] = [:]
    for run in placement.runs {
      for entry in run.run.entries {
        for case .opened(let id) in entry.facts {
          found[id] = Begun(id: id, time: run.time(entry), event: entry.event, isSure: !run.isMoved)
        }
      }
    }
    var withoutTime = 0
    for record in records {
      if var begun = found[record.id] {
        begun.record = record
        begun.event = record.eventSlug
        found[record.id] = begun
      } else if record.openedAt.unixSeconds >= NightPlacement.earliest, record.openedAt.unixSeconds < 2.6e11 {
        found[record.id] = Begun(
          id: record.id, time: record.openedAt.unixSeconds, event: record.eventSlug, isSure: true,
          record: record)
      } else {
        withoutTime += 1
      }
    }
    let sorted = found.values.sorted { $0.time == $1.time ? $0.id.text < $1.id.text : $0.time < $1.time }
    return (sorted, withoutTime)
  }

  private static func window(_ times: [Double], _ question: NightQuestion) -> ClosedRange<Double>? {
    if question.from != nil || question.to != nil {
      let to = min(question.to ?? question.now, max(question.now, question.from ?? 0))
      return min(question.from ?? 0, to)...to
    }
    guard let last = times.last else { return nil }
    var first = last
    for time in times.reversed() {
      guard first - time < eveningGap else { break }
      first = time
    }
    let end = min(last + eveningMargin, max(question.now, last))
    return (first - eveningMargin)...end
  }

  private static func sessions(_ begun: [Begun], _ question: NightQuestion) -> Sessions {
    var sessions = Sessions()
    sessions.begun = begun.count
    for session in begun {
      switch session.record?.state {
      case .finished, .uploaded:
        if session.record?.quiet == true { sessions.finishedWithoutGuests += 1 } else { sessions.finished += 1 }
      case .discarded: sessions.discarded += 1
      case .capturing, nil: sessions.open += 1
      }
    }
    guard let first = begun.first, let last = begun.last, begun.allSatisfy(\.isSure) else { return sessions }
    let hours = (last.time - first.time) / 3600
    if hours >= 0.5 { sessions.perHour = Double(begun.count - 1) / hours }
    let zone = Double(question.secondsFromUTC)
    var counts: [Double: Int] = [:]
    for session in begun { counts[((session.time + zone) / 3600).rounded(.down), default: 0] += 1 }
    sessions.hours = counts.sorted { $0.key < $1.key }.map { Hour(began: $0.key * 3600 - zone, sessions: $0.value) }
    return sessions
  }

  private static func prints(_ records: [PrintRecord]) -> Prints {
    var prints = Prints()
    prints.ordered = records.count
    for record in records {
      switch record.state {
      case .queued, .sending, .accepted: prints.waiting += 1
      case .out, .probably: prints.made += 1
      case .ask: prints.asking += 1
      case .cancelled: prints.cancelled += 1
      }
    }
    return prints
  }

  private static func uploads(_ begun: [Begun], _ question: NightQuestion) -> Uploads {
    var uploads = Uploads()
    let waiting = begun.filter { $0.record?.state == .finished && $0.record?.needsUpload == true }
    uploads.waiting = waiting.count
    if let oldest = waiting.first, waiting.allSatisfy(\.isSure) {
      uploads.longestSeconds = max(0, question.now - oldest.time)
    }
    return uploads
  }

  private static func gaps(
    _ journal: NightJournal, _ placement: NightPlacement, _ window: ClosedRange<Double>, withoutTime: Int
  ) -> [Gap] {
    var gaps: [Gap] = []
    let runs = placement.runs.filter { $0.began <= window.upperBound && $0.ended >= window.lowerBound }
    if runs.isEmpty {
      gaps.append(.noJournal)
    } else if let first = placement.runs.first, !first.run.isWhole, first.began > window.lowerBound {
      gaps.append(.journalBegins(first.began))
    }
    let lost = Int(clamping: journal.missing) + journal.unreadable
    if lost > 0 { gaps.append(.lines(lost)) }
    let unsure = runs.count { !$0.isSure }
    if unsure > 0 { gaps.append(.clock(starts: unsure, moved: runs.count(where: \.isMoved))) }
    if withoutTime > 0 { gaps.append(.sessionsWithoutTime(withoutTime)) }
    return gaps
  }
}
