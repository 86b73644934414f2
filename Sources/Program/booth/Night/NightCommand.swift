import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
import NightReports

struct NightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "night", abstract: "Report how an evening went, and what to change next time.",
    discussion: """
      From the journal and the books of the data folder; nothing is changed, and a booth may be at work on it. Without \
      --from and --to it is the last evening: sessions with less than six hours between one and the next. Times are local: \
      2026-11-29, "2026-11-29 18:00", or ISO 8601 with a zone. The report has counts and times, and nothing of guests.
      """)
  @Option(help: "Only this event, by its folder's name.") var event: String?
  @Option(help: "From when on.") var from: String?
  @Option(help: "Until when.") var to: String?
  @Option(help: "Write a page that stands alone to this file.") var html: String?
  @Option(help: "Write the report as PDF to this file.") var pdf: String?
  @Flag(help: "Replace files that are there.") var replace = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let now = Date.now
    let (from, to) = (try Self.time(from, "--from"), try Self.time(to, "--to"))
    if let from, let to, from > to {
      throw CommandError("--from is later than --to", code: CommandError.usage)
    }
    let settings = try await place.settings(data: .nothing)
    let store = try AuditCommand.open(settings)
    if let event { try await AuditCommand.require(event, in: store) }
    let question = NightQuestion(
      event: event, from: from?.timeIntervalSince1970, to: to?.timeIntervalSince1970, now: now.timeIntervalSince1970,
      isRunning: await Console(settings: settings).isAnswered,
      secondsFromUTC: LocalTime.secondsFromUTC(at: from ?? now))
    let account: NightAccount?
    do throws(StoreError) {
      account = try await NightReading(folder: settings.data).account(question, store)
    } catch {
      throw CommandError("\(advice: error)")
    }
    guard let account else {
      throw CommandError("no session is in \(settings.data): there is no night to report")
    }
    let page = NightPage(account)
    if let html { try write(page.html, to: html) }
    if let pdf {
      let bytes: [UInt8]
      do throws(ImageError) { bytes = try page.pdf() } catch {
        throw CommandError("\(advice: error)", code: CommandError.cannotCreate)
      }
      try write(bytes, to: pdf)
    }
    if output.json { return try printJSON(NightAnswer(account)) }
    for line in page.lines { say("\(advice: line)") }
  }

  private static func time(_ text: String?, _ flag: String) throws -> Date? {
    guard let text else { return nil }
    guard let date = LocalTime.read(text) else {
      throw CommandError(
        "\(flag) \"\(text)\": expected a moment such as 2026-11-29, \"2026-11-29 18:00\" or 2026-11-29T18:00:00Z",
        code: CommandError.usage)
    }
    return date
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try WrittenFile(Settings.absolute(path), replacing: replace)
    try file.append(bytes)
    try file.finish()
  }
}
