import BoothCore
import CLinux
import Glibc

/// A thread for work that blocks, perhaps for ever, or that keeps a processor busy, so that it takes none of the few
/// threads on which everything asynchronous runs.
///
/// ```swift
/// let code = OwnThread.start("camera") { /* calls that may block for ever */ }
/// if code != 0 { print(OwnThread.refusal(code)) }
/// ```
package enum OwnThread {
  /// Runs `body` on a new detached thread, and returns at once.
  /// - Parameters:
  ///   - name: what `top -H` shows; the kernel keeps 15 bytes.
  ///   - niceness: 0 (like everything else) to 19 (only idle time).
  ///   - leavesSignals: whether signals meant for the process go to other threads. Programs that such a thread starts
  ///     inherit that they are blocked.
  /// - Returns: 0; or the system's error number (`EAGAIN` where the machine is out of threads), and then `body` is not
  ///   run.
  package static func start(
    _ name: String, niceness: Int32 = 0, leavesSignals: Bool = false, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    let start = Start {
      if leavesSignals { leaveSignalsToOthers() }
      _ = clinux_name_thread(name)
      // On Linux niceness belongs to the thread, and 0 names the calling one (setpriority(2), "C library/kernel
      // differences"). A favour to others: not worth failing for.
      if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      body()
    }
    let retained = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let answer = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, retained.toOpaque())
    if answer == 0 { pthread_detach(thread) } else { retained.release() }
    return answer
  }

  /// What ``start(_:niceness:leavesSignals:_:)`` answered, in words.
  package static func refusal(_ code: Int32) -> String {
    "no thread could be started: \(SystemWords.of(code))"
  }

  /// Blocks the thread it is called on for `duration`, whatever signals come.
  package static func pause(_ duration: Duration) {
    let until = DeviceClock.now() + duration
    while true {
      let left = (until - DeviceClock.now()).wholeNanoseconds
      guard left > 0 else { return }
      _ = poll(nil, 0, Int32(clamping: (left + 999_999) / 1_000_000))
    }
  }

  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Signals meant for the process go to threads that expect them; faults of this thread stay its own.
  private static func leaveSignalsToOthers() {
    var mask = sigset_t()
    sigfillset(&mask)
    for own in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&mask, own) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
  }
}
