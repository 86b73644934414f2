package import NIOCore

/// How far the body of the answer has come that a connection is sending, and who waits for how much of it.
///
/// Without it a server that reads faster than its client takes fills its memory with what the client has not taken: the
/// connection's own notion of "writable" lets pieces pass while others still wait.
package struct AnswerPace {
  private var written: Int64 = 0
  private var left: Int64 = 0
  /// At the last look.
  private var seen: Int64 = 0
  private var isOver = false
  private var waiting: [(count: Int64, promise: EventLoopPromise<Void>)] = []

  /// A new answer begins.
  package mutating func began() { (written, left, seen) = (0, 0, 0) }

  package mutating func written(_ count: Int) { written += Int64(count) }

  /// So many bytes more have left for the kernel.
  package mutating func left(_ count: Int) {
    left += Int64(count)
    let ready = waiting.filter { $0.count <= left }
    waiting.removeAll { $0.count <= left }
    for (_, promise) in ready { promise.succeed() }
  }

  /// Keeps the promise when so many bytes of the answer have left.
  package mutating func wait(for count: Int64, _ promise: EventLoopPromise<Void>) {
    if isOver { return promise.fail(ChannelError.ioOnClosedChannel) }
    if count <= left { return promise.succeed() }
    waiting.append((count, promise))
  }

  /// The connection is closed.
  package mutating func ended() {
    isOver = true
    for (_, promise) in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
    waiting = []
  }

  package enum Pace { case idle, moving, stalled }

  /// Whether at least so many bytes have left since the last look.
  /// - Parameter unsent: what the connection still holds of what was written; nil where it does not say. A piece that has
  ///   left in part counts so far.
  package mutating func look(atLeast least: Int64, unsent: Int64? = nil) -> Pace {
    guard left < written else { return .idle }
    let taken = max(left, unsent.map { written - $0 } ?? 0)
    defer { seen = taken }
    return taken - seen >= least ? .moving : .stalled
  }
}
