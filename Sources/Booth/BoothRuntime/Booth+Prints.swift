public import BoothCore
import Logging

/// Prints: ordering them, and what the printer is known to do.
extension Booth {
  func orderPrints(_ attempt: AttemptID, _ session: SessionID, _ copies: Int, most: Int) {
    inStore(attempt) { [clock = ports.clock, mail] store throws(StoreError) in
      let (prints, jobs) = try await store.orderPrints(
        copies, of: session, by: .guests, most: most, at: clock.wallTime)
      mail.yield(.jobs(.added(jobs)))
      return .printsOrdered(prints.count)
    }
  }

  /// Orders prints of a session for the operator, durable when it returns.
  func orderPrints(_ copies: Int, of session: SessionID) async throws(StoreError) -> [PrintRecord] {
    let (prints, jobs) = try await ports.store.orderPrints(
      copies, of: session, by: .operator, most: nil, at: ports.clock.wallTime)
    post(.added(jobs))
    return prints
  }

  func retryPrint(_ print: PrintID) async throws(StoreError) {
    post(.added(try await ports.store.retryPrint(print)))
  }

  func cancelPrint(_ print: PrintID) async throws(StoreError) {
    for job in try await ports.store.cancelPrint(print) { post(.cancelRequested(job.id)) }
  }

  func perform(_ effect: PrinterWatch.Effect) {
    switch effect {
    case .ask:
      guard let printer = ports.printer?.driver else { return }
      Task { [mail] in
        do throws(PrinterError) { mail.yield(.printer(.status(try await printer.status()))) } catch {
          mail.yield(.printer(.failed(error)))
        }
      }
    case .sendToFlow(let news): mail.yield(.flow(.printerChanged(news)))
    case .notifyOperator(let words): mail.yield(.trouble(topic: "printer", words))
    }
  }

  /// Works on a print; without a printer it waits for one.
  nonisolated func printSheet(_ job: Job, _ lease: AttemptID) async -> JobFault? {
    guard let printer = ports.printer else {
      return JobFault(
        .needsOperator, "no printer is set: start the booth with --printer ADDRESS, then: booth queue retry")
    }
    let worker = PrintWorker(
      store: ports.store, clock: ports.clock, printer: printer.driver, address: printer.address,
      makeSheet: { [workshop] session, model, path in
        try await workshop.sheet(of: session, self.event(of: session), printer.sheet(model), at: path)
      }, counter: sheetCounter, hear: { [mail] in mail.yield(.printer($0)) })
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

    /// 4×6 inches, unless said otherwise.
    ///
    /// 1240×1844 pixels at 300 dpi are what dye-sublimation printers print borderless on it (gutenprint 5.3.4,
    /// src/main/print-dyesub.c).
    public init(
      paper: MillimetreSize = MillimetreSize(width: 101.6, height: 152.4),
      canvas: PixelSize = PixelSize(width: 1240, height: 1844)
    ) {
      self.paper = paper
      self.canvas = canvas
    }
  }

  /// The printer.
  public var driver: any PrinterDriver
  /// By which it is known to people, and, where it says no uuid, to the booth.
  public var address: String
  /// The sheet for a printer of this model, as its status says it.
  public var sheet: @Sendable (_ model: String) -> Sheet
  /// Whether its counter of sheets is known to rise with each sheet.
  public var countsSheets = false
  /// How many prints of a session guests may have where their event does not say; 0: none.
  public var copies: Int

  /// A printer of 4×6 inches, unless said otherwise.
  public init(
    driver: any PrinterDriver, address: String, copies: Int = 2,
    sheet: @escaping @Sendable (_ model: String) -> Sheet = { _ in Sheet() }
  ) {
    self.driver = driver
    self.address = address
    self.copies = copies
    self.sheet = sheet
  }
}
