import ArgumentParser
import BoothCore
import BoothSystem
import CLinux
import CommandSupport
import FoundationEssentials
import Glibc
import PhotoLibrary
import Reports

/// The program's entry: `booth run`, `booth gallery`, and the operator's console commands.
@main
struct BoothCommand: AsyncParsableCommand {
  static let programVersion = ProgramVersion.text

  static let configuration = CommandConfiguration(
    commandName: "booth",
    abstract: "An unattended photobooth: a camera, a button, a QR code that always comes true.",
    discussion: """
      Try it now, without a camera:  booth run --mock-camera
      Settings come from flags, then BOOTH_* variables, then one JSON file, then defaults: booth config show
      A variable that is empty counts as not set. The file: --config, BOOTH_CONFIG, or booth.json in the data folder.
      """,
    version: BoothCommand.programVersion,
    subcommands: [
      RunCommand.self, GalleryCommand.self, StudioCommand.self, StatusCommand.self,
      PressCommand.self, PauseCommand.self,
      ResumeCommand.self, ShutdownCommand.self, EventCommand.self, SessionCommand.self, QueueCommand.self,
      PrintCommand.self,
      VenueCommand.self, MQTTCommand.self, FleetCommand.self, WebhooksCommand.self, MetricsCommand.self,
      SupportCommand.self,
      LocationCommand.self, ReportCommand.self, PhotosCommand.self, AuditCommand.self, NightCommand.self,
      AdoptCommand.self, DevicesCommand.self, SettingsCommand.self, DoctorCommand.self,
      ConfigCommand.self, PairCommand.self, SimulateCommand.self, ReplayCommand.self, CameraProcessCommand.self,
      FeatureProcessCommand.self, PictureProcessCommand.self, PhotoPicturesCommand.self,
      RestCommand.self,
    ])

  static func main() async {
    _ = StartInPlaceFault.inherited
    let output = StandardOutput()
    clinux_give_memory_back()
    signal(SIGPIPE, SIG_IGN)
    // A booth outlives the terminal it was started in: a dropped connection ends no guests' session.
    signal(SIGHUP, SIG_IGN)
    // Guests' pictures are their owner's only.
    umask(0o077)
    FileDescriptors.raiseLimit()
    do {
      try RawWords.checkOwnArguments()
      GivenFlags.set(
        RepeatedFlags(
          given: Array(CommandLine.arguments.dropFirst()), commands: Self.commandWords, placeless: Self.placeless))
      var command = try parseAsRoot(withMockScript(Array(CommandLine.arguments.dropFirst())))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try Self.end(output)
    } catch {
      if let again = error as? StartInPlaceFault { again.perform() }
      if let failure = CommandError(error) {
        complain("booth: \(failure.words)")
        answer(failure)
        leave(failure.code)
      }
      // The parser's own: what it does not understand, and what is asked for as help.
      let code = exitCode(for: error).rawValue
      guard code == 0 else {
        if !(error is ExitCode) { answer(CommandError("\(advice: message(for: error))", code: code)) }
        exit(withError: error)
      }
      let help = fullMessage(for: error)
      if !help.isEmpty { print(help) }
      do throws(CommandError) { try Self.end(output) } catch {
        complain("booth: \(error.words)")
        leave(error.code)
      }
      leave(0)
    }
  }

  /// The words of every command.
  static let commandWords: Set<[String]> = {
    var found: Set<[String]> = []
    func add(_ command: any ParsableCommand.Type, _ words: [String]) {
      let configuration = command.configuration
      if configuration.subcommands.isEmpty || configuration.defaultSubcommand != nil { found.insert(words) }
      for inner in configuration.subcommands where inner.configuration.shouldDisplay {
        if let name = inner.configuration.commandName { add(inner, words + [name]) }
      }
    }
    for command in configuration.subcommands where command.configuration.shouldDisplay {
      if let name = command.configuration.commandName { add(command, [name]) }
    }
    return found
  }()

  /// Those that are given all they need, and know no data folder.
  static let placeless: Set = [
    ["simulate"], ["replay"], ["pair"], ["report", "calculate"], ["devices", "check"], ["gallery", "move"],
    ["venue", "portal"],
  ]

  /// A receipt that a full stick did not take is none.
  private static func end(_ output: StandardOutput) throws(CommandError) {
    switch output.end() {
    case .whole: break
    case .unread: leave(0)
    case .lost(let words) where Courtesy.isWhole:
      // What runs this after the booth must not take it for one that did not end.
      complain("booth: it is done, and could not be said (\(words))")
    case .lost(let words):
      throw CommandError(
        "the answer could not be written (\(words)); send it to a place with room", code: CommandError.outputFailed)
    }
  }

  /// For a program that has asked for JSON and got none: why.
  private static func answer(_ failure: CommandError) {
    guard CommandLine.arguments.contains("--json"), !JSONOutput.hasBegun else { return }
    do {
      try printJSON(ErrorAnswer(failure.words.printed, code: failure.code))
    } catch {
      complain("booth: the failure cannot be told as JSON: \(error)")
    }
    fflush(nil)
  }

  /// `--mock-camera` may stand alone or name a script, `--mock-camera=FILE`; the parser knows only one of the two.
  static func withMockScript(_ arguments: [String]) -> [String] {
    arguments.flatMap { argument in
      argument.hasPrefix("--mock-camera=")
        ? ["--mock-camera", "--mock-script", String(argument.dropFirst("--mock-camera=".count))] : [argument]
    }
  }

  private static func leave(_ code: Int32) -> Never { Glibc.exit(code) }
}
