import BoothCore
import Testing

/// Prints, counted for limits and for the paper.
@Suite struct PrintTallyTests {
  private static let noon = 1_780_000_000.0

  private static func newSession() -> SessionID {
    SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  private func time(_ minutes: Double, trusted: Bool = true) -> WallTime {
    WallTime(unixSeconds: Self.noon + minutes * 60, trusted: trusted)
  }

  private func prints(
    _ event: String, _ count: Int, by origin: PrintRecord.Origin = .guests, at time: WallTime,
    state: PrintRecord.State = .out
  ) -> SessionPrints {
    var all = SessionPrints(session: Self.newSession(), event: event)
    _ = all.order(count, by: origin, at: time)
    for number in 1...count {
      all[number]?.state = state
      if state != .queued { all[number]?.attempt = PrintRecord.Attempt(at: time, printer: "p") }
    }
    return all
  }

  @Test func `without a limit guests may order any number`() {
    var tally = PrintTally()
    tally.note(prints("party", 3, at: time(0)))
    #expect(tally.left(of: "party", PrintLimits(), at: time(1)) == nil)
  }

  @Test func `the limit of an event counts its guests' prints, and no others`() {
    var tally = PrintTally()
    tally.note(prints("party", 3, at: time(0)))
    tally.note(prints("party", 2, at: time(0), state: .cancelled))
    tally.note(prints("party", 4, by: .operator, at: time(0)))
    tally.note(prints("fair", 5, at: time(0)))
    #expect(tally.left(of: "party", PrintLimits(perEvent: 10), at: time(1)) == 7)
    #expect(tally.left(of: "party", PrintLimits(perEvent: 2), at: time(1)) == 0)
  }

  @Test func `the limit of an hour forgets what is older`() {
    var tally = PrintTally()
    tally.note(prints("party", 3, at: time(0)))
    tally.note(prints("party", 2, at: time(30)))
    let limits = PrintLimits(perHour: 6)
    #expect(tally.left(of: "party", limits, at: time(31)) == 1)
    #expect(tally.left(of: "party", limits, at: time(60)) == 4)
    #expect(tally.left(of: "party", limits, at: time(90)) == 6)
    #expect(tally.left(of: "party", PrintLimits(perEvent: 6, perHour: 2), at: time(90)) == 1)
    // A clock that nothing keeps right says nothing of an hour.
    #expect(tally.left(of: "party", limits, at: time(31, trusted: false)) == 6)
  }

  @Test func `sheets that were sent since a moment are off the stack, whatever became of them`() {
    var tally = PrintTally()
    tally.note(prints("party", 2, at: time(0)))
    tally.note(prints("party", 3, at: time(10), state: .ask))
    tally.note(prints("party", 4, at: time(10), state: .queued))
    #expect(tally.sheets(since: time(5)) == 3)
    #expect(tally.sheets(since: time(0)) == 5)
    #expect(tally.waiting == 4)
    #expect(tally.states == [.out: 2, .ask: 3, .queued: 4])
    #expect(tally.questions.count == 3)
  }

  @Test func `a print that is noted again is counted once`() throws {
    var tally = PrintTally()
    var all = prints("party", 1, at: time(0), state: .queued)
    tally.note(all)
    var record = try #require(all[1])
    record.state = .ask
    tally.note(record, PrintID(session: all.session, number: 1), event: nil)
    #expect(tally.states == [.ask: 1])
    all[1]?.state = .out
    tally.note(all)
    #expect(tally.states == [.out: 1] && tally.questions.isEmpty)
    // One of a session that is not known has no event to count for.
    tally.note(record, PrintID(session: Self.newSession(), number: 1), event: nil)
    #expect(tally.states == [.out: 1])
  }
}
