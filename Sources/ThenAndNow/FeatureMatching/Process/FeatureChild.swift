import BoothCore
import BoothSystem
import CLinux
import Glibc
import ImageRegistration

/// How to start the process that finds features.
public struct FeatureProgram: Sendable, Equatable {
  /// The whole path of the program to run.
  public var path: String
  /// Its arguments, the first of which is its own name (`argv[0]`); `--parent` and the booth's process id are added.
  public var arguments: [String]

  /// Takes both as they are; nothing is looked up in `PATH`, and nothing started yet.
  public init(path: String, arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// This program's own hidden command. Through `/proc` it is the same program even when its file was replaced since.
  /// - Parameter weights: the path of the file; nil where none was found, which is what the process answers then.
  public static func ourselves(weights: String?) -> FeatureProgram {
    FeatureProgram(
      path: "/proc/self/exe", arguments: ["booth", "features"] + (weights.map { ["--weights", $0] } ?? []))
  }
}

/// The process that finds features as the booth holds it: a child at the other end of a socket pair.
///
/// Start and end it on one and the same thread: the kernel ends the child with the thread that started it.
final class FeatureChild {
  let stream: FeatureStream
  let id: pid_t
  private let watch: Int32
  private var hasEnded = false

  init(_ program: FeatureProgram) throws(FeatureError) {
    var pair: [Int32] = [-1, -1]
    guard clinux_socket_pair(&pair) == 0 else { throw Self.error("socketpair", errno) }
    let id = Self.spawn(program, socket: pair[1])
    let reason = errno
    close(pair[1])
    guard id > 0 else {
      close(pair[0])
      throw Self.error(program.path, reason)
    }
    stream = FeatureStream(input: pair[0], output: pair[0])
    self.id = id
    watch = clinux_watch_process(id)
  }

  deinit {
    end()
    close(stream.input)
    if watch >= 0 { close(watch) }
  }

  /// Kills it, waits half a second at most for it to go, and takes its remains away.
  /// - Returns: how it ended, for people.
  @discardableResult
  func end() -> String {
    if hasEnded { return "it had ended" }
    hasEnded = true
    // One that has ended by itself since keeps its own reason.
    kill(id, SIGKILL)
    var status: Int32 = 0
    guard wait() else { return "it is stuck in the kernel" }
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? "it left with code \((status >> 8) & 0xFF)" : "it was ended by signal \(signal)"
  }

  /// Without a way to watch a process (kernels before 5.3), one that was killed is taken to go at once.
  private func wait() -> Bool {
    guard watch >= 0 else { return true }
    let deadline = DeviceClock.now() + .milliseconds(500)
    while true {
      let left = max(0, (deadline - DeviceClock.now()).wholeNanoseconds)
      var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000)) > 0 { return true }
      if left == 0 { return false }
    }
  }

  private static func spawn(_ program: FeatureProgram, socket: Int32) -> pid_t {
    var environment = ["LANG=C"]
    // Only where libraries are found that a development build needs.
    if let path = getenv("LD_LIBRARY_PATH") { environment.append("LD_LIBRARY_PATH=\(String(cString: path))") }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      (program.arguments + ["--parent", "\(getpid())"]).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    return clinux_spawn(program.path, &arguments, &variables, socket)
  }

  private static func error(_ what: String, _ reason: Int32) -> FeatureError {
    FeatureError(
      "the process that finds features does not start (\(what): \(SystemWords.of(reason))); registration goes on "
        + "without it; if it stays so, restart the booth")
  }
}

/// When a process that keeps dying may be started again: pure, by the moments of its deaths.
struct FeatureRestarts {
  static let window = Duration.seconds(60)
  /// After so many deaths within the window it stays off.
  static let limit = 3
  static let pause = Duration.seconds(1)
  static let rest = Duration.seconds(120)

  private var deaths: [Instant] = []
  private(set) var offUntil: Instant?

  mutating func died(at now: Instant) {
    deaths = deaths.filter { now - $0 < Self.window } + [now]
    if deaths.count >= Self.limit {
      offUntil = now + Self.rest
      deaths = []
    } else {
      // The first time it is started again at once.
      offUntil = deaths.count > 1 ? now + Self.pause : nil
    }
  }

  /// How long it stays off; nil where it may be started.
  func wait(at now: Instant) -> Duration? {
    guard let offUntil, now < offUntil else { return nil }
    return offUntil - now
  }
}
