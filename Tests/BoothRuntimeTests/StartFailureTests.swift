import BoothCore
import BoothRuntime
import Synchronization
import Testing

/// A booth whose store cannot be read when it starts.
@Suite(.timeLimit(.minutes(1))) struct StartFailureTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test func `a store that fails at the start keeps nobody waiting`() async throws {
    let test = TestBooth(strips: 1)
    test.store.state.withLock {
      $0.refusal = StoreError(.failed, subject: "booth.sqlite", detail: "disk I/O error")
    }
    let answers = Count()
    let states = await test.booth.states()
    // As a watchdog and an operator do, before it is known.
    await withTaskGroup(of: Void.self) { group in
      for isOperator in [false, true] {
        group.addTask {
          if isOperator { _ = await test.booth.ask(.requested(.pause)) } else { await test.booth.turn() }
          answers.value.withLock { $0 += 1 }
        }
      }
      group.addTask {
        await #expect(throws: StoreError.self) { try await test.booth.run() }
        for await state in states { #expect(state == .starting) }
        // Nor who comes later.
        await test.booth.turn()
        #expect(await test.booth.ask(.requested(.pause)).isEmpty)
      }
      await group.waitForAll()
    }
    #expect(answers.value.withLock { $0 } == 2)
  }
}
