import Synchronization

/// A mark that only rises, and those who wait until it has come so far.
final class Milestone<Value: Comparable & Sendable>: Sendable {
  private struct State {
    var reached: Value?
    var isOver = false
    var waiting: [(until: Value, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Raises the mark; one that stands higher stays. From any thread.
  func reach(_ value: Value) {
    let ready = state.withLock { state in
      if state.reached.map({ $0 < value }) ?? true { state.reached = value }
      defer { state.waiting.removeAll { $0.until <= value } }
      return state.waiting.filter { $0.until <= value }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Frees all waiters, now and later: it rises no more.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume() }
  }

  /// Returns once the mark is there, or rises no more; never, if neither comes.
  func wait(until value: Value) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.isOver || state.reached.map({ $0 >= value }) ?? false { return true }
        state.waiting.append((value, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
