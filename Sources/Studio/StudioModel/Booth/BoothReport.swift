/// How a booth is, as its operators are told: values of plain types, so that another studio can hand them on.
public struct BoothReport: Sendable, Equatable, Codable {
  /// One part of the booth.
  public struct Part: Sendable, Equatable, Codable {
    /// How it is.
    public enum Health: String, Sendable, Codable {
      case good, warning, bad
    }
    /// Which part: `camera`, `fallback camera`, `disk`, `uploads`, `panel …`, `network`, or a trouble's topic.
    public var topic: String
    /// How it is.
    public var health: Health
    /// What there is to say, and what to do, in the booth's words: for logs and commands. Pages word ``condition``.
    public var words: String
    /// The same as a value; nil where there is none, or from a studio of an earlier version.
    public var condition: BoothCondition?

    public init(_ topic: String, _ health: Health, _ words: String, _ condition: BoothCondition? = nil) {
      self.topic = topic
      self.health = health
      self.words = words
      self.condition = condition
    }
  }

  /// One job of the queue.
  public struct QueuedJob: Sendable, Equatable, Codable {
    /// By which it is tried again, or given up.
    public var id: String
    /// What it does: `upload`, `render`, …
    public var kind: String
    /// What it is about: a session's id, not shortened.
    public var subject: String
    /// Only the operator helps it on.
    public var needsOperator: Bool
    /// What it last failed with, in words.
    public var failure: String?
    /// How often it was tried.
    public var attempts: Int

    public init(id: String, kind: String, subject: String, needsOperator: Bool, failure: String?, attempts: Int) {
      self.id = id
      self.kind = kind
      self.subject = subject
      self.needsOperator = needsOperator
      self.failure = failure
      self.attempts = attempts
    }
  }

  /// One hour of the night, as the booth counted it since its start.
  public struct Hour: Sendable, Equatable, Codable {
    /// Hours since 1970 by the booth's zone.
    public var number: Int
    /// How many groups of guests came as far as their code.
    public var codes: Int
    /// Seconds from their press to their code, of all of them together.
    public var waitSeconds: Double
    /// The longest of these waits, in seconds.
    public var longestWaitSeconds: Double
    /// How often the booth was out of order, or had a new trouble.
    public var faults: Int

    public init(number: Int, codes: Int, waitSeconds: Double, longestWaitSeconds: Double, faults: Int) {
      self.number = number
      self.codes = codes
      self.waitSeconds = waitSeconds
      self.longestWaitSeconds = longestWaitSeconds
      self.faults = faults
    }
  }

  /// The booth's printer.
  public struct Printer: Sendable, Equatable, Codable {
    /// A print that a person is asked about: did it come out?
    public struct Question: Sendable, Equatable, Codable {
      /// By which it is answered.
      public var print: String
      /// The session whose pictures it shows.
      public var session: String
      /// Why it is asked, in the booth's words.
      public var words: String

      public init(print: String, session: String, words: String) {
        self.print = print
        self.session = session
        self.words = words
      }
    }

    /// Its model, or its address while it does not answer.
    public var name: String
    /// Whether the operator has paused prints.
    public var isPaused: Bool
    /// How many sheets it can still print; nil: not known.
    public var sheetsLeft: Int?
    /// Whether it counts them itself: then no person says how many were put in.
    public var countsSheets: Bool
    /// How many prints came out, all told.
    public var printed: Int
    /// How many wait or are in the printer.
    public var waiting: Int
    /// The oldest first; at most a hundred.
    public var questions: [Question]

    public init(
      name: String, isPaused: Bool, sheetsLeft: Int?, countsSheets: Bool, printed: Int, waiting: Int,
      questions: [Question]
    ) {
      self.name = name
      self.isPaused = isPaused
      self.sheetsLeft = sheetsLeft
      self.countsSheets = countsSheets
      self.printed = printed
      self.waiting = waiting
      self.questions = questions
    }
  }

  /// What it says of itself among other booths: the same as at a broker.
  public struct Fleet: Sendable, Equatable, Codable {
    /// Ten letters and digits, made once for its data folder; nil where none was made yet.
    public var mark: String?
    /// The message under the topic `…/state` (Docs/manual/mqtt.md).
    public var message: String

    public init(mark: String?, message: String) { (self.mark, self.message) = (mark, message) }
  }

