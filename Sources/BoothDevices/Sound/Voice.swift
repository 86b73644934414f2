public import BoothCore
import CLinux
import Glibc
public import Logging
import Synchronization

/// Says things through Debian's `espeak-ng`, one after the other: what is new interrupts what is old.
///
/// The program plays on the machine's usual sound card. It is started, watched and ended on a thread of its own, so a
/// sound card that hangs is nobody's trouble.
public final class Voice: Sendable {
  /// Where Debian's package has it.
  public static let program = "/usr/bin/espeak-ng"

  private struct State {
    var wish: (words: String, language: Language)?
    var child: (id: pid_t, watch: Int32)?
  }

  private let path: String
  private let thread = DeviceThread(name: "voice")
  private let logger: Logger
  /// The child is the thread's own.
  private let state = Mutex(State())

  public init(program: String = Voice.program, logger: Logger) {
    path = program
    self.logger = logger
    thread.start { [weak self] event in self?.handle(event) }
  }

  deinit { thread.end() }

  /// Says it as soon as may be, in place of what is being said. Returns at once.
  public func say(_ words: String, in language: Language) {
    state.withLock { $0.wish = (words, language) }
    thread.wake()
  }

  /// Is silent from now on. Returns at once.
  public func close() { thread.close() }

  /// Whether the program is installed.
  public static func isThere(_ program: String = Voice.program) -> Bool { access(program, X_OK) == 0 }

  private func handle(_ event: DeviceThread.Event) {
    switch event {
    case .woken:
      let wish = state.withLock { state in
        defer { state.wish = nil }
        return state.wish
      }
      guard let wish else { return }
      fallSilent()
      speak(wish.words, wish.language)
    case .ready, .closed: fallSilent()
    case .timedOut: break
    }
  }

  private func fallSilent() {
    thread.watched = nil
    guard let child = state.withLock({ $0.child }) else { return }
    state.withLock { $0.child = nil }
    kill(child.id, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) < 0, errno == EINTR {}
    if child.watch >= 0 { close(child.watch) }
  }

  private func speak(_ words: String, _ language: Language) {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { Glibc.close(nothing) } }
    // A little slower than its 175 words a minute: it speaks into a party.
    let arguments = [path, "-v", language.rawValue, "-s", "150", "--", words]
    var environment = ["LC_ALL=C.UTF-8"]
    for name in ["PATH", "HOME", "XDG_RUNTIME_DIR", "PULSE_SERVER", "ALSA_CARD", "ALSA_CONFIG_PATH"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    var first: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var second: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for string in first + second { free(string) } }
    let id = clinux_spawn(path, &first, &second, nothing)
    guard id > 0 else {
      logger.notice("nothing is said", metadata: ["voice.error": "\(path): \(String(cString: strerror(errno)))"])
      return
    }
    let watch = clinux_watch_process(id)
    state.withLock { $0.child = (id, watch) }
    // Kernels before 5.3 cannot watch a process: its remains are taken away when the next thing is said.
    thread.watched = watch >= 0 ? watch : nil
  }

  private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
