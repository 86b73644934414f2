import BoothCore
import BoothSystem

/// The frames a recording has not encoded yet, and the count of those it never will.
///
/// The camera's thread offers, the recording's thread takes. A frame keeps its place while it is read, so that the
/// recording never keeps more of the driver's pool than ``capacity``.
final class FrameQueue: Sendable {
  enum Next {
    case frame(Frame)
    /// Everything was taken and nothing more will come.
    case end
    case cancelled
  }

  private enum Phase {
    case open, finishing, cancelled
  }

  private struct State {
    var frames: [Frame] = []
    /// Whether the taker still has a frame.
    var isReading = false
    var phase = Phase.open
    var lastSequence: UInt64?
    var dropped = 0

    mutating func drop(_ count: Int) {
      let (sum, overflow) = dropped.addingReportingOverflow(count)
      dropped = overflow ? .max : sum
    }
  }

  let capacity: Int
  private let state: Monitor<State>

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
    var empty = State()
    empty.frames.reserveCapacity(capacity)
    state = Monitor(empty)
  }

  /// Takes the frame, or counts it as dropped when the queue is full. Never blocks for longer than the other side
  /// needs to take a frame off.
  func offer(_ frame: Frame) {
    state.update { state in
      guard state.phase == .open else { return }
      if let last = state.lastSequence, frame.sequence > last {
        state.drop(Int(clamping: frame.sequence - last - 1))
      }
      state.lastSequence = frame.sequence
      if state.frames.count + (state.isReading ? 1 : 0) < capacity { state.frames.append(frame) } else { state.drop(1) }
    }
  }

  /// Waits for the oldest frame, whose place stays taken until ``giveBack()``.
  func next() -> Next {
    state.wait { state in
      if state.phase == .cancelled { return .cancelled }
      if !state.frames.isEmpty {
        state.isReading = true
        return .frame(state.frames.removeFirst())
      }
      return state.phase == .finishing ? .end : nil
    }
  }

  /// Says that the frame taken last was let go.
  func giveBack() { state.update { $0.isReading = false } }

  /// Counts a frame that was taken and turned out to be unusable.
  func countDropped() { state.update { $0.drop(1) } }

  var dropped: Int { state.update { $0.dropped } }

  /// What is queued is still encoded; what comes later is ignored.
  func finish() {
    state.update { if $0.phase == .open { $0.phase = .finishing } }
  }

  /// What is queued is let go; what comes later is ignored.
  /// - Returns: whether frames were still awaited.
  @discardableResult
  func cancel() -> Bool {
    let (frames, wasOpen) = state.update { state -> ([Frame], Bool) in
      defer { (state.phase, state.frames) = (.cancelled, []) }
      return (state.frames, state.phase == .open)
    }
    return withExtendedLifetime(frames) { wasOpen }
  }
}
