import Glibc

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
///
/// `@unchecked`: `jobs`, `stopping` and `running` are read and written with `mutex` held only.
private final class Queue: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [@Sendable () -> Void] = []
  private var stopping = false
  /// Threads there are, and should be.
  private var running = 0
  private let threads: Int

  init(threads: Int) {
    self.threads = threads
    mutex = .allocate(capacity: 1)
    arrival = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  /// Starts the threads that are missing, as far as the machine has any.
  func fill() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while running < threads, startThread() { running += 1 }
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let reference = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { reference in
        guard let reference else { return nil }
        Unmanaged<Queue>.fromOpaque(reference).takeRetainedValue().work()
        return nil
      }, reference.toOpaque())
    guard failure == 0 else {
      reference.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    while running < threads, startThread() { running += 1 }
    guard running > 0 else {
      pthread_mutex_unlock(mutex)
      return job()
    }
    jobs.append(job)
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(mutex)
  }

  func stop() {
    pthread_mutex_lock(mutex)
    stopping = true
    pthread_cond_broadcast(arrival)
    pthread_mutex_unlock(mutex)
  }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty {
      if stopping { return nil }
      pthread_cond_wait(arrival, mutex)
    }
    return jobs.removeFirst()
  }
}
