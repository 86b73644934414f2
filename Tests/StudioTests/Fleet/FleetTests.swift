import BoothCore
import FoundationEssentials
import Testing

@testable import StudioModel

@Suite struct FleetTests {
  /// 2026-12-01 20:00:00 UTC.
  private let now = 1_796_155_200.0
  private let left = "K7RM3WQ2XZ"
  private let right = "AAAABBBB22"

  private func state(
    _ state: String = "ready", at: Double? = nil, problem: Bool? = false, name: String? = nil, more: String = ""
  ) -> [UInt8] {
    var members = ["\"state\":\"\(state)\""]
    if let at { members.append("\"at\":\(Int(at))") }
    if let problem { members.append("\"problem\":\(problem)") }
    if let name { members.append("\"name\":\"\(name)\"") }
    return Array("{\((members + (more.isEmpty ? [] : [more])).joined(separator: ","))}".utf8)
  }

  private func fleet(
    _ messages: [(mark: String, topic: String, payload: [UInt8])], isRetained: Bool = true,
    memory: FleetMemory = FleetMemory(), at now: Double
  ) -> Fleet {
    var fleet = Fleet(prefix: "booth", memory: memory)
    fleet.connected(at: now)
    for message in messages {
      fleet.hear("booth/\(message.mark)/\(message.topic)", message.payload, isRetained: isRetained, at: now)
    }
    return fleet
  }

  private func standing(_ fleet: Fleet, _ mark: String, at: Double) -> FleetBooth.Standing? {
    fleet.rows(at: at).first { $0.mark == mark }?.standing
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a booth that is well, and one that was ended, need no attention`() throws {
    let rows = fleet(
      [
        (left, "availability", text("online")), (left, "state", state(at: now - 30, name: "Left of the bar")),
        (right, "availability", text("offline")), (right, "state", state("stopped", at: now - 7200)),
      ], at: now
    ).rows(at: now)
    #expect(rows.map(\.standing) == [.well, .gone])
    #expect(rows[0].title == "Left of the bar" && rows[1].title == right)
    #expect(rows.map(\.lastSeen) == [now - 30, now - 7200])
    #expect(!rows.contains { $0.standing.needsAttention })
  }

  @Test func `one that did not say that it goes is lost`() {
    let lost = fleet([(left, "availability", text("offline")), (left, "state", state(at: now - 600))], at: now)
    #expect(standing(lost, left, at: now) == .lost)
    #expect(lost.rows(at: now)[0].lastSeen == now - 600)
  }

  @Test func `one that says nothing although its connection stands is silent, and speaks again`() {
    var fleet = fleet([(left, "availability", text("online")), (left, "state", state(at: now - 10))], at: now)
    #expect(standing(fleet, left, at: now + 300) == .well)
    #expect(standing(fleet, left, at: now + 340) == .silent)
    fleet.hear("booth/\(left)/state", state(at: now + 350), isRetained: false, at: now + 350)
    #expect(standing(fleet, left, at: now + 360) == .well)
  }

  @Test func `a booth of an earlier version is shown, and what it does not say is unknown`() {
    let fleet = fleet(
      [
        (left, "availability", text("online")),
        (
          left, "state",
          text(
            #"{"health":"All is well.","prints_left":null,"problem":false,"sessions_tonight":3,"state":"ready","uploads_waiting":1}"#
          )
        ),
      ], at: now)
    let row = fleet.rows(at: now + 86_400)[0]
    #expect(row.standing == .well)
    #expect(row.name == nil && row.lastSeen == nil && row.message?.troubles == nil && row.message?.printsLeft == nil)
    #expect(row.message?.sessionsTonight == 3)
  }

  @Test func `what a newer version says is understood as far as it can be`() {
    let fleet = fleet(
      [
        (left, "availability", text("online")),
        (
          left, "state",
          state(
            "dancing", at: now, problem: nil,
            more:
              #""future":{"a":[1,2]},"uploads_waiting":"many","prints_left":-3,"sessions_tonight":1e300,"troubles":5"#)
        ),
      ], at: now)
    let row = fleet.rows(at: now)[0]
    #expect(row.standing == .well && row.message?.state == "dancing")
    #expect(row.message?.uploadsWaiting == nil && row.message?.printsLeft == nil && row.message?.sessionsTonight == nil)
    #expect(row.message?.troubles == nil)
  }

  @Test(arguments: [
    "", " ", "{", "[]", "null", "7", #"{"state":7}"#, #"{"state":""}"#, "\u{0}\u{1B}[2J", #"{"health":"x"}"#,
  ])
  func `a state that is none is told as unknown`(payload: String) {
    let fleet = fleet([(left, "availability", text("online")), (left, "state", text(payload))], at: now)
    #expect(standing(fleet, left, at: now) == .unknown)
  }

  @Test func `bytes of any kind change nothing but their own booth`() {
    var random = SeededRandom(seed: 7)
    var fleet = fleet([(left, "availability", text("online")), (left, "state", state(at: now))], at: now)
    for _ in 0..<2000 {
      let payload = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      fleet.hear(
        "booth/\(right)/\(Bool.random(using: &random) ? "state" : "availability")", payload, isRetained: false, at: now)
    }
    #expect(standing(fleet, left, at: now) == .well)
    #expect(fleet.rows(at: now).count == 2)
  }

  @Test func `deep and large payloads are refused`() {
    let deep = String(repeating: "[", count: 4000) + String(repeating: "]", count: 4000)
    #expect(FleetMessage(text("{\"state\":\"ready\",\"x\":\(deep)}")) == nil)
    #expect(FleetMessage(text("{\"state\":\"ready\",\"x\":\"\(String(repeating: "y", count: 1 << 20))\"}")) == nil)
  }

  @Test(arguments: [
    "booth/kitchen/state", "booth/K7RM3WQ2XZ/photo", "booth/K7RM3WQ2XZ/state/check", "booth/state",
    "other/K7RM3WQ2XZ/state",
    "booth//state", "booth/k7rm3wq2xz/state", "booth/K7RM3WQ2X\u{E9}/state", "boothK7RM3WQ2XZ/state",
    "booth/K7RM3WQ2XZ/",
  ])
  func `topics that are no booth's are left out`(topic: String) {
    var fleet = Fleet(prefix: "booth")
    fleet.hear(topic, state(at: now), isRetained: false, at: now)
    #expect(fleet.rows(at: now).isEmpty)
  }

