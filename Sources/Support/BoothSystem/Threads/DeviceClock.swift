package import BoothCore
import Glibc

/// The monotonic clock that devices stamp their pictures with (`CLOCK_MONOTONIC`).
package enum DeviceClock {
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
