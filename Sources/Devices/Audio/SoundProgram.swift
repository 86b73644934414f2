import BoothSystem
import CLinux
import Glibc
import Logging
import Synchronization

/// A program that plays something on the machine's usual sound card, one thing after the other: what is new interrupts what is
/// old.
///
/// It is started, watched and ended on a thread of its own, so a sound card that hangs stops nothing else.
final class SoundProgram: Sendable {
  private let thread: DeviceThread
  private let playing: Playing

  /// - Parameter name: of the thread, for `top -H`.
  init(_ program: String, name: String, logger: Logger) {
    thread = DeviceThread(name: name)
    playing = Playing(program, logger)
    thread.start { [playing, thread] event in
      switch event {
      case .woken: thread.watched = playing.playRequest()
      case .ready, .closed:
        playing.end()
        thread.watched = nil
      case .timedOut: break
      }
    }
  }

  // The thread lets go of what is played at its end, and that ends it.
  deinit { thread.end() }

  /// Begins the program with these arguments as soon as may be, in place of what it plays; with none, ends that. Returns at
  /// once.
  func play(_ arguments: [String]) {
    playing.requested(arguments)
    thread.wake()
  }

  /// Is silent from now on. Returns at once.
  func close() { thread.close() }
}

/// What is being played, and what is to be played next. Everything but ``requested(_:)`` is the thread's.
private final class Playing: Sendable {
  private struct State {
    /// The program's arguments; none: silence.
    var requested: [String]?
    var child: (id: pid_t, watch: Int32)?
  }

  private let path: String
  private let logger: Logger
  private let state = Mutex(State())

  init(_ path: String, _ logger: Logger) {
    self.path = path
    self.logger = logger
  }

  deinit { end() }

  func requested(_ requested: [String]) { state.withLock { $0.requested = requested } }

  /// Ends what is being played and begins what was requested. Returns what is readable when that is over.
  func playRequest() -> Int32? {
    let requested = state.withLock { state in
      defer { state.requested = nil }
      return state.requested
    }
    guard let requested else { return state.withLock { $0.child }.flatMap { $0.watch >= 0 ? $0.watch : nil } }
    end()
    guard !requested.isEmpty else { return nil }
    return begin(requested)
  }

  func end() {
    let child = state.withLock { state in
      defer { state.child = nil }
      return state.child
    }
    guard let child else { return }
    kill(child.id, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) < 0, errno == EINTR {}
    if child.watch >= 0 { close(child.watch) }
  }

  private func begin(_ requested: [String]) -> Int32? {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    var environment = ["LC_ALL=C.UTF-8"]
    for name in ["PATH", "HOME", "XDG_RUNTIME_DIR", "PULSE_SERVER", "ALSA_CARD", "ALSA_CONFIG_PATH"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    var first: [UnsafeMutablePointer<CChar>?] = ([path] + requested).map { strdup($0) } + [nil]
    var second: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for string in first + second { free(string) } }
    let id = clinux_spawn(path, &first, &second, nothing)
    guard id > 0 else {
      logger.notice("nothing is heard", metadata: ["sound.error": "\(path): \(SystemWords.of(errno))"])
      return nil
    }
    let watch = clinux_watch_process(id)
    state.withLock { $0.child = (id, watch) }
    // Kernels before 5.3 cannot watch a process: its remains are taken away when the next thing is played.
    return watch >= 0 ? watch : nil
  }
}
