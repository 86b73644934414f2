package import BoothCore
import CLinux
import Glibc

/// The clock of a device without one: a kernel timer on the monotonic clock that a ``DeviceThread`` can watch.
///
/// It ticks at absolute moments, so a late reader loses ticks (and is told how many) but never drifts.
package final class DeviceTimer {
  package let descriptor: Int32

  package init() { descriptor = clinux_timer_create() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Ticks at `first`, then every `period`.
  /// - Returns: whether it does; a process that is out of descriptors has no timer.
  @discardableResult
  package func start(first: Instant, period: Duration) -> Bool {
    clinux_timer_set(descriptor, first.nanoseconds, period.wholeNanoseconds) == 0
  }

  package func stop() { _ = clinux_timer_set(descriptor, 0, 0) }

  /// How many ticks have passed since the last look; 0 for none. Never blocks.
  package func takeTicks() -> Int {
    var ticks: UInt64 = 0
    return read(descriptor, &ticks, 8) == 8 ? Int(clamping: ticks) : 0
  }
}
