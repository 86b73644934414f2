import BoothCore
import BoothDevices
import BoothRuntime
import BoothTesting
import Logging
import Testing

@testable import booth

/// Where the booth is seen, and what it does where it cannot be.
@Suite struct ScreenChoiceTests {
  /// A display that this machine cannot have.
  private static let missing = ScreenChoice.display(ScreenWish(kind: .card, device: "/dev/dri/no-such-card"))

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
    let failure = await #expect(throws: CommandFailure.self) {
      try await screens("/dev/dri/no-such-card", Self.missing)
    }
    #expect(failure?.message.contains("/dev/dri/no-such-card") == true)
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
      #expect(throws: CommandFailure.self) { try ScreenChoice(settings) }
    }
  }
}