  /// What was asked while guests were there, and is done after their session.
  public struct Pending: Sendable, Equatable, Codable {
    /// `pause`, `resume`, `changeEvent`, `useEvent`, `openSettings`, `shutDown`.
    public var request: String
    /// The event's folder, of `useEvent`.
    public var event: String?

    public init(_ request: String, event: String? = nil) {
      self.request = request
      self.event = event
    }
  }

  /// `idle`, `capture`, `paused`, …: the names of `booth status --json`.
  public var state: String
  /// How far the state is: `aiming`, `review`, …: `phase` of `booth status --json`; nil where it has no parts.
  public var phase: String?
  /// Why it is as it is, in the booth's words; nil where the state says all.
  public var words: String?
  /// The folder of the chosen event; nil while none is.
  public var event: String?
  /// The events that can be chosen.
  public var events: [String]
  /// What events are called that are locations, by their names in ``events``; nil from a studio of an earlier version.
  public var titles: [String: String]?
  /// What a person who aims is told, by ``AimAdvice/Saying/name``; nil without aiming, or nothing is sure.
  public var advice: String?
  /// What happens after the session, in words.
  public var pending: String?
  /// The same as a value; nil where nothing does, or from a studio of an earlier version.
  public var afterSession: Pending?
  /// Each part, those in trouble first.
  public var parts: [Part]
  /// What waits.
  public var queue: [QueuedJob]
  /// The printer; nil without one, and from a studio of an earlier version.
  public var printer: Printer?
  /// What links begin with.
  public var linkBase: String
  /// The night since the booth's start, the oldest hour first.
  public var night: [Hour]
  /// What it says of itself among other booths; nil from a studio of an earlier version.
  public var fleet: Fleet?

  public init(
    state: String, words: String?, event: String?, events: [String], pending: String?, parts: [Part],
    queue: [QueuedJob],
    linkBase: String, night: [Hour] = []
  ) {
    self.state = state
    self.words = words
    self.event = event
    self.events = events
    self.pending = pending
    self.parts = parts
    self.queue = queue
    self.linkBase = linkBase
    self.night = night
  }
}

extension BoothReport {
  /// What people call an event.
  public func title(of event: String) -> String { titles?[event] ?? event }
}

/// What an operator's page asks a booth to do.
public enum BoothOrder: Sendable, Equatable {
  /// A button of the panel, by its name.
  case press(String)
  case pause
  case resume
  case shutDown
  /// An event by its folder's name.
  case chooseEvent(String)
  /// One job, or all of them.
  case retry(String?)
  case cancel(String)
  /// A session by its id.
  case erase(String)
  /// One step of the guide over the live view, by its name.
  case turnGuide(String)
  case prints(PrintOrder)

  /// What a person must be allowed to.
  public var action: StudioAction {
    switch self {
    case .press, .pause, .resume, .chooseEvent, .retry, .turnGuide, .prints: .operateBooth
    case .shutDown: .shutDownBooth
    case .cancel: .cancelJob
    case .erase: .eraseSession
    }
  }
}

/// What an operator's page asks of a booth's prints.
public enum PrintOrder: Sendable, Equatable {
  case pause
  case resume
  /// The printer has so many sheets now; nil: not known.
  case refilled(Int?)
  /// A print came out, by its id.
  case confirm(String)
  /// It did not: print it again.
  case again(String)
  /// It did not, and is not wanted any more.
  case giveUp(String)
}

/// What the guests see at one moment.
public struct GuestsScreen: Sendable, Equatable {
  /// Counts up with every picture of one watching.
  public var number: Int
  /// A JPEG picture.
  public var jpeg: [UInt8]

  public init(number: Int, jpeg: [UInt8]) {
    self.number = number
    self.jpeg = jpeg
  }
}

/// Why a booth was not asked, or did not do it.
public struct OperatedBoothError: Error, Sendable, Equatable, Codable {
  /// What can be done about it.
  public enum Kind: String, Sendable, Equatable, Codable {
    /// No booth answers there.
    case notRunning
    /// It answered and does not do it.
    case refused
    /// Another version, another user's socket, no answer in time.
    case failed
  }

