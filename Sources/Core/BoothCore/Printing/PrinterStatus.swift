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
  /// How many sheets it can still print, where it counts them: gutenprint's queues say so in words (`marker-message`).
  public var sheetsLeft: Int?
  /// The MIME types it takes.
  public var formats: [String]

  /// An idle printer that takes jobs and says nothing else.
  public init(uuid: String? = nil, model: String, state: State = .idle, reasons: [String] = [], formats: [String] = [])
  {
    self.uuid = uuid
    self.model = model
    self.state = state
    self.reasons = reasons
    self.formats = formats
    (message, upTime, queuedJobs, sheetsPrinted, sheetsLeft) = (nil, nil, nil, nil, nil)
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
  /// The operator has paused prints at the booth.
  case pausedHere = "paused-here"
  /// Too hot, off, or another state that the printer says in its own word.
  case other
  /// It does not answer.
  case away

  /// From the printer's reasons: the most telling that stops a print; nil while none does.
  ///
  /// A queue of CUPS that a backend has stopped says `paused` beside `media-empty`: what a person can mend comes before
  /// what follows from it, else the printer's order holds. Reasons that only announce ("toner-low") are none, nor is
  /// `other`, which printers also say when all is well.
  public init?(reasons: [String]) {
    let found = reasons.compactMap(Self.of)
    guard let first = found.first else { return nil }
    self = found.first { $0.isMended } ?? first
  }

  /// Whether a person at the printer sees what is wrong.
  private var isMended: Bool {
    switch self {
    case .paper, .ribbon, .cover, .jam, .wrongMedia, .scrapBox: true
    case .paused, .pausedHere, .other, .away: false
    }
  }

  /// Keywords of RFC 8011, 5.4.12, of PWG 5100.9 (both as CUPS 2.4 lists them in `locale/ipp-strings.c`), and those that
  /// CUPS's scheduler and backends and gutenprint's dye-sublimation backend set themselves. Without their endings, as in ``PrinterStatus/reasons``, where "-feed-error" lost its own, too.
  private static func of(_ reason: String) -> PrinterObstacle? {
    switch reason {
    case "media-empty", "media-needed", "input-tray-missing", "media-path-input-empty", "media-path-input-request",
      "input-manual-input-request":
      .paper
    case "marker-supply-empty", "marker-supply-missing", "marker-print-ribbon-empty", "marker-print-ribbon-missing",
      "marker-ink-empty", "marker-ink-missing", "marker-toner-missing", "marker-toner-cartridge-missing",
      "marker-developer-empty", "marker-developer-missing", "marker-opc-missing", "marker-fuser-missing",
      "marker-cleaner-missing", "toner-empty", "developer-empty", "opc-life-over", "cleaner-life-over":
      .ribbon
    case "cover-open", "door-open", "interlock-open": .cover
    case "media-jam", "media-path-jam", "media-path-input-jam", "media-path-output-jam", "input-media-tray-jam",
      "output-media-tray-jam", "input-media-tray-feed-error", "output-media-tray-feed-error",
      "media-path-input-feed-error", "media-path-output-feed-error", "input-media-tray-feed", "output-media-tray-feed",
      "media-path-input-feed", "media-path-output-feed":
      .jam
    // "input-media-size-change" and its like tell that other paper was put in, not that it is the wrong one.
    case "input-cannot-feed-size-selected": .wrongMedia
    case "marker-waste-full", "marker-waste-missing", "marker-waste-ink-receptacle-full",
      "marker-waste-ink-receptacle-missing", "marker-waste-toner-receptacle-full",
      "marker-waste-toner-receptacle-missing", "output-area-full", "output-tray-missing", "media-path-output-full",
      "media-path-media-tray-full", "media-path-media-tray-missing":
      .scrapBox
    case "paused", "moving-to-paused", "stopping", "hold-new-jobs", "deactivated": .paused
    case PrinterStatus.pausedHere: .pausedHere
    case "timed-out", "offline": .away
    case "shutdown", "power-down", "fuser-over-temp", "spool-area-full", "cups-missing-filter",
      "cups-insecure-filter":
      .other
    default: isOfSubunit(reason)
    }
  }

  /// PWG 5100.9 has the same endings for every part that a printer may have: `bander-jam`, `stacker-cover-open`,
  /// `motor-failure`, `slitter-over-temperature`. Parts may be offline, off or empty while a printer prints on.
  private static func isOfSubunit(_ reason: String) -> PrinterObstacle? {
    if reason.hasSuffix("-cover-open") || reason.hasSuffix("-interlock-open") { return .cover }
    if reason.hasSuffix("-jam") { return .jam }
    if reason.hasSuffix("-failure"), reason != "cups-ipp-conformance-failure" { return .other }
    return reason.hasSuffix("-over-temperature") ? .other : nil
  }
}

extension PrinterStatus {
  /// The reason that the booth adds while the operator has paused prints; no printer says it.
  static let pausedHere = "booth-paused"

  /// The same printer, as one that must not print before the operator resumes it.
  public var heldHere: PrinterStatus {
    var status = self
    status.reasons.insert(Self.pausedHere, at: 0)
    return status
  }

  /// What keeps it from printing; nil while nothing does. A printer that is stopped without a word of why counts as paused,
  /// and with a word that is not known as stopped for another reason.
  public var obstacle: PrinterObstacle? {
    if let obstacle = PrinterObstacle(reasons: reasons) { return obstacle }
    if state == .stopped { return reasons.isEmpty ? .paused : .other }
    return acceptsJobs ? nil : .other
  }
}
