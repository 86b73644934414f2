import BoothCore
import Synchronization

/// Takes a trial's live frames, remembers what each was, and waits for a number of them.
final class TrialFrames: FrameSink {
  /// What is left of a frame that was let go.
  struct Record {
    var sequence: UInt64
    var capturedAt: Instant
    var size: PixelSize
    var layout: FrameLayout
    var strideBytes: Int
    var byteCount: Int
    /// Whether the bytes begin and end like a JPEG file.
    var looksLikeJPEG: Bool
  }

  private struct State {
    var records: [Record] = []
    var kept: [Frame] = []
  }

  private let state = Mutex(State())
  private let count = Milestone<Int>()
  private let keeping: Int

  /// - Parameter keeping: holds on to the first so many frames until ``letGo()``.
  init(keeping: Int = 0) { self.keeping = keeping }

  func receive(_ frame: Frame) {
    let bytes = frame.bytes
    let looksLikeJPEG =
      bytes.count > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[bytes.count - 2] == 0xFF
      && bytes[bytes.count - 1] == 0xD9
    let record = Record(
      sequence: frame.sequence, capturedAt: frame.capturedAt, size: frame.size, layout: frame.layout,
      strideBytes: frame.strideBytes, byteCount: bytes.count, looksLikeJPEG: looksLikeJPEG)
    count.reach(
      state.withLock { state in
        state.records.append(record)
        if state.records.count <= keeping { state.kept.append(frame) }
        return state.records.count
      })
  }

  /// Returns once so many frames have come altogether, or the camera is gone; never, if they do not come.
  func frames(_ count: Int) async { await self.count.wait(until: count) }

  var records: [Record] { state.withLock { $0.records } }
  var kept: [Frame] { state.withLock { $0.kept } }

  /// Frees the waiters: no more frames come.
  func end() { count.end() }

  /// Drops the frames that were kept, and frees the waiters for more.
  func letGo() {
    end()
    let kept = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    // Outside of the lock, since a frame's release is the driver's code.
    withExtendedLifetime(kept) {}
  }
}
