package import ArgumentParser
import BoothSystem
import CommandSupport
import Firebase
import FoundationEssentials
import Glibc

/// The organisations whose Firebase a studio serves.
package struct StudioOrganisationCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "organisation",
    abstract: "Manage organisations that sign in with Firebase: add, list, remove.",
    discussion:
      "A studio that runs reads them at its next start. `booth studio check` says whether they answer as they should.",
    subcommands: [
      StudioOrganisationAddCommand.self, StudioOrganisationListCommand.self, StudioOrganisationRemoveCommand.self,
    ])
  package init() {}
}

/// The studio's folder, for commands beside it.
enum FirebaseFolder {
  static func path(_ place: PlaceOptions, data need: DataFolderNeed = .ours) async throws -> String {
    let data = try await place.settings(data: need).data
    var facts = stat()
    guard stat(data, &facts) == 0 else {
      throw CommandError("\(data) is not there: --data names the folder of booth and studio", code: CommandError.usage)
    }
    if geteuid() == 0, facts.st_uid != 0 {
      throw CommandError("\(data) belongs to somebody else: run this as that user", code: CommandError.denied)
    }
    let folder = data + "/studio"
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw CommandError("\(folder) cannot be made: \(advice: error)", code: CommandError.cannotCreate)
    }
    return folder
  }
}

struct StudioOrganisationAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an organisation's Firebase project, or change what is known of it.")
  @Argument(help: "What the organisation is called, on the page where its people sign in.") var name: String
  @Option(help: "The project's id.") var project: String
  @Option(help: "The project's key for apps (`AIza…`), as its console shows it; no secret.") var key: String
  @Option(help: "Where its pictures are. (default: the project's id with `.firebasestorage.app`)") var bucket: String?
  @Option(help: "A short name of letters, digits and hyphens. (default: the project's id)") var id: String?
  @Option(
    name: .customLong("firestore-url"), help: "Where Firestore answers, instead of Google's: an emulator's address.")
  var firestore: String?
  @Option(name: .customLong("storage-url"), help: "Where Firebase Storage answers.") var storage: String?
  @Option(name: .customLong("accounts-url"), help: "Where Identity Toolkit answers.") var accounts: String?
  @Option(name: .customLong("tokens-url"), help: "Where the token's service answers.") var tokens: String?
  @OptionGroup var place: PlaceOptions

  func run() async throws {
    let endpoints = FirebaseOrganisation.Endpoints(
      firestore: firestore, storage: storage, accounts: accounts, tokens: tokens)
    let organisation = FirebaseOrganisation(
      id: id ?? project, name: name, project: project, key: key, bucket: bucket,
      endpoints: endpoints.all.isEmpty ? nil : endpoints)
    if let fault = organisation.fault { throw CommandError("\(advice: fault)", code: CommandError.usage) }
    try OrganisationsFile(folder: try await FirebaseFolder.path(place, data: .takes)).put(organisation)
    say("\(name): its people can sign in when the studio has started again; booth studio check \(organisation.id)")
  }
}

struct StudioOrganisationListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the organisations.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  private struct Answer: Encodable {
    var id: String
    var name: String
    var project: String
    var bucket: String
  }

  func run() async throws {
    let all = try OrganisationsFile(folder: try await FirebaseFolder.path(place)).read()
    if output.json {
      return try printJSON(
        all.map { Answer(id: $0.id, name: $0.name, project: $0.project, bucket: $0.storage.bucket) })
    }
    if all.isEmpty { return say("none: everybody signs in with an account of this studio") }
    printTable(
      header: ["organisation", "name", "project", "bucket"],
      all.map { [$0.id, $0.name, $0.project, $0.storage.bucket] })
  }
}

struct StudioOrganisationRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Stop an organisation's people from signing in. Their accounts there do not change."
  )
  @Argument(help: "Its short name.") var id: String
  @OptionGroup var place: PlaceOptions

  func run() async throws {
    guard try OrganisationsFile(folder: try await FirebaseFolder.path(place)).remove(id) else {
      throw CommandError("there is no organisation \(id); booth studio organisation list", code: CommandError.usage)
    }
    say("\(id) is removed: when the studio has started again its people are signed out")
  }
}