  /// Why, for who words it. The raw values are sent between studios.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The next step has not come, or an answer is under way.
    case busy
    case nothingToCancel, nothingToRetake
    /// The operator alone, or time, ends what the booth does.
    case cannotHelp
    case noSuchEvent, noSuchJob, noSuchSession
    /// A session cannot be erased while its guests are there.
    case sessionRuns
    /// Erased at the booth; the disk has not taken all of it.
    case partlyErased
    /// The account at another studio may not do this.
    case notAllowed
    /// The other studio no longer accepts this one.
    case signedOut
    /// One of the two is of an earlier version.
    case otherVersion
    /// No answer in time, or none that can be read.
    case noAnswer
    case nameMissing, tooManyBooths, linkFormat, linkRefused
    /// A file of the studio's cannot be read or written.
    case ownFile
  }

  /// What can be done about it.
  public var kind: Kind
  /// One sentence of the booth's, or of who asked it, in English: for the log. Pages word ``reason``.
  public var words: String
  /// The raw value of a ``Reason``; nil where ``kind`` says all, and from a studio of an earlier version.
  private var why: String?

  /// Nil where ``kind`` says all, or the reason is one of a newer version.
  public var reason: Reason? { why.flatMap(Reason.init) }

  public init(_ kind: Kind, _ words: String, _ reason: Reason? = nil) {
    self.kind = kind
    self.words = words
    why = reason?.rawValue
  }
}

/// One group of guests, as operators see it.
public struct GuestSession: Sendable, Equatable, Codable {
  /// By which it is erased.
  public var id: String
  /// The folder of its event.
  public var event: String
  /// What the event is called where it is a location; nil for one of guests.
  public var title: String?
  /// `capturing`, `finished`, `uploaded`, `discarded`, …: the names of `booth session list --json`.
  public var state: String
  /// When it began, in seconds since 1970.
  public var openedAt: Double
  /// The booth's zone at that moment, in seconds east of UTC.
  public var secondsFromUTC: Int
  /// Where its guests find it; nil where nothing of it is uploaded, and of one that was erased.
  public var link: String?
  /// How many photos it has.
  public var photos: Int

  public init(
    id: String, event: String, state: String, openedAt: Double, secondsFromUTC: Int, link: String?, photos: Int
  ) {
    self.id = id
    self.event = event
    self.state = state
    self.openedAt = openedAt
    self.secondsFromUTC = secondsFromUTC
    self.link = link
    self.photos = photos
  }
}

/// A booth as the studio reaches it: over the socket on this machine, or at another studio. From any thread.
public protocol OperatedBooth: Sendable {
  /// How it is at the moment.
  func report() async throws(OperatedBoothError) -> BoothReport
  /// Has it do something; returns when it has decided.
  /// - Returns: what it said.
  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String
  /// What its guests see. The booth draws and encodes only while it is asked for.
  /// - Parameters:
  ///   - number: of the picture that is known already; 0 for none.
  /// - Returns: a newer one, as soon as there is one; nil where there was none within some seconds.
  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen?
  /// The newest sessions, the newest first; also of a booth that does not run.
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession]
  /// A photo of a session.
  /// - Parameter session: its id.
  /// - Returns: JPEG, its longer side at most 320 pixels; nil for a session that is not there or has no photo.
  func thumbnail(ofSession session: String) async throws(OperatedBoothError) -> [UInt8]?
  /// What `booth doctor` says; takes some seconds.
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part]
  /// The end of the booth's log, the oldest line first; nil where it keeps none of its own.
  func log(lines: Int) async throws(OperatedBoothError) -> [String]?
  /// What guests of an event are invited by, as a small PNG picture; nil for an event that is not there.
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]?
  /// The command that starts it on its own machine, with the data folder in use: `booth run --data /srv/booth`; nil where it is not
  /// known here.
  var startCommand: String? { get }
  /// What it is called among others while it does not run; nil where none has ever run on this machine, and of one elsewhere.
  var resting: RestingBoothName? { get }
}

/// A booth of this machine that does not answer.
public struct RestingBoothName: Sendable, Equatable {
  public var name: String
  /// Nil where none was made yet.
  public var mark: String?

  public init(name: String, mark: String?) { (self.name, self.mark) = (name, mark) }
}

extension OperatedBooth {
  /// None.
  public func thumbnail(ofSession session: String) async throws(OperatedBoothError) -> [UInt8]? { nil }
  /// Not known.
  public var startCommand: String? { nil }
  /// None.
  public var resting: RestingBoothName? { nil }
}
