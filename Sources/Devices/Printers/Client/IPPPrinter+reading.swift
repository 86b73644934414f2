public import BoothCore

extension IPPPrinter {
  /// Get-Printer-Attributes, within 5 s. `notAPrinter` for an answer without a printer's state.
  public func status() async throws(PrinterError) -> PrinterStatus {
    let answer = try await ask(
      .getPrinterAttributes, [IPPAttribute("requested-attributes", PrinterStatus.wanted.map(IPPValue.keyword))],
      within: settings.reading)
    guard let status = PrinterStatus(answer.attributes(.printer)) else {
      throw failure(.notAPrinter, "it says neither that it is idle nor that it prints or has stopped")
    }
    return status
  }

  /// Get-Jobs twice, within 10 s each: those that are not over, and then those that are. In this order a job that ends
  /// meanwhile stands in both, and in none the other way round. Printers forget jobs: what is not here may have been
  /// printed.
  public func jobs(limit: Int) async throws(PrinterError) -> [PrinterJob] {
    guard limit > 0 else { return [] }
    var found: [Int: PrinterJob] = [:]
    for kind in ["not-completed", "completed"] {
      let answer = try await ask(
        .getJobs,
        [
          IPPAttribute("limit", .integer(Int32(clamping: limit))),
          IPPAttribute("requested-attributes", PrinterJob.wanted.map(IPPValue.keyword)),
          IPPAttribute("which-jobs", .keyword(kind)), IPPAttribute("my-jobs", .boolean(false)),
        ], within: settings.listing)
      for attributes in answer.groups(.job) {
        // What comes later is newer; a job without number or state is none.
        if let job = PrinterJob(attributes, isQueue: address.isQueue) { found[job.id] = job }
      }
    }
    return Array(found.values.sorted { $0.id > $1.id }.prefix(limit))
  }

  /// Get-Job-Attributes, within 5 s. Where the printer knows no such job it is asked for itself, within 5 s more: CUPS says the
  /// same of a queue that it does not know.
  public func job(_ id: Int) async throws(PrinterError) -> PrinterJob? {
    let answer: IPPMessage
    do throws(PrinterError) {
      answer = try await ask(
        .getJobAttributes, [IPPAttribute("requested-attributes", PrinterJob.wanted.map(IPPValue.keyword))], job: id,
        within: settings.reading)
    } catch {
      guard error.code == .notFound else { throw error }
      _ = try await status()
      return nil
    }
    guard let job = PrinterJob(answer.attributes(.job), isQueue: address.isQueue) else {
      throw failure(.notAPrinter, "it speaks of a job without saying how it is")
    }
    return job
  }

  /// Cancel-Job, within 5 s. `refused` for a job that is over.
  public func cancel(_ id: Int) async throws(PrinterError) {
    _ = try await ask(.cancelJob, job: id, within: settings.reading)
  }

  /// Resume-Printer, within 5 s. `unsupported` from most printers, `forbidden` from CUPS without an operator's rights.
  public func resume() async throws(PrinterError) {
    _ = try await ask(.resumePrinter, within: settings.reading)
  }
}
