import BoothCore
import CLinux
import Glibc

/// Wakes a thread that sleeps in `poll`: an eventfd, closed with the last reference.
///
/// A process that is out of descriptors has an alarm that wakes no thread (``isThere``): its thread looks by itself, or
/// does not begin.
package final class Alarm: Sendable {
  /// Readable from ``ring()`` to ``take()``; -1 where the machine had none left.
  package let descriptor: Int32

  package init() { descriptor = clinux_eventfd() }

  deinit { if isThere { close(descriptor) } }

  package var isThere: Bool { descriptor >= 0 }

  /// Wakes the waiter, or the next one. From any thread; never blocks.
  package func ring() {
    var one: UInt64 = 1
    // Fails only when the counter is full, and then it has been readable for long.
    _ = write(descriptor, &one, 8)
  }

  /// Takes all rings so far, so that it can be waited for again. Never blocks.
  /// - Returns: whether there was one.
  @discardableResult
  package func take() -> Bool {
    var count: UInt64 = 0
    return read(descriptor, &count, 8) == 8
  }

  /// Blocks until it rings, for at most `limit`, or without one for ever; a signal may end it early.
  /// - Returns: whether it rang; the ring is not taken.
  @discardableResult
  package func wait(atMost limit: Duration? = nil) -> Bool {
    let milliseconds = limit.map { Int32(clamping: (max(0, $0.wholeNanoseconds) + 999_999) / 1_000_000) } ?? -1
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}
