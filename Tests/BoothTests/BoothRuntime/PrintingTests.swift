import BoothCore
import BoothRuntime
import BoothSimulation
import BoothTesting
import Glibc
import Synchronization
import Testing

/// A simulated printer behind the port, on the test's clock.
final class StandInPrinter: PrinterDriver {
  let printer: Mutex<SimulatedPrinter>
  let sheets = Mutex<[PrintSheet]>([])
  let resumes = Mutex(0)
  private let clock: ManualClock

  init(_ printer: SimulatedPrinter = SimulatedPrinter(), clock: ManualClock) {
    self.printer = Mutex(printer)
    self.clock = clock
  }

  private func ask(_ question: PrintRun.Question, _ name: String = "") throws(PrinterError) -> PrintRun.Input {
    let now = clock.now.nanoseconds
    let answer = printer.withLock { $0.answer(question, name: name, at: now) }
    if case .failed(let error)? = answer { throw error }
    guard let answer else { throw Self.another(question) }
    return answer
  }

  private static func another(_ question: PrintRun.Question) -> PrinterError {
    PrinterError(.unsupported, subject: "stand-in", detail: "another answer to \(question)")
  }

  func status() async throws(PrinterError) -> PrinterStatus {
    guard case .status(let status) = try ask(.status) else { throw Self.another(.status) }
    return status
  }
  func jobs(limit: Int) async throws(PrinterError) -> [PrinterJob] {
    guard case .jobs(let jobs) = try ask(.jobs) else { throw Self.another(.jobs) }
    return Array(jobs.prefix(limit))
  }
  func job(_ id: Int) async throws(PrinterError) -> PrinterJob? {
    guard case .job(let job) = try ask(.job(id)) else { throw Self.another(.job(id)) }
    return job
  }
  func send(_ sheet: PrintSheet) async throws(PrinterError) -> PrinterJob {
    sheets.withLock { $0.append(sheet) }
    guard case .sent(let job) = try ask(.send, sheet.name) else { throw Self.another(.send) }
    return job
  }
  func cancel(_ id: Int) async throws(PrinterError) {}
  func resume() async throws(PrinterError) { resumes.withLock { $0 += 1 } }
}

