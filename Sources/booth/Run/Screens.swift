import BoothCore
import BoothDevices
import FoundationEssentials
import Glibc
import Logging

/// The guests' screen and panels: the terminal and its keyboard, or the log.
struct Screens {
  let screen: any ScreenDriver
  let panels: [any PanelDriver]
  private let keyboard: KeyboardPanel?

  init(
    onTerminal: Bool, eventFolder: String, chain: TransformChain, clock: any BoothClock, log: Logger
  ) throws {
    guard onTerminal else {
      screen = LogScreen(logger: log)
      keyboard = nil
      panels = []
      return
    }
    do {
      screen = try TerminalScreen(
        descriptor: STDOUT_FILENO,
        options: .init(environment: ProcessInfo.processInfo.environment, chain: chain),
        eventFolder: { eventFolder + "/" + $0 }, clock: clock, logger: log)
    } catch {
      throw CommandFailure("the screen cannot be used: \(error); try --screen log")
    }
    do {
      keyboard = try KeyboardPanel(descriptor: STDIN_FILENO, clock: clock, logger: log)
    } catch {
      // A screen without a keyboard: the console's `booth press` still works.
      log.warning("no keyboard", metadata: ["keyboard.error": "\(error)"])
      keyboard = nil
    }
    panels = keyboard.map { [$0] } ?? []
  }

  /// Gives the terminal back.
  func close() async {
    keyboard?.close()
    await screen.close()
  }
}
