import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
import Printers

extension PrintCommand {
  struct Proof: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "proof",
      abstract: "Draw a test sheet as a JPEG: edges, cuts, colours. `booth print test` prints it.")
    @Argument(help: "The file to write.") var file: String
    @Flag(help: "With the mark where a sheet is cut into two strips.") var cut = false
    @Option(help: "The printer, as for booth run.") var printer: String?
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let path = Settings.absolute(file)
      guard !FileManager.default.fileExists(atPath: path) else {
        throw CommandError("\(path) is there already: name a new file", code: CommandError.cannotCreate)
      }
      let settings = try await place.settings(printer.map { [.printer: $0] } ?? [:], data: .nothing)
      let choice = try PrinterChoice.choice(settings)
      // Also without a printer, or with one that is off: then for the usual paper.
      var status: PrinterStatus?
      if let choice {
        do throws(PrinterError) { status = try await choice.driver.status() } catch {
          complain("booth: \(advice: error.description); the sheet is drawn without knowing the printer")
        }
      }
      if let fault = choice?.colorsFault { throw CommandError("\(fault.description)", code: CommandError.usage) }
      let sheet = TestSheet(choice, status, pieces: cut ? 2 : 1)
      try writeFile(try sheet.jpeg(), to: path)
      say("\(path): \(sheet.words)")
    }
  }

  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Print a test sheet, and say what became of it.")
    @Flag(help: "With the mark where a sheet is cut into two strips, and cut there.") var cut = false
    @Option(help: "Seconds to wait for it, 1 to 600.", transform: TypedNumber.read) var wait = 120
    @Option(help: "The printer, as for booth run.") var printer: String?
    @OptionGroup var place: PlaceOptions

    func validate() throws {
      guard (1...600).contains(wait) else { throw ValidationError("--wait \(wait): expected 1 to 600 seconds") }
    }

    func run() async throws {
      guard
        let choice = try PrinterChoice.choice(
          try await place.settings(printer.map { [.printer: $0] } ?? [:], data: .nothing))
      else {
        throw CommandError(
          "no printer is set; name one: booth print test --printer ipp://ADDRESS/ipp/print, or `printer` in booth.json",
          code: CommandError.usage)
      }
      do {
        try await print(choice)
      } catch let error as PrinterError {
        throw CommandError("\(error.description)", code: CommandError.unavailable)
      }
    }

    private func print(_ choice: PrinterChoice.Choice) async throws {
      if let fault = choice.colorsFault { throw CommandError("\(fault.description)", code: CommandError.usage) }
      let driver = choice.driver
      let status = try await driver.status()
      if let obstacle = status.obstacle {
        throw CommandError(
          "\(status.model) \(obstacle.remedy(saying: status.message)) Nothing was sent.", code: CommandError.unavailable
        )
      }
      let sheet = TestSheet(choice, status, pieces: cut ? 2 : 1)
      let folder = try NightFolder.make()
      defer { folder.remove() }
      let path = folder.path + "/sheet.jpg"
      try writeFile(try sheet.jpeg(), to: path)
      say("\(sheet.words)")
      let job = try await driver.send(
        PrintSheet(name: "booth-test", file: path, paper: sheet.sheet.paper, pieces: sheet.pieces))
      say("The printer has it as job \(job.id).")
      try await follow(job.id, driver, status)
    }

    private func follow(_ id: Int, _ driver: IPPPrinter, _ before: PrinterStatus) async throws {
      let end = ContinuousClock.now + .seconds(wait)
      var said = ""
      while ContinuousClock.now < end {
        let status = try await driver.status()
        if let obstacle = status.obstacle {
          let words = "\(status.model) \(obstacle.remedy(saying: status.message))"
          if words != said { say("\(words)") }
          said = words
        }
        guard let job = try await driver.job(id) else {
          return say("The printer has forgotten the job: look whether the sheet came out.")
        }
        switch job.state {
        case .completed:
          let counted = (job.sheetsCompleted ?? 0) > 0 || Self.rose(before, status)
          return say(
            counted
              ? "Printed: the printer counted the sheet."
              : "The printer says that it is done; it does not count sheets, so look whether it came out.")
        case .canceled, .aborted:
          let reasons = job.reasons.isEmpty ? "" : " (\(job.reasons.joined(separator: ", ")))"
          throw CommandError(
            "the printer gave the sheet up: \(job.state.rawValue)\(reasons)", code: CommandError.unavailable)
        case .pending, .held, .processing, .stopped: break
        }
        try await Task.sleep(for: .milliseconds(500))
      }
      throw CommandError(
        "not printed within \(wait) seconds; it may still come out", code: CommandError.unavailable)
    }

    private static func rose(_ before: PrinterStatus, _ now: PrinterStatus) -> Bool {
      guard let before = before.sheetsPrinted, let now = now.sheetsPrinted else { return false }
      return now > before
    }
  }
}

/// The test sheet for a printer, and what it is in words.
private struct TestSheet {
  var sheet: PrinterPort.Sheet
  var pieces: Int
  private var proof: PrintProof

  init(_ choice: PrinterChoice.Choice?, _ status: PrinterStatus?, pieces: Int) {
    let model = status?.model ?? ""
    let paper = PrinterChoice.Paper(choice, model: model)
    sheet = paper.sheet
    self.pieces = pieces
    let name = model.isEmpty ? "no printer known" : model
    proof = PrintProof(
      canvas: sheet.canvas, paper: sheet.paper, dpi: paper.sheet.dpi, pieces: pieces,
      lines: [name, "\(paper.size), \(sheet.canvas) pixels, \(paper.sheet.dpi) dpi"]
        + (sheet.colors.map { ["colours by " + ($0.name.split(separator: "/").last.map(String.init) ?? $0.name)] } ?? []),
      colors: sheet.colors)
    words = CommandText(advice: "a test sheet of \(paper.size) for \(name): \(sheet.canvas) pixels")
  }

  let words: CommandText

  func jpeg() throws(ImageError) -> [UInt8] { try proof.jpeg() }
}
