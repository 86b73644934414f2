import Glibc
import Synchronization
import Testing

/// Threads of their own for tests that calculate for seconds. Swift's pool has one thread a processor, and so has every queue of
/// Dispatch that is not serial: there, each test that waits for the booth would wait for whole nights at each of its steps.
final class NightThreads: TaskExecutor {
  static let shared = NightThreads(count: 2)
  private let waiting = Mutex<[UnownedJob]>([])
  // A semaphore is made for any number of threads; its address never changes.
  nonisolated(unsafe) private let wakes: UnsafeMutablePointer<sem_t>

  private init(count: Int) {
    wakes = .allocate(capacity: 1)
    sem_init(wakes, 0, 0)
    for _ in 0..<count {
      var thread = pthread_t()
      let error = pthread_create(
        &thread, nil,
        { executor in
          Unmanaged<NightThreads>.fromOpaque(executor!).takeUnretainedValue().work()
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      precondition(error == 0, "no thread for nights: error \(error)")
      pthread_detach(thread)
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    sem_post(wakes)
  }

  private func work() {
    while true {
      guard sem_wait(wakes) == 0 else { continue }
      let job = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs a test on `NightThreads`.
struct OnNightThreads: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> OnNightThreads? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(NightThreads.shared) { try await function() }
  }
}

extension Trait where Self == OnNightThreads {
  static var onNightThreads: OnNightThreads { OnNightThreads() }
}
