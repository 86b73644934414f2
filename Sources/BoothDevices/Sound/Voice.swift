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

  private let thread = DeviceThread(name: "voice")
  private let speech: Speech

  public init(program: String = Voice.program, logger: Logger) {
    speech = Speech(program, logger)
    thread.start { [speech, thread] event in
      switch event {
      case .woken: thread.watched = speech.takeTurn()
      case .ready, .closed:
        speech.end()
        thread.watched = nil
      case .timedOut: break
      }
    }
  }

  // The thread lets go of the speech at its end, and that ends what is being said.
  deinit { thread.end() }

  /// Says it as soon as may be, in place of what is being said. Returns at once.
  public func say(_ words: String, in language: Language) {
    speech.wish(Speech.Wish(words: words, language: language))
    thread.wake()
  }

  /// Says no more of what is being said. Returns at once.
  public func hush() {
    speech.wish(Speech.Wish(words: "", language: .english))
    thread.wake()
  }

  /// Is silent from now on. Returns at once.
  public func close() { thread.close() }

  /// Whether the program is installed.
  public static func isThere(_ program: String = Voice.program) -> Bool { access(program, X_OK) == 0 }
}

/// What is being said, and what is to be said next. Everything but ``wish(_:)`` is the voice's thread's.
private final class Speech: Sendable {
  struct Wish {
    /// None: silence.
    var words: String
    var language: Language
  }

  private struct State {
    var wish: Wish?
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

  func wish(_ wish: Wish) { state.withLock { $0.wish = wish } }

  /// Ends what is being said and begins what was wished for. Returns what is readable when that is over.
  func takeTurn() -> Int32? {
    let wish = state.withLock { state in
      defer { state.wish = nil }
      return state.wish
    }
    guard let wish else { return state.withLock { $0.child }.flatMap { $0.watch >= 0 ? $0.watch : nil } }
    end()
    guard !wish.words.isEmpty else { return nil }
    return speak(wish)
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

  private func speak(_ wish: Wish) -> Int32? {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    // A little slower than its 175 words a minute: it speaks into a party.
    let arguments = [path, "-v", wish.language.rawValue, "-s", "150", "--", wish.words]
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
      return nil
    }
    let watch = clinux_watch_process(id)
    state.withLock { $0.child = (id, watch) }
    // Kernels before 5.3 cannot watch a process: its remains are taken away when the next thing is said.
    return watch >= 0 ? watch : nil
  }
}
