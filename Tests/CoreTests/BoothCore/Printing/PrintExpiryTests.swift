import BoothCore
import Testing

/// A print whose guests may be gone is asked about before it is sent.
@Suite struct PrintExpiryTests {
  private static let ordered = WallTime(unixSeconds: 1_780_000_000)

  private func begins(
    after hours: Double, trusted: Bool = true, _ change: (inout PrintRecord) -> Void = { _ in }
  ) -> PrintRun.Question? {
    var record = PrintRecord(number: 1, origin: .guests, orderedAt: Self.ordered)
    change(&record)
    var run = PrintRun(
      PrintID(session: SessionID(randomBytes: Array(repeating: 3, count: 16)), number: 1), record, address: "p")
    let step = run.start(at: WallTime(unixSeconds: Self.ordered.unixSeconds + hours * 3600, trusted: trusted))
    guard case .ask(let question) = step.next else { return nil }
    return question
  }

  @Test func `twelve hours later it asks, and is not sent`() {
    #expect(begins(after: 11.9) == .status)
    guard case .record(let record)? = begins(after: 12.1) else {
      Issue.record("nothing is recorded")
      return
    }
    #expect(record.state == .ask && record.words?.contains("may be gone") == true)
  }

  @Test func `not where the operator wants it, the clock is not known, or the printer may have it`() {
    #expect(begins(after: 48) { $0.insists = true } == .status)
    #expect(begins(after: 48) { $0.origin = .operator } == .status)
    #expect(begins(after: 48, trusted: false) == .status)
    #expect(begins(after: 48) { $0.orderedAt.trusted = false } == .status)
    #expect(begins(after: 48) { $0.state = .sending } == .jobs)
  }
}
