import BoothCore
import Testing

/// What guests and operator are told of a printer.
@Suite struct PrinterWatchTests {
  private var watch = PrinterWatch(name: "ipp://stand-in")
  private var time = Instant(nanoseconds: 0)

  private func status(_ reasons: String..., state: PrinterStatus.State = .idle) -> PrinterStatus {
    PrinterStatus(model: "Photo 9", state: state, reasons: reasons)
  }

  @Test func `an obstacle names the printer and what to do, and its end takes the words back`() {
    var watch = watch
    #expect(watch.handle(.started, at: time) == [.ask])
    #expect(watch.handle(.status(status()), at: time) == [.sendToFlow(.ready)])
    #expect(
      watch.handle(.status(status("media-empty", state: .stopped)), at: time) == [
        .sendToFlow(.closed(.paper)),
        .notifyOperator("Photo 9 has no paper. Refill it; printing continues by itself."),
      ])
    #expect(watch.handle(.status(status()), at: time) == [.sendToFlow(.ready), .notifyOperator(nil)])
    // One that is away is still known by its model.
    let error = PrinterError(.unreachable, subject: "ipp://stand-in", detail: "connection refused")
    #expect(
      watch.handle(.failed(error), at: time).contains(
        .notifyOperator("Photo 9 does not answer: is it switched on and connected? connection refused")))
  }

  @Test func `limits and paper end what guests are offered`() {
    var watch = watch
    // Nothing is told of a printer that has not answered.
    #expect(watch.handle(.left(3), at: time) == [])
    #expect(watch.handle(.status(status()), at: time) == [.sendToFlow(.few(3))])
    #expect(watch.handle(.left(3), at: time) == [])
    #expect(watch.handle(.left(0), at: time) == [.sendToFlow(.few(0))])
    #expect(watch.handle(.left(nil), at: time) == [.sendToFlow(.ready)])
    #expect(PrinterNews.few(0).prints && PrinterNews.few(2).left == 2)
    #expect(!PrinterNews.closed(.paper).prints && PrinterNews.ready.left == nil)
  }

  @Test func `few sheets are told in steps, and not with each sheet`() {
    var watch = watch
    _ = watch.handle(.status(status()), at: time)
    #expect(watch.noteSheets(left: 21) == [])
    let said = (0...20).reversed().compactMap { left -> String? in
      guard case .notifyOperator(let words?)? = watch.noteSheets(left: left).first else { return nil }
      return words
    }
    #expect(said.count == 6)
    #expect(said.first == "Photo 9 has no more than 20 sheets left. Keep paper and ribbon ready.")
    #expect(said.last?.contains("should have no sheets left") == true)
    #expect(watch.noteSheets(left: 400) == [.notifyOperator(nil)])
  }

  @Test func `a queue that its backend stopped is resumed by itself, and not too often; a person's pause is kept`() {
    var queue = PrinterWatch(name: "ipp://localhost/printers/DNP", isQueue: true)
    let stopped = status("media-empty", "paused", state: .stopped)
    #expect(queue.handle(.status(stopped), at: time).contains(.resume))
    #expect(!queue.handle(.status(stopped), at: time + .seconds(29)).contains(.resume))
    #expect(queue.handle(.status(stopped), at: time + .seconds(30)).contains(.resume))
    #expect(!queue.handle(.status(status("paused", state: .stopped)), at: time + .seconds(90)).contains(.resume))
    #expect(!queue.handle(.status(stopped.heldHere), at: time + .seconds(130)).contains(.resume))
    var printer = watch
    #expect(!printer.handle(.status(stopped), at: time).contains(.resume), "a printer goes on by itself")
  }

  @Test func `prints that the operator paused are said as that`() {
    var watch = watch
    #expect(
      watch.handle(.status(status("media-low").heldHere), at: time) == [
        .sendToFlow(.closed(.pausedHere)),
        .notifyOperator("Photo 9 waits: prints are paused at this booth. To go on: booth print resume"),
      ])
  }
}
