import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Logging
import Screens

/// The scene of a booth that takes a break, started by `booth-rest.service`: it needs no event, no store and no camera.
struct RestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "rest", shouldDisplay: false)
  @Option(help: "How long the scene stands.") var seconds = 120
  @Argument(help: "The data folder; the scene is shown without it as well.") var data: String

  func run() async throws {
    guard (1...3600).contains(seconds) else {
      throw CommandError("--seconds: expected 1 to 3600", code: CommandError.usage)
    }
    let note = RestNote.read(in: data)
    let scene = RestScene(
      languages: (note?.languages ?? []).compactMap { Language(code: $0) }, phone: note?.phone,
      code: FailureCode(environment: ProcessInfo.processInfo.environment).text)
    let (choice, turn) = await screen()
    let clock = SystemClock()
    let output: any PixelOutput
    do throws(ScreenFault) {
      output = try Screens.output(choice, Logger(label: "rest") { _ in SwiftLogNoOpLogHandler() })
    } catch {
      throw CommandError("\(advice: error)", code: CommandError.unavailable)
    }
    let now = { clock.now }
    try RestDisplay(output, turn: turn).show(until: clock.now + .seconds(seconds), now: now) { try scene.picture($0) }
  }

  /// The display of the settings; any, where they cannot be read or name none.
  private func screen() async -> (ScreenChoice, Orientation) {
    do {
      let settings = try await Settings(
        flags: [.data: data], environment: ProcessInfo.processInfo.environment, file: nil, manner: .lenient)
      let choice = try ScreenChoice(settings)
      let turn = Mount.orientation(settings.text(.screenRotation) ?? "")
      switch choice {
      case .display, .memory: return (choice, turn)
      case .terminal, .log: return (.display(ScreenOptions()), turn)
      }
    } catch {
      return (.display(ScreenOptions()), .upright)
    }
  }
}

/// What failed last, in a few signs that can be read out: from what systemd tells a unit that another one's failure has started
/// (systemd.exec(5), `MONITOR_…`, since version 251).
struct FailureCode: Equatable {
  let text: String

  init(environment: [String: String]) {
    func word(_ name: String) -> String {
      String((environment[name] ?? "").uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(12))
    }
    let status = word("MONITOR_EXIT_STATUS")
    switch environment["MONITOR_SERVICE_RESULT"] {
    case "watchdog": text = "W"
    case "oom-kill": text = "M"
    case "timeout": text = "T"
    default:
      switch environment["MONITOR_EXIT_CODE"] {
      case "exited" where !status.isEmpty: text = "E-\(status)"
      case "killed" where !status.isEmpty, "dumped" where !status.isEmpty: text = "S-\(status)"
      default: text = "X"
      }
    }
  }
}
