import BoothCore
import BoothTesting
import CLinux
import Glibc
import Logging
import Testing

@testable import BoothSystem
@testable import InputDevices

struct KeyboardPanelTests {
  private let clock = StepClock()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test func `keys arrive as presses and requests`() async throws {
    let terminal = try PseudoTerminal()
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    terminal.type("\r\u{1B}[Br\u{10}\u{1B}")
    var signals = panel.signals.makeAsyncIterator()
    for expected in [
      PanelSignal.press(.start), .press(.next), .press(.retake), .request(.pause), .press(.cancel),
    ] {
      #expect(await Self.next(&signals) == expected)
    }
    panel.close()
    #expect(await signals.next() == nil)
  }

  @Test(.timeLimit(.minutes(15)), arguments: PanelConformance.checks)
  func `a keyboard keeps the promises of the port`(_ check: PanelConformance) async throws {
    let terminal = try PseudoTerminal()
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    try await check.run(
      PanelConformance.Subject(panel, expected: "xyz".map { .typed(.character($0), otherwise: nil) }) {
        terminal.type("xyz")
      } leave: {
        panel.close()
      })
  }

  @Test func `hammering at a key is one press`() async throws {
    let terminal = try PseudoTerminal()
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    terminal.type(String(repeating: " ", count: 200) + "r")
    var signals = panel.signals.makeAsyncIterator()
    #expect(await Self.next(&signals) == .press(.start))
    #expect(await Self.next(&signals) == .press(.retake))
    panel.close()
  }

  @Test func `every key is one to write with, however fast, and says what it means besides`() async throws {
    let terminal = try PseudoTerminal()
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    terminal.type("aa@\u{7F}\r")
    var signals = panel.signals.makeAsyncIterator()
    for expected in [
      PanelSignal.typed(.character("a"), otherwise: nil), .typed(.character("a"), otherwise: nil),
      .typed(.character("@"), otherwise: nil), .typed(.backspace, otherwise: .press(.retake)),
      .typed(.done, otherwise: .press(.start)),
    ] { #expect(await signals.next() == expected) }
    panel.close()
  }

  @Test func `an arrow moves as often as it repeats, and chooses once`() async throws {
    let terminal = try PseudoTerminal()
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    terminal.type("\u{1B}[A\u{1B}[A\u{1B}[D")
    var signals = panel.signals.makeAsyncIterator()
    for expected in [
      PanelSignal.arrow(.up, otherwise: .press(.previous)), .arrow(.up, otherwise: nil),
      .arrow(.left, otherwise: nil),
    ] { #expect(await signals.next() == expected) }
    panel.close()
  }

  /// The next signal that means something outside of typing.
  private static func next(_ signals: inout AsyncStream<PanelSignal>.Iterator) async -> PanelSignal? {
    while let signal = await signals.next() {
      switch signal {
      case .typed(_, let otherwise), .arrow(_, let otherwise): if let otherwise { return otherwise }
      case .press, .request, .contact, .turned, .condition: return signal
      }
    }
    return nil
  }

  @Test func `the keyboard is raw while open and as it was afterwards`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let panel = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: logger)
    let raw = terminal.settings
    #expect(raw.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    #expect(raw.c_iflag & tcflag_t(IXON) == 0, "^S must not stop the booth's screen")
    panel.close()
    panel.close()
    let after = terminal.settings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == nil)
  }

  @Test func `the signals end when the terminal goes away`() async throws {
    let terminal = try PseudoTerminal()
    // A description of its own, as the panel's stays open while the test's end closes.
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    let panel = try KeyboardPanel(descriptor: descriptor, clock: clock, logger: logger)
    terminal.hangUp()
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == nil)
  }

  @Test func `what is no terminal is no keyboard`() {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { for descriptor in pipes { close(descriptor) } }
    #expect(throws: TerminalError.self) {
      try KeyboardPanel(descriptor: pipes[0], clock: clock, logger: logger)
    }
  }
}
