import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Printers
import StudioModel

/// Whether prints will come out: asks the printer how it is. Nothing is printed.
extension Examination {
  func printer() async -> [Finding] {
    let choice: PrinterChoice.Choice
    do {
      guard let chosen = try PrinterChoice.choice(settings) else {
        return [.fine("printer", "none is set (printer)", .init(.printerNone))]
      }
      choice = chosen
    } catch {
      return [
        .bad(
          "printer", CommandText(of: error), "correct the setting `printer`, or set it to none",
          .init(.printerWrong, settings.text(.printer) ?? ""))
      ]
    }
    let status: PrinterStatus
    do throws(PrinterError) { status = try await choice.driver.status() } catch {
      let isAway = error.code == .unreachable || error.code == .silent || error.code == .busy
      return [
        .bad(
          "printer", "\(advice: error.description)",
          isAway
            ? "switch it on and check its cable; prints that are ordered wait for it"
            : "check the address (printer): IPP printers have ipp://ADDRESS/ipp/print, queues of CUPS ipp://localhost/printers/NAME",
          .init(isAway ? .printerAway : .printerWrong, choice.address.text))
      ] + [colors(choice)].compactMap { $0 }
    }
    return [state(of: status), media(of: status, choice), colors(choice)].compactMap { $0 }
  }

  /// A profile that cannot be used; sheets are printed without it.
  private func colors(_ choice: PrinterChoice.Choice) -> Finding? {
    guard let fault = choice.colorsFault else { return nil }
    return .bad(
      "printer", "\(advice: fault.description)",
      "prints are made without it; put a profile for red, green and blue there, or take the setting printer.icc away",
      .init(.printerColors))
  }

  private func state(of status: PrinterStatus) -> Finding {
    let model = status.model
    if let obstacle = status.obstacle {
      return .bad(
        "printer", "\(advice: model) \(advice: obstacle.remedy(saying: status.message))",
        "prints that are ordered wait for it", BoothCondition(obstacle, model))
    }
    guard let left = status.sheetsLeft else {
      return .fine("printer", "\(advice: model) is ready", .init(.printerReady, model))
    }
    return left > PrinterWatch.Limits().fewSheets
      ? .fine(
        "printer", "\(advice: model) is ready, \(counted(left, "sheet")) left", .init(.printerSheets, model, "\(left)"))
      : .warning(
        "printer", "\(advice: model) has \(counted(left, "sheet")) left", "have paper and ribbon ready",
        .init(.printerFew, model, "\(left)"))
  }

  /// What is loaded, against what is printed; nil where it fits, or the printer does not say.
  private func media(of status: PrinterStatus, _ choice: PrinterChoice.Choice) -> Finding? {
    let wanted = choice.sheet(status.model).paper
    guard !status.mediaReady.isEmpty, !status.mediaReady.contains(where: { Self.fits($0, wanted) }) else { return nil }
    let loaded = status.mediaReady.prefix(3).map(Self.words).joined(separator: ", ")
    return .bad(
      "printer", "\(advice: status.model) has \(loaded) loaded, and prints are \(Self.words(wanted))",
      "load that paper, or name the loaded one in the setting printer.paper (4x6, 5x7, 6x8, hagaki)",
      .init(.printerMedia, status.model))
  }

  /// Within 4 mm, however it lies: CUPS and gutenprint call 4×6 inches 104.99×162.56 mm where they print beyond the edge.
  private static func fits(_ one: MillimetreSize, _ other: MillimetreSize) -> Bool {
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= max(4, b * 0.07) }
    return near(one.width, other.width) && near(one.height, other.height)
      || near(one.width, other.height) && near(one.height, other.width)
  }

  private static func words(_ size: MillimetreSize) -> String {
    "\(Int(size.width.rounded()))×\(Int(size.height.rounded())) mm"
  }
}
