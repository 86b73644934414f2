/// How many prints the guests of an event may order; what the operator prints does not count.
public struct PrintLimits: Sendable, Equatable, Codable {
  /// In all; nil: any number.
  public var perEvent: Int?
  /// Within any sixty minutes; nil: any number.
  public var perHour: Int?

  /// Without a number there is no limit.
  public init(perEvent: Int? = nil, perHour: Int? = nil) {
    self.perEvent = perEvent
    self.perHour = perHour
  }
}

/// All prints there are, counted: for limits, for the paper that is left, and for the night's figures. A pure value.
///
/// ```swift
/// tally.note(record, PrintID(session: session, number: 1), event: "party")
/// tally.left(of: "party", PrintLimits(perHour: 60), at: now)  // 59
/// ```
public struct PrintTally: Sendable, Equatable {
  private struct Entry: Sendable, Equatable {
    var event: String
    var record: PrintRecord
  }

  private var entries: [PrintID: Entry] = [:]

  /// Nothing was printed yet.
  public init() {}

  /// Counts a session's prints, in the place of what was noted of them before.
  public mutating func note(_ prints: SessionPrints) {
    for print in prints.prints {
      note(print, PrintID(session: prints.session, number: print.number), event: prints.event)
    }
  }

  /// Counts one print, in the place of what was noted of it before.
  /// - Parameter event: the folder name of its event; nil: as it was noted.
  public mutating func note(_ record: PrintRecord, _ id: PrintID, event: String?) {
    guard let event = event ?? entries[id]?.event else { return }
    entries[id] = Entry(event: event, record: record)
  }

  /// How many prints the guests of an event may still order; nil: any number. While the clock is not known to be right, the
  /// last hour is not known either, and only the limit of the event holds.
  public func left(of event: String, _ limits: PrintLimits, at now: WallTime) -> Int? {
    guard limits.perEvent != nil || limits.perHour != nil else { return nil }
    var (all, lately) = (0, 0)
    for entry in entries.values
    where entry.event == event && entry.record.origin == .guests && entry.record.state != .cancelled {
      all += 1
      if now.trusted, entry.record.orderedAt.trusted,
        (0..<3600).contains(now.unixSeconds - entry.record.orderedAt.unixSeconds)
      {
        lately += 1
      }
    }
    return [limits.perEvent.map { $0 - all }, limits.perHour.map { $0 - lately }].compactMap { $0 }.min()
      .map { max(0, $0) }
  }

  /// Sheets that were sent since a moment, whatever became of them: a sheet that a person is asked about is off the stack,
  /// too.
  public func sheets(since time: WallTime) -> Int {
    entries.values.count { entry in
      guard let sent = entry.record.attempt?.at, entry.record.state != .queued else { return false }
      return sent.unixSeconds >= time.unixSeconds
    }
  }

  /// How many prints there are of each state.
  public var states: [PrintRecord.State: Int] {
    entries.values.reduce(into: [:]) { $0[$1.record.state, default: 0] += 1 }
  }

  /// Prints that have a sheet of the stack before them: they wait, and are not sent.
  public var waiting: Int { entries.values.count { $0.record.state == .queued } }

  /// The prints that a person is asked about, the oldest first, with the folder names of their events.
  public var questions: [(id: PrintID, event: String, record: PrintRecord)] {
    entries.filter { $0.value.record.state == .ask }.map { ($0.key, $0.value.event, $0.value.record) }
      .sorted {
        ($0.record.orderedAt.unixSeconds, $0.id.description) < ($1.record.orderedAt.unixSeconds, $1.id.description)
      }
  }
}

/// What the operator decided about printing, kept over starts: the file `prints/desk.json`.
public struct PrintDesk: Sendable, Equatable, Codable {
  /// A stack of paper that was put in.
  public struct Stack: Sendable, Equatable, Codable {
    /// How many sheets it had.
    public var sheets: Int
    /// When, on the wall clock.
    public var at: WallTime

    /// As the operator says.
    public init(sheets: Int, at: WallTime) {
      self.sheets = sheets
      self.at = at
    }
  }

  /// The newest form that this program reads.
  public static let version = 1
  /// More sheets do not go into a printer: it is a mistake.
  public static let mostSheets = 10_000

  /// Of this file's form.
  public var version = Self.version
  /// Prints wait until the operator resumes them.
  public var isPaused = false
  /// The paper, where the printer does not count it; nil: not known.
  public var stack: Stack?

  /// Prints come out, and nothing is known of the paper.
  public init() {}
}
