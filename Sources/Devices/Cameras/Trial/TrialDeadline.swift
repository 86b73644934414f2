import Synchronization

/// Waits for `call`, but not longer than `limit`; nil when that has passed. A call that hangs is left behind: blocking
/// C does not listen to a cancellation.
func within<Value: Sendable>(_ limit: Duration, _ call: @escaping @Sendable () async -> Value) async -> Value? {
  await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
    let first = TrialAnswer(continuation)
    let timer = Task {
      do { try await ContinuousClock().sleep(for: limit) } catch { return }
      first.give(nil)
    }
    Task {
      let value = await call()
      timer.cancel()
      first.give(value)
    }
  }
}

/// Resumes a continuation the first time it is given something.
private final class TrialAnswer<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

  func give(_ value: Value?) {
    let waiting = continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: value)
  }
}
