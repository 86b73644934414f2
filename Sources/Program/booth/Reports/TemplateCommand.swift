import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Reports
import StudioModel
import StudioStore

extension ReportCommand {
  struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "template",
      abstract:
        "Manage reports' forms: list, show, import, export, check; versions, duplicate, archive, restore, delete.",
      subcommands: [
        ListTemplates.self, ShowTemplate.self, ImportTemplate.self, ExportTemplate.self, CheckTemplate.self,
        TemplateVersions.self, DuplicateTemplate.self, RetireCommand<KeptForm>.self, RestoreCommand<KeptForm>.self,
        DeleteCommand<KeptForm>.self,
      ],
      defaultSubcommand: ListTemplates.self)
  }

  struct ListTemplates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all forms, used or not.")
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let found = try await ReportStore.tried { try await store.templates.all(of: store.organisation) }
      if found.isEmpty { return say("no forms; booth report template import FILE.json") }
      printTable(
        header: ["id", "form", "kind", "version", "fields", "state"],
        found.map { document in
          guard let template = TemplateReading(document).template else {
            return [document.path.id, "(cannot be read)"]
          }
          let facts = [template.isDefault ? "default" : nil, template.isActive ? nil : "not in use"].compactMap { $0 }
          return [
            template.id, template.name, template.shootType, "\(template.version)",
            "\(template.fields.count)",
            facts.joined(separator: ", "),
          ]
        })
    }
  }

  struct ShowTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a form's fields, and what is unusual about it.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let reading = TemplateReading(try await ReportStore.template(id, store))
      if let template = reading.template {
        say("\(template.name) (\(template.shootType), version \(template.version))")
        printTable(
          header: ["key", "type", "label", "", "choices"],
          template.fields.map {
            [$0.id, $0.type.rawValue, $0.label, $0.isRequired ? "required" : "", $0.options.joined(separator: " | ")]
          })
      }
      for problem in reading.problems { say("\(ReportStore.told(problem))") }
    }
  }

  struct ImportTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Import a form, as the existing apps have it in Firestore.",
      discussion:
        "It becomes this studio's: its organizationID is not looked at. What is there under its id stays, unless --replace is said: then it is the next version, and reports and drafts keep theirs; a file without an id is a new form each time. Says what `check` says."
    )
    @Argument(help: "A file of JSON.") var file: String
    @Flag(help: "It is the next version of the form with its id.") var replace = false
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let fields = try ReportStore.form(file)
      let store = try await ReportStore(place, data: .takes)
      defer { store.documents.close() }
      let (named, reading) = TemplateReading.ofFile(fields, organisation: store.organisation.text)
      for problem in reading.problems { complain("\(ReportStore.told(problem))") }
      guard var template = reading.template else {
        throw CommandError("\(file) is no form that can be used")
      }
      template.id = try Self.id(named, replacing: replace, file)
      let there = try await ReportStore.tried {
        try await store.templates.template(template.id, of: store.organisation)
      }
      if there != nil, !replace {
        throw CommandError(
          "there is a form \(template.id) already; --replace makes this its next version", code: CommandError.usage)
      }
      let kept = try await ReportStore.changed {
        try await TemplateStore(store.documents).save(template, base: there?.version)
      }
      var before = ""
      if let there {
        before =
          there.version == kept.version
          ? ": it says the same as before" : ", in place of version \(there.version) (\(there.name))"
      } else if replace {
        before = ": there was none to replace"
      }
      say("\(kept.name): \(counted(kept.fields.count, "field")), as \(kept.id), version \(kept.version)\(before)")
    }

    /// - Throws: ``CommandError`` for what replaces a form, and does not say which.
    static func id(_ named: String?, replacing: Bool, _ file: String) throws -> String {
      if let named { return named }
      guard !replacing else {
        throw CommandError(
          "\(file) has no id, and so replaces nothing: give it the \"id\" of the form that it replaces "
            + "(booth report template list)", code: CommandError.usage)
      }
      return UUID().uuidString
    }
  }

  struct ExportTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Print a form as JSON.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      ReportStore.print(try await ReportStore.template(id, store).fields.plainJSON)
    }
  }

  struct CheckTemplate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check a file with a form, field by field.",
      discussion: "Exit: 0 where it can be used; 1 where it cannot.")
    @Argument(help: "A file of JSON.") var file: String
    /// Taken as by the other commands; a file needs no data folder.
    @OptionGroup var place: PlaceOptions

    func run() throws {
      let reading = TemplateReading.ofFile(try ReportStore.form(file), organisation: nil).reading
      for problem in reading.problems { say("\(ReportStore.told(problem))") }
      guard let template = reading.template else { throw CommandError("it cannot be used") }
      say("\(template.name): \(counted(template.fields.count, "field")); it can be used")
    }
  }
}

extension ReportStore {
  /// What keeps a form from being used, what could not work when it is filled in, and what is only odd.
  static func told(_ problem: TemplateProblem) -> String {
    "\(problem.isFatal ? "wrong" : problem.isBroken ? "broken" : "note"): \(problem)"
  }

  /// A form of the organisation, readable or not.
  static func template(_ id: String, _ store: ReportStore) async throws -> StoredDocument {
    let found = try await tried { try await store.templates.all(of: store.organisation) }
    guard let document = found.first(where: { $0.path.id == id }) else {
      throw CommandError("there is no form \(id) (booth report template list)", code: CommandError.usage)
    }
    return document
  }
}
