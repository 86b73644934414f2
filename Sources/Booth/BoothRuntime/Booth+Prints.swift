public import BoothCore
import Logging

/// Prints: ordering them, and what the printer is known to do.
extension Booth {
  /// Reads what there is of prints, for limits and counts. What cannot be read is a trouble, and no print is lost by it.
  func beginPrints() async {
    guard let port = ports.printer else { return }
    note("print colours", port.colorsNote)
    do throws(StoreError) {
      let (all, notes) = try await ports.store.allPrints()
      for session in all { printTally.note(session) }
      sheetCounters.remember(all)
      note("prints", notes.isEmpty ? nil : notes.joined(separator: "; "))
    } catch {
      note("prints", error.description)
    }
    do throws(StoreError) {
      let read = try await ports.store.printDesk()
      desk.withLock { $0 = read }
      note("print desk", nil)
    } catch {
      note("print desk", error.description)
    }
    mail.yield(.printer(.started))
    countPrints()
  }

  func orderPrints(_ attempt: AttemptID, _ session: SessionID, _ copies: Int, most: Int, in layout: String?) {
    inStore(attempt) { [clock = ports.clock, mail] store throws(StoreError) in
      let (prints, jobs) = try await store.orderPrints(
        copies, of: session, in: layout, by: .guests, most: most, at: clock.wallTime)
      if let all = try await store.prints(of: session) { mail.yield(.prints(all)) }
      mail.yield(.jobs(.added(jobs)))
      return .printsOrdered(prints.count)
    }
  }

  /// Orders prints of a session for the operator, durable when it returns.
  /// - Parameter layout: the id of one of the event's layouts; nil: its own.
  func orderPrints(
    _ copies: Int, of session: SessionID, in layout: String?
  ) async throws(StoreError) -> [PrintRecord] {
    let (prints, jobs) = try await ports.store.orderPrints(
      copies, of: session, in: layout, by: .operator, most: nil, at: ports.clock.wallTime)
    try await notePrints(of: session)
    post(.added(jobs))
    return prints
  }

  func retryPrint(_ print: PrintID) async throws(StoreError) {
    let jobs = try await ports.store.retryPrint(print)
    try await notePrints(of: print.session)
    post(.added(jobs))
  }

  func cancelPrint(_ print: PrintID) async throws(StoreError) {
    for job in try await ports.store.cancelPrint(print) { post(.cancelRequested(job.id)) }
    try await notePrints(of: print.session)
  }

  func confirmPrint(_ print: PrintID) async throws(StoreError) {
    try await ports.store.confirmPrint(print)
    try await notePrints(of: print.session)
  }

  private func notePrints(of session: SessionID) async throws(StoreError) {
    if let all = try await ports.store.prints(of: session) { mail.yield(.prints(all)) }
  }

  /// The wall clock's time.
  var now: WallTime { ports.clock.wallTime }

  /// Changes what the operator decided, durable when it returns.
  /// - Returns: as it was before.
  @discardableResult
  func changeDesk(_ change: @Sendable (inout PrintDesk) -> Void) async throws(StoreError) -> PrintDesk {
    let before = desk.withLock { $0 }
    var next = before
    change(&next)
    try await ports.store.keep(next)
    let kept = next
    desk.withLock { $0 = kept }
    note("print desk", nil)
    // What is paused is told at once, and so is a printer that can go on.
    askPrinter()
    countPrints()
    return before
  }

  /// Lets a queue go on that was stopped.
  /// - Returns: whether there was something to resume.
  func resumePrinter() async throws(PrinterError) -> Bool {
    guard let driver = ports.printer?.driver, printer?.status?.state == .stopped else { return false }
    do throws(PrinterError) { try await driver.resume() } catch {
      throw PrinterError(error.code, subject: error.subject, detail: Self.resumeDetail(error, ports.printer))
    }
    askPrinter()
    return true
  }

  private static func resumeWords(_ error: PrinterError, _ port: PrinterPort?) -> String {
    "printer \(error.subject): \(resumeDetail(error, port))"
  }

  /// With the command that does it by hand.
  private static func resumeDetail(_ error: PrinterError, _ port: PrinterPort?) -> String {
    let how = port?.queue.map { "start the queue with: cupsenable \($0)" } ?? "resume it at the printer"
    return "it cannot be resumed from here (\(error.detail)); \(how)"
  }

  func perform(_ effect: PrinterWatch.Effect) {
    switch effect {
    case .ask: askPrinter()
    case .resume:
      guard let driver = ports.printer?.driver else { return }
      Task { [mail, ports] in
        // Where the rights do not allow it, the operator reads how it is done.
        do throws(PrinterError) {
          try await driver.resume()
          mail.yield(.trouble(topic: "printer queue", nil))
        } catch {
          mail.yield(
            .trouble(topic: "printer queue", error.code == .unsupported ? nil : Self.resumeWords(error, ports.printer)))
        }
      }
    case .sendToFlow(let news): mail.yield(.flow(.printerChanged(news)))
    case .notifyOperator(let words): mail.yield(.trouble(topic: "printer", words))
    }
  }

