import BoothCore
import Testing

@Suite struct `What keeps a printer from printing` {
  static let known: [(String, PrinterObstacle?)] = [
    ("media-empty", .paper), ("media-needed", .paper), ("input-tray-missing", .paper),
    ("input-manual-input-request", .paper), ("marker-supply-empty", .ribbon), ("marker-print-ribbon-empty", .ribbon),
    ("marker-ink-missing", .ribbon), ("toner-empty", .ribbon), ("cover-open", .cover), ("door-open", .cover),
    ("interlock-open", .cover), ("stacker-cover-open", .cover), ("media-jam", .jam), ("input-media-tray-jam", .jam),
    ("bander-jam", .jam), ("media-path-input-feed", .jam), ("input-cannot-feed-size-selected", .wrongMedia),
    ("marker-waste-full", .scrapBox), ("output-tray-missing", .scrapBox), ("output-area-full", .scrapBox),
    ("paused", .paused), ("moving-to-paused", .paused), ("deactivated", .paused), ("hold-new-jobs", .paused),
    ("offline", .away), ("timed-out", .away), ("shutdown", .other), ("motor-failure", .other),
    ("slitter-over-temperature", .other), ("cups-missing-filter", .other),
    // What only announces, passes by itself, or says nothing of a print.
    ("media-low", nil), ("marker-supply-low", nil), ("toner-low", nil), ("output-area-almost-full", nil),
    ("marker-waste-almost-full", nil), ("connecting-to-device", nil), ("cups-waiting-for-job-completed", nil),
    ("fuser-under-temp", nil), ("subunit-warming-up", nil), ("stopped-partly", nil), ("input-media-size-change", nil),
    ("cups-ipp-conformance-failure", nil), ("org.gutenprint.searching-for-device", nil), ("other", nil),
    ("identify-printer-requested", nil), ("", nil), ("media-empties", nil),
  ]

  @Test(arguments: known) func `is told by its keyword`(_ reason: String, _ obstacle: PrinterObstacle?) {
    #expect(PrinterObstacle(reasons: [reason]) == obstacle, "\(reason)")
  }

  /// A queue of CUPS that a backend has stopped says both.
  @Test func `is what a person can mend before what follows from it`() {
    #expect(PrinterObstacle(reasons: ["paused", "media-empty"]) == .paper)
    #expect(PrinterObstacle(reasons: ["motor-failure", "toner-low", "cover-open", "media-jam"]) == .cover)
    #expect(PrinterObstacle(reasons: ["offline", "paused"]) == .away)
    #expect(PrinterObstacle(reasons: []) == nil)
  }

  @Test func `is known of a printer that has stopped without a word`() {
    func obstacle(_ state: PrinterStatus.State, _ reasons: [String], accepts: Bool = true) -> PrinterObstacle? {
      var status = PrinterStatus(model: "", state: state, reasons: reasons)
      status.acceptsJobs = accepts
      return status.obstacle
    }
    #expect(obstacle(.stopped, []) == .paused)
    #expect(obstacle(.stopped, ["other"]) == .other && obstacle(.idle, ["other"]) == nil)
    #expect(obstacle(.stopped, ["paused", "marker-supply-empty"]) == .ribbon)
    #expect(obstacle(.idle, []) == nil && obstacle(.processing, ["media-low"]) == nil)
    // A printer says "idle" with an empty tray.
    #expect(obstacle(.idle, ["media-empty"]) == .paper)
    #expect(obstacle(.idle, [], accepts: false) == .other)
  }

  @Test func `leaves no doubt about what an error means for a sheet`() {
    let mayBeThere = PrinterError.Code.allCases.filter { !PrinterError($0, subject: "", detail: "").isRefusal }
    #expect(mayBeThere == [.silent, .notAPrinter])
  }
}
