import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// What is kept for the next picture, and for how long.
@Suite(.timeLimit(.minutes(15))) struct MemoryTests {
  @Test func `artwork is kept through a session, and let go of when all is made`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await test.begin(&states)
      let before = test.prints.letGos.withLock { $0 }
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      #expect(test.prints.letGos.withLock { $0 } == before)
      // Five seconds after the last picture is made and uploaded.
      test.pass(.seconds(6))
      // The booth's timer may only now begin to sleep: it is woken at once then, and takes a turn.
      while test.prints.letGos.withLock({ $0 }) == before { await test.booth.settle() }
      #expect(test.prints.letGos.withLock { $0 } == before + 1)
    }
  }
}
