import BoothCore
import BoothRuntime
import BoothTesting
import Testing

/// What a running booth answers an operator's commands with.
@Suite(.timeLimit(.minutes(15))) struct OperatorWordsTests {
  private static func words(_ booth: Booth, _ command: OperatorCommand) async throws -> String {
    guard case .done(let words) = try await OperatorHandler(booth).perform(command) else { return "" }
    return words
  }

  @Test func `a command says whether it is done now, after the session, or was done before`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      let paused = try await Self.words(test.booth, .pause)
      #expect(paused == "The booth is paused. Run `booth resume` to take guests again.")
      #expect(try await Self.words(test.booth, .pause) == "The booth is already paused.")
      #expect(try await Self.words(test.booth, .resume) == "The booth is taking guests.")
      try await states.next("idle again") { $0 == .idle }
      #expect(try await Self.words(test.booth, .press(.start)) == "Pressed start.")
      let later = try await Self.words(test.booth, .pause)
      #expect(later == "The booth will pause after this session. Run `booth pause` again to pause now.")
    }
  }
}
