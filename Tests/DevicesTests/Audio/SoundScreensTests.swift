import BoothTesting
import Testing

@testable import Audio

/// The screens that sound and speak are screens still.
@Suite(.timeLimit(.minutes(15))) struct SoundScreensTests {
  @Test(arguments: ScreenConformance.checks)
  func `a screen with sounds keeps the promises of the port`(_ check: ScreenConformance) async throws {
    let player = SoundPlayer(program: "/bin/true", logger: quiet)
    try await check.run(SoundingScreen(BlankScreen(), player: player) { "/events/" + $0 })
  }

  @Test(arguments: ScreenConformance.checks)
  func `a screen with a voice keeps the promises of the port`(_ check: ScreenConformance) async throws {
    try await check.run(SpeakingScreen(BlankScreen(), voice: Voice(program: "/bin/true", logger: quiet)))
  }
}
