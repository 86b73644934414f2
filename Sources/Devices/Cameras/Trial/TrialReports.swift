import BoothCore
import Synchronization

/// Listens to what one driver reports by itself, from before it is opened until it is closed.
final class TrialReports: Sendable {
  private struct State {
    var loss: CameraError?
    var sinks: [TrialFrames] = []
  }

  private enum Stage: Int, Comparable {
    case lost, ended
    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  private let state = Mutex(State())
  private let stage = Milestone<Stage>()

  init(_ reports: AsyncStream<CameraReport>) {
    Task {
      for await case .lost(let error) in reports { lose(error) }
      stage.reach(.ended)
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
  func lost() async -> CameraError? {
    await stage.wait(until: .lost)
    return loss
  }

  /// Waits for the end of the reports.
  func ended() async { await stage.wait(until: .ended) }

  private func lose(_ error: CameraError) {
    let sinks = state.withLock { state in
      state.loss = state.loss ?? error
      return state.sinks
    }
    for sink in sinks { sink.end() }
    stage.reach(.lost)
  }
}
