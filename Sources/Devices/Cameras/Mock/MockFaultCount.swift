import Synchronization

/// Counts faults as they begin, for a test that waits for the n-th: a test that must act while a call hangs.
final class MockFaultCount: Sendable {
  private let count = Mutex(0)
  private let begun = Milestone<Int>()

  func add() {
    begun.reach(
      count.withLock { count in
        count += 1
        return count
      })
  }

  func wait(for count: Int) async { await begun.wait(until: count) }
}
