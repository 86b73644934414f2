import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Documents
import Reports
import StudioModel
import StudioStore

extension ReportCommand {
  struct SchoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "school",
      abstract: "Manage the schools that reports lead to: list, import, retire, restore, delete.",
      subcommands: [
        ListSchools.self, ImportSchools.self, RetireCommand<KeptSchool>.self, RestoreCommand<KeptSchool>.self,
        DeleteCommand<KeptSchool>.self,
      ], defaultSubcommand: ListSchools.self)
  }

  struct ListSchools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all schools.")
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let found = try await ReportStore.tried { try await store.finder.schools(of: store.organisation) }
      if found.isEmpty { return say("no schools; booth report school import FILE.json") }
      printTable(
        header: ["id", "name", "city", "position", "state"],
        found.map {
          [$0.id, $0.name, $0.city, $0.place.map(\.written) ?? "(unknown place)", $0.isRetired ? "retired" : ""]
        })
    }
  }

  struct ImportSchools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Import schools, as the existing apps have them: a list of JSON objects.",
      discussion: "Of each: id, value (its name), street, city, state, zipCode, coordinates (\"LAT,LON\").")
    @Argument(help: "A file of JSON.") var file: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      guard let elements = try ReportStore.json(file).elements else {
        throw CommandError("\(file): expected a list of schools", code: CommandError.usage)
      }
      let store = try await ReportStore(place, data: .takes)
      defer { store.documents.close() }
      let writes = try Self.read(elements, of: file).map { path, school in
        if school.place == nil { complain("note: \(school.name): its coordinates are none, and mileage leaves it out") }
        return DocumentWrite.set(path, school.document(organisation: store.organisation))
      }
      _ = try await ReportStore.tried { try await store.documents.commit(writes) }
      say("\(counted(writes.count, "school"))")
    }

    /// - Throws: ``CommandError`` for what is no school, and for two of one id: only one would stay.
    static func read(_ elements: [DocumentJSON], of file: String) throws -> [(path: DocumentPath, school: ReportSchool)]
    {
      var schools: [(path: DocumentPath, school: ReportSchool)] = []
      var known: [String: (number: Int, name: String)] = [:]
      for (number, element) in elements.enumerated() {
        let fields = DocumentFields(plain: element)
        guard let id = fields["id"]?.plainText, let school = ReportSchool(fields, id: id),
          let path = ReportDocument.path(ReportSchool.collection, id)
        else {
          throw CommandError(
            "\(file): school \(number + 1) has no id, or no value; nothing was taken in", code: CommandError.usage)
        }
        if let other = known[id] {
          throw CommandError(
            "\(file): school \(number + 1) (\(school.name)) has the id \(id) of school \(other.number) (\(other.name)); "
              + "nothing was taken in",
            code: CommandError.usage)
        }
        known[id] = (number + 1, school.name)
        schools.append((path, school))
      }
      return schools
    }
  }
}

extension ReportStore {
  func school(_ id: String) async throws -> ReportSchool {
    let found = try await Self.tried { try await finder.schools(of: organisation) }
    guard let school = found.first(where: { $0.id == id }) else {
      throw CommandError("there is no school \(id) (booth report school list)", code: CommandError.usage)
    }
    return school
  }
}
