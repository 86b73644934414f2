import Documents
import StudioModel
import Synchronization

/// Lets tries to sign in take their turns, in the order of a ``SignInLine``.
final class SignInTurns: Sendable {
  private struct State {
    var line: SignInLine
    var waiting: [SignInLine.Ticket: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state: Mutex<State>

  /// - Parameter slots: how many have a turn at a time.
  init(slots: Int) { state = Mutex(State(line: SignInLine(slots: slots))) }

  /// How many wait.
  var waiting: Int { state.withLock { $0.line.waiting } }

  /// Waits for a turn, and has it until `body` ends.
  /// - Throws: ``SignInTurns/fullLine`` where there is no room, or who waited has gone; and what `body` throws.
  func take<Value: Sendable>(
    _ lane: SignInLine.Lane, _ body: () async throws(AccountError) -> Value
  ) async throws(AccountError) -> Value {
    let ticket = state.withLock { $0.line.ticket() }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state in
          let refused = state.line.join(ticket, as: lane)
          state.waiting[ticket] = continuation
          return refused
        }
      }
    } onCancel: {
      change { state in
        guard state.waiting[ticket] != nil else { return nil }
        return ticket
      }
    }
    defer {
      change {
        $0.line.leave(ticket)
        return nil
      }
    }
    guard hasTurn else { throw Self.fullLine }
    return try await body()
  }

  /// What is told where there is no room.
  static let fullLine = AccountError.wait(seconds: 2)

  /// Changes the line, and tells those whom that is about.
  /// - Parameter body: returns who is turned away.
  private func change(_ body: (inout State) -> SignInLine.Ticket?) {
    let told = state.withLock { state in
      var told: [(CheckedContinuation<Bool, Never>, Bool)] = []
      if let refused = body(&state) {
        state.line.leave(refused)
        if let gone = state.waiting.removeValue(forKey: refused) { told.append((gone, false)) }
      }
      while let next = state.line.next() {
        if let called = state.waiting.removeValue(forKey: next) {
          told.append((called, true))
        } else {
          state.line.leave(next)
        }
      }
      return told
    }
    for (continuation, hasTurn) in told { continuation.resume(returning: hasTurn) }
  }
}
