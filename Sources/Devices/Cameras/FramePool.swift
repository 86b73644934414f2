package import BoothCore
import Synchronization

/// A fixed number of equally long frame buffers.
///
/// A buffer is with the pool, with the driver that fills it, or with a ``Frame``; dropping the frame's last reference
/// brings it back. When all are out, the driver drops its new picture: the pool neither blocks nor grows. The memory
/// lives until the pool and its last frame are gone, so frames outlive their driver. Safe to use from any thread.
package final class FramePool: @unchecked Sendable {
  // Sendable: a buffer is written only by the holder of its slot; the list of free ones is a mutex.

  /// One buffer, for its holder to fill.
  package struct Slot: @unchecked Sendable {
    /// From 0 to the pool's count: the same number is always the same memory.
    package let index: Int
    package let bytes: UnsafeMutableRawBufferPointer
  }

  private struct Shared {
    var free: [Int]
    var refused = 0
  }

  package let count: Int
  private let bytesPerFrame: Int
  private let memory: UnsafeMutableRawPointer
  private let shared: Mutex<Shared>

  package init(count: Int, bytesPerFrame: Int) {
    precondition(count > 0 && bytesPerFrame > 0, "a pool has at least one buffer of at least one byte")
    self.count = count
    // Whole pages, so that no two buffers share one.
    self.bytesPerFrame = (bytesPerFrame + 4095) & ~4095
    memory = .allocate(byteCount: count * self.bytesPerFrame, alignment: 4096)
    shared = Mutex(Shared(free: Array((0..<count).reversed())))
    FramePools.count.add(1, ordering: .relaxed)
  }

  deinit {
    memory.deallocate()
    FramePools.count.subtract(1, ordering: .relaxed)
  }

  /// Takes a free buffer, or counts one refusal.
  package func take() -> Slot? {
    let index: Int? = shared.withLock { state in
      if let index = state.free.popLast() { return index }
      state.refused += 1
      return nil
    }
    guard let index else { return nil }
    return Slot(
      index: index,
      bytes: UnsafeMutableRawBufferPointer(start: memory + index * bytesPerFrame, count: bytesPerFrame))
  }

  /// Takes back a buffer that became no frame.
  package func putBack(_ slot: Slot) { shared.withLock { $0.free.append(slot.index) } }

  /// Makes a frame of the first `byteCount` bytes of a filled buffer.
  package func frame(
    _ slot: Slot, byteCount: Int, sequence: UInt64, capturedAt: Instant, size: PixelSize, layout: FrameLayout,
    strideBytes: Int
  ) -> Frame {
    Frame(
      sequence: sequence, capturedAt: capturedAt, size: size, layout: layout, strideBytes: strideBytes,
      bytes: UnsafeRawBufferPointer(rebasing: slot.bytes[..<byteCount]), release: { self.putBack(slot) })
  }

  /// How many pictures found no free buffer.
  package var refused: Int { shared.withLock { $0.refused } }
  /// How many buffers are free now.
  package var free: Int { shared.withLock { $0.free.count } }
}

/// The frame buffers of this process.
public enum FramePools {
  fileprivate static let count = Atomic<Int>(0)

  /// How many pools there are, with a driver or with frames that have outlived it. Safe from any thread.
  public static var alive: Int { count.load(ordering: .relaxed) }
}
