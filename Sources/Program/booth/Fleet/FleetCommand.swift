import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Logging
import StudioModel
import StudioServer

struct FleetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Every booth, over the network and at the MQTT broker: how it is, and which needs attention.",
    discussion: """
      Exit code of `booth fleet`: 0: no booth needs attention; 1: one does; 69: the broker is not reached. More: booth help \
      fleet show
      """,
    subcommands: [FleetShowCommand.self, FleetForgetCommand.self], defaultSubcommand: FleetShowCommand.self)
}

struct FleetShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List every booth, the worst first; what `booth fleet` does by itself.",
    discussion: """
      Asks the booth of this data folder, those of its studio's page "Other booths", and the broker of mqtt.url. SEEN is \
      how long ago a booth was last heard of; TONIGHT its sessions, PRINTS the sheets left. Booths that were seen at the \
      broker before, from this data folder, and are not there any more are listed as missing. \
      Exit code 0: no booth needs attention; 1: one does; 69: the broker is not reached.
      """)
  @Flag(help: "Show it anew whenever something changes, until Ctrl-C.") var watch = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  /// How long the broker may take to tell what it keeps.
  private static let patience = Duration.seconds(20)
  /// How often `--watch` looks: ages change, too.
  private static let interval = Duration.seconds(1)

  func validate() throws {
    guard !watch || !output.json else { throw ValidationError("--watch is for people: leave out --json") }
  }

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    let mark = BoothMark.known(in: settings.data) ?? "FLEET"
    let choice = try BrokerChoice(settings, mark: mark)
    let clock = SystemClock()
    let listener = try choice.map { choice in
      try FleetListener(
        choice, file: FleetMemoryFile(data: settings.data), id: FleetListener.id(), clock: clock,
        // What becomes of the connection is in the answer.
        log: Logger(label: "fleet") { _ in SwiftLogNoOpLogHandler() }
      ) { complain("booth: \(advice: $0)") }
    }
    let fleet = Self.fleet(settings, listener, clock)
    let running = Task { await listener?.run() }
    let isSettled = await listener?.settle(within: Self.patience) ?? false
    var report = await fleet.report()
    let address = choice.map { "\($0.address)" }
    guard isSettled || !report.booths.isEmpty else {
      await listener?.end()
      await running.value
      guard let address else {
        if let trouble = report.trouble { throw CommandError("\(advice: trouble)", code: CommandError.noInput) }
        throw CommandError(
          "no booth is known here: set mqtt.url, such as mqtt://broker.example, or add booths on the studio's page "
            + "\"Other booths\"", code: CommandError.usage)
      }
      throw CommandError(
        "\(address): \(advice: report.trouble ?? "it does not answer")", code: CommandError.unavailable)
    }
    if watch {
      await follow(fleet, listener, clock)
      report = await fleet.report()
    }
    await listener?.end()
    await running.value
    if output.json {
      try printJSON(FleetAnswer(report, address: address))
    } else if !watch {
      for line in Self.lines(report, at: address ?? "") { print(line) }
    }
    guard !report.booths.contains(where: \.standing.needsAttention) else { throw ExitCode(CommandError.failed) }
    // What the broker knows may need it.
    guard report.connection == .connected || choice == nil else { throw ExitCode(CommandError.unavailable) }
  }

  /// This machine's booth, those of the studio's page "Other booths", and those at the broker.
  private static func fleet(
    _ settings: Settings, _ listener: FleetListener?, _ clock: any BoothClock
  ) -> NetworkFleet {
    let lines = StudioLines(allowsThisMachine: settings.text(.studioBoothsHere) == "on")
    let wallClock: @Sendable () -> Double = { clock.wallTime.unixSeconds }
    return NetworkFleet(
      listener ?? SilentFleet(connection: .unset, trouble: nil), patience: patience, wallClock: wallClock
    ) { () async throws(OperatedBoothError) in
      let booth = SocketBooth(settings: settings)
      let own = NetworkFleet.Booth.own(booth) { await answer(booth) }
      guard let folder = StudioFolder.there(data: settings.data) else { return [own] }
      return [own]
        + (try OtherBoothStore.booths(in: folder, lines: lines)).map { other in
          NetworkFleet.Booth(id: other.booth.id, name: other.booth.name, page: "/booths/\(other.booth.id)") {
            await answer(other.asked)
          }
        }
    }
  }

  private static func answer(_ booth: any OperatedBooth) async -> Result<BoothReport, OperatedBoothError> {
    do throws(OperatedBoothError) { return .success(try await booth.report()) } catch { return .failure(error) }
  }

  /// Until its task is cancelled; Ctrl-C ends the program.
  private func follow(_ fleet: NetworkFleet, _ listener: FleetListener?, _ clock: any BoothClock) async {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var shown: [String] = []
    while !Task.isCancelled {
      let report = await fleet.report()
      let lines = Self.lines(report, at: "")
      if lines != shown {
        shown = lines
        // Home, and erase what is below (ECMA-48, CUP and ED).
        print((isTerminal ? "\u{1B}[H\u{1B}[J" : "") + lines.joined(separator: "\n") + (isTerminal ? "" : "\n"))
        fflush(nil)
        await listener?.remember()
      }
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }

  /// The table, and what is to be known beside it.
  static func lines(_ report: FleetReport, at address: String) -> [String] {
    var lines = FleetTable(report).lines
    if let trouble = report.trouble {
      let time = LocalTime.cell(Date(timeIntervalSince1970: report.at))
      lines.append("As of \(time), as not all can be heard: \(trouble.harmless)")
    }
    guard lines.isEmpty else { return lines }
    return [
      "No booth is known at the broker\(address.isEmpty ? "" : " \(address)"). A user who may not read \(Self.topics) hears none."
    ]
  }

  private static let topics = "PREFIX/+/state and PREFIX/+/availability"
}

struct FleetForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Miss a booth no more, until it is heard again.",
    discussion: """
      For booths that were sold, or whose data folder was made anew. What the broker keeps of them it keeps: booth mqtt \
      remove, on their machine, removes that.
      """)
  @Argument(help: "The booth's mark, such as K7RM3WQ2XZ; several with spaces between.") var marks: [String]
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .ours)
    for mark in marks where !FleetMark.isOne(mark) {
      throw CommandError(
        "\"\(mark.prefix(40))\" is no mark: expected \(FleetMark.count) letters and digits, as `booth fleet` lists them",
        code: CommandError.usage)
    }
    guard let file = FleetMemoryFile(data: settings.data) else {
      throw CommandError("no booths are remembered in \(settings.data)", code: CommandError.noInput)
    }
    let now = Date.now.timeIntervalSince1970
    let unknown: [String]
    do throws(FleetMemoryFile.Fault) {
      unknown = try file.change { memory in marks.filter { !memory.forget($0, at: now) } }
    } catch {
      throw CommandError("\(advice: error.words)")
    }
    let words =
      unknown.isEmpty
      ? "\(counted(marks.count, "booth")) missed no more."
      : "Not known, and not missed: \(unknown.joined(separator: ", "))."
    if output.json { try printJSON(["message": words]) } else { say("\(advice: words)") }
  }
}
