import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// A booth whose store cannot be read when it starts.
@Suite(.timeLimit(.minutes(15))) struct StartFailureTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test func `a store that fails at the start keeps nobody waiting`() async throws {
    let test = try TestBooth(strips: 1)
    test.store.refuse(StoreError(.failed, subject: "booth.sqlite", detail: "disk I/O error"))
    let answers = Count()
    // As a watchdog and an operator do, before it is known and after; not waited for, so that one who is forgotten fails
    // this test and does not hold it up.
    func ask() {
      Task {
        await test.booth.settle()
        answers.value.withLock { $0 += 1 }
      }
      Task {
        #expect(await test.booth.ask(.requested(.pause)).isEmpty)
        answers.value.withLock { $0 += 1 }
      }
    }
    ask()
    let states = await test.booth.states()
    await #expect(throws: StoreError.self) { try await test.booth.run() }
    ask()
    while answers.value.withLock({ $0 }) < 4 {
      try Task.checkCancellation()
      await Task.yield()
    }
    for await state in states { #expect(state == .starting) }
  }
}
