import Synchronization

/// Which of the driver's buffers came back, while frames of them may be anywhere in the program.
///
/// A dropped frame's buffer is only noted here; the driver's thread queues it again if it still streams from it.
final class V4L2Buffers: Sendable {
  private let returned = Mutex<[Int]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: tells the driver's thread that a buffer came back; must not block.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Notes that the buffer is not read any more. From any thread.
  func giveBack(_ index: Int) {
    returned.withLock { $0.append(index) }
    wake()
  }

  func takeReturned() -> [Int] {
    returned.withLock { indices in
      defer { indices.removeAll(keepingCapacity: true) }
      return indices
    }
  }
}
