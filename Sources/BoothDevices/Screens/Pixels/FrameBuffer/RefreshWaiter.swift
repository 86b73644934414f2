import BoothCore
import CLinux
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
    let asks: Int32
    let answers: Int32
    let answer = Mutex<Answer?>(nil)
    let isOver = Atomic(false)

    init() {
      asks = clinux_eventfd()
      answers = clinux_eventfd()
    }

    deinit {
      if asks >= 0 { Glibc.close(asks) }
      if answers >= 0 { Glibc.close(answers) }
    }

    static func ring(_ bell: Int32) {
      var one: UInt64 = 1
      _ = Glibc.write(bell, &one, 8)
    }

    func run(_ wait: @Sendable () -> Bool) {
      while true {
        var waiting = pollfd(fd: asks, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
        var count: UInt64 = 0
        _ = read(asks, &count, 8)
        if isOver.load(ordering: .relaxed) { return }
        guard count > 0 else { continue }
        let answer: Answer = wait() ? .refreshed(at: DeviceClock.now()) : .refused
        self.answer.withLock { $0 = answer }
        Self.ring(answers)
        if answer == .refused { return }
      }
    }
  }

  private let line = Line()

  /// Nil where there is no thread or descriptor left.
  init?(_ wait: @escaping @Sendable () -> Bool) {
    let line = line
    guard line.asks >= 0, line.answers >= 0, OwnThread.start("vsync", { line.run(wait) }) == 0 else { return nil }
  }

  deinit {
    // A thread that waits for ever stays behind.
    line.isOver.store(true, ordering: .relaxed)
    Line.ring(line.asks)
  }

  /// Readable when there is an answer.
  var descriptor: Int32 { line.answers }

  /// Asks for the next refresh.
  func ask() { Line.ring(line.asks) }

  /// The answer, if it has come. Never blocks.
  func take() -> Answer? {
    var count: UInt64 = 0
    _ = read(line.answers, &count, 8)
    return line.answer.withLock { answer in
      defer { answer = nil }
      return answer
    }
  }
}
