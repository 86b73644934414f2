public import BoothCore
import Synchronization

/// Takes live frames, remembers what each was, and lets a test wait for a number of them.
public final class FrameProbe: FrameSink {
  /// What is left of a frame that was let go.
  public struct Record: Sendable, Equatable {
    public var sequence: UInt64
    public var capturedAt: Instant
    public var size: PixelSize
    public var layout: FrameLayout
    public var strideBytes: Int
    public var byteCount: Int
    /// Whether the bytes begin and end like a JPEG file.
    public var looksLikeJPEG: Bool
  }

  private struct State {
    var records: [Record] = []
    var kept: [Frame] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let keeping: Int

  /// - Parameter keeping: holds on to the first so many frames until ``letGo()``.
  public init(keeping: Int = 0) { self.keeping = keeping }

  public func receive(_ frame: Frame) {
    let bytes = frame.bytes
    let looksLikeJPEG =
      bytes.count > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[bytes.count - 2] == 0xFF
      && bytes[bytes.count - 1] == 0xD9
    let record = Record(
      sequence: frame.sequence, capturedAt: frame.capturedAt, size: frame.size, layout: frame.layout,
      strideBytes: frame.strideBytes, byteCount: bytes.count, looksLikeJPEG: looksLikeJPEG)
    let ready = state.withLock { state in
      state.records.append(record)
      if state.kept.count < keeping, state.records.count <= keeping { state.kept.append(frame) }
      let count = state.records.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Returns once so many frames have come altogether; never, if they do not come (give the test a time limit).
  public func frames(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.records.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  public var records: [Record] { state.withLock { $0.records } }
  public var kept: [Frame] { state.withLock { $0.kept } }

  /// Drops the frames that were kept.
  public func letGo() {
    let kept = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    // Outside of the lock, since a frame's release is the driver's code.
    withExtendedLifetime(kept) {}
  }
}
