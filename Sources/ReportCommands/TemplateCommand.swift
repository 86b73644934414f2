import ArgumentParser
import BoothCore
import BoothProgram
import DailyReports
import FoundationEssentials
import StudioRules
import StudioStore

extension ReportCommand {
  struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "template", abstract: "Forms of reports: list, show, import, export, check.",
      subcommands: [
        ListTemplates.self, ShowTemplate.self, ImportTemplate.self, ExportTemplate.self, CheckTemplate.self,
      ],
      defaultSubcommand: ListTemplates.self)
  }

  struct ListTemplates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "All forms, used or not.")
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      let found = try await ReportBook.tried { try await book.templates.all(of: book.organisation) }
      if found.isEmpty { return say("no forms; booth report template import FILE.json") }
      printTable(
        found.map { document in
          guard let template = TemplateReading(document).template else {
            return [document.path.id, "(cannot be read)"]
          }
          let facts = [template.isDefault ? "default" : nil, template.isActive ? nil : "not in use"].compactMap { $0 }
          return [
            template.id, template.name, template.shootType, "version \(template.version)",
            "\(template.fields.count) fields",
            facts.joined(separator: ", "),
          ]
        })
    }
  }

  struct ShowTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "A form's fields, and what is odd about it.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      let reading = TemplateReading(try await ReportBook.template(id, book))
      if let template = reading.template {
        say("\(template.name) (\(template.shootType), version \(template.version))")
        printTable(
          template.fields.map {
            [$0.id, $0.type.rawValue, $0.label, $0.isRequired ? "required" : "", $0.options.joined(separator: " | ")]
          })
      }
      for problem in reading.problems { say("\(problem.isFatal ? "wrong" : "note"): \(problem)") }
    }
  }

  struct ImportTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Take a form in, as the existing apps have it in Firestore.",
      discussion:
        "It becomes this studio's: its organizationID is not looked at. What is there under its id stays, unless --replace is said."
    )
    @Argument(help: "A file of JSON.") var file: String
    @Flag(help: "The form may take the place of one with its id.") var replace = false
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let json = try ReportBook.json(file)
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      var fields = DocumentFields(plain: json)
      fields["organizationID"] = .string(book.organisation.text)
      let id = fields["id"]?.plainText ?? UUID().uuidString
      guard let path = ReportDocument.path(ReportTemplate.collection, id) else {
        throw CommandError("\"\(id)\" can be no document's id", code: CommandError.usage)
      }
      let reading = TemplateReading(fields, id: id)
      let told = reading.problems.filter { !$0.words.contains("createdAt") }
      for problem in told { complain("\(problem.isFatal ? "wrong" : "note"): \(problem)") }
      guard let template = reading.template else {
        throw CommandError("\(file) is no form that can be used", code: CommandError.usage)
      }
      _ = try await ReportBook.tried {
        if !replace, try await book.documents.document(at: path) != nil {
          throw CommandError(
            "there is a form \(id) already; --replace puts this in its place", code: CommandError.usage)
        }
        return try await book.documents.commit([
          .set(path, template.document, serverTimes: ["createdAt", "updatedAt"])
        ])
      }
      say("\(template.name): \(template.fields.count) fields, as \(id)")
    }
  }

  struct ExportTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "A form as JSON.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      ReportBook.print(try await ReportBook.template(id, book).fields.plainJSON)
    }
  }

  struct CheckTemplate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "What is wrong or odd in a file with a form, field by field.",
      discussion: "Exit: 0 where it can be used; 1 where it cannot.")
    @Argument(help: "A file of JSON.") var file: String

    func run() throws {
      let fields = DocumentFields(plain: try ReportBook.json(file))
      let reading = TemplateReading(fields, id: fields["id"]?.plainText ?? "new")
      for problem in reading.problems { say("\(problem.isFatal ? "wrong" : "note"): \(problem)") }
      guard let template = reading.template else { throw CommandError("it cannot be used") }
      say("\(template.name): \(template.fields.count) fields; it can be used")
    }
  }

  struct SchoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "school", abstract: "The schools that reports lead to: list, import.",
      subcommands: [ListSchools.self, ImportSchools.self], defaultSubcommand: ListSchools.self)
  }

  struct ListSchools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "All schools.")
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      let found = try await ReportBook.tried { try await book.shelf.schools(of: book.organisation) }
      if found.isEmpty { return say("no schools; booth report school import FILE.json") }
      printTable(found.map { [$0.id, $0.name, $0.city, $0.place.map(\.written) ?? "(nobody knows where)"] })
    }
  }

  struct ImportSchools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Take schools in, as the existing apps have them: a list of JSON objects.",
      discussion: "Of each: id, value (its name), street, city, state, zipCode, coordinates (\"LAT,LON\").")
    @Argument(help: "A file of JSON.") var file: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      guard let elements = try ReportBook.json(file).elements else {
        throw CommandError("\(file): expected a list of schools", code: CommandError.usage)
      }
      let book = try await ReportBook(place)
      defer { book.documents.close() }
      var writes: [DocumentWrite] = []
      for (number, element) in elements.enumerated() {
        let fields = DocumentFields(plain: element)
        guard let id = fields["id"]?.plainText, let school = ReportSchool(fields, id: id),
          let path = ReportDocument.path(ReportSchool.collection, id)
        else {
          throw CommandError(
            "\(file): school \(number + 1) has no id, or no value; nothing was taken in", code: CommandError.usage)
        }
        if school.place == nil { complain("note: \(school.name): its coordinates are none, and mileage leaves it out") }
        writes.append(.set(path, school.document(organisation: book.organisation)))
      }
      _ = try await ReportBook.tried { try await book.documents.commit(writes) }
      say("\(writes.count) schools")
    }
  }
}

extension ReportBook {
  /// A form of the organisation, readable or not.
  static func template(_ id: String, _ book: ReportBook) async throws -> StoredDocument {
    let found = try await tried { try await book.templates.all(of: book.organisation) }
    guard let document = found.first(where: { $0.path.id == id }) else {
      throw CommandError("there is no form \(id) (booth report template list)", code: CommandError.usage)
    }
    return document
  }
}
