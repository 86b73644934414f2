import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Printers

/// The printer that the settings name.
enum PrinterChoice {
  /// - Throws: where the address is no printer's.
  static func prove(_ address: String) throws(CommandError) { _ = try parsed(address) }

  /// Nil where none is named. Nothing is asked of the printer here.
  static func port(_ settings: Settings) throws -> PrinterPort? {
    guard let text = settings.text(.printer), let address = try parsed(text) else { return nil }
    let profiles = try DevicePlaces.printers(settings)
    var choice = IPPPrinter.Settings()
    choice.profiles = profiles
    return PrinterPort(
      driver: IPPPrinter(address, settings: choice), address: address.text, copies: settings.integer(.printerCopies)
    ) { model in
      let usual = PrinterPort.Sheet()
      // A printer of postcards has no 4×6 inches: its own first paper is the nearest.
      let profile = profiles.profile(for: model)
      let paper = profile?.paper(for: usual.paper) ?? profile?.papers.first
      return paper.map { PrinterPort.Sheet(paper: $0.size, canvas: $0.canvas) } ?? usual
    }
  }

  private static func parsed(_ text: String) throws(CommandError) -> PrinterAddress? {
    guard text != "none" else { return nil }
    do throws(PrinterAddress.Fault) { return try PrinterAddress(text) } catch {
      throw CommandError(
        "\"\(text.printable(limit: 200))\" is no printer's address: \(error.description); expected one such as ipp://192.0.2.7/ipp/print, or none",
        code: CommandError.usage)
    }
  }
}
