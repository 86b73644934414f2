import BoothCore
import Synchronization

/// The sound a recording has not written yet, and why no more of it comes.
///
/// The microphone's thread puts in, the recording's thread takes out, and neither waits for the other.
final class SoundQueue: SoundSink {
  /// Five seconds, half a megabyte: a recording takes what is there with every frame.
  static let capacity = 5 * SoundBlock.samplesPerSecond

  private struct State: Sendable {
    var blocks: [SoundBlock] = []
    var samples = 0
    var ended: SoundError?
  }

  private let state = Mutex(State())

  /// What does not fit is dropped; its place will be silent, as every block says when it was captured.
  func receive(_ block: SoundBlock) {
    state.withLock { state in
      guard state.samples + block.samples.count <= Self.capacity else { return }
      state.samples += block.samples.count
      state.blocks.append(block)
    }
  }

  func soundEnded(_ error: SoundError) { state.withLock { $0.ended = $0.ended ?? error } }

  func takeAll() -> [SoundBlock] {
    state.withLock { state in
      defer { (state.blocks, state.samples) = ([], 0) }
      return state.blocks
    }
  }

  var ended: SoundError? { state.withLock { $0.ended } }
}
