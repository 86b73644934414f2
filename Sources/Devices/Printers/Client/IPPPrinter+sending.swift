public import BoothCore

extension IPPPrinter {
  /// Asks what the printer offers, then sends the sheet with Print-Job.
  ///
  /// Nothing of the sheet goes out before the printer has answered the question, so that every way of not being a printer
  /// ends as `unreachable` there, before there is anything to doubt. From the sheet's first byte on, whatever is no whole
  /// answer is `silent`.
  public func send(_ sheet: PrintSheet) async throws(PrinterError) -> PrinterJob {
    let file = try open(sheet)
    let offer = try await offer()
    guard offer.acceptsJobs else { throw failure(.busy, "it takes no jobs at the moment") }
    guard let format = offer.format else {
      throw failure(.refused, "it takes no JPEG; it takes \(offer.formats.prefix(6).joined(separator: ", "))")
    }
    let profile = settings.profiles.profile(for: offer.model)
    let template: [IPPAttribute]
    do throws(PrinterOffer.NoSuchPaperFault) {
      template = try offer.template(
        for: sheet.paper, named: settings.media ?? profile?.paper(for: sheet.paper)?.media(pieces: sheet.pieces),
        scaling: settings.scaling ?? profile?.scaling ?? Self.usualScaling)
    } catch {
      throw failure(.refused, error.words)
    }
    let answer = try await ask(
      .printJob,
      [
        IPPAttribute("job-name", .name(sheet.name)), IPPAttribute("ipp-attribute-fidelity", .boolean(false)),
        IPPAttribute("document-format", .mimeMediaType(format)),
      ], template: template, file: file, within: settings.sending)
    guard let job = PrinterJob(answer.attributes(.job), name: sheet.name) else {
      throw failure(.silent, "it took the sheet and did not say as which job")
    }
    return job
  }

  private static let usualScaling: [PrintScaling] = [.fill, .none]

  private func open(_ sheet: PrintSheet) throws(PrinterError) -> SheetFile {
    do throws(SheetFile.Fault) { return try SheetFile(path: sheet.file) } catch {
      throw failure(.localFile, "the sheet's file cannot be sent: \(error.words)")
    }
  }

  /// Not sent is not sent, whatever answered instead.
  private func offer() async throws(PrinterError) -> PrinterOffer {
    do throws(PrinterError) {
      let answer = try await ask(
        .getPrinterAttributes, [IPPAttribute("requested-attributes", PrinterOffer.wanted.map(IPPValue.keyword))],
        within: settings.reading)
      return PrinterOffer(answer.attributes(.printer))
    } catch {
      switch error.code {
      case .silent, .notAPrinter: throw failure(.unreachable, "nothing was sent: \(error.detail)")
      case .unreachable, .busy, .refused, .notFound, .forbidden, .unsupported, .localFile: throw error
      }
    }
  }
}
