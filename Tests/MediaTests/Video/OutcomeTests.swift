import Testing

@testable import Video

@Suite struct OutcomeTests {
  @Test func `all who wait for an outcome get it, and only the first one counts`() async throws {
    let outcome = Outcome<Int>()
    async let one = outcome.result()
    async let two = outcome.result()
    outcome.settle(.success(1))
    outcome.settle(.success(2))
    let results = [try await one.get(), try await two.get(), try await outcome.result().get()]
    #expect(results == [1, 1, 1])
  }
}
