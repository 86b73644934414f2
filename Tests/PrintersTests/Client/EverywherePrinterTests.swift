import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Printers

/// With CUPS's `ippeveprinter`, which other programs print to as well.
@Suite(.enabled(if: EverywherePrinter.missing.isEmpty, "Debian's cups-ipp-utils and dbus-daemon are not installed"))
struct `A real printer of IPP Everywhere` {
  private let folder: TemporaryFolder
  private let picture: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    picture = [UInt8](try Data(contentsOf: SourceTree.root.appending(path: "Events/jerusalem/attract.jpg")))
    try folder.put("sheet.jpg", picture)
  }

  private func sheet(_ name: String, _ paper: MillimetreSize = MillimetreSize(width: 101.6, height: 152.4))
    -> PrintSheet
  {
    PrintSheet(name: name, file: folder.path("sheet.jpg"), paper: paper)
  }

  private func started(
    _ work: EverywherePrinter.Work = .prints
  ) async throws -> (printer: EverywherePrinter, driver: IPPPrinter) {
    let printer = try EverywherePrinter(work)
    try #require(await printer.untilReady())
    return (printer, IPPPrinter(try PrinterAddress(printer.address)))
  }

  /// Until a job is as it is waited for; the test's own time limit ends a wait in vain.
  private func until(
    _ driver: IPPPrinter, _ id: Int, _ isSo: (PrinterJob) -> Bool
  ) async throws -> PrinterJob {
    while true {
      let job = try #require(try await driver.job(id))
      if isSo(job) { return job }
      await Task.moment()
    }
  }

  private func until(_ driver: IPPPrinter, _ isSo: (PrinterStatus) -> Bool) async throws -> PrinterStatus {
    while true {
      let status = try await driver.status()
      if isSo(status) { return status }
      await Task.moment()
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: PrinterConformance.checks)
  func `keeps what every printer promises`(_ check: PrinterConformance) async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    try await check.run(PrinterConformance.Subject(driver: driver))
  }

  @Test(.timeLimit(.minutes(15))) func `says how it is`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    let status = try await driver.status()
    #expect(status.state == .idle && status.reasons.isEmpty && status.obstacle == nil && status.acceptsJobs)
    #expect(status.model == "Example Printer" && status.uuid?.hasPrefix("urn:uuid:") == true)
    #expect(status.mediaReady.contains(MillimetreSize(width: 101.6, height: 152.4)))
    #expect(status.formats.contains("image/jpeg") && status.queuedJobs == 0)
    #expect(status.markers.map(\.percent) == [75, 50, 33, 67])
  }

  @Test(.timeLimit(.minutes(15))) func `prints a sheet byte for byte, and knows it by its name`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    let job = try await driver.send(sheet("booth-4711.1"))
    #expect(job.id == 1)
    let done = try await until(driver, job.id) { $0.state.isOver }
    #expect(done.state == .completed && done.name == "booth-4711.1")
    let printed = try Data(contentsOf: URL(filePath: printer.folder.path("printed/1.jpg")))
    #expect([UInt8](printed) == picture)
    let second = try await driver.send(sheet("booth-4711.2"))
    _ = try await until(driver, second.id) { $0.state.isOver }
    #expect(try await driver.jobs(limit: 20).map(\.name) == ["booth-4711.2", "booth-4711.1"])
    #expect(try await driver.job(99) == nil)
  }

  /// It asks for the photo tray, without margins.
  @Test(.timeLimit(.minutes(15))) func `offers its photo tray for a sheet of 4 by 6 inches`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    let asked = try await driver.ask(
      .getPrinterAttributes, [IPPAttribute("requested-attributes", PrinterOffer.wanted.map(IPPValue.keyword))],
      within: .seconds(60))
    let template = try PrinterOffer(asked.attributes(.printer)).template(
      for: MillimetreSize(width: 101.6, height: 152.4), scaling: [.fill, .none])
    let media = try #require(IPPAttributes(template).collections("media-col").first)
    #expect(media.collections("media-size").first?.integer("x-dimension") == 10160)
    #expect(media.keywords("media-source") == ["photo"] && media.keywords("media-type") == ["photographic-glossy"])
    #expect(OfferedMedia.Margin.allCases.map { media.integer($0.rawValue) } == [0, 0, 0, 0])
  }

  @Test(.timeLimit(.minutes(15))) func `refuses paper that it does not have`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    let error = await #expect(throws: PrinterError.self) {
      try await driver.send(sheet("a", MillimetreSize(width: 54, height: 86)))
    }
    #expect(error?.code == .refused && error?.detail.contains("no paper of 54 × 86 mm") == true)
    #expect(try await driver.jobs(limit: 9).isEmpty)
  }

  @Test(.timeLimit(.minutes(15))) func `out of paper accepts a job and keeps it until it is refilled`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    printer.load(photo: 0)
    let empty = try await until(driver) { $0.obstacle != nil }
    // Idle, and accepting: only the reason tells.
    #expect(empty.state == .idle && empty.acceptsJobs && empty.obstacle == .paper)
    let job = try await driver.send(sheet("booth-1.1"))
    let waiting = try await until(driver) { $0.reasons.contains("media-needed") }
    #expect(waiting.state == .processing && waiting.obstacle == .paper)
    #expect(try await driver.job(job.id)?.state == .processing)
    #expect(try printer.printed == [])
    // A second sheet is not taken.
    let busy = await #expect(throws: PrinterError.self) { try await driver.send(sheet("booth-1.2")) }
    #expect(busy?.code == .busy)
    printer.load(photo: 25)
    #expect(try await until(driver, job.id) { $0.state.isOver }.state == .completed)
    #expect(try printer.printed == ["1.jpg"])
    #expect(try await driver.status().obstacle == nil)
  }

  /// It reads the lines in their order: with the last of them it knows all.
  @Test(.timeLimit(.minutes(15))) func `says that its cover is open, what is left, and that it was closed`()
    async throws
  {
    let (printer, driver) = try await started(
      .says(["ATTR: marker-levels=80,-3", "ATTR: marker-names=Ribbon,Paper", "STATE: +cover-open"]))
    defer { printer.kill() }
    let job = try await driver.send(sheet("booth-2.1"))
    let open = try await until(driver) { $0.obstacle != nil }
    #expect(open.obstacle == .cover && open.state == .processing && open.reasons == ["cover-open"])
    #expect(open.markers == [.init(name: "Ribbon", percent: 80), .init(name: "Paper", percent: nil)])
    await printer.release()
    #expect(try await until(driver, job.id) { $0.state.isOver }.state == .completed)
    #expect(try await driver.status().obstacle == nil)
  }

  /// It ends what it is at first, and only then calls the job cancelled.
  @Test(.timeLimit(.minutes(15))) func `takes a job back, though its sheet may come out`() async throws {
    let (printer, driver) = try await started(.waits)
    defer { printer.kill() }
    let job = try await driver.send(sheet("booth-3.1"))
    await printer.untilAtWork()
    try await driver.cancel(job.id)
    #expect(try await driver.job(job.id)?.state == .processing)
    await printer.release()
    #expect(try await until(driver, job.id) { $0.state.isOver }.state == .canceled)
    #expect(try printer.printed == ["1.jpg"])
    let again = await #expect(throws: PrinterError.self) { try await driver.cancel(job.id) }
    #expect(again?.code == .refused)
    let none = await #expect(throws: PrinterError.self) { try await driver.cancel(99) }
    #expect(none?.code == .notFound)
  }

  @Test(.timeLimit(.minutes(15))) func `aborts a job that it fails over`() async throws {
    let (printer, driver) = try await started(.fails)
    defer { printer.kill() }
    let job = try await driver.send(sheet("booth-4.1"))
    #expect(try await until(driver, job.id) { $0.state.isOver }.state == .aborted)
    #expect(try printer.printed == [])
  }

  @Test(.timeLimit(.minutes(15))) func `knows no Resume-Printer`() async throws {
    let (printer, driver) = try await started()
    defer { printer.kill() }
    let error = await #expect(throws: PrinterError.self) { try await driver.resume() }
    #expect(error?.code == .unsupported)
  }

  /// A job that it had taken is forgotten, and its number is given again: by the name alone is a sheet told from another.
  @Test(.timeLimit(.minutes(15))) func `without power for a moment forgets its jobs and counts from 1 again`()
    async throws
  {
    let (printer, driver) = try await started(.waits)
    defer { printer.kill() }
    let job = try await driver.send(sheet("booth-5.1"))
    await printer.untilAtWork()
    let before = try await driver.status()
    printer.kill()
    let gone = await #expect(throws: PrinterError.self) { try await driver.status() }
    #expect(gone?.code == .unreachable)
    let unsent = await #expect(throws: PrinterError.self) { try await driver.send(sheet("booth-5.2")) }
    #expect(unsent?.code == .unreachable)
    try printer.start()
    try #require(await printer.untilReady())
    let after = try await driver.status()
    #expect(after.uuid == before.uuid && after.queuedJobs == 0)
    #expect(try await driver.job(job.id) == nil)
    #expect(try await driver.jobs(limit: 20).isEmpty)
    let next = try await driver.send(sheet("booth-5.3"))
    #expect(next.id == job.id)
  }

  @Test(.timeLimit(.minutes(15))) func `speaks to us encrypted, with a certificate that it made itself`() async throws {
    let (printer, _) = try await started()
    defer { printer.kill() }
    let driver = IPPPrinter(try PrinterAddress("ipps://127.0.0.1:\(printer.port)/ipp/print"))
    #expect(try await driver.status().state == .idle)
    let job = try await driver.send(sheet("booth-6.1"))
    #expect(try await until(driver, job.id) { $0.state.isOver }.state == .completed)
  }
}
