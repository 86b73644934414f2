/// One print: one sheet, one copy, of one session. It is durable before its guests are told that it comes.
///
/// ```swift
/// let id = PrintID(session: session, number: 2)
/// id.jobName(sending: 1)  // "booth-7C0E5A52-3F0B-4E1C-9D43-2A6B1F1E8D10.2.1": by it the job is found again
/// ```
public struct PrintID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The session whose pictures are printed.
  public var session: SessionID
  /// Among the session's prints, from 1.
  public var number: Int

  /// Names a print; whether there is such a one, the store knows.
  public init(session: SessionID, number: Int) {
    self.session = session
    self.number = number
  }

  /// Reads ``description``; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let session = SessionID(String(parts[0])), let number = Int(parts[1]),
      (1...Self.mostOfOneSession).contains(number), "\(number)" == parts[1]
    else { return nil }
    self.init(session: session, number: number)
  }

  /// `7C0E5A52-3F0B-4E1C-9D43-2A6B1F1E8D10.2`
  public var description: String { "\(session.text).\(number)" }

  /// What the printer calls the job (`job-name`): our id, and which time it is sent, from 1; nothing of the guests.
  public func jobName(sending: Int) -> String { "\(Self.jobNamePrefix)\(description).\(sending)" }

  /// Whether a job of this name is a booth's.
  static func isJobName(_ name: String) -> Bool { name.hasPrefix(jobNamePrefix) }

  private static let jobNamePrefix = "booth-"

  /// What its job is about.
  public var subject: JobSubject { .other(kind: Self.subjectKind, id: description) }

  /// The print of a job's subject; nil for another workflow's.
  public init?(_ subject: JobSubject) {
    guard case .other(Self.subjectKind, let id) = subject else { return nil }
    self.init(id)
  }

  /// The word for prints among the subjects of jobs.
  public static let subjectKind: JobSubject.Kind = "print"

  /// No session has more prints, reprints of the operator's among them: more is a mistake.
  public static let mostOfOneSession = 999
}

extension Job.Kind {
  /// Print one sheet.
  public static let print = Job.Kind(rawValue: "print")
}

extension JobPolicy {
  /// One job is in the printer at a time, oldest first. The worker is heard of with each question to the printer; the
  /// longest, sending a sheet, may take ten minutes.
  public static let print: JobPolicy = {
    var policy = JobPolicy(
      subject: PrintID.subjectKind, lease: .seconds(900), confirmation: .answer, topic: "printer")
    policy.endsWithSubject = false
    // A printer that is mended is used at once: half a minute is the longest that it waits.
    policy.retries = RetryPolicy(cap: .seconds(30))
    return policy
  }()
}

/// How far a print is, as the store has it. What is written here is true after any crash: ``State/sending`` is durable
/// before the first byte goes out, so only ``State/queued`` may be sent without asking the printer for it first.
public struct PrintRecord: Sendable, Equatable, Codable {
  /// Who wanted it.
  public enum Origin: String, Sendable, Codable, CaseIterable {
    /// The guests, at the booth.
    case guests
    /// The operator, by a command or on their page.
    case `operator`
  }

  /// Where a print is on its way. The raw values are in files.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// Waits; the printer surely does not have it.
    case queued
    /// It is being sent: the printer may have it or not.
    case sending
    /// The printer has taken it, and given it a number.
    case accepted
    /// It came out: a counter of the printer's says so, or a person.
    case out
    /// The printer says that it is done, and counts nothing: it came out, probably.
    case probably
    /// Not known, or not printed: a person looks, and says whether it is printed again.
    case ask
    /// It does not come: the operator or the session's end took it back.
    case cancelled

