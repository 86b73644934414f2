import Foundation
import Synchronization

/// How long the machine leaves a thread asleep that is due: two for each processor do nothing but sleep a millisecond.
/// On a machine that others share, that is now and then a tenth of a second.
final class MachineWatch: Sendable {
  private let longest = Mutex(0.0)

  init() {
    for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
      let watch = Thread { [weak self] in
        while let self {
          let began = ContinuousClock.now
          usleep(1000)
          let late = (ContinuousClock.now - began) / .milliseconds(1) - 1
          self.longest.withLock { $0 = max($0, late) }
        }
      }
      watch.start()
    }
  }

  func begin() { longest.withLock { $0 = 0 } }
  /// Since ``begin()``, in milliseconds; a thread that still sleeps is waited for.
  var longestStall: Double {
    usleep(5000)
    return longest.withLock { $0 }
  }
}
