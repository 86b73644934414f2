package import BoothCore
import Synchronization

/// What became of a call with a deadline.
package enum Timed<Value: Sendable>: Sendable {
  case returned(Value)
  /// The call may still be running, or stuck for ever; its answer no longer counts.
  case missed
}

/// Waits for `call` until `deadline`. A call that hangs is left behind, not cancelled: blocking C does not
/// listen.
package func withDeadline<Value: Sendable>(
  _ deadline: Instant, _ clock: any BoothClock, _ call: @escaping @Sendable () async -> Value
) async -> Timed<Value> {
  return await withCheckedContinuation { continuation in
    let once = Once(continuation)
    let timer = Task {
      do { try await clock.sleep(until: deadline) } catch { return }
      once.resume(.missed)
    }
    Task {
      let value = await call()
      timer.cancel()
      once.resume(.returned(value))
    }
  }
}

/// Resumes a continuation the first time it is asked to.
private final class Once<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value, Never>?>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

  func resume(_ value: Value) {
    let waiting = continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: value)
  }
}