  private func askPrinter() {
    guard let printer = ports.printer?.driver else { return }
    Task { [mail, desk] in
      do throws(PrinterError) {
        let status = try await printer.status()
        mail.yield(.printer(.status(desk.withLock { $0.isPaused } ? status.heldHere : status)))
      } catch {
        mail.yield(.printer(.failed(error)))
      }
    }
  }

  /// What the printer, or a run, said; with it the sheets and the guests' limits are counted anew.
  func hear(_ input: PrinterWatch.Input, at now: Instant) {
    for effect in printer?.handle(input, at: now) ?? [] { perform(effect) }
    if case .status = input { countPrints() }
  }

  /// Counts what guests may still order, and what the printer can still print.
  func countPrints() {
    guard printer != nil else { return }
    let stack = desk.withLock { $0.stack }
    let counted = printer?.status?.sheetsLeft
    let sheets = counted ?? stack.map { max(0, $0.sheets - printTally.sheets(since: $0.at)) }
    for effect in printer?.noteSheets(left: sheets) ?? [] { perform(effect) }
    mail.yield(.printer(.left(printsLeft)))
  }

  /// How many prints guests may order of the event that is played; nil: any number.
  var printsLeft: Int? {
    let event = flow.selected.flatMap { slug in ports.events.events.first { $0.slug == slug } }
    let allowed = event.flatMap { printTally.left(of: $0.slug, $0.printLimits, at: ports.clock.wallTime) }
    // Only the printer's own count keeps guests from ordering: a person's may be wrong, and refilling takes a minute.
    let paper = printer?.status?.sheetsLeft.map { max(0, $0 - printTally.waiting) }
    return [allowed, paper].compactMap { $0 }.min()
  }

  /// Works on a print; without a printer it waits for one.
  nonisolated func printSheet(_ job: Job, _ lease: AttemptID) async -> JobFault? {
    guard let printer = ports.printer else {
      return JobFault(
        .needsOperator, "no printer is set: start the booth with --printer ADDRESS, then: booth queue retry")
    }
    let worker = PrintWorker(
      store: ports.store, clock: ports.clock, printer: printer.driver, address: printer.address,
      profiles: printer.profiles,
      makeSheet: { [workshop] session, layout, model, path in
        try await workshop.sheet(
          of: session, self.event(of: session).laidOut(layout), printer.sheet(model), at: path)
      }, counters: sheetCounters, isPaused: { [desk] in desk.withLock { $0.isPaused } },
      hear: { [mail] in mail.yield(.printer($0)) },
      recorded: { [mail] record, id in mail.yield(.print(record, id)) })
    return await worker.work(on: job) { [mail] in mail.yield(.jobs(.progressed(job.id, lease: lease))) }
  }
}

/// The booth's printer, and what is put into it.
public struct PrinterPort: Sendable {
  /// A sheet as a printer prints it without scaling.
  public struct Sheet: Sendable, Equatable {
    /// The paper, in millimetres.
    public var paper: MillimetreSize
    /// The picture, in pixels.
    public var canvas: PixelSize
    /// Dots an inch.
    public var dpi: Int
    /// What of it is on the paper, in its middle, in pixels; the rest is cut off.
    public var page: PixelSize { PrintScale(dpi: dpi).pixels(paper) }
    /// In whose colours its pixels are; nil: sRGB.
    public var colors: ColorProfile?

    /// 4×6 inches, unless said otherwise.
    ///
    /// 1240×1844 pixels at 300 dpi are what dye-sublimation printers print borderless on it (gutenprint 5.3.4,
    /// src/main/print-dyesub.c).
    public init(
      paper: MillimetreSize = MillimetreSize(width: 101.6, height: 152.4),
      canvas: PixelSize = PixelSize(width: 1240, height: 1844), dpi: Int = 300
    ) {
      self.paper = paper
      self.canvas = canvas
      self.dpi = dpi
    }
  }

  /// The printer.
  public var driver: any PrinterDriver
  /// By which it is known to people, and, where it says no uuid, to the booth.
  public var address: String
  /// The sheet for a printer of this model, as its status says it.
  public var sheet: @Sendable (_ model: String) -> Sheet
  /// The name of a queue of CUPS, which a fault stops until it is resumed; nil for a printer.
  public var queue: String?
  /// What is known of printers' makes: whether "completed" is to be believed.
  public var profiles: PrinterProfiles
  /// Why sheets are printed without the profile that is set; nil where there is nothing to say.
  public var colorsNote: String?
  /// How many prints of a session guests may have where their event does not say; 0: none.
  public var copies: Int

  /// A printer of 4×6 inches, unless said otherwise.
  public init(
    driver: any PrinterDriver, address: String, copies: Int = 2, profiles: PrinterProfiles = PrinterProfiles(),
    sheet: @escaping @Sendable (_ model: String) -> Sheet = { _ in Sheet() }
  ) {
    self.driver = driver
    self.address = address
    self.copies = copies
    self.profiles = profiles
    self.sheet = sheet
  }
}
