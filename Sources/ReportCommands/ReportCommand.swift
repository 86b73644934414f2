package import ArgumentParser
import BoothCore
import BoothProgram
import DailyReports
import FoundationEssentials
import StudioRules
import StudioStore

/// Daily reports of the studio.
package struct ReportCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Daily reports: their forms, the schools they lead to, and what was sent.",
    discussion: "Works beside a running studio. Forms are filled in on its page \"Reports\".",
    subcommands: [List.self, Show.self, Export.self, Calculate.self, TemplateCommand.self, SchoolCommand.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The reports, the newest first.")
    @Option(help: "Only those with these words in photographer, form, school or date.") var search = ""
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      var wish = ReportShelf.Wish()
      wish.search = search
      let found = try await ReportBook.tried { try await book.shelf.reports(of: book.organisation, wish) }
      if found.isEmpty { return say("no reports") }
      printTable(
        found.map {
          [$0.id, $0.date, $0.photographer, $0.templateName ?? "legacy", $0.schools.joined(separator: ", ")]
        })
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One report, as it is kept: JSON.")
    @Argument(help: "The report's id, as `booth report list` prints it.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      let found = try await ReportBook.tried { () -> StoredDocument? in
        guard try await book.shelf.report(id, of: book.organisation) != nil,
          let path = ReportDocument.path(ReportDocument.collection, id)
        else { return nil }
        return try await book.documents.document(at: path)
      }
      guard let found else {
        throw CommandError("there is no report \(id) (booth report list)", code: CommandError.usage)
      }
      ReportBook.print(found.fields.plainJSON)
    }
  }

  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write all reports as a table (CSV), with the forms' fields as columns.",
      discussion: "What a spreadsheet would calculate has an apostrophe before it.")
    @Option(help: "Only those with these words in photographer, form, school or date.") var search = ""
    @Option(help: "The file. (default: print it)") var out: String?
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      var wish = ReportShelf.Wish()
      wish.search = search
      let (found, templates) = try await ReportBook.tried {
        (
          try await book.shelf.reports(of: book.organisation, wish),
          try await book.templates.all(of: book.organisation).compactMap { TemplateReading($0).template }
        )
      }
      let csv = ReportTable(found, templates: templates).csv
      guard let out else { return Swift.print(csv, terminator: "") }
      try writeFile(Array(csv.utf8), to: Settings.absolute(out))
      say("\(found.count) reports → \(out)")
    }
  }

  struct Calculate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "calculate", abstract: "What an expression of a calculated field is worth, or why it has no value.",
      discussion:
        "Dates and times in the file are objects: {\"day\": {\"date\": \"2024-01-15\"}, \"at\": {\"time\": \"14:30\"}}."
    )
    @Argument(help: "Such as 'round(mileage * 0.67, 2)'.") var expression: String
    @Option(help: "A file of JSON: an object of what fields hold, by their ids.") var values: String?

    func run() throws {
      let json = try values.map { try ReportBook.json($0) } ?? .object([])
      guard json.members != nil else {
        throw CommandError("\(values ?? ""): expected an object", code: CommandError.usage)
      }
      do throws(CalculationFault) {
        say(try Calculation(expression).value { json[$0].map { CalculationValue(plain: $0) } }.told)
      } catch {
        throw CommandError(error.words)
      }
    }
  }
}
