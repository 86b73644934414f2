public import BoothCore
import Synchronization

/// A clock that a test moves; sleepers wake when their moment has come.
public final class StepClock: BoothClock {
  private struct State {
    /// Far from zero, as a machine that has been up for a while.
    var now = Instant(nanoseconds: 1_000_000_000_000)
    var lastKey = 0
    var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Bool, Never>)] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var wallTime: WallTime { WallTime(unixSeconds: 1_780_000_000) }

  public func sleep(until instant: Instant) async throws {
    let key = state.withLock { state in
      state.lastKey += 1
      return state.lastKey
    }
    let isInTime = await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if state.now >= instant { return true }
          state.sleepers[key] = (instant, wake)
          return nil
        }
        if let answer { wake.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: key) }?.wake.resume(returning: false)
    }
    if !isInTime { throw CancellationError() }
  }

  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now + duration
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.values.map(\.wake)
    }
    for wake in due { wake.resume(returning: true) }
  }
}
