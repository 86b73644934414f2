import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// The look that guests choose, through a whole session.
@Suite(.timeLimit(.minutes(15))) struct LookTests {
  @Test(arguments: [0, 2]) func `the composite and the film strip have the look that was chosen`(_ moves: Int)
    async throws
  {
    let looks: [PhotoFilter] = [.none, .sepia, .blackAndWhite]
    let test = try TestBooth(strips: 1, looks: looks)
    try await test.run { states in
      try await test.begin(&states, moves: moves)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(session.plan.look == looks[moves])
      #expect(test.prints.looks.withLock { !$0.isEmpty && $0.allSatisfy { $0 == looks[moves] } })
      #expect(test.prints.filmLooks.withLock { $0 } == [looks[moves]])
    }
  }

  @Test func `an event with one look gives it to everything`() async throws {
    let test = try TestBooth(strips: 1, looks: [.warm])
    try await test.run { states in
      try await test.begin(&states)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      #expect(test.prints.looks.withLock { !$0.isEmpty && $0.allSatisfy { $0 == .warm } })
      #expect(test.prints.filmLooks.withLock { $0 } == [.warm])
    }
  }
}
