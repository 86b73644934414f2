import Glibc

/// Runs blocking work on a thread of its own, away from Swift's cooperative pool.
enum BlockingThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts `body`; returns the system's error number, 0 for none. Without a thread, `body` is not run.
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let fault = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if fault == 0 { pthread_detach(thread) } else { work.release() }
    return fault
  }
}
