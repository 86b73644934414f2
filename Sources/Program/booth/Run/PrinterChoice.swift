import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Imaging
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
    /// By which sheets are turned into the printer's colours; nil where none is set, or it cannot be used.
    var colors: ColorProfile?
    /// Why it cannot be used.
    var colorsFault: ImageError?

    /// The sheet for a printer of a model.
    func sheet(_ model: String) -> PrinterPort.Sheet {
      let profile = profiles.profile(for: model)
      var sheet = plainSheet(profile)
      sheet.colors = colors
      return sheet
    }

    private func plainSheet(_ profile: PrinterProfile?) -> PrinterPort.Sheet {
      // A printer of postcards has no 4×6 inches: its own first paper is the nearest.
      let known = profile?.paper(for: paper.size) ?? (paper == .usual ? profile?.papers.first : nil)
      if let known { return PrinterPort.Sheet(paper: known.size, canvas: known.canvas, dpi: known.dpi) }
      guard paper != .usual else { return PrinterPort.Sheet() }
      return PrinterPort.Sheet(paper: paper.size, canvas: PrintScale(dpi: 300).pixels(paper.size))
    }
  }

  /// What a printer gets for one sheet, and how it is told to people.
  struct Paper {
    var sheet: PrinterPort.Sheet
    /// `101.6×152.4 mm`.
    var size: String

    /// - Parameters:
    ///   - choice: nil: no printer is set; then the usual paper.
    ///   - model: as the printer says it; empty where it was not asked.
    init(_ choice: Choice?, model: String = "") {
      sheet = choice?.sheet(model) ?? PrinterPort.Sheet()
      size = "\(Self.text(sheet.paper.width))×\(Self.text(sheet.paper.height)) mm"
    }

    /// `101.6`, `100`: to the tenth of a millimetre.
    private static func text(_ millimetres: Double) -> String {
      let tenths = Int((millimetres * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// Nil where none is named. Nothing is asked of the printer here.
  static func choice(_ settings: Settings) throws -> Choice? {
    guard let text = settings.text(.printer), let address = try parsed(text) else { return nil }
    let profiles = try DevicePlaces.printers(settings)
    var choice = IPPPrinter.Settings()
    choice.profiles = profiles
    var made = Choice(
      driver: IPPPrinter(address, settings: choice), address: address, profiles: profiles,
      paper: settings.text(.printerPaper).flatMap(PrintPaper.init(rawValue:)) ?? .usual)
    if let path = settings.text(.printerICC), !path.isEmpty {
      do throws(ImageError) { made.colors = try colors(path) } catch { made.colorsFault = error }
    }
    return made
  }

  /// Nil where none is named. Nothing is asked of the printer here.
  static func port(_ settings: Settings) throws -> PrinterPort? {
    guard let choice = try choice(settings) else { return nil }
    var port = PrinterPort(
      driver: choice.driver, address: choice.address.text, copies: settings.integer(.printerCopies),
      profiles: choice.profiles, sheet: choice.sheet)
    port.queue = choice.address.queue
    port.colorsNote = choice.colorsFault.map { "\($0.description); sheets are printed without a profile (printer.icc)" }
    return port
  }

  /// A profile that sheets can be turned into.
  private static func colors(_ path: String) throws(ImageError) -> ColorProfile {
    let read: [UInt8]?
    do throws(OrdinaryFile.Fault) { read = try OrdinaryFile.read(path) } catch {
      throw ImageError(.unreadable, subject: path, detail: "cannot be read: \(error.words)")
    }
    guard let bytes = read else {
      throw ImageError(.unreadable, subject: path, detail: "is not there; expected an ICC profile")
    }
    let profile = ColorProfile(bytes: bytes, name: path)
    try profile.prove()
    return profile
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