/// Prints from the guests' press to the sheet, at a booth over stand-ins.
@Suite(.timeLimit(.minutes(15))) struct PrintingTests {
  private func order(_ test: TestBooth, _ states: inout States) async throws {
    try await states.next("idle") { $0 == .idle }
    try await wait(test, .zero) { await test.booth.status.printer?.status != nil }
    test.booth.post(.pressed(.start))
    try await test.playStrip(&states)
    test.pass(.seconds(5))
    try await states.next("print") { if case .print = $0 { true } else { false } }
    test.pass(.seconds(1))
    test.booth.post(.pressed(.start))
    try await states.next("qr") { if case .qr(let finished, _, _) = $0 { finished.prints == 1 } else { false } }
  }

  /// Lets time pass until something holds.
  private func wait(
    _ test: TestBooth, _ step: Duration, _ holds: () async throws -> Bool
  ) async throws {
    while try await !holds() {
      if step > .zero { test.pass(step) }
      try Task.checkCancellation()
      await Task.moment()
    }
  }

  private func state(_ test: TestBooth) async throws -> PrintRecord.State? {
    guard let session = try await test.store.sessions(limit: 1).first else { return nil }
    return try await test.store.prints(of: session.id)?[1]?.state
  }

  @Test func `a press gives one sheet`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let test = try TestBooth(strips: 1, printer: printer, clock: clock)
    try await test.run { states in
      try await order(test, &states)
      try await wait(test, .seconds(1)) { try await state(test) == .out }
    }
    #expect(printer.printer.withLock { $0.out.values.reduce(0, +) } == 1)
    #expect(printer.sheets.withLock { $0.count } == 1)
  }

  @Test func `guests see their print in each layout, and the sheet has the one that they chose`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let square = PrintLayout.preset(.square, strips: 1)
    let test = try TestBooth(
      strips: 1, copies: 1,
      layouts: [
        LayoutChoice(id: "strip", name: "Strip", layout: .strip),
        LayoutChoice(id: "square", name: "Square", layout: square.outline(strips: 1), printLayout: square),
      ], printer: printer, clock: clock)
    let drawn = Mutex<[String: Bool]>([:])
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      try await wait(test, .zero) { await test.booth.status.printer?.status != nil }
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("print") { if case .print = $0 { true } else { false } }
      // Both are drawn, and there while they are shown.
      try await wait(test, .zero) {
        let pictures = test.screen.shown.withLock { $0.last?.layoutPictures } ?? [:]
        drawn.withLock { $0 = pictures.mapValues { access($0, R_OK) == 0 } }
        return pictures.count == 2
      }
      test.pass(.seconds(1))
      test.booth.post(.pressed(.next))
      try await states.next("moved") { if case .print(let form) = $0 { form.turn == 1 } else { false } }
      test.booth.post(.pressed(.start))
      try await states.next("qr") { if case .qr(let finished, _, _) = $0 { finished.prints == 1 } else { false } }
      try await wait(test, .seconds(1)) { try await state(test) == .out }
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(try await test.store.prints(of: session.id)?[1]?.layout == "square")
    }
    #expect(drawn.withLock { $0 } == ["strip": true, "square": true])
    // The sheet's request was laid out as it was chosen.
    #expect(test.prints.layouts.withLock { $0.last } == square.outline(strips: 1))
  }

  @Test func `an empty tray is told, photos go on, and the sheet comes when it is filled`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let test = try TestBooth(strips: 1, printer: printer, clock: clock)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      try await wait(test, .zero) { await test.booth.status.printer?.status != nil }
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("print") { if case .print = $0 { true } else { false } }
      printer.printer.withLock { $0.paper = 0 }
      test.pass(.seconds(1))
      test.booth.post(.pressed(.start))
      try await states.next("qr") { if case .qr(let finished, _, _) = $0 { finished.prints == 1 } else { false } }
      try await wait(test, .seconds(1)) { await test.booth.status.troubles["printer"]?.contains("no paper") == true }
      #expect(try await state(test) == .queued)
      printer.printer.withLock { $0.paper = 18 }
      try await wait(test, .seconds(1)) {
        let isTold = await test.booth.status.troubles["printer"] != nil
        return try await state(test) == .out && !isTold
      }
    }
    #expect(printer.printer.withLock { $0.out.values.reduce(0, +) } == 1)
  }

  @Test func `what is ordered while prints are paused waits, also over a start, and comes when they are resumed`()
    async throws
  {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let first = try TestBooth(strips: 1, printer: printer, clock: clock)
    try await first.run { states in
      try await order(first, &states)
      try await wait(first, .seconds(1)) { try await state(first) == .out }
      _ = try await OperatorHandler(first.booth).perform(.pausePrints)
      #expect(await first.booth.status.printer?.isPaused == true)
    }
    let second = try TestBooth(store: first.store.reopened(), strips: 1, printer: printer, clock: clock)
    try await second.run { states in
      try await states.next("idle") { $0 == .idle }
      try await wait(second, .seconds(1)) { await second.booth.status.troubles["printer"]?.contains("paused") == true }
      let session = try #require(try await second.store.sessions(limit: 1).first).id
      _ = try await OperatorHandler(second.booth).perform(.printSession(session, copies: 1, layout: nil))
      for _ in 0..<60 { second.pass(.seconds(1)) }
      try await wait(second, .seconds(1)) { await second.booth.status.printer?.prints["queued"] == 1 }
      #expect(printer.sheets.withLock { $0.count } == 1)
      guard case .done(let words) = try await OperatorHandler(second.booth).perform(.resumePrints) else {
        Issue.record("resumed without a word")
        return
      }
      #expect(words == "Prints come out again.")
      try await wait(second, .seconds(1)) { await second.booth.status.printer?.prints["out"] == 2 }
    }
    #expect(printer.sheets.withLock { $0.count } == 2)
  }

  @Test func `an event's limit ends the question, and the operator may print all the same`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let test = try TestBooth(strips: 1, printLimits: PrintLimits(perEvent: 1), printer: printer, clock: clock)
    try await test.run { states in
      try await order(test, &states)
      try await wait(test, .seconds(1)) { try await state(test) == .out }
      test.pass(.seconds(120))
      try await states.next("idle again") { $0 == .idle }
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      // Straight to the code: nothing is asked.
      try await states.next("print or code") {
        switch $0 {
        case .print, .qr: true
        default: false
        }
      }
      #expect(await test.booth.status.printer?.prints["out"] == 1)
      let session = try #require(try await test.store.sessions(limit: 1).first).id
      _ = try await OperatorHandler(test.booth).perform(.printSession(session, copies: 2, layout: nil))
      try await wait(test, .seconds(1)) { await test.booth.status.printer?.prints["out"] == 3 }
    }
    #expect(printer.printer.withLock { $0.out.values.reduce(0, +) } == 3)
  }

  @Test func `guests order later on their page, once for each form, and no more than their session may`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let test = try TestBooth(strips: 1, printsFromGallery: true, copies: 3, printer: printer, clock: clock)
    try await test.run { states in
      try await order(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first).id
      try await wait(test, .seconds(1)) { try await state(test) == .out }
      #expect(await test.booth.printOffer(of: session) == GuestPrintOffer(ordered: 1, left: 2))
      // Pressed twice, and once more by another telephone that shows the page as it was.
      let replies = await withTaskGroup(of: GuestPrintReply.self) { group in
        for _ in 0..<3 { group.addTask { await test.booth.orderPrint(of: session, after: 1) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies == [.ordered, .ordered, .ordered])
      #expect(await test.booth.printOffer(of: session) == GuestPrintOffer(ordered: 2, left: 1))
      #expect(await test.booth.orderPrint(of: session, after: 2) == .ordered)
      #expect(await test.booth.orderPrint(of: session, after: 3) == .noneLeft)
      #expect(await test.booth.printOffer(of: session) == GuestPrintOffer(ordered: 3, left: 0))
      #expect(
        await test.booth.orderPrint(of: SessionID(randomBytes: Array(repeating: 9, count: 16)), after: 0) == .notNow)
      try await wait(test, .seconds(1)) { await test.booth.status.printer?.prints["out"] == 3 }
      // Of yesterday's guests nothing is printed any more.
      test.pass(.seconds(13 * 3600))
      try await wait(test, .zero) { await test.booth.printOffer(of: session) == nil }
    }
    #expect(printer.printer.withLock { $0.out.values.reduce(0, +) } == 3)
  }

  @Test func `on their page guests order within their event's limit, and nothing of an event that does not allow it`()
    async throws
  {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let limited = try TestBooth(
      strips: 1, printLimits: PrintLimits(perEvent: 2), printsFromGallery: true, copies: 4, printer: printer,
      clock: clock)
    try await limited.run { states in
      try await order(limited, &states)
      let session = try #require(try await limited.store.sessions(limit: 1).first).id
      #expect(await limited.booth.printOffer(of: session) == GuestPrintOffer(ordered: 1, left: 1))
      #expect(await limited.booth.orderPrint(of: session, after: 1) == .ordered)
      #expect(await limited.booth.orderPrint(of: session, after: 2) == .noneLeft)
    }
    let closed = try TestBooth(strips: 1, copies: 4, printer: StandInPrinter(clock: clock), clock: clock)
    try await closed.run { states in
      try await order(closed, &states)
      let session = try #require(try await closed.store.sessions(limit: 1).first).id
      #expect(await closed.booth.printOffer(of: session) == nil)
      #expect(await closed.booth.orderPrint(of: session, after: 1) == .notNow)
    }
  }

  @Test func `sheets are counted down from what the operator put in`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let test = try TestBooth(strips: 1, printer: printer, clock: clock)
    try await test.run { states in
      try await wait(test, .zero) { await test.booth.status.printer?.status != nil }
      #expect(await test.booth.status.printer?.sheetsLeft == nil)
      _ = try await OperatorHandler(test.booth).perform(.refilled(sheets: 21))
      try await wait(test, .zero) { await test.booth.status.printer?.sheetsLeft == 21 }
      #expect(await test.booth.status.troubles["printer"] == nil)
      try await order(test, &states)
      try await wait(test, .seconds(1)) { await test.booth.status.printer?.sheetsLeft == 20 }
      try await wait(test, .zero) {
        await test.booth.status.troubles["printer"]?.contains("no more than 20 sheets left") == true
      }
      _ = try await OperatorHandler(test.booth).perform(.refilled(sheets: nil))
      try await wait(test, .zero) { await test.booth.status.troubles["printer"] == nil }
    }
  }

  @Test func `a print that was being sent as the booth ended comes out once after the next start`() async throws {
    let clock = ManualClock()
    let printer = StandInPrinter(clock: clock)
    let first = try TestBooth(strips: 1, printer: printer, clock: clock)
    printer.printer.withLock { $0.make.sheetTakes = 600_000_000_000 }
    try await first.run { states in
      try await order(first, &states)
      try await wait(first, .seconds(1)) { try await state(first) == .accepted }
    }
    #expect(try await state(first) == .accepted)
    let second = try TestBooth(store: first.store.reopened(), strips: 1, printer: printer, clock: clock)
    try await second.run { states in
      try await states.next("idle") { $0 == .idle }
      try await wait(second, .seconds(30)) { try await state(second) == .out }
    }
    #expect(printer.sheets.withLock { $0.count } == 1)
    #expect(printer.printer.withLock { $0.out.values.reduce(0, +) } == 1)
  }

  @Test func `without a printer prints that were ordered wait, and say so`() async throws {
    let test = try TestBooth(strips: 1)
    let session = try await test.store.openSession(
      event: test.event, plan: test.event.plan, linkBase: "http://b.example", at: WallTime(unixSeconds: 1_770_000_000))
    _ = try await test.store.orderPrints(
      1, of: session.id, in: nil, by: .operator, most: nil, at: WallTime(unixSeconds: 1_770_000_000))
    try await test.run { states in
      try await test.until { $0.troubles["printer"]?.contains("no printer is set") == true }
      _ = states
    }
  }
}
