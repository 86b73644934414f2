package import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Reports
import StudioModel
import StudioStore

/// Daily reports of the studio.
package struct ReportCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Manage daily reports: their forms, the schools they lead to, and what was sent.",
    discussion: "Works beside a running studio. Forms are filled in on its page \"Reports\".",
    subcommands: [
      ListReports.self, Show.self, DeleteReports.self, ExportReports.self, MileageCommand.self, CheckReports.self,
      Calculate.self, TemplateCommand.self, SchoolCommand.self,
    ],
    defaultSubcommand: ListReports.self)

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print a report as JSON.")
    @Argument(help: "The report's id, as `booth report list` prints it.") var id: String
    @Option(help: "An older version of it, counted from 1.", transform: TypedNumber.read) var version: Int?
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let found = try await ReportStore.tried { () -> StoredDocument? in
        guard let report = try await store.finder.report(id, of: store.organisation),
          let path = version == nil || version == report.version
            ? ReportDocument.path(ReportDocument.collection, id) : ReportDocument.version(version ?? 0, of: id)
        else { return nil }
        return try await store.documents.document(at: path)
      }
      guard let found else {
        let what = version.map { "version \($0) of a report" } ?? "report"
        throw CommandError("there is no \(what) \(id) (booth report list)", code: CommandError.usage)
      }
      ReportStore.print(found.fields.plainJSON)
    }
  }

  struct Calculate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "calculate", abstract: "Calculate an expression of a calculated field, or say why it has no value.",
      discussion:
        "Dates and times in the file are objects: {\"day\": {\"date\": \"2024-01-15\"}, \"at\": {\"time\": \"14:30\"}}."
    )
    @Argument(help: "Such as 'round(mileage * 0.67, 2)'.") var expression: String
    @Option(help: "A file of JSON: an object of what fields hold, by their ids.") var values: String?

    /// Whether nothing of it is lost when it is read.
    static func isValue(_ json: DocumentJSON) -> Bool {
      switch json {
      case .null, .bool, .string: true
      case .number, .object: CalculationValue(plain: json) != .blank
      case .array(let elements): elements.allSatisfy(isValue)
      }
    }

    func run() throws {
      let json = try values.map { try ReportStore.json($0) } ?? .object([])
      guard let members = json.members else {
        throw CommandError("\(values ?? ""): expected an object", code: CommandError.usage)
      }
      for member in members where !Self.isValue(member.value) {
        throw CommandError(
          "\(values ?? ""): \(member.name) is no value; expected a number below 10^15, a text, true or false, null, a list of "
            + "these, {\"date\": \"2024-01-15\"} or {\"time\": \"14:30\"}", code: CommandError.usage)
      }
      do throws(CalculationFault) {
        say("\(try Calculation(expression).value { json[$0].map { CalculationValue(plain: $0) } }.told)")
      } catch {
        throw CommandError("\(advice: error.words)")
      }
    }
  }
}
