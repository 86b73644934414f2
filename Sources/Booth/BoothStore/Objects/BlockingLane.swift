import BoothSystem

/// A few threads of its own for blocking file calls.
///
/// A machine that is out of threads gives a lane fewer of them, and another when there is more to do; without a single
/// one the caller's own thread does the work.
///
/// A disk that takes a second to flush must not hold up Swift's cooperative pool, which has one thread per core. A
/// lane's threads are counted (Dispatch would add dozens while others wait for a slow disk), and a unit of work never
/// waits for another unit on the same lane, so the lane cannot lock itself up.
final class BlockingLane: Sendable {
  private let queue: Queue

  init(threads: Int) {
    queue = Queue(threads: threads)
    queue.fill()
  }

  deinit { queue.stop() }

  /// Runs `body` on one of the lane's threads.
  func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.add {
        let result: Result<Value, Failure>
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}

/// The work that waits, and the threads that take it.
private final class Queue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isStopping = false
    /// Threads there are.
    var running = 0
  }

  private let state = Monitor(State())
  /// Threads there should be.
  private let threads: Int

  init(threads: Int) { self.threads = threads }

  /// Starts the threads that are missing, as far as the machine has any.
  func fill() { state.update { fill(&$0) } }

  private func fill(_ state: inout State) {
    while state.running < threads, OwnThread.start("files", { [self] in work() }) == 0 { state.running += 1 }
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    let isTaken = state.update { state in
      fill(&state)
      if state.running > 0 { state.jobs.append(job) }
      return state.running > 0
    }
    if !isTaken { job() }
  }

  func stop() { state.updateAndWakeAll { $0.isStopping = true } }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.wait { state -> (@Sendable () -> Void)?? in
      if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
      return state.isStopping ? .some(nil) : nil
    }
  }
}
