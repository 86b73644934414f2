public import BoothCore
public import FoundationEssentials
import Glibc

/// The machine's clocks: `CLOCK_MONOTONIC`, which V4L2 also stamps its frames with, and the wall clock.
public struct SystemClock: BoothClock {
  public init() {}

  public var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  public var date: Date { Date.now }

  public func sleep(until instant: Instant) async throws {
    let wait = instant - now
    guard wait > .zero else { return }
    try await Task.sleep(for: wait, tolerance: .zero, clock: .suspending)
  }
}
