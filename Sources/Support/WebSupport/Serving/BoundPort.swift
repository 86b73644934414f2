import Synchronization

/// A port that is known once the server listens, and those who wait for it.
final class BoundPort: Sendable {
  typealias Value = Result<Int, WebServerError>
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case set(Value)
  }
  private let state = Mutex(State.waiting([]))

  func set(_ value: Value) {
    let waiting: [CheckedContinuation<Value, Never>] = state.withLock { state in
      // A port that was bound is not any more once the server has stopped.
      defer { state = .set(value) }
      if case .waiting(let continuations) = state { return continuations }
      return []
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  func value() async throws -> Int {
    let value = await withCheckedContinuation { continuation in
      let known: Value? = state.withLock { state in
        switch state {
        case .set(let value): return value
        case .waiting(let continuations):
          state = .waiting(continuations + [continuation])
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
    }
    return try value.get()
  }
}
