import BoothCore
import Glibc
import Testing

@testable import BoothClips

@Suite struct WorkerThreadTests {
  private struct Seen: Sendable, Equatable {
    var name: String
    var niceness: Int32
    var blocksTermination: Bool
    var blocksFaults: Bool
  }

  @Test(arguments: [Int32(0), 10])
  func `a thread has its name and niceness and leaves signals to others`(niceness: Int32) async throws {
    let before = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let outcome = Outcome<Seen>()
    try WorkerThread.start(name: "a name of many letters", niceness: niceness) {
      let name = (try? bytes(of: "/proc/thread-self/comm")).map { String(decoding: $0.dropLast(), as: UTF8.self) }
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      outcome.settle(
        .success(
          Seen(
            name: name ?? "", niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0),
            blocksTermination: sigismember(&mask, SIGTERM) == 1, blocksFaults: sigismember(&mask, SIGSEGV) == 1)))
    }
    let expected = niceness > 0 ? niceness : before
    #expect(
      try await outcome.result().get()
        == Seen(name: "a name of many ", niceness: expected, blocksTermination: true, blocksFaults: false))
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == before)
  }

  @Test func `all who wait for an outcome get it, and only the first one counts`() async throws {
    let outcome = Outcome<Int>()
    async let one = outcome.result()
    async let two = outcome.result()
    try WorkerThread.start(name: "settles") {
      outcome.settle(.success(1))
      outcome.settle(.success(2))
    }
    let results = [try await one.get(), try await two.get(), try await outcome.result().get()]
    #expect(results == [1, 1, 1])
  }
}
