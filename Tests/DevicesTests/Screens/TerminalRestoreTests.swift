import BoothCore
import BoothTesting
import CLinux
import Glibc
import InputDevices
import Logging
import Testing

@testable import Screens

/// However a process ends, the terminal is as it was: each test is a process of its own on a terminal of this one.
struct TerminalRestoreTests {
  private static let given = "\u{1B}[?25h\u{1B}[?1049l"

  /// Has screen and keyboard take the terminal over, and returns when they have drawn.
  private static func takeOver(_ path: String) throws -> (TerminalScreen, KeyboardPanel) {
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let screen = try TerminalScreen(
      descriptor: descriptor, options: TerminalScreen.Options(colors: .direct), eventFolder: { $0 }, clock: StepClock(),
      logger: logger)
    let panel = try KeyboardPanel(descriptor: descriptor, clock: StepClock(), logger: logger)
    screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    return (screen, panel)
  }

  private func expectGivenBack(_ terminal: PseudoTerminal, _ before: termios) {
    let bytes = terminal.read { $0.hasEnd(Self.given) }
    #expect(bytes.contains("\u{1B}[?1049h"))
    #expect(bytes.hasEnd(Self.given))
    let after = terminal.settings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
  }

  @Test func `abort gives the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = terminal.path as String] in
      let held = try Self.takeOver(path)
      withExtendedLifetime(held) { abort() }
    }
    expectGivenBack(terminal, before)
  }

  @Test func `a trap gives the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
      let held = try Self.takeOver(path)
      withExtendedLifetime(held) { precondition(held.1.name.isEmpty, "a trap on purpose") }
    }
    expectGivenBack(terminal, before)
  }

  @Test func `a segmentation fault gives the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = terminal.path as String] in
      let held = try Self.takeOver(path)
      _ = withExtendedLifetime(held) { kill(getpid(), SIGSEGV) }
      while true { pause() }
    }
    expectGivenBack(terminal, before)
  }

  @Test func `exit gives the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    await #expect(processExitsWith: .exitCode(3)) { [path = terminal.path as String] in
      let held = try Self.takeOver(path)
      withExtendedLifetime(held) { exit(3) }
    }
    expectGivenBack(terminal, before)
  }
}
