import BoothCore
import BoothTesting
import FoundationEssentials
import Logging
import Screens
import Testing

/// Every screen, by the port's own suite.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ScreenDriverTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test(arguments: ScreenConformance.checks)
  func `a display of pixels keeps the promises of the port`(_ check: ScreenConformance) async throws {
    let screen = try PixelScreen(
      output: MemoryOutput(size: PixelSize(width: 160, height: 120)), options: PixelScreen.Options(),
      eventFolder: { ScenePictures.eventsFolder.path + "/" + $0 }, clock: StepClock(), logger: logger)
    try await check.run(screen)
  }

  @Test(arguments: ScreenConformance.checks)
  func `a terminal keeps the promises of the port`(_ check: ScreenConformance) async throws {
    // What it is sent is not read: a screen must hold nothing up then, either.
    let terminal = try PseudoTerminal()
    let screen = try TerminalScreen(
      descriptor: terminal.slave, options: TerminalScreen.Options(colors: .direct),
      eventFolder: { ScenePictures.eventsFolder.path + "/" + $0 }, clock: StepClock(), logger: logger)
    try await check.run(screen)
  }

  @Test(arguments: ScreenConformance.checks)
  func `a log keeps the promises of the port`(_ check: ScreenConformance) async throws {
    try await check.run(LogScreen(logger: logger))
  }
}
