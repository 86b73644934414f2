import Glibc

/// Starts threads of their own for work that keeps a processor busy, so that it never takes one of the few threads on
/// which everything asynchronous runs.
enum WorkerThread {
  /// Why no thread could be started.
  struct Fault: Error {
    let errno: Int32
    var detail: String { "no thread could be started: \(String(cString: strerror(errno)))" }
  }

  /// Runs `body` on a new detached thread.
  /// - Parameters:
  ///   - name: what `top -H` shows; the kernel keeps 15 bytes.
  ///   - niceness: 0 (like everything else) to 19 (only what nobody else wants).
  static func start(name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(Fault) {
    let start = Start(name: name, niceness: niceness, body: body)
    let retained = Unmanaged.passRetained(start)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let answer = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    guard answer == 0 else {
      retained.release()
      throw Fault(errno: answer)
    }
  }

  private final class Start: Sendable {
    let name: String
    let niceness: Int32
    let body: @Sendable () -> Void

    init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.niceness = niceness
      self.body = body
    }

    func run() {
      leaveSignalsToOthers()
      // Only a name and a favour to others: neither is worth failing for.
      let comm = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      if comm >= 0 {
        _ = Array(name.utf8.prefix(15)).withUnsafeBytes { write(comm, $0.baseAddress, $0.count) }
        close(comm)
      }
      // On Linux niceness belongs to the thread, and 0 names the calling one (setpriority(2), "C library/kernel
      // differences").
      if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      body()
    }

    /// Signals meant for the process go to threads that expect them; faults of this thread stay its own.
    private func leaveSignalsToOthers() {
      var mask = sigset_t()
      sigfillset(&mask)
      for own in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&mask, own) }
      pthread_sigmask(SIG_BLOCK, &mask, nil)
    }
  }
}