  @Test func `of ten thousand marks no more are kept than the bound, and those of before are among them`() {
    var memory = FleetMemory()
    memory.note(.init(mark: left, name: "Left", firstSeen: 0, lastSeen: now - 60))
    var fleet = Fleet(prefix: "booth", memory: memory)
    fleet.connected(at: now)
    var random = SeededRandom(seed: 1)
    for _ in 0..<10_000 {
      let mark = String((0..<FleetMark.count).map { _ in FleetMark.signs.randomElement(using: &random) ?? "A" })
      fleet.hear("booth/\(mark)/state", state(at: now), isRetained: true, at: now)
    }
    #expect(fleet.isFull)
    #expect(fleet.rows(at: now).count == Fleet.mostBooths)
    memory = fleet.remember(in: memory, at: now)
    #expect(memory.booths.count == Fleet.mostBooths)
    #expect(memory.booths.contains { $0.mark == left })
    fleet.hear("booth/\(left)/state", state(at: now), isRetained: true, at: now)
    fleet.hear("booth/\(left)/availability", text("online"), isRetained: true, at: now)
    #expect(standing(fleet, left, at: now) == .well)
  }

  @Test func `names steer no terminal, and are bounded`() throws {
    let name = #"\u001b[2Jbar\n\u202e"# + String(repeating: "x", count: 500)
    let message = try #require(FleetMessage(state(name: name)))
    let shown = try #require(message.name)
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(shown.contains("bar") && shown.count < 120)
    #expect(FleetMessage(state(name: "   "))?.name == nil)
  }

  // MARK: Clocks

  @Test func `no age is negative, and a clock that is ahead is said to be`() {
    let fleet = fleet([(left, "availability", text("online")), (left, "state", state(at: now + 480))], at: now)
    let row = fleet.rows(at: now)[0]
    #expect(row.clockAheadMinutes == 8)
    #expect(row.lastSeen == nil, "when that was is not known")
    #expect(row.standing == .well)
    // Half a minute is how clocks are.
    let near = self.fleet([(left, "availability", text("online")), (left, "state", state(at: now + 30))], at: now)
    #expect(near.rows(at: now)[0].clockAheadMinutes == nil && near.rows(at: now)[0].lastSeen == now)
    #expect(near.rows(at: now - 3600)[0].lastSeen == now - 3600, "our own clock was set back")
  }

  @Test func `a clock that is behind is told by what comes just now`() {
    var fleet = fleet(
      [(left, "availability", text("online")), (left, "state", state(at: now - 7200))], isRetained: true, at: now)
    #expect(standing(fleet, left, at: now) == .silent, "of a message that was kept it cannot be known")
    fleet.hear("booth/\(left)/state", state(at: now - 7190), isRetained: false, at: now + 10)
    let row = fleet.rows(at: now + 10)[0]
    #expect(row.standing == .well && row.clockAheadMinutes == -120 && row.lastSeen == now + 10)
    // It is mended.
    fleet.hear("booth/\(left)/state", state(at: now + 20), isRetained: false, at: now + 20)
    #expect(fleet.rows(at: now + 20)[0].clockAheadMinutes == nil)
  }

