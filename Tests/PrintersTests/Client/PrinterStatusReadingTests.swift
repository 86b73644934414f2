import BoothCore
import Testing

@testable import Printers

/// What is believed of a printer's attributes.
@Suite struct `What a printer says of itself` {
  private static func status(_ attributes: [IPPAttribute]) -> PrinterStatus? {
    PrinterStatus(IPPAttributes([IPPAttribute("printer-state", .enumeration(3))] + attributes))
  }

  @Test func `is read as far as it goes`() throws {
    let size = IPPValue.collection([
      IPPAttribute(
        "media-size",
        .collection([IPPAttribute("x-dimension", .integer(10160)), IPPAttribute("y-dimension", .integer(15240))]))
    ])
    let status = try #require(
      PrinterStatus(
        IPPAttributes([
          IPPAttribute("printer-state", .enumeration(5)),
          IPPAttribute(
            "printer-state-reasons",
            [.keyword("media-empty-error"), .keyword("media-needed"), .keyword("media-empty-report"), .keyword("none")]),
          IPPAttribute("printer-make-and-model", .text("Dai Nippon Printing DS620", language: "en")),
          IPPAttribute("printer-uuid", .uri("urn:uuid:769844bb-5713-3823-5009-e46ca9c8c3f3")),
          IPPAttribute("printer-state-message", .text("Load\npaper\u{202E}")),
          IPPAttribute("printer-is-accepting-jobs", .boolean(false)), IPPAttribute("printer-up-time", .integer(99)),
          IPPAttribute("queued-job-count", .integer(2)), IPPAttribute("media-col-ready", [size, size]),
          IPPAttribute("media-ready", .keyword("iso_a4_210x297mm")),
          IPPAttribute("marker-names", [.name("Ribbon"), .name(""), .name("Box"), .name("Ink")]),
          IPPAttribute(
            "marker-types", [.keyword("ribbonWax"), .keyword("ink"), .keyword("waste-ink"), .keyword("ink")]),
          IPPAttribute("marker-levels", [.integer(80), .integer(-3), .integer(40), .integer(101)]),
          IPPAttribute("marker-message", .text("320 native prints remaining on CD media")),
          IPPAttribute("printer-impressions-completed", .integer(1234)),
          IPPAttribute("document-format-supported", [.mimeMediaType("image/jpeg"), .mimeMediaType("image/urf")]),
        ])))
    #expect(status.state == .stopped && status.reasons == ["media-empty", "media-needed"] && status.obstacle == .paper)
    #expect(status.model == "Dai Nippon Printing DS620")
    #expect(status.uuid == "urn:uuid:769844bb-5713-3823-5009-e46ca9c8c3f3")
    #expect(status.message == "Load paper" && !status.acceptsJobs && status.upTime == 99 && status.queuedJobs == 2)
    #expect(status.mediaReady == [MillimetreSize(width: 101.6, height: 152.4)])
    #expect(
      status.markers == [
        .init(name: "Ribbon", percent: 80), .init(name: nil, percent: nil), .init(name: "Ink", percent: nil),
      ])
    #expect(status.sheetsLeft == 320 && status.sheetsPrinted == 1234)
    #expect(status.formats == ["image/jpeg", "image/urf"])
  }

  @Test func `is nothing without a state`() {
    #expect(PrinterStatus(IPPAttributes([])) == nil)
    #expect(PrinterStatus(IPPAttributes([IPPAttribute("printer-state", .enumeration(6))])) == nil)
    #expect(PrinterStatus(IPPAttributes([IPPAttribute("printer-state", .keyword("idle"))])) == nil)
    #expect(PrinterStatus(IPPAttributes([IPPAttribute("printer-state", .integer(4))]))?.state == .processing)
  }

  @Test func `is not believed where it is of another kind or out of bounds`() throws {
    let long = String(repeating: "ß", count: 3000)
    let status = try #require(
      Self.status([
        IPPAttribute("printer-make-and-model", .text(long)), IPPAttribute("printer-up-time", .keyword("long")),
        IPPAttribute("queued-job-count", .integer(-1)), IPPAttribute("printer-is-accepting-jobs", .integer(0)),
        IPPAttribute("marker-levels", .outOfBand(.noValue)), IPPAttribute("printer-uuid", .outOfBand(.unknown)),
        IPPAttribute(
          "printer-state-reasons", [.keyword("media\u{1B}[2J"), .keyword(long), .keyword("-error"), .integer(3)]),
        IPPAttribute("media-ready", (0..<5000).map { .keyword("custom_a_\($0 % 500 + 1)x9mm") }),
      ]))
    #expect(status.model == String(long.prefix(63)) && status.model.utf8.count == 126)
    #expect(status.upTime == nil && status.queuedJobs == nil && status.acceptsJobs && status.markers.isEmpty)
    #expect(status.uuid == nil && status.reasons == ["-error"] && status.mediaReady.count == 64)
  }

  @Test func `includes supplies as PWG 5100.13 has them`() throws {
    let supplies = [
      "index=1;class=receptacleThatIsFilled;type=wasteInk;unit=percent;maxcapacity=100;level=25;colorantname=unknown;",
      "index=2;class=supplyThatIsConsumed;type=ink;unit=percent;maxcapacity=100;level=75;colorantname=black;",
      "index=3;class=supplyThatIsConsumed;type=ribbon;unit=sheets;maxcapacity=54;level=27;colorantname=none;",
      "index=4;class=supplyThatIsConsumed;type=ink;maxcapacity=-2;level=-3;colorantname=cyan;", "level;=;x",
    ]
    let status = try #require(
      Self.status([
        IPPAttribute("printer-supply", supplies.map { .octets(Array($0.utf8)) }),
        IPPAttribute("printer-supply-description", [.text("Waste"), .text("Black Ink")]),
      ]))
    #expect(
      status.markers == [
        .init(name: "Black Ink", percent: 75), .init(name: "none", percent: 50), .init(name: "cyan", percent: nil),
      ])
  }

  @Test(
    arguments: [
      ("Unknown remaining prints on CD media", nil), ("prints remaining", nil), ("7 of 9", nil),
      ("0 native prints remaining on PC media", 0), ("99999999999999999999 native prints remaining", nil),
    ] as [(String, Int?)]) func `counts sheets only where a number stands`(_ words: String, _ count: Int?)
  {
    #expect(Self.status([IPPAttribute("marker-message", .text(words))])?.sheetsLeft == count)
  }

  /// As CUPS has it.
  @Test func `is no up-time where it is the time since 1970`() throws {
    let time = IPPValue.integer(1_796_023_243)
    let status = try #require(Self.status([IPPAttribute("printer-up-time", time)]))
    #expect(status.upTime == nil)
    let job = PrinterJob(
      IPPAttributes([
        IPPAttribute("job-id", .integer(1)), IPPAttribute("job-state", .enumeration(9)),
        IPPAttribute("time-at-creation", time),
      ]))
    #expect(job?.id == 1 && job?.createdAt == nil)
  }

  @Test func `of a job is a number, a state, and what else it tells`() throws {
    let job = try #require(
      PrinterJob(
        IPPAttributes([
          IPPAttribute("job-id", .integer(7)), IPPAttribute("job-state", .enumeration(9)),
          IPPAttribute("job-name", .name("booth-1.a")),
          IPPAttribute("job-state-reasons", [.keyword("none"), .keyword("job-completed-successfully")]),
          IPPAttribute("job-impressions-completed", .integer(0)),
          IPPAttribute("job-media-sheets-completed", .integer(1)), IPPAttribute("time-at-creation", .integer(44)),
        ])))
    #expect(job.id == 7 && job.state == .completed && job.name == "booth-1.a" && job.createdAt == 44)
    #expect(job.reasons == ["job-completed-successfully"] && job.sheetsCompleted == 1)
    for (id, state) in [(0, 9), (-1, 9), (7, 2), (7, 10)] as [(Int32, Int32)] {
      let attributes = [IPPAttribute("job-id", .integer(id)), IPPAttribute("job-state", .enumeration(state))]
      #expect(PrinterJob(IPPAttributes(attributes)) == nil)
    }
  }
}
