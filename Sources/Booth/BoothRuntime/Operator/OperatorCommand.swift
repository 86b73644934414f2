public import BoothCore

/// What an operator may ask of a booth, whether by a console command over the socket, a page, a script.
public enum OperatorCommand: Sendable, Equatable {
  /// What it does at the moment.
  case status
  /// Press a button of the booth's.
  case press(Press)
  /// Let the guide over the live view lie otherwise, by one step.
  case turnGuide(GuideTurn)
  /// Take no new guests; a running session is finished first. Asked twice: now.
  case pause
  /// Go on after a pause.
  case resume
  /// End; a running session is finished first. Asked twice: now.
  case shutDown
  /// Show the operator's settings on the booth's screen.
  case openSettings
  /// Use another event, by its slug; a running session is finished first.
  case selectEvent(String)
  /// Erase a session here and at the gallery.
  case eraseSession(SessionID)
  /// Print a session so often, whatever its event allows guests.
  case printSession(SessionID, copies: Int, layout: String?)
  /// Print a sheet again that did not come out.
  case retryPrint(PrintID)
  /// Give a print up that the printer does not have.
  case cancelPrint(PrintID)
  /// Record that a sheet came out that nothing counted.
  case confirmPrint(PrintID)
  /// Send no more sheets to the printer, until they are resumed; what guests order waits.
  case pausePrints
  /// Let prints come out again, and the printer's queue go on where it was stopped.
  case resumePrints
  /// The printer was refilled, and has so many sheets now; nil: not known.
  case refilled(sheets: Int?)
  /// Try a job now, or (nil) all of them; of a cancelled one the work is queued anew.
  case retry(JobID?)
  /// Give a job up.
  case cancel(JobID)

  /// So many prints at once an operator may order.
  public static let mostCopies = 50

  /// What the flow is asked, where the command is the flow's own: the keyboard and the panels ask the same.
  public var request: OperatorRequest? {
    switch self {
    case .pause: .pause
    case .resume: .resume
    case .shutDown: .shutDown
    case .openSettings: .openSettings
    case .selectEvent(let slug): .useEvent(slug)
    case .status, .press, .turnGuide, .eraseSession, .printSession, .retryPrint, .cancelPrint,
      .confirmPrint, .pausePrints, .resumePrints, .refilled, .retry, .cancel:
      nil
    }
  }
}

/// What came of a command.
public enum OperatorAnswer: Sendable {
  /// Done, or begun; what, in a sentence.
  case done(String)
  case status(BoothStatus)
}

/// Why a command was not carried out, in a sentence.
public struct OperatorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Whose mistake it was.
  public enum Kind: Sendable, Equatable {
    /// The booth does not do it as it stands.
    case refused
    /// What was asked makes no sense: no such command, event, session or job.
    case misasked
  }

  /// Whose mistake it was.
  public var kind: Kind
  /// What was wrong, and often what to do instead, in one sentence for the operator.
  public var words: String
  /// What the flow made of it, where that is why; nil for other reasons.
  public var ignored: IgnoreReason?
  /// It was decided, or begun, and is not all done.
  public var isPartlyDone: Bool

  /// An error that says just this.
  public init(_ words: String, _ kind: Kind = .refused, isPartlyDone: Bool = false) {
    self.words = words
    self.kind = kind
    self.isPartlyDone = isPartlyDone
  }

  /// The flow did nothing, and this is why.
  public init(_ reason: IgnoreReason) {
    self.init(reason.rawValue)
    ignored = reason
  }

  /// The same as ``words``.
  public var description: String { words }
}