  // MARK: What is remembered

  @Test func `a booth whose messages have vanished is missed, until it is forgotten`() {
    var memory = FleetMemory()
    var before = fleet(
      [(left, "availability", text("online")), (left, "state", state(at: now, name: "Left"))], at: now)
    memory = before.remember(in: memory, at: now)
    var later = fleet([], memory: memory, at: now + 1000)
    let row = later.rows(at: now + 1000)[0]
    #expect(row.standing == .missing && row.name == "Left" && row.lastSeen == now)
    let wasKnown = memory.forget(left, at: now + 2000)
    let wasOther = memory.forget(right, at: now + 2000)
    #expect(wasKnown && !wasOther)
    later.recall(memory)
    #expect(later.rows(at: now + 2001).isEmpty)
    // It was not gone for good.
    later.hear("booth/\(left)/availability", text("online"), isRetained: false, at: now + 3000)
    later.hear("booth/\(left)/state", state(at: now + 3000), isRetained: false, at: now + 3000)
    #expect(standing(later, left, at: now + 3001) == .well)
    memory = later.remember(in: memory, at: now + 3001)
    #expect(memory.forgotten(left) == nil && memory.booths.contains { $0.mark == left })
  }

  @Test func `what the broker keeps of a forgotten booth does not bring it back`() {
    var memory = FleetMemory()
    _ = memory.forget(left, at: now)
    var fleet = fleet(
      [(left, "availability", text("offline")), (left, "state", state(at: now - 900))], memory: memory, at: now + 10)
    #expect(fleet.rows(at: now + 10).isEmpty)
    #expect(fleet.remember(in: memory, at: now + 10).booths.isEmpty)
  }

  @Test func `what a broker that was away does not tell any more is missing`() {
    var fleet = fleet(
      [
        (left, "availability", text("online")), (left, "state", state(at: now)),
        (right, "availability", text("online")), (right, "state", state(at: now)),
      ], at: now)
    fleet.disconnected()
    #expect(standing(fleet, left, at: now + 5) == .well, "as it was")
    fleet.connected(at: now + 20)
    fleet.hear("booth/\(left)/availability", text("online"), isRetained: true, at: now + 20)
    fleet.hear("booth/\(left)/state", state(at: now + 20), isRetained: true, at: now + 20)
    #expect(standing(fleet, right, at: now + 22) == .well)
    #expect(standing(fleet, right, at: now + 40) == .missing)
    #expect(standing(fleet, left, at: now + 40) == .well)
  }

  @Test func `a booth that is removed from the broker is missing`() {
    var fleet = fleet([(left, "availability", text("online")), (left, "state", state(at: now))], at: now)
    fleet.hear("booth/\(left)/state", [], isRetained: false, at: now)
    fleet.hear("booth/\(left)/availability", [], isRetained: false, at: now)
    #expect(standing(fleet, left, at: now) == .missing)
    // One that was never there leaves no trace.
    fleet.hear("booth/\(right)/state", [], isRetained: false, at: now)
    #expect(fleet.rows(at: now).count == 1)
  }

  @Test func `a file of what is remembered is read as what it may be`() throws {
    let text =
      #"{"booths":[{"mark":"nonsense","firstSeen":1},{"mark":"K7RM3WQ2XZ","name":"\u001b[31mred","firstSeen":5,"lastSeen":6}],"new":1}"#
    let memory = try JSONDecoder().decode(FleetMemory.self, from: Data(text.utf8))
    #expect(memory.booths.map(\.mark) == [left])
    #expect(memory.booths[0].name?.contains("\u{1B}") == false)
    let again = try JSONDecoder().decode(FleetMemory.self, from: try JSONEncoder().encode(memory))
    #expect(again == memory)
  }

  @Test func `the worst stands first`() {
    let marks = (0..<7).map { "AAAAAAAAA\(["A", "B", "C", "D", "E", "F", "G"][$0])" }
    var memory = FleetMemory()
    memory.note(.init(mark: marks[0], name: nil, firstSeen: 0, lastSeen: 0))
    let online = text("online")
    let fleet = fleet(
      [
        (marks[1], "availability", text("offline")), (marks[1], "state", state("stopped", at: now)),
        (marks[2], "availability", online), (marks[2], "state", state(at: now)),
        (marks[3], "availability", online), (marks[3], "state", state(at: now, problem: true)),
        (marks[4], "availability", online), (marks[4], "state", text("{")),
        (marks[5], "availability", online), (marks[5], "state", state(at: now - 4000)),
        (marks[6], "availability", text("offline")), (marks[6], "state", state(at: now)),
      ], memory: memory, at: now)
    #expect(fleet.rows(at: now).map(\.standing) == [.lost, .missing, .silent, .attention, .unknown, .well, .gone])
  }
}

