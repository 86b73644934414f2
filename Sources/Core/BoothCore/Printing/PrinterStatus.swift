/// What a printer says of itself, as far as a queue of prints needs it.
///
/// ```swift
/// let status = try await printer.status()
/// if status.obstacle == .paper { /* "Please refill the paper" */ }
/// ```
public struct PrinterStatus: Sendable, Equatable, Codable {
  /// The three states of RFC 8011, 5.4.11.
  public enum State: String, Sendable, Codable, CaseIterable { case idle, processing, stopped }

  /// How much of one supply is left: ribbon, ink.
  public struct Marker: Sendable, Equatable, Codable {
    /// As the printer names it; nil where it does not.
    public var name: String?
    /// Per cent, 0 to 100; nil where the printer does not know, or says only "some".
    public var percent: Int?

    /// Takes what the printer said.
    public init(name: String?, percent: Int?) {
      self.name = name
      self.percent = percent
    }
  }

  /// Its `printer-uuid`, by which a printer is known again under another address; nil where it says none.
  public var uuid: String?
  /// Maker and model, for people; printable, at most 127 bytes.
  public var model: String
  /// Idle, at work, or stopped.
  public var state: State
  /// Its `printer-state-reasons`, without the endings -report, -warning and -error, which follow the state (RFC 8011,
  /// 5.4.12), and without `none`; in the printer's order.
  public var reasons: [String]
  /// Its own sentence, for people; nil where it says none.
  public var message: String?
  /// False: it takes no job now, whatever is sent.
  public var acceptsJobs: Bool
  /// Seconds since it was started (`printer-up-time`): smaller than before means that it was started anew.
  public var upTime: Int?
  /// How many jobs wait in it or are printed.
  public var queuedJobs: Int?
  /// The sizes of the media that are loaded; empty where it does not say.
  public var mediaReady: [MillimetreSize]
  /// The levels of its supplies.
  public var markers: [Marker]
  /// Sheets it has printed since it was made, where it counts them (`printer-impressions-completed`).
  public var sheetsPrinted: Int?
  /// The MIME types it takes.
  public var formats: [String]

  /// An idle printer that takes jobs and says nothing else.
  public init(uuid: String? = nil, model: String, state: State = .idle, reasons: [String] = [], formats: [String] = []) {
    self.uuid = uuid
    self.model = model
    self.state = state
    self.reasons = reasons
    self.formats = formats
    (message, upTime, queuedJobs, sheetsPrinted) = (nil, nil, nil, nil)
    acceptsJobs = true
    (mediaReady, markers) = ([], [])
  }
}

/// What keeps a printer from printing, as a person would put it.
public enum PrinterObstacle: String, Sendable, Codable, CaseIterable {
  /// The tray is empty.
  case paper
  /// Ink, ribbon or toner is used up or missing.
  case ribbon
  /// A cover, a door or the tray is open.
  case cover
  /// The paper is stuck.
  case jam
  /// Something else is loaded than what is to be printed.
  case wrongMedia
  /// The scrap box of a photo printer is full or missing.
  case scrapBox
  /// A person, or the system's queue, has stopped it; CUPS does after most faults.
  case paused
  /// Too hot, off, or another state that the printer says in its own word.
  case other
  /// It does not answer.
  case away

  /// From the printer's reasons: the first that stops a print; nil while none does.
  ///
  /// Keywords of RFC 8011, 5.4.12, PWG 5100.9 and of CUPS ("cups-…"). Reasons that only announce ("toner-low") are none.
  public init?(reasons: [String]) {
    guard let found = reasons.lazy.compactMap(Self.of).first else { return nil }
    self = found
  }

  private static func of(_ reason: String) -> PrinterObstacle? {
    switch reason {
    case "media-empty", "media-needed", "input-tray-missing", "input-media-supply-empty": .paper
    case "marker-supply-empty", "marker-supply-missing", "toner-empty", "developer-empty", "opc-life-over",
      "cleaner-life-over":
      .ribbon
    case "cover-open", "door-open", "interlock-open", "input-tray-open", "input-cannot-feed-size-selected": .cover
    case "media-jam", "input-media-tray-jam", "marker-failure", "fuser-failure": .jam
    case "media-size-mismatch", "input-media-size-change", "input-media-type-change", "media-path-media-tray-mismatch":
      .wrongMedia
    case "marker-waste-full", "marker-waste-missing", "output-area-full", "output-tray-missing": .scrapBox
    case "paused", "moving-to-paused", "stopping", "hold-new-jobs": .paused
    case "timed-out", "connecting-to-device", "offline", "cups-waiting-for-job-completed", "shutdown", "power-down",
      "fuser-over-temp", "fuser-under-temp", "other", "stopped-partly":
      Self.busyReasons.contains(reason) ? nil : (reason == "timed-out" || reason == "offline" ? .away : .other)
    default: nil
    }
  }

  /// What passes by itself while a job is printed.
  private static let busyReasons: Set = ["connecting-to-device", "cups-waiting-for-job-completed"]
}

extension PrinterStatus {
  /// What keeps it from printing; nil while nothing does. A printer that is stopped without a word of why counts as paused.
  public var obstacle: PrinterObstacle? {
    if let obstacle = PrinterObstacle(reasons: reasons) { return obstacle }
    if state == .stopped { return .paused }
    return acceptsJobs ? nil : .other
  }
}
