package import ArgumentParser
import BoothSystem
import CommandSupport
import Firebase
import FoundationEssentials
import Glibc

/// Whether the organisations' Firebase answers as a studio needs it.
package struct StudioCheckCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Say whether the organisations' Firebase answers as it should: project, key, bucket; with an account also rights and clock.",
    discussion: """
      Nothing is written there. With --email the account's password is taken from BOOTH_FIREBASE_PASSWORD. Exit code 0: all \
      is well; 1: something is not.
      """)
  @Argument(help: "An organisation's short name. (default: all)") var organisation: String?
  @Option(help: "An account of it, to try what it may read.") var email: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions
  package init() {}

  package func run() async throws {
    let all = try OrganisationsFile(folder: try await FirebaseFolder.path(place)).read()
    let chosen = organisation.map { id in all.filter { $0.id == id } } ?? all
    if chosen.isEmpty, let organisation {
      throw CommandError(
        "there is no organisation \(organisation); booth studio organisation list", code: CommandError.usage)
    }
    let password = ProcessInfo.processInfo.environment["BOOTH_FIREBASE_PASSWORD"]
    if email != nil, password == nil {
      throw CommandError("--email needs its password in BOOTH_FIREBASE_PASSWORD", code: CommandError.usage)
    }
    var found: [FirebaseCheck.Finding] = []
    for organisation in chosen {
      found += await FirebaseCheck(organisation) { Date().timeIntervalSince1970 }.run(email: email, password: password)
    }
    if output.json {
      try printJSON(found)
    } else if found.isEmpty {
      say("no organisation has its Firebase here; booth studio organisation add")
    } else {
      printTable(
        header: ["", "organisation", "part", "found"],
        found.map { [$0.fine ? "ok" : "BAD", $0.organisation, $0.part, $0.words] })
    }
    if found.contains(where: { !$0.fine }) { throw ExitCode(CommandError.failed) }
  }
}
