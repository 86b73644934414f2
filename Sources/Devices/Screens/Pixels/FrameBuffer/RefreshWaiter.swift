import BoothCore
import BoothSystem
import Glibc
import Synchronization

/// Tells of a display's refresh from a thread of its own, as a driver may wait for it for ever.
final class RefreshWaiter {
  enum Answer: Equatable {
    case refreshed(at: Instant)
    /// The driver cannot.
    case refused
  }

  /// What the thread and its owner share; it outlives both.
  private final class Line: Sendable {
    let asks = Alarm()
    let answers = Alarm()
    let answer = Mutex<Answer?>(nil)
    let isOver = Atomic(false)

    func run(_ wait: @Sendable () -> Bool) {
      while true {
        asks.wait()
        let isAsked = asks.take()
        if isOver.load(ordering: .relaxed) { return }
        guard isAsked else { continue }
        let answer: Answer = wait() ? .refreshed(at: DeviceClock.now()) : .refused
        self.answer.withLock { $0 = answer }
        answers.ring()
        if answer == .refused { return }
      }
    }
  }

  private let line = Line()

  /// Nil where there is no thread or descriptor left.
  init?(_ wait: @escaping @Sendable () -> Bool) {
    let line = line
    guard line.asks.isThere, line.answers.isThere, OwnThread.start("vsync", { line.run(wait) }) == 0 else { return nil }
  }

  deinit {
    // A thread that waits for ever stays behind.
    line.isOver.store(true, ordering: .relaxed)
    line.asks.ring()
  }

  /// Readable when there is an answer.
  var descriptor: Int32 { line.answers.descriptor }

  /// Asks for the next refresh.
  func ask() { line.asks.ring() }

  /// The answer, if it has come. Never blocks.
  func take() -> Answer? {
    line.answers.take()
    return line.answer.withLock { answer in
      defer { answer = nil }
      return answer
    }
  }
}
