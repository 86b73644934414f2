import BoothCore
import Synchronization

/// What a thread will have made, for any number of tasks to wait for.
final class Outcome<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case pending([CheckedContinuation<Result<Value, ClipError>, Never>])
    case settled(Result<Value, ClipError>)
  }

  private let state = Mutex(State.pending([]))

  /// Gives the result to all who wait and will wait; only the first call counts.
  func settle(_ result: Result<Value, ClipError>) {
    let waiting = state.withLock { state -> [CheckedContinuation<Result<Value, ClipError>, Never>] in
      guard case .pending(let waiting) = state else { return [] }
      state = .settled(result)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }

  func result() async -> Result<Value, ClipError> {
    await withCheckedContinuation { continuation in
      let settled = state.withLock { state -> Result<Value, ClipError>? in
        switch state {
        case .settled(let result): return result
        case .pending(let waiting):
          state = .pending(waiting + [continuation])
          return nil
        }
      }
      if let settled { continuation.resume(returning: settled) }
    }
  }
}
