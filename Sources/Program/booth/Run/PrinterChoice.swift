import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Printers

/// The printer that the settings name.
enum PrinterChoice {
  /// - Throws: where the address is no printer's.
  static func prove(_ address: String) throws(CommandError) { _ = try parsed(address) }

  /// A printer that is named, and what its sheets are.
  struct Choice {
    var driver: IPPPrinter
    var address: PrinterAddress
    var profiles: PrinterProfiles
    var paper: PrintPaper

    /// The sheet for a printer of a model.
    func sheet(_ model: String) -> PrinterPort.Sheet {
      let profile = profiles.profile(for: model)
      // A printer of postcards has no 4×6 inches: its own first paper is the nearest.
      let known = profile?.paper(for: paper.size) ?? (paper == .usual ? profile?.papers.first : nil)
      if let known { return PrinterPort.Sheet(paper: known.size, canvas: known.canvas) }
      guard paper != .usual else { return PrinterPort.Sheet() }
      return PrinterPort.Sheet(paper: paper.size, canvas: PrintScale(dpi: 300).pixels(paper.size))
    }
  }

  /// Nil where none is named. Nothing is asked of the printer here.
  static func choice(_ settings: Settings) throws -> Choice? {
    guard let text = settings.text(.printer), let address = try parsed(text) else { return nil }
    let profiles = try DevicePlaces.printers(settings)
    var choice = IPPPrinter.Settings()
    choice.profiles = profiles
    return Choice(
      driver: IPPPrinter(address, settings: choice), address: address, profiles: profiles,
      paper: settings.text(.printerPaper).flatMap(PrintPaper.init(rawValue:)) ?? .usual)
  }

  /// Nil where none is named. Nothing is asked of the printer here.
  static func port(_ settings: Settings) throws -> PrinterPort? {
    guard let choice = try choice(settings) else { return nil }
    var port = PrinterPort(
      driver: choice.driver, address: choice.address.text, copies: settings.integer(.printerCopies),
      profiles: choice.profiles, sheet: choice.sheet)
    port.queue = choice.address.queue
    return port
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
