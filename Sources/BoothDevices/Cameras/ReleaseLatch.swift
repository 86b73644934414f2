import BoothCore
import CLinux
import Glibc
import Synchronization

/// Says once, from one generation of a driver to the next, that the device is free again. See ``DeviceClaims``.
package final class ReleaseLatch: Sendable {
  // An eventfd that is never read: readable from the opening on. Without one, a flag that is looked at.
  private let descriptor = clinux_eventfd()
  private let isOpen = Atomic<Bool>(false)

  package init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func open() {
    isOpen.store(true, ordering: .releasing)
    var one: UInt64 = 1
    // Fails only when the counter is full, and then it has been readable for long.
    _ = write(descriptor, &one, 8)
  }

  /// Blocks until the latch is open, or for `limit`; false if it is still shut.
  @discardableResult
  package func wait(atMost limit: Duration) -> Bool {
    let deadline = DeviceClock.now() + limit
    while true {
      let left = max(0, (deadline - DeviceClock.now()).wholeNanoseconds)
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if isOpen.load(ordering: .acquiring) { return true }
      let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      let ready = poll(&waiting, 1, descriptor >= 0 ? milliseconds : min(milliseconds, 50))
      if ready > 0 { return true }
      if left == 0 { return false }
    }
  }
}
