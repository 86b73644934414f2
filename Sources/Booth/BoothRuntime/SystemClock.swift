public import BoothCore
import CLinux
import Glibc

/// The machine's clocks: `CLOCK_MONOTONIC`, which V4L2 also stamps its frames with, and the wall clock.
public struct SystemClock: BoothClock {
  /// Holds nothing: all of them tell the same time.
  public init() {}

  /// `CLOCK_MONOTONIC`: nanoseconds since boot, without the time the machine was suspended.
  public var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// `CLOCK_REALTIME` with the zone of the machine. Trusted once the kernel says that the clock is synchronized.
  public var wallTime: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return WallTime(
      unixSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, secondsFromUTC: local.tm_gmtoff,
      trusted: clinux_clock_is_set() != 0)
  }

  /// Returns at once when `instant` has passed. Throws `CancellationError` when the task is cancelled.
  public func sleep(until instant: Instant) async throws {
    let wait = instant - now
    guard wait > .zero else { return }
    try await Task.sleep(for: wait, tolerance: .zero, clock: .suspending)
  }
}
