import BoothCore
import Synchronization

/// A clock on which no wait takes any time: who sleeps wakes at once, that much later.
final class RushingClock: BoothClock {
  private let time = Mutex(Instant(nanoseconds: 1_000_000_000_000))
  private let woken: @Sendable (Instant) -> Void

  /// - Parameter woken: is told when a person has slept.
  init(woken: @escaping @Sendable (Instant) -> Void = { _ in }) { self.woken = woken }

  var now: Instant { time.withLock { $0 } }
  var wallTime: WallTime { WallTime(unixSeconds: 0) }

  func sleep(until instant: Instant) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, instant) }
    woken(instant)
  }
}
