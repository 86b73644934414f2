import ArgumentParser
import CommandSupport

struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Serve the pages for operators, photographers, managers and historians.",
    discussion: """
      The first start prints a one-time link that makes the first administrator. Everybody else is invited, on the page \
      "People" or by `booth studio user add`.
      It listens on this machine alone unless told otherwise; for others put a server with TLS in front of it (Docs/manual/studio.md).
      """,
    subcommands: [
      StudioServeCommand.self, StudioUserCommand.self, StudioOrganisationCommand.self, StudioCheckCommand.self,
    ], defaultSubcommand: StudioServeCommand.self)
}

/// The flags of whatever makes links to the studio.
struct StudioOptions: ParsableArguments {
  @Option(help: "Where to listen: ADDRESS:PORT. (default: 127.0.0.1:8090)") var listen: String?
  @Option(name: .customLong("public-url"), help: "What links begin with, where people reach it under another address.")
  var publicURL: String?

  var flags: [SettingKey: String] {
    var flags: [SettingKey: String] = [:]
    flags[.studioListen] = listen
    flags[.studioPublicURL] = publicURL
    return flags
  }
}
