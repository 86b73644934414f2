import Dispatch

/// Threads for nights: they calculate for seconds, and Swift's own pool has one thread a processor, on which every other test
/// would wait for them.
final class NightThreads: TaskExecutor {
  static let shared = NightThreads()
  private let queue = DispatchQueue(label: "nights", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
