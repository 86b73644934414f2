import BoothSystem
import Glibc
import Testing

@Suite struct OwnThreadTests {
  private struct Seen: Sendable, Equatable {
    var name: String
    var niceness: Int32
    var blocksTermination: Bool
    var blocksFaults: Bool
  }

  @Test(arguments: [Int32(0), 10], [true, false])
  func `a thread has its name and niceness and, if it should, leaves signals to others`(niceness: Int32, leaves: Bool) {
    let before = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    var own = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &own)
    let inherited = sigismember(&own, SIGTERM) == 1
    let seen = Monitor<Seen?>(nil)
    let code = OwnThread.start("a name of many letters", niceness: niceness, leavesSignals: leaves) {
      let name = OrdinaryFile.bytes("/proc/thread-self/comm").map { String(decoding: $0.dropLast(), as: UTF8.self) }
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      let now = Seen(
        name: name ?? "", niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0),
        blocksTermination: sigismember(&mask, SIGTERM) == 1, blocksFaults: sigismember(&mask, SIGSEGV) == 1)
      seen.update { $0 = now }
    }
    #expect(code == 0)
    let expected = niceness > 0 ? niceness : before
    #expect(
      seen.wait { $0 }
        == Seen(
          name: "a name of many ", niceness: expected, blocksTermination: leaves || inherited, blocksFaults: false))
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == before)
  }
}
