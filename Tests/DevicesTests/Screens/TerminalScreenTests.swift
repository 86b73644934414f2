import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Imaging
import Logging
import Synchronization
import Testing

@testable import BoothSystem
@testable import Screens

/// On real terminals of the kernel; signals are the process's, so one after the other.
@Suite(.serialized) struct TerminalScreenTests {
  private let clock = StepClock()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private static let taken = "\u{1B}[?1049h\u{1B}[?25l"
  private static let given = "\u{1B}[8h\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
  private static let frameEnd = "\u{1B}[?2026l"
  private static let review = Asset(
    id: 1, session: SessionID(randomBytes: Array(repeating: 1, count: 16)), kind: .photo, strip: 0, path: "",
    sizeBytes: 0, checksum: "")

  private func makeScreen(_ terminal: PseudoTerminal) throws -> TerminalScreen {
    try TerminalScreen(
      descriptor: terminal.slave, options: TerminalScreen.Options(colors: .direct),
      eventFolder: { ScenePictures.eventsFolder.path + "/" + $0 }, clock: clock, logger: logger)
  }

  private func advance(_ duration: Duration, _ screen: TerminalScreen) {
    clock.advance(by: duration)
    screen.wake()
  }

  /// Reads until one more frame is whole.
  private func readFrame(_ terminal: PseudoTerminal, into screen: inout AnsiScreen) -> [UInt8] {
    let bytes = terminal.read { $0.hasEnd(Self.frameEnd) }
    screen.take(bytes)
    return bytes
  }

