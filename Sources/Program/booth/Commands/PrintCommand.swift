import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport

struct PrintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Show prints, try the printer, print again, pause, and give prints up.",
    subcommands: [
      List.self, Reprint.self, Retry.self, Confirm.self, Cancel.self, Pause.self, Resume.self, Refilled.self,
      Proof.self,
      Test.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the prints that wait, are in the printer, or need an answer.")
    @Flag(help: "All prints, also those that came out.") var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try VaultSessionStore.openForReading(folder: try await place.settings(data: .nothing).data)
      let (sessions, notes) = try await store.allPrints()
      let prints = sessions.flatMap { session in
        session.prints.filter { all || !$0.state.isOver || $0.state.asks }.map { PrintAnswer($0, of: session) }
      }.sorted { $0.orderedAt.time < $1.orderedAt.time }
      for note in notes { complain("booth: \(advice: note)") }
      if output.json { return try printJSON(prints) }
      if prints.isEmpty { return say(all ? "there are no prints" : "no prints wait") }
      printTable(
        header: ["print", "event", "state", "sent", "note"],
        prints.map {
          [$0.print, $0.event, $0.state, "\($0.sendings)", CommandText(advice: $0.note ?? "").printed]
        })
      guard prints.contains(where: \.asks) else { return }
      print()
      say(
        "ask, probably: look whether the sheet came out. It did not: booth print retry PRINT; it did: booth print confirm PRINT"
      )
    }
  }

  struct Reprint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reprint", abstract: "Print a session once more, whatever its event allows guests.")
    @Argument(help: "The session's id, or its first eight signs.") var session: String
    @Option(help: "How many sheets, 1 to 50.", transform: TypedNumber.read) var copies = 1
    @Option(help: "One of the layouts that the event lets guests choose from, by its id; default: the event's own.")
    var layout: String?
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard (1...OperatorCommand.mostCopies).contains(copies) else {
        throw ValidationError("--copies \(copies): expected 1 to \(OperatorCommand.mostCopies)")
      }
    }

    func run() async throws {
      let settings = try await place.settings(data: .nothing)
      let (record, _) = try await SessionCommand.find(session, in: settings)
      if let layout { try prove(layout, of: record.eventSlug, settings) }
      try await Console(settings: settings).sendOrPerform(
        .printSession(record.id, copies: copies, layout: layout), json: output.json)
    }

    private func prove(_ layout: String, of slug: String, _ settings: Settings) throws {
      let known = try EventPlaces.event(slug, in: try EventPlaces.load(settings)).layouts.map(\.id)
      guard !known.contains(layout) else { return }
      let expected =
        known.isEmpty
        ? "it has none to choose from: leave --layout out" : "expected one of \(known.joined(separator: ", "))"
      throw CommandError(
        "the event \(slug) has no layout \"\(layout.printable(limit: 80))\"; \(expected)", code: CommandError.usage)
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry", abstract: "Print a sheet again that did not come out.")
    @Argument(help: "The print, as `booth print list` shows it.") var print: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try PrintCommand.id(print) }

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(
        .retryPrint(try PrintCommand.id(print)), json: output.json)
    }
  }

  struct Confirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "confirm", abstract: "Record that a sheet came out that the printer did not count.")
    @Argument(help: "The print, as `booth print list` shows it.") var print: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try PrintCommand.id(print) }

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(
        .confirmPrint(try PrintCommand.id(print)), json: output.json)
    }
  }

  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Send no more sheets to the printer; what is ordered waits.")
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(.pausePrints, json: output.json)
    }
  }

  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Let prints come out again, and start a queue of CUPS that was stopped.")
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(.resumePrints, json: output.json)
    }
  }

  struct Refilled: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refilled",
      abstract: "Note how many sheets the printer has now, for a printer that does not count them.")
    @Argument(help: "How many sheets; none: they are not counted any more.", transform: TypedNumber.read)
    var sheets: Int?
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard let sheets, !(1...PrintDesk.mostSheets).contains(sheets) else { return }
      throw ValidationError("\(sheets) sheets: expected 1 to \(PrintDesk.mostSheets)")
    }

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(
        .refilled(sheets: sheets), json: output.json)
    }
  }

  struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: "Give a print up that the printer does not have.")
    @Argument(help: "The print, as `booth print list` shows it.") var print: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try PrintCommand.id(print) }

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(
        .cancelPrint(try PrintCommand.id(print)), json: output.json)
    }
  }

  private static func id(_ text: String) throws -> PrintID {
    guard let id = PrintID(text) else {
      throw ValidationError(
        "\"\(text.printable(limit: 80))\": expected a print as `booth print list` shows it, SESSION.NUMBER")
    }
    return id
  }
}

/// A print as commands show it.
struct PrintAnswer: Encodable {
  var print: String
  var session: String
  var event: String
  var state: String
  var origin: String
  var sendings: Int
  var orderedAt: TimeAnswer
  var printer: String?
  var printerJob: Int?
  var note: String?
  var asks: Bool

  init(_ record: PrintRecord, of session: SessionPrints) {
    print = PrintID(session: session.session, number: record.number).description
    self.session = session.session.text
    event = session.event
    state = record.state.rawValue
    origin = record.origin.rawValue
    sendings = record.sendings
    orderedAt = TimeAnswer(record.orderedAt)
    printer = record.attempt?.printer
    printerJob = record.attempt?.job
    note = record.words
    asks = record.state.asks
  }
}
