/// Runs pieces of work one after the other, in the order they were handed in.
///
/// The effects of one decision reach a disk or a camera in the decision's order, while the mailbox goes on.
final class Lane: Sendable {
  private let queue: AsyncStream<@Sendable () async -> Void>.Continuation
  private let worker: Task<Void, Never>

  init() {
    // Bounded by the flow itself: it waits for an answer before it asks for more.
    let (work, queue) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
    self.queue = queue
    worker = Task { for await piece in work { await piece() } }
  }

  /// Hands in a piece of work; false when the lane takes no more, and the piece is not done.
  @discardableResult
  func add(_ piece: @escaping @Sendable () async -> Void) -> Bool {
    if case .enqueued = queue.yield(piece) { true } else { false }
  }

  /// Takes no more work; what is queued is still done.
  func finish() async {
    queue.finish()
    await worker.value
  }

  /// Takes no more work and waits for none: a piece may be stuck for ever.
  func abandon() { queue.finish() }
}
