package import BoothCore
import Glibc
import Synchronization

/// One thread that runs a driver's calls and, between calls, waits for its device.
///
/// A driver is an actor with this as its executor, so a call that blocks for ever blocks this thread and no other.
/// Between calls, and inside a call through ``wait(until:)``, the thread sleeps in `poll` on one descriptor of the
/// driver's choice (a video node, a timer) and on an eventfd of its own; it uses no timeouts, so an idle camera costs
/// nothing.
///
/// Life: the thread holds itself while it runs. ``end()`` belongs at the end of the actor's `isolated deinit`, which is
/// the last job there is: nothing can be enqueued after that, so the thread stops with no job lost. A thread whose call never returns is never freed; that is what
/// abandoning a generation means.
package final class DeviceThread: SerialExecutor, @unchecked Sendable {
  // Sendable: `shared` is a mutex; `watched` and `onEvent` are touched by the thread alone once it runs.

  /// What the thread woke for.
  package enum Event: Sendable, Equatable {
    /// The watched descriptor has these `poll` flags.
    case ready(Int16)
    /// ``wake()`` was called.
    case woken
    /// ``close()`` was called.
    case closed
    /// The deadline given to ``wait(until:)`` has passed.
    case timedOut
  }

  private struct Shared {
    var mayStart = false
    var jobs: [UnownedJob] = []
    var woken = false
    var closing = false
    var ending = false
  }

  /// What to wait for in addition to calls; nil for nothing. Set it on this thread only.
  package var watched: Int32?

  /// How long a thread without an alarm sleeps, in milliseconds.
  private static let blindWait: Int32 = 50

  private let name: String
  private let shared = Mutex(Shared())
  private let alarm = Alarm()
  private let thread = Atomic<UInt>(0)
  private let isStarted = Mutex(false)
  private var onEvent: (@Sendable (Event) -> Void)?

  /// - Parameter name: shown by `top -H`; the kernel keeps 15 bytes.
  package init(name: String) {
    self.name = name
  }

  /// Starts the thread. `onEvent` is called on it, between calls: `ready` and `woken` as often as they happen,
  /// `closed` once and nothing after it.
  ///
  /// A machine that is out of threads now may have one in a moment: until the thread runs, each call tries to start it
  /// anew. A call that waits for it is late, and its caller's deadline treats it as any call that hangs.
  package func start(onEvent: @escaping @Sendable (Event) -> Void) {
    self.onEvent = onEvent
    shared.withLock { $0.mayStart = true }
    startIfNeeded()
  }

  private func startIfNeeded() {
    guard shared.withLock({ $0.mayStart }) else { return }
    isStarted.withLock { isStarted in if !isStarted { isStarted = startThread() } }
  }

  private func startThread() -> Bool {
    OwnThread.start(name) { [self] in run() } == 0
  }

  // MARK: From any thread

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    shared.withLock { $0.jobs.append(job) }
    ring()
  }

  /// Makes the thread report `woken`, or a ``wait(until:)`` return it.
  package func wake() {
    shared.withLock { $0.woken = true }
    ring()
  }

  /// Makes the thread report `closed` as soon as no call is running. Returns at once.
  package func close() {
    shared.withLock { $0.closing = true }
    ring()
  }

  /// Lets the thread finish; for the `deinit` of the one actor it runs.
  package func end() {
    shared.withLock { $0.ending = true }
    ring()
  }

  package var isClosing: Bool { shared.withLock { $0.closing } }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the thread \(name)")
  }

  package func isIsolatingCurrentContext() -> Bool? { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

  private func ring() {
    startIfNeeded()
    alarm.ring()
  }

  // MARK: On the thread

  /// Waits, inside a call, for the watched descriptor, a wake, the close or the deadline.
  package func wait(until deadline: Instant? = nil) -> Event {
    while true {
      if isClosing { return .closed }
      if takeWoken() { return .woken }
      var milliseconds: Int32 = -1
      if let deadline {
        let left = max(0, (deadline - DeviceClock.now()).wholeNanoseconds)
        milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      }
      // Looks at the device even when it is late: what was due before the deadline is told before it.
      let flags = sleep(milliseconds: milliseconds)
      if flags != 0 && !isClosing { return .ready(flags) }
      if milliseconds == 0 { return .timedOut }
    }
  }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    var closed = false
    while true {
      let (jobs, woken, closing, ending) = shared.withLock { state in
        defer {
          state.jobs.removeAll()
          state.woken = false
        }
        return (state.jobs, state.woken, state.closing, state.ending)
      }
      if ending { break }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      if closing && !closed {
        closed = true
        onEvent?(.closed)
        watched = nil
      } else if woken && !closed {
        onEvent?(.woken)
      }
      if !jobs.isEmpty { continue }
      let flags = sleep(milliseconds: -1)
      if flags != 0 && !closed { onEvent?(.ready(flags)) }
    }
    onEvent = nil
  }

  private func takeWoken() -> Bool {
    shared.withLock { state in
      defer { state.woken = false }
      return state.woken
    }
  }

  /// Sleeps until something happens; the flags of the watched descriptor, 0 if it was something else.
  private func sleep(milliseconds: Int32) -> Int16 {
    var waiting = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
    if let watched { waiting.append(pollfd(fd: watched, events: Int16(POLLIN), revents: 0)) }
    // Without a descriptor for the alarm nothing wakes this thread, so it looks by itself.
    let milliseconds =
      alarm.isThere ? milliseconds : milliseconds < 0 ? Self.blindWait : min(milliseconds, Self.blindWait)
    // EINTR counts as a wake for nothing: both callers look again.
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return 0 }
    if waiting[0].revents != 0 { alarm.take() }
    return waiting.count > 1 ? waiting[1].revents : 0
  }
}
