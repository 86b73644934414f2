import BoothCore
import BoothSystem
import Synchronization

/// Which generations of a camera's drivers still hold the device.
///
/// `close()` of a driver returns before its thread has let the device go. So the next generation waits here before it
/// claims the device, or it would be told that another program holds it.
final class DeviceClaims: Sendable {
  private let latches = Mutex<[ReleaseLatch]>([])

  /// Notes a claim on the device, until `latch` opens.
  func add(_ latch: ReleaseLatch) { latches.withLock { $0.append(latch) } }

  /// Blocks until all earlier claims are let go, or for `limit`. A generation that is stuck is waited for once only.
  func waitForEarlier(atMost limit: Duration) {
    let earlier = latches.withLock { latches in
      defer { latches = [] }
      return latches
    }
    let deadline = DeviceClock.now() + limit
    for latch in earlier { latch.wait(atMost: deadline - DeviceClock.now()) }
  }
}
