import BoothCore
import Synchronization

/// Listens to what one driver reports by itself, from before it is opened until it is closed.
final class TrialReports: Sendable {
  private struct State {
    var loss: CameraError?
    var isOver = false
    var sinks: [TrialFrames] = []
    var waiting: [(untilOver: Bool, continuation: CheckedContinuation<CameraError?, Never>)] = []
  }

  private let state = Mutex(State())

  init(_ reports: AsyncStream<CameraReport>) {
    Task {
      for await case .lost(let error) in reports { note { $0.loss = $0.loss ?? error } }
      note { $0.isOver = true }
    }
  }

  /// The loss that was reported; nil while there was none.
  var loss: CameraError? { state.withLock { $0.loss } }

  /// Lets a sink know when the camera goes away: no more frames come into it.
  func add(_ sink: TrialFrames) {
    let isLost = state.withLock { state in
      state.sinks.append(sink)
      return state.loss != nil
    }
    if isLost { sink.end() }
  }

  /// Waits for the report of a loss; nil where the reports ended without one.
  func lost() async -> CameraError? { await wait(untilOver: false) }

  /// Waits for the end of the reports.
  func ended() async { _ = await wait(untilOver: true) }

  private func wait(untilOver: Bool) async -> CameraError? {
    await withCheckedContinuation { continuation in
      let (isThere, loss) = state.withLock { state in
        let isThere = state.isOver || !untilOver && state.loss != nil
        if !isThere { state.waiting.append((untilOver, continuation)) }
        return (isThere, state.loss)
      }
      if isThere { continuation.resume(returning: loss) }
    }
  }

  private func note(_ change: (inout State) -> Void) {
    let (loss, sinks, ready) = state.withLock { state in
      change(&state)
      let isOver = state.isOver
      defer { state.waiting.removeAll { isOver || !$0.untilOver } }
      return (state.loss, state.loss == nil ? [] : state.sinks, state.waiting.filter { isOver || !$0.untilOver })
    }
    for sink in sinks { sink.end() }
    for waiter in ready { waiter.continuation.resume(returning: loss) }
  }
}
