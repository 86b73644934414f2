import BoothCore
import BoothSystem
import Synchronization

/// Says once, from one generation of a driver to the next, that the device is free again. See ``DeviceClaims``.
package final class ReleaseLatch: Sendable {
  // Never taken: it rings from the opening on. Where there is none, the flag is looked at.
  private let alarm = Alarm()
  private let isOpen = Atomic<Bool>(false)

  package init() {}

  package func open() {
    isOpen.store(true, ordering: .releasing)
    alarm.ring()
  }

  /// Blocks until the latch is open, or for `limit`; false if it is still shut.
  @discardableResult
  package func wait(atMost limit: Duration) -> Bool {
    let deadline = DeviceClock.now() + limit
    while true {
      let left = max(.zero, deadline - DeviceClock.now())
      if isOpen.load(ordering: .acquiring) { return true }
      if alarm.wait(atMost: alarm.isThere ? left : min(left, .milliseconds(50))) { return true }
      if left == .zero { return false }
    }
  }
}
