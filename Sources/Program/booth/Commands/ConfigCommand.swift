import ArgumentParser
import BoothSystem
import CommandSupport

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the program's settings.", subcommands: [Show.self],
    defaultSubcommand: Show.self)

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show every setting, its value, and where it came from. Secrets are not printed.",
      discussion: "Ends with 64 where a setting cannot be used; what a booth takes instead of it is what is shown.")
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    private struct Line: Encodable {
      var key: String
      var value: String?
      var source: String
      var help: String
    }

    func run() async throws {
      var settings = try await place.settings(data: .nothing, manner: .lenient)
      try settings.proveForBooth()
      try settings.proveForStudio()
      let lines = SettingKey.allCases.map { key in
        let value = settings.values[key]
        let shown = value.map { key.isSecret ? "(secret, \($0.text.count) characters)" : $0.text }
        return Line(key: key.rawValue, value: shown, source: value?.source ?? "not set", help: key.help)
      }
      if output.json {
        try printJSON(lines)
      } else {
        for line in lines {
          say("\(line.key) = \(line.value ?? "–")  (\(line.source))")
          say("    \(line.help)")
        }
        if let file = settings.file { say("file: \(file)") }
      }
      guard settings.notices.isEmpty else {
        settings.complainOfNotices()
        throw ExitCode(CommandError.usage)
      }
    }
  }
}
