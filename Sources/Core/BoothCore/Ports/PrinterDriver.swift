/// One printer. Every call may take long or fail, and none says more than what the printer said: what to believe of it is
/// ``PrintRun``'s to decide.
public protocol PrinterDriver: Sendable {
  /// Asks the printer how it is. Reads, and changes nothing.
  func status() async throws(PrinterError) -> PrinterStatus
  /// The jobs that the printer knows, finished ones too, newest first as far as it tells; at most `limit`.
  func jobs(limit: Int) async throws(PrinterError) -> [PrinterJob]
  /// One job by the printer's number; nil where the printer does not know it (any more).
  func job(_ id: Int) async throws(PrinterError) -> PrinterJob?
  /// Sends one sheet, once, and never again by itself: after an error it is not known whether the printer has it, unless
  /// ``PrinterError/isRefusal`` says so.
  /// - Returns: the job as the printer has taken it.
  func send(_ sheet: PrintSheet) async throws(PrinterError) -> PrinterJob
  /// Takes a job back. A sheet that is being printed may come out all the same.
  func cancel(_ id: Int) async throws(PrinterError)
  /// Lets a stopped queue go on (Resume-Printer). Most printers know no such call, and CUPS wants an operator's rights.
  func resume() async throws(PrinterError)
}

/// What is sent to a printer: one sheet, one copy.
public struct PrintSheet: Sendable, Equatable {
  /// Our name for it, which the printer keeps with the job (`job-name`): ASCII letters, digits, `-` and `.`, at most 127
  /// bytes. By it the job is found again after a crash.
  public var name: String
  /// A JPEG file of the printer's size; the absolute path.
  public var file: String
  /// The size of the paper.
  public var paper: MillimetreSize
  /// Into how many equal pieces the printer is to cut it, where it can: 1 for a whole sheet.
  public var pieces: Int

  /// Takes what is to be printed.
  public init(name: String, file: String, paper: MillimetreSize, pieces: Int = 1) {
    self.name = name
    self.file = file
    self.paper = paper
    self.pieces = pieces
  }
}

/// A job as the printer has it.
public struct PrinterJob: Sendable, Equatable, Codable {
  /// The states of RFC 8011, 5.3.7.
  public enum State: String, Sendable, Codable, CaseIterable {
    case pending, held, processing, stopped, canceled, aborted, completed

    /// Nothing moves it any more.
    public var isOver: Bool { self == .canceled || self == .aborted || self == .completed }
  }

  /// The printer's number for it; printers begin anew at 1 when they are switched off and on.
  public var id: Int
  /// The `job-name`; empty where the printer says none.
  public var name: String
  /// Where it is on its way.
  public var state: State
  /// Its `job-state-reasons`, without `none`.
  public var reasons: [String]
  /// How many sheets of it came out, where the printer counts (`job-impressions-completed`, else
  /// `job-media-sheets-completed`); 0 is also what printers say that do not count.
  public var sheetsCompleted: Int?
  /// The printer's ``PrinterStatus/upTime`` when it took the job (`time-at-creation`), in seconds.
  public var createdAt: Int?

  /// A job without reasons and counts.
  public init(id: Int, name: String, state: State, reasons: [String] = []) {
    self.id = id
    self.name = name
    self.state = state
    self.reasons = reasons
    (sheetsCompleted, createdAt) = (nil, nil)
  }
}

/// Why a call to a printer failed, by what can be done about it.
public struct PrinterError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// Why, by what can be done about it.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// Nothing was sent: no network, no such host, refused.
    case unreachable
    /// It was sent, in part or whole, and no whole answer came: whether the printer has it is not known.
    case silent
    /// It takes nothing at the moment (server-error-busy, not-accepting-jobs, too many jobs): later.
    case busy
    /// It answers, and not as a printer does: a web page, another protocol, attributes without sense.
    case notAPrinter
    /// It refuses for good what was asked: the format, the size of the media, an attribute.
    case refused
    /// It knows no such job (any more).
    case notFound
    /// It wants a name and a password, or an operator's rights.
    case forbidden
    /// It knows no such call.
    case unsupported
    /// The sheet's file is missing or cannot be read: nothing was sent.
    case localFile
  }

  /// Why, by what can be done about it.
  public var code: Code
  /// Which printer, in words for people: its address.
  public var subject: String
  /// What happened, with what to do; never a password.
  public var detail: String

  /// An error with words for people.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// `printer ipp://192.0.2.7/ipp/print: it has been silent for too long`
  public var description: String { "printer \(subject): \(detail)" }

  /// After ``PrinterDriver/send(_:)``: the printer certainly does not have the sheet.
  public var isRefusal: Bool {
    switch code {
    case .silent, .notAPrinter: false
    case .unreachable, .busy, .refused, .notFound, .forbidden, .unsupported, .localFile: true
    }
  }
}
