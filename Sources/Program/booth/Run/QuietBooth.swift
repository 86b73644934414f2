import BoothCore
import Synchronization

/// Whether no guests are being photographed: work that nothing waits for begins then, and not before. Quiet, where there is no booth.
final class QuietBooth: Sendable {
  private struct State {
    var isQuiet = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Whether it is now.
  var isQuiet: Bool { state.withLock { $0.isQuiet } }
  /// Whether something waits for it.
  var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Follows a booth until its states end; then it is quiet.
  func follow(_ states: AsyncStream<BoothState>) async {
    for await state in states { set(!state.isSession) }
    set(true)
  }

  private func set(_ isQuiet: Bool) {
    let woken = state.withLock { state in
      state.isQuiet = isQuiet
      guard isQuiet else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiting in woken { waiting.resume() }
  }

  /// Returns when it is quiet.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        if !state.isQuiet { state.waiting.append(continuation) }
        return state.isQuiet
      }
      if isQuiet { continuation.resume() }
    }
  }
}
