import BoothCore
import FoundationEssentials
import Synchronization

/// A clock that a test moves. Sleepers wake when their instant has come, or when they are cancelled.
final class ManualClock: BoothClock {
  private struct State {
    var now = Instant(nanoseconds: 1_000_000_000_000)
    var sleepers: [UUID: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var wallTime: WallTime { WallTime(unixSeconds: 1_780_000_000 + Double(now.nanoseconds) / 1e9) }

  func sleep(until instant: Instant) async throws {
    let key = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let isDue = state.withLock { state in
          if Task.isCancelled || state.now >= instant { return true }
          state.sleepers[key] = (instant, wake)
          return false
        }
        if isDue { wake.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: key) }?.wake.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now + duration
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.values.map(\.wake)
    }
    for wake in due { wake.resume() }
  }
}
