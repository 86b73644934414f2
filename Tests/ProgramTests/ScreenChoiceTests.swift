import BoothCore
import BoothRuntime
import BoothSystem
import BoothTesting
import Logging
import Screens
import Testing

@testable import CommandSupport
@testable import booth

/// Where the booth is seen, and what it does where it cannot be.
@Suite struct ScreenChoiceTests {
  /// A display that this machine cannot have.
  private static let missing = ScreenChoice.display(ScreenOptions(kind: .card, device: "/dev/dri/no-such-card"))

  private func screens(_ setting: String, _ choice: ScreenChoice) async throws -> Screens {
    let folder = try TemporaryFolder()
    let settings = try await Settings(
      flags: [.data: folder.path + "/data", .screen: setting], environment: [:], file: nil)
    return try Screens(
      choice, settings: settings, eventFolder: { $0 }, chain: TransformChain(), takesKeyboard: false,
      clock: SystemClock(), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `a display that nobody named and that cannot be used gives way`() async throws {
    let screens = try await screens("auto", Self.missing)
    #expect(!(screens.screen is PixelScreen))
    await screens.close()
  }

  @Test func `a display that was asked for is missed, in words`() async throws {
    let failure = await #expect(throws: CommandError.self) {
      try await screens("/dev/dri/no-such-card", Self.missing)
    }
    #expect(failure?.message.contains("/dev/dri/no-such-card") == true)
  }

  // MARK: Where it runs

  private func choice(
    _ environment: [String: String], isTerminal: Bool = true, setting: String = "auto",
    _ signs: DisplaySigns
  ) async throws -> ScreenChoice {
    let folder = try TemporaryFolder()
    let settings = try await Settings(
      flags: [.data: folder.path + "/data", .screen: setting], environment: [:], file: nil)
    return try ScreenChoice(
      settings,
      in: Surroundings(environment: environment, isTerminal: isTerminal, processID: 77, signs: { signs }))
  }

  private static let service = ["SYSTEMD_EXEC_PID": "77", "INVOCATION_ID": "1", "TERM": "linux"]

  @Test(arguments: [DisplaySigns.later, .now])
  func `a service takes the display, or waits for it`(_ signs: DisplaySigns) async throws {
    var options = ScreenOptions()
    (options.mutesKeyboard, options.waitsForCard) = (true, true)
    #expect(try await choice(Self.service, signs) == .display(options))
    #expect(try await choice(["INVOCATION_ID": "1"], isTerminal: false, signs) == .display(options))
    options.kind = .card
    #expect(try await choice(Self.service, setting: "kms", signs) == .display(options))
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
  func `a terminal that understands only lines gets the log`(_ environment: [String: String]) async throws {
    #expect(try await choice(environment, .nothing) == .log)
    #expect(try await choice(environment, setting: "terminal", .nothing) == .terminal)
  }

  @Test func `a service without graphics takes the terminal, or the log`() async throws {
    #expect(try await choice(Self.service, .nothing) == .terminal)
    #expect(try await choice(Self.service, isTerminal: false, .nothing) == .log)
  }

  @Test(arguments: [DisplaySigns.later, .now]) func `a terminal of a desktop that systemd started is no service`(
    _ signs: DisplaySigns
  ) async throws {
    let inherited = ["SYSTEMD_EXEC_PID": "12", "INVOCATION_ID": "1", "TERM": "xterm-256color"]
    #expect(try await choice(inherited, signs) == .terminal)
    var options = ScreenOptions(kind: .card)
    options.mutesKeyboard = false
    #expect(try await choice(inherited, setting: "kms", signs) == .display(options))
  }

  @Test func `who sits at the console gets the display that is there, and no other`() async throws {
    #expect(try await choice(["TERM": "linux"], .now).isDisplay)
    #expect(try await choice(["TERM": "linux"], .later) == .terminal)
    #expect(try await choice(["TERM": "linux"], isTerminal: false, .now) == .log)
  }

  @Test func `a service waits a while for the graphics driver, and nobody else does`() async throws {
    let folder = try TemporaryFolder()
    func wait(_ setting: String, _ environment: [String: String], driverAfter: Int) async throws -> (Bool, Duration) {
      let settings = try await Settings(
        flags: [.data: folder.path + "/data", .screen: setting], environment: [:], file: nil)
      let clock = RushingClock()
      let start = clock.now
      let place = Surroundings(environment: environment, isTerminal: true, processID: 77) {
        clock.now - start >= .milliseconds(driverAfter) ? .later : .nothing
      }
      let choice = try await ScreenChoice.awaiting(settings, in: place, clock: clock)
      return (choice.isDisplay, clock.now - start)
    }
    #expect(try await wait("auto", Self.service, driverAfter: 1000) == (true, .seconds(1)))
    #expect(try await wait("auto", Self.service, driverAfter: 60_000) == (false, ScreenChoice.driverPatience))
    #expect(try await wait("kms", Self.service, driverAfter: 1000) == (true, .seconds(1)))
    #expect(try await wait("log", Self.service, driverAfter: 1000) == (false, .zero))
    #expect(try await wait("auto", ["TERM": "linux"], driverAfter: 1000) == (false, .zero))
  }

  @Test(arguments: [
    ("memory 5x5", false), ("memory 1280x720", true), ("memory 1280x720 2", false), ("sideways", false),
  ])
  func `a setting is understood, or told`(_ setting: String, _ isFine: Bool) async throws {
    let folder = try TemporaryFolder()
    let settings = try await Settings(
      flags: [.data: folder.path + "/data", .screen: setting], environment: [:], file: nil)
    if isFine {
      #expect(try ScreenChoice(settings) == .memory(PixelSize(width: 1280, height: 720)))
    } else {
      #expect(throws: CommandError.self) { try ScreenChoice(settings) }
    }
  }
}
