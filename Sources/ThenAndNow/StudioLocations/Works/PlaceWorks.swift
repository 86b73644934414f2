import LocationLibrary
import Synchronization

/// What is under way beside the pages, and what came of it; in memory, as all of it can be begun again.
final class PlaceWorks: Sendable {
  /// How many run at a time: each takes a processor, and some memory.
  private static let mostAtOnce = 2
  /// How many outcomes are remembered; the oldest go first.
  private static let capacity = 40

  private struct State {
    var works: [String: PlaceWork] = [:]
    /// The oldest first.
    var order: [String] = []
    var tasks: [String: Task<Void, Never>] = [:]
    /// Which of several of one name a work is: what ended before it says nothing any more.
    var turns: [String: Int] = [:]
    var turn = 0
    /// Names of which another one waits.
    var waiting: Set<String> = []
  }

  private let state = Mutex(State())

  /// - Returns: how it is; nil where there is none of that name.
  func work(_ name: String) -> PlaceWork? { state.withLock { $0.works[name] } }

  /// Begins it, unless it is under way already, or too much else is.
  /// - Parameter waits: where it is under way already, it is done once more afterwards; only one waits so.
  /// - Returns: whether it has begun, or waits.
  func begin(
    _ name: String, _ start: PlaceWork.Progress, waits: Bool = false,
    _ body: @escaping @Sendable (@escaping @Sendable (PlaceWork.Progress) -> Void) async throws -> PlaceWork.Outcome
  ) -> Bool {
    state.withLock { state in
      let isUnderWay = state.works[name]?.isUnderWay == true
      if isUnderWay {
        guard waits, state.waiting.insert(name).inserted else { return false }
      } else {
        guard state.works.values.count(where: \.isUnderWay) < Self.mostAtOnce else { return false }
      }
      state.works[name] = .underWay(start)
      state.order.removeAll { $0 == name }
      state.order.append(name)
      while state.order.count > Self.capacity,
        let oldest = state.order.first(where: { state.works[$0]?.isUnderWay != true })
      {
        state.works[oldest] = nil
        state.order.removeAll { $0 == oldest }
      }
      state.turn += 1
      state.turns[name] = state.turn
      let (turn, before) = (state.turn, isUnderWay ? state.tasks[name] : nil)
      state.tasks[name] = Task {
        await before?.value
        await self.run(name, turn, body)
      }
      return true
    }
  }

  private func run(
    _ name: String, _ turn: Int,
    _ body: @escaping @Sendable (@escaping @Sendable (PlaceWork.Progress) -> Void) async throws -> PlaceWork.Outcome
  ) async {
    state.withLock { state in
      if state.turns[name] == turn { state.waiting.remove(name) }
    }
    let end: PlaceWork
    do {
      end = .done(
        try await body { progress in
          self.state.withLock { state in
            if state.turns[name] == turn, state.works[name]?.isUnderWay == true {
              state.works[name] = .underWay(progress)
            }
          }
        })
    } catch let error as PlaceError {
      end = .failed(error)
    } catch {
      end = .failed(.unavailable("\(error)"))
    }
    state.withLock { state in
      guard state.turns[name] == turn else { return }
      state.works[name] = end
      (state.tasks[name], state.turns[name]) = (nil, nil)
    }
  }

  /// Begins it and waits for its end.
  /// - Returns: nil where it is under way already, or too much else is.
  /// - Throws: what `body` throws.
  func run<Value: Sendable>(
    _ name: String, _ start: PlaceWork.Progress, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withCheckedThrowingContinuation { continuation in
      let begins = begin(name, start) { _ in
        do { continuation.resume(returning: try await body()) } catch {
          continuation.resume(throwing: error)
          throw error
        }
        return .made
      }
      if !begins { continuation.resume(returning: nil) }
    }
  }

  /// Ends what can be ended.
  func end() { for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() } }
}