    /// Nothing moves it any more but a person.
    public var isOver: Bool { self == .out || self == .probably || self == .ask || self == .cancelled }
    /// A person is asked: "did it come out?"
    public var asks: Bool { self == .ask || self == .probably }
  }

  /// The try that is running, or was the last: what the printer was when it began.
  public struct Attempt: Sendable, Equatable, Codable {
    /// When, on the wall clock.
    public var at: WallTime
    /// The printer's uuid, or, where it says none, its address: a job number means nothing to another one.
    public var printer: String
    /// Its ``PrinterStatus/upTime``, in seconds: a smaller one later means that it was started anew.
    public var upTime: Int?
    /// Its ``PrinterStatus/sheetsPrinted``.
    public var sheets: Int?
    /// Whether that is known to rise with each sheet: there are printers that say 0 all their life. Nil: not known.
    public var counts: Bool?
    /// So many sheets before it were never counted, and may come yet: a rise up to there says nothing of this one. Nil: none.
    public var owed: Int?
    /// What was in the printer before it is not known: a rise may be another sheet's, and proves nothing. Nil: no.
    public var isUnsure: Bool?
    /// The highest number of a job that it listed; nil where that tells nothing of numbers to come.
    public var newest: Int?
    /// The newest completed job that it listed: while that is listed, newer ones are, too. Nil where it listed none.
    public var lastDone: ListedJob?
    /// The number that it gave the sheet; nil while it has not.
    public var job: Int?

    /// A try that has no number yet.
    public init(
      at: WallTime, printer: String, upTime: Int? = nil, sheets: Int? = nil, counts: Bool? = nil,
      owed: Int? = nil, lastDone: ListedJob? = nil
    ) {
      self.at = at
      self.printer = printer
      self.upTime = upTime
      self.sheets = sheets
      self.counts = counts
      self.owed = owed
      self.lastDone = lastDone
    }
  }

  /// A job in a printer's list, as it is known again: numbers begin anew when a printer is switched off and on.
  public struct ListedJob: Sendable, Equatable, Codable {
    /// The printer's number for it.
    public var id: Int
    /// Its ``PrinterJob/createdAt``, in seconds of the printer's time.
    public var createdAt: Int?

    /// As the printer lists it.
    public init(_ job: PrinterJob) {
      id = job.id
      createdAt = job.createdAt
    }
  }

  /// Among the session's prints, from 1.
  public var number: Int
  /// Who wanted it.
  public var origin: Origin
  /// When.
  public var orderedAt: WallTime
  /// The id of the layout that its guests chose; nil: the event's own.
  public var layout: String?
  /// How far it is.
  public var state = State.queued
  /// The last try; nil before the first.
  public var attempt: Attempt?
  /// How often it was sent.
  public var sendings = 0
  /// The operator wants it however late it comes: it does not expire. Nil: no.
  public var insists: Bool?
  /// Why a person is asked, or what keeps it; nil while there is nothing to say. For the operator.
  public var words: String?

  /// A print that waits.
  public init(number: Int, origin: Origin, orderedAt: WallTime, layout: String? = nil) {
    self.number = number
    self.origin = origin
    self.orderedAt = orderedAt
    self.layout = layout
  }

  /// Its session is gone: what the printer does not have is not printed, and of the rest a person is told.
  public mutating func takeBack() {
    words = state == .queued ? "The session is gone." : "The session is gone; the printer may have had it."
    state = state == .queued ? .cancelled : .ask
  }
}

/// All prints of a session: what `prints/SESSION.json` holds.
public struct SessionPrints: Sendable, Equatable, Codable {
  /// The newest form that this program reads.
  public static let version = 1

  /// Of this file's form.
  public var version = Self.version
  /// The session whose pictures they are.
  public var session: SessionID
  /// The folder name of its event.
  public var event: String
  /// By number, from 1.
  public var prints: [PrintRecord] = []

  /// A session without prints.
  public init(session: SessionID, event: String) {
    self.session = session
    self.event = event
  }

  /// A print of it; nil where there is no such number.
  public subscript(number: Int) -> PrintRecord? {
    get { prints.first { $0.number == number } }
    set {
      guard let newValue else { return }
      if let place = prints.firstIndex(where: { $0.number == number }) {
        prints[place] = newValue
      } else {
        prints.append(newValue)
      }
    }
  }

  /// How many of them the guests wanted: what counts against their limit.
  public var ofGuests: Int { prints.count { $0.origin == .guests && $0.state != .cancelled } }

  /// Adds prints that wait; gives them.
  public mutating func order(
    _ copies: Int, in layout: String? = nil, by origin: PrintRecord.Origin, at time: WallTime
  ) -> [PrintRecord] {
    let first = (prints.map(\.number).max() ?? 0) + 1
    let new = (0..<max(0, copies)).map {
      PrintRecord(number: first + $0, origin: origin, orderedAt: time, layout: layout)
    }
    prints += new.filter { $0.number <= PrintID.mostOfOneSession }
    return new.filter { $0.number <= PrintID.mostOfOneSession }
  }
}
