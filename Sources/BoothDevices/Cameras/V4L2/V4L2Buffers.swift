import Synchronization

/// The driver's buffers, mapped, while frames of them may be anywhere in the program.
///
/// Frames hold this object, so the mappings outlive the stream and the driver until the last frame is dropped. A
/// dropped frame's buffer is only noted here; the driver's thread queues it again if it still streams from it.
final class V4L2Buffers: Sendable {
  let mappings: [V4L2Mapping]
  private let returned = Mutex<[Int]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: tells the driver's thread that a buffer came back; must not block.
  init(mappings: [V4L2Mapping], wake: @escaping @Sendable () -> Void) {
    self.mappings = mappings
    self.wake = wake
  }

  /// Notes that nobody reads the buffer any more. From any thread.
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