  @Test func `the terminal shows what the renderer drew, and is given back as it was`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let picture = SceneSamples.picture(.paused, SceneSamples.jerusalem)
    screen.show(picture)
    let first = readFrame(terminal, into: &shown)
    #expect(first.starts(with: Self.taken.utf8))
    #expect(shown.modes["8"] == false, "the terminal is to leave the order of characters alone")
    #expect(
      shown.canvas.visible
        == SceneRendererTests.renderer.render(picture, columns: 80, rows: 24, now: clock.now).visible)
    #expect(shown.complaints == [])
    await screen.close()
    let last = terminal.read { $0.hasEnd("\u{1B}[?1049l") }
    #expect(last.hasEnd(Self.given))
    // Closed twice is closed.
    await screen.close()
    screen.show(picture)
    #expect(terminal.readSome(milliseconds: 50) == nil)
  }

  @Test func `the event's artwork is loaded from its folder`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    screen.show(SceneSamples.picture(.attract, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    // The flowers in the corner are pink.
    #expect(shown.canvas[8, 3].paper.red > 180)
    await screen.close()
  }

  @Test func `a still scene writes nothing more`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let picture = SceneSamples.picture(.paused, SceneSamples.wedding)
    screen.show(picture)
    _ = readFrame(terminal, into: &shown)
    screen.show(picture)
    advance(.seconds(100), screen)
    #expect(terminal.readSome(milliseconds: 100) == nil)
    await screen.close()
  }

  @Test func `what counts down is drawn anew when its number changes`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    screen.show(SceneSamples.picture(.review(Self.review, until: clock.now + .seconds(3)), SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    for seconds in [2, 1, 0] {
      #expect(shown.canvas.text.joined().contains("Kept in \(seconds + 1) s"))
      advance(.seconds(1), screen)
      let bytes = readFrame(terminal, into: &shown)
      #expect(bytes.count < 200, "a digit is no reason to draw all: \(bytes.count) bytes")
      #expect(shown.canvas.text.joined().contains("Kept in \(seconds) s"))
    }
    advance(.seconds(60), screen)
    #expect(terminal.readSome(milliseconds: 50) == nil)
    await screen.close()
  }

  @Test func `a new size is drawn at once`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let picture = SceneSamples.picture(.paused, SceneSamples.jerusalem)
    screen.show(picture)
    _ = readFrame(terminal, into: &shown)
    for (columns, rows) in [(100, 30), (40, 12), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      // The kernel tells the terminal's own processes; this one stands beside it.
      kill(getpid(), SIGWINCH)
      var resized = AnsiScreen(columns: columns, rows: rows)
      _ = readFrame(terminal, into: &resized)
      #expect(
        resized.canvas.visible
          == SceneRendererTests.renderer.render(picture, columns: columns, rows: rows, now: clock.now).visible)
      #expect(resized.complaints == [])
    }
    await screen.close()
  }

  @Test func `a continued process takes the terminal over again`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    kill(getpid(), SIGCONT)
    let again = readFrame(terminal, into: &shown)
    #expect(again.starts(with: Self.taken.utf8))
    #expect(again.count > 500, "everything is drawn anew")
    await screen.close()
  }

  @Test func `live frames are drawn at the pace asked for, the newest first, and let go`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let live = Holders()
    screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    screen.receive(gray(40, counting: live))
    _ = readFrame(terminal, into: &shown)
    #expect(abs(shown.canvas[40, 8].paper.brightness - 40) < 6)
    // Too early for another: the newest waits for its time.
    screen.receive(gray(90, counting: live))
    screen.receive(gray(200, counting: live))
    #expect(terminal.readSome(milliseconds: 50) == nil)
    #expect(live.count == 1)
    advance(.milliseconds(50), screen)
    _ = readFrame(terminal, into: &shown)
    #expect(abs(shown.canvas[40, 8].paper.brightness - 200) < 6)
    // Scenes without live view keep none.
    screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    screen.receive(gray(10, counting: live))
    #expect(live.count == 0)
    await screen.close()
  }

  @Test func `a live picture that stands still for a second is taken away`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let live = Holders()
    screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    screen.receive(gray(200, counting: live))
    _ = readFrame(terminal, into: &shown)
    #expect(!shown.canvas.text.joined().contains("One moment"))
    advance(.milliseconds(990), screen)
    #expect(terminal.readSome(milliseconds: 50) == nil)
    advance(.milliseconds(10), screen)
    _ = readFrame(terminal, into: &shown)
    #expect(shown.canvas[40, 8].paper.brightness < 100)
    #expect(shown.canvas.text.joined().contains("One moment"))
    screen.receive(gray(200, counting: live))
    _ = readFrame(terminal, into: &shown)
    #expect(!shown.canvas.text.joined().contains("One moment"))
    await screen.close()
  }

  @Test func `a photo that takes its time is waited for in words`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    screen.show(SceneSamples.picture(.shutter(since: clock.now), SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    let smile = shown.canvas
    advance(.seconds(1), screen)
    _ = readFrame(terminal, into: &shown)
    #expect(shown.canvas != smile)
    await screen.close()
  }

  @Test func `a damaged frame leaves the picture before`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let live = Holders()
    screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = readFrame(terminal, into: &shown)
    screen.receive(gray(200, counting: live))
    _ = readFrame(terminal, into: &shown)
    advance(.milliseconds(500), screen)
    screen.receive(broken())
    var pending = SceneSamples.picture(.getReady, SceneSamples.wedding)
    pending.scene.pending = .pause
    screen.show(pending)
    _ = readFrame(terminal, into: &shown)
    #expect(abs(shown.canvas[40, 8].paper.brightness - 200) < 6)
    await screen.close()
  }

  @Test func `a stopped terminal holds up nobody, and then shows the newest scene`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    let live = Holders()
    // It is not read: after a few kilobytes the kernel takes no more.
    for number in 0..<500 {
      screen.show(
        SceneSamples.picture(
          number % 2 == 0 ? .getReady : .resumeOffer(taken: number % 9, of: 9, until: clock.now + .seconds(9)),
          SceneSamples.events[number % 4]))
      screen.receive(gray(UInt8(number % 250), counting: live))
    }
    let last = SceneSamples.picture(.paused, SceneSamples.sportsDay)
    screen.show(last)
    #expect(live.count <= 2)
    var shown = AnsiScreen(columns: 80, rows: 24)
    let wanted = SceneRendererTests.renderer.render(last, columns: 80, rows: 24, now: clock.now).visible
    var frames = 0
    while shown.canvas.visible != wanted, let bytes = terminal.readSome(milliseconds: 5000) {
      shown.take(bytes)
      frames += bytes.count { $0 == 0x4A }  // "J": a whole redraw begins with one
    }
    #expect(shown.canvas.visible == wanted)
    await screen.close()
  }

  @Test func `a stopped terminal does not hold up the end`() async throws {
    let terminal = try PseudoTerminal()
    let screen = try makeScreen(terminal)
    for event in SceneSamples.events { screen.show(SceneSamples.picture(.attract, event)) }
    tcflow(terminal.slave, TCOOFF)
    await screen.close()
    let rest = terminal.read { $0.hasEnd("\u{1B}[?1049l") }
    #expect(rest.hasEnd(Self.given))
  }

  @Test func `what is no terminal is refused, and nothing is written`() throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { for descriptor in pipes { Glibc.close(descriptor) } }
    #expect(throws: TerminalError.self) {
      try TerminalScreen(
        descriptor: pipes[1], options: TerminalScreen.Options(environment: [:]), eventFolder: { $0 }, clock: clock,
        logger: logger)
    }
    var waiting = pollfd(fd: pipes[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
  }

  // MARK: Frames

  /// Counts frames that are held.
  private final class Holders: Sendable {
    private let held = Mutex(0)
    var count: Int { held.withLock { $0 } }
    func add(_ number: Int) { held.withLock { $0 += number } }
  }

  private func gray(_ value: UInt8, counting holders: Holders) -> Frame {
    let size = PixelSize(width: 64, height: 48)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 128)
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<size.area]).initializeMemory(as: UInt8.self, repeating: value)
    let pointer = UInt(bitPattern: bytes.baseAddress)
    holders.add(1)
    return Frame(
      sequence: 1, capturedAt: clock.now, size: size, layout: .i420, strideBytes: size.width,
      bytes: UnsafeRawBufferPointer(bytes),
      release: {
        UnsafeMutableRawPointer(bitPattern: pointer)?.deallocate()
        holders.add(-1)
      })
  }

  private func broken() -> Frame {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
    let pointer = UInt(bitPattern: bytes.baseAddress)
    return Frame(
      sequence: 1, capturedAt: clock.now, size: PixelSize(width: 64, height: 48), layout: .jpeg, strideBytes: 0,
      bytes: UnsafeRawBufferPointer(bytes), release: { UnsafeMutableRawPointer(bitPattern: pointer)?.deallocate() })
  }
}
