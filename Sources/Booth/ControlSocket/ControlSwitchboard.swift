import BoothSystem
import Synchronization

/// What the server's thread and everybody else share: finished answers, the request to stop, and those who wait for the end.
final class ControlSwitchboard: Sendable {
  /// An answer on its way to a client, as the bytes of its line.
  struct Answer: Sendable {
    var client: UInt64
    var line: [UInt8]
  }

  private struct State {
    var answers: [Answer] = []
    var stopping = false
    var ended = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Readable when there is something to take.
  let wake = Alarm()
  private let state = Mutex(State())

  init(path: String) throws(ControlError) {
    guard wake.isThere else { throw .system(path, "making an event descriptor") }
  }

  func post(_ answer: Answer) {
    state.withLock { $0.answers.append(answer) }
    wake.ring()
  }

  func stop() {
    state.withLock { $0.stopping = true }
    wake.ring()
  }

  /// For the server's thread: what has come since it last asked.
  func take() -> (answers: [Answer], stopping: Bool) {
    wake.take()
    return state.withLock { state in
      defer { state.answers = [] }
      return (state.answers, state.stopping)
    }
  }

  /// The server's thread is done.
  func end() {
    let waiting = state.withLock { state in
      state.ended = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the server's thread is done.
  func ended() async {
    await withCheckedContinuation { continuation in
      let over = state.withLock { state in
        if !state.ended { state.waiting.append(continuation) }
        return state.ended
      }
      if over { continuation.resume() }
    }
  }
}
