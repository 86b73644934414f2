import BoothCore
import StudioModel
import Synchronization
import Testing
import WebSupport

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct FleetPageTests {
  /// A fleet that is as it is told to be.
  private final class ToldFleet: FleetSource {
    let shown: Mutex<FleetReport>
    let looks = Mutex(0)

    init(_ report: FleetReport) { shown = Mutex(report) }

    func report() -> FleetReport {
      looks.withLock { $0 += 1 }
      return shown.withLock { $0 }
    }
  }

  private static let now = 1_796_155_200.0

  private static func message(_ json: String) -> FleetMessage? { FleetMessage(Array(json.utf8)) }

  private static let report = FleetReport(
    connection: .connected, at: now,
    booths: [
      FleetBooth(mark: "AAAABBBB22", name: nil, standing: .missing, lastSeen: now - 90_000),
      FleetBooth(
        mark: "K7RM3WQ2XZ", name: "<b>Left & right</b>", standing: .attention, lastSeen: now - 125,
        clockAheadMinutes: 8,
        message: message(
          #"{"state":"out_of_order","problem":true,"health":"x","troubles":["camera","upload","photo"],"uploads_waiting":3,"sessions_tonight":48}"#
        )),
      FleetBooth(
        mark: "CCCCDDDD33", name: "Door", standing: .well, lastSeen: now,
        message: message(#"{"state":"<i>dancing</i>","prints_left":0}"#)),
      FleetBooth(
        mark: "EEEEFFFF44", name: "Old", standing: .attention, lastSeen: nil,
        message: message(#"{"state":"ready","problem":true,"health":"Needs <attention>: disk."}"#)),
    ])

  @Test func `the page shows every booth, in the reader's language, with everything escaped`() async throws {
    try await StudioLab.run(fleet: ToldFleet(Self.report)) { lab in
      let cookie = try await lab.join("eve", Standing(.employee))
      let page = try await lab.get("/fleet", cookie: cookie)
      #expect(page.status == 200)
      let text = page.text
      for words in [
        "3 booths need attention.", "&lt;b&gt;Left &amp; right&lt;/b&gt;", "Out of order", "Camera, Uploads",
        "2 minutes ago",
        "8 minutes ahead", "booth fleet forget AAAABBBB22", "25 hours ago", "&lt;i&gt;dancing&lt;/i&gt;",
        "Needs &lt;attention&gt;: disk.", "data-live=\"/fleet/state\"", ">48<", ">0<",
      ] { #expect(text.contains(words), "\(words)") }
      for raw in ["<b>Left", "<i>dancing", "<attention>", "Camera, Uploads, Camera"] { #expect(!text.contains(raw)) }
      let part = try await lab.get("/fleet/state", cookie: cookie)
      #expect(part.status == 200 && part.text.contains("K7RM3WQ2XZ") && !part.text.contains("<html"))
      #expect(try await lab.get("/booth", cookie: cookie).text.contains("href=\"/fleet\""))
    }
  }

  @Test func `who is not signed in sees nothing of it`() async throws {
    try await StudioLab.run(fleet: ToldFleet(Self.report)) { lab in
      for path in ["/fleet", "/fleet/state", "/fleet/events"] {
        let reply = try await lab.get(path)
        #expect(reply.status != 200 && !reply.text.contains("K7RM3WQ2XZ"), "\(path)")
      }
    }
  }

  @Test func `a studio without a fleet has no such page`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.get("/fleet", cookie: cookie).status == 404)
      #expect(try await !lab.get("/booth", cookie: cookie).text.contains("/fleet"))
    }
  }

  @Test(arguments: [
    (FleetReport.Connection.unset, "set mqtt.url"), (.unusable, "cannot be used"), (.connecting, "Connecting"),
    (.refused, "mqtt.password_file"), (.deaf, "access list"), (.away, "keeps trying"),
    (.connected, "it knows no booth"),
  ])
  func `without a booth it says why, and what to do`(connection: FleetReport.Connection, words: String) async throws {
    try await StudioLab.run(fleet: ToldFleet(FleetReport(connection: connection, trouble: "<em>", at: 0))) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let text = try await lab.get("/fleet", cookie: cookie).text
      #expect(text.contains(words) && !text.contains("<table") && !text.contains("<em>"), "\(text)")
    }
  }

  @Test func `a broker that is away leaves the table as it was, and its time`() async throws {
    var report = Self.report
    report.connection = .away
    try await StudioLab.run(fleet: ToldFleet(report)) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let text = try await lab.get("/fleet", cookie: cookie).text
      #expect(text.contains("The broker does not respond. This is how the booths were on 2026-1"))
      #expect(text.contains("K7RM3WQ2XZ") && text.contains("2 minutes ago"))
    }
  }

  private static let wallClock: @Sendable () -> Double = { now }

  private static func own(_ state: String) -> BoothReport {
    var report = NotedBooth.report()
    report.fleet = .init(mark: "FFFFGGGG66", message: #"{"state":"\#(state)","problem":false,"name":"<b>Own</b>"}"#)
    return report
  }

  @Test func `this machine's booth is among them, with or without a broker, and leads to its page`() async throws {
    for connection in [FleetReport.Connection.unset, .connected] {
      try await StudioLab.run(fleet: ToldFleet(FleetReport(connection: connection, at: Self.now))) { lab in
        lab.booth.notes.withLock { $0.report = .success(Self.own("ready")) }
        let cookie = try await lab.join("eve", Standing(.employee))
        // A page waits two seconds for a booth's first answer.
        try await eventually { try await lab.get("/fleet", cookie: cookie).text.contains("FFFFGGGG66") }
        let text = try await lab.get("/fleet", cookie: cookie).text
        #expect(
          text.contains("<a href=\"/booth\"><bdi>&lt;b&gt;Own&lt;/b&gt;</bdi></a>") && text.contains("FFFFGGGG66"))
        #expect(text.contains("No booth needs attention.") && !text.contains("mqtt.url"))
      }
    }
  }

  @Test func `this machine's booth is missed where one has run, and one that never was is not`() async throws {
    try await StudioLab.run(fleet: ToldFleet(FleetReport(connection: .unset, at: Self.now))) { lab in
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "none")) }
      let cookie = try await lab.join("eve", Standing(.employee))
      #expect(try await lab.get("/fleet/state", cookie: cookie).text.contains("mqtt.url"))
      lab.booth.notes.withLock { $0.resting = RestingBoothName(name: "Bar", mark: "FFFFGGGG66") }
      try await eventually { try await lab.get("/fleet/state", cookie: cookie).text.contains("Not running") }
      let text = try await lab.get("/fleet/state", cookie: cookie).text
      #expect(text.contains("1 booth needs attention.") && text.contains("Not running") && text.contains(">Bar<"))
    }
  }

  @Test func `a broker that cannot be used keeps no booth of this network from being seen`() async throws {
    try await StudioLab.run(fleet: ToldFleet(FleetReport(connection: .away, trouble: "x", at: 0))) { lab in
      lab.booth.notes.withLock { $0.report = .success(Self.own("ready")) }
      let cookie = try await lab.join("eve", Standing(.employee))
      try await eventually { try await lab.get("/fleet", cookie: cookie).text.contains("FFFFGGGG66") }
      let text = try await lab.get("/fleet", cookie: cookie).text
      #expect(text.contains("The studio keeps trying") && text.contains("FFFFGGGG66") && text.contains("Just now"))
    }
  }

  @Test func `one that does not answer keeps no other from being seen, and is asked again when it has`() async throws {
    let gate = Gate()
    gate.shut()
    defer { gate.open() }
    let asks = Mutex(0)
    let fleet = NetworkFleet(
      ToldFleet(FleetReport(connection: .unset, at: 0)), patience: .milliseconds(50), wallClock: Self.wallClock
    ) { () async throws(OperatedBoothError) in
      [
        .init(id: "a", name: "East", page: "/booths/a") {
          asks.withLock { $0 += 1 }
          await gate.pass()
          return .failure(OperatedBoothError(.failed, "late", .noAnswer))
        },
        .init(id: "b", name: "West", page: "/booths/b") { .success(Self.own("ready")) },
      ]
    }
    // The other may answer later than in the moment that is waited.
    await eventually { await fleet.report().booths.map(\.standing) == [.asking, .well] }
    // It is not asked twice at once.
    #expect(await fleet.report().booths.map(\.standing) == [.asking, .well])
    #expect(asks.withLock { $0 } == 1)
    gate.open()
    await eventually { await fleet.report().booths.map(\.standing) == [.unreachable, .well] }
  }

  @Test func `where the list of other booths cannot be read the broker's are shown, and why not all`() async throws {
    let fault = OperatedBoothError(.failed, "booths.json is damaged", .ownFile)
    let fleet = NetworkFleet(ToldFleet(Self.report), wallClock: Self.wallClock) {
      () async throws(OperatedBoothError) in throw fault
    }
    let report = await fleet.report()
    #expect(report.obstacle == fault && report.booths.count == Self.report.booths.count)
    #expect(report.trouble == "booths.json is damaged")
  }

  @Test func `news are told where the page shows something else, and nothing is looked at while no page is open`()
    async throws
  {
    let fleet = ToldFleet(Self.report)
    let watch = FleetWatch(fleet, interval: .milliseconds(1))
    do {
      var news = await watch.news { true }.makeAsyncIterator()
      func next() async throws -> String {
        while let event = try await news.next() {
          let text = String(decoding: event, as: UTF8.self)
          if text.contains("event: state") { return text }
        }
        return ""
      }
      #expect(try await next().contains("id: 0"))
      #expect(try await next().contains("id: 1"))
      // Seconds that pass are not shown.
      let looks = fleet.looks.withLock { $0 }
      fleet.shown.withLock { $0.at += 1 }
      await eventually { fleet.looks.withLock { $0 } > looks + 3 }
      fleet.shown.withLock { _ = $0.booths.removeLast() }
      #expect(try await next().contains("id: 2"))
    }
    await eventually { await !watch.isPolling }
    let news = await watch.news { true }
    await watch.end()
    for try await _ in news {}
  }
}