/// Booths that are asked over the network, beside those of a broker.
@Suite struct AskedBoothTests {
  /// 2026-12-01 20:00:00 UTC.
  private let now = 1_796_155_200.0
  private let left = "K7RM3WQ2XZ"
  private let right = "AAAABBBB22"

  private func report(_ mark: String?, at: Double, state: String = "ready", name: String = "booth-7") -> BoothReport {
    var report = BoothReport(
      state: "idle", words: nil, event: nil, events: [], pending: nil, parts: [], queue: [], linkBase: "")
    report.fleet = .init(
      mark: mark, message: #"{"state":"\#(state)","problem":false,"at":\#(Int(at)),"name":"\#(name)"}"#)
    return report
  }

  private func asked(
    _ name: String?, _ outcomes: [Result<BoothReport, OperatedBoothError>], page: String = "/booths/x"
  ) -> AskedBooth {
    var asked = AskedBooth(name: name, page: page)
    for (index, outcome) in outcomes.enumerated() {
      asked.take(outcome, at: now - Double(outcomes.count - 1 - index) * 60)
    }
    return asked
  }

  private let silent = OperatedBoothError(.failed, "it does not answer", .noAnswer)

  @Test func `each is as its last answer was, and keeps its mark and when it spoke`() {
    let rows = FleetReport(connection: .unset, at: 0).joined(
      by: [
        asked("East", [.success(report(left, at: now))]), asked("North", []),
        asked("West", [.success(report(right, at: now - 60)), .failure(silent)]),
        asked("South", [.failure(.init(.notRunning, "none"))]), asked(nil, [.success(report(nil, at: now))]),
      ], at: now
    ).booths
    #expect(rows.map(\.standing) == [.unreachable, .notRunning, .asking, .well, .well])
    #expect(rows.map(\.title) == ["West", "South", "North", "East", "booth-7"])
    #expect(rows.map(\.mark) == [right, nil, nil, left, nil])
    #expect(rows.map(\.lastSeen) == [now - 60, nil, nil, now, now])
    #expect(rows[0].obstacle == silent && rows[0].message == nil && rows[3].page == "/booths/x")
    #expect(rows.map(\.standing.needsAttention) == [true, true, false, false, false])
  }

  @Test
  func `one that the broker knows too is one, as it says itself, or as the broker tells while it does not answer`() {
    let broker = FleetReport(
      connection: .connected, at: now,
      booths: [
        FleetBooth(mark: left, name: "booth-7", standing: .lost, lastSeen: now - 600),
        FleetBooth(mark: right, name: "booth-8", standing: .gone, lastSeen: now - 900),
      ])
    let joined = broker.joined(
      by: [
        asked("East", [.success(report(left, at: now))], page: "/booths/e"),
        asked("West", [.success(report(right, at: now - 60)), .failure(silent)], page: "/booths/w"),
      ], at: now)
    #expect(joined.booths.map(\.title) == ["East", "West"])
    #expect(joined.booths.map(\.standing) == [.well, .gone])
    #expect(joined.booths.map(\.lastSeen) == [now, now - 900])
    #expect(joined.booths.map(\.page) == ["/booths/e", "/booths/w"] && joined.told == 2)
  }

  @Test func `ages are right though the broker is away since an hour`() {
    let broker = FleetReport(
      connection: .away, at: now - 3600,
      booths: [FleetBooth(mark: right, name: nil, standing: .well, lastSeen: now - 3700)])
    let joined = broker.joined(by: [asked("East", [.success(report(left, at: now))])], at: now)
    #expect(joined.booths.map { joined.at - ($0.lastSeen ?? 0) } == [100, 0])
  }

  @Test func `a wrong clock, a mark that is none and an answer of another version are said, and believed no further`() {
    let late = asked("East", [.success(report("<b>", at: now - 7200))]).row
    #expect(late.clockAheadMinutes == -120 && late.mark == nil && late.lastSeen == now)
    #expect(asked("East", [.success(report(left, at: now - 20))]).row.clockAheadMinutes == nil)
    var old = report(left, at: now)
    old.fleet = nil
    let other = asked("East", [.success(old)]).row
    #expect(other.standing == .unknown && other.obstacle?.reason == .otherVersion)
  }
}
