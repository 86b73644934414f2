import BoothCore
import BoothSystem
import CLinux
import Glibc
import Synchronization

/// How to start the process that speaks to libgphoto2.
public struct CameraProgram: Sendable, Equatable {
  /// The whole path of the program to run.
  public var path: String
  /// Its arguments, the first of which is its own name (`argv[0]`); the booth adds `--parent` and its process id.
  public var arguments: [String]

  /// Takes both as they are; nothing is looked up in `PATH`, and nothing started yet.
  public init(path: String, arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// This program's own hidden command. Through `/proc` it is the same program even when its file was replaced since.
  public static let ourselves = CameraProgram(path: "/proc/self/exe", arguments: ["booth", "camera-helper"])
}

/// A camera's process as the booth holds it: a child at the other end of a socket pair.
///
/// Start and end it on one and the same thread: the kernel ends the child with the thread that started it.
final class CameraProcess {
  let socket: Int32
  let id: pid_t
  private let watch: Int32
  private var hasEnded = false

  /// - Parameter undead: where a process that does not end even when killed is left for later.
  init(_ program: CameraProgram, undead: UndeadProcesses) throws(CameraError) {
    undead.bury()
    var pair: [Int32] = [-1, -1]
    guard clinux_socket_pair(&pair) == 0 else { throw Self.error("socketpair", errno) }
    let id = Self.spawn(program, socket: pair[1])
    let reason = errno
    Glibc.close(pair[1])
    guard id > 0 else {
      Glibc.close(pair[0])
      throw Self.error(program.path, reason)
    }
    socket = pair[0]
    self.id = id
    watch = clinux_watch_process(id)
    self.undead = undead
  }

  private let undead: UndeadProcesses

  deinit {
    if !hasEnded { end(grace: .zero) }
    Glibc.close(socket)
    if watch >= 0 { Glibc.close(watch) }
  }

  func send(_ request: CameraRequest) throws(CameraWireFault) {
    try CameraWire.send(.request, words: try CameraWire.encode(request), to: socket)
  }

  /// Waits for the process to leave by itself, kills it when the grace is over, and takes its remains away. A process
  /// stuck in the kernel survives even that: it is left to ``UndeadProcesses``.
  ///
  /// - Returns: how it ended, for people.
  @discardableResult
  func end(grace: Duration) -> String {
    if hasEnded { return "it had ended" }
    hasEnded = true
    if !wait(atMost: grace) { kill(id, SIGKILL) }
    guard wait(atMost: .milliseconds(500)) else {
      undead.add(id)
      return "it is stuck in the kernel"
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? "it left with code \((status >> 8) & 0xFF)" : "it was ended by signal \(signal)"
  }

  private func wait(atMost limit: Duration) -> Bool {
    let deadline = DeviceClock.now() + limit
    while true {
      let left = max(0, (deadline - DeviceClock.now()).wholeNanoseconds)
      var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      // Kernels before 5.3 cannot watch a process: there it is killed without waiting for its leave.
      if watch >= 0, poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000)) > 0 { return true }
      if left == 0 || watch < 0 { return false }
    }
  }

  private static func spawn(_ program: CameraProgram, socket: Int32) -> pid_t {
    // Choices are translated: their English words are wanted. HOME holds libgphoto2's own settings.
    var environment = ["LANG=C", "LC_ALL=C", "LANGUAGE=C"]
    for name in ["PATH", "HOME", "CAMLIBS", "IOLIBS", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      (program.arguments + ["--parent", "\(getpid())"]).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    return clinux_spawn(program.path, &arguments, &variables, socket)
  }

  private static func error(_ what: String, _ reason: Int32) -> CameraError {
    CameraError(
      .failed, subject: "the camera's process",
      detail: "it does not start (\(what): \(SystemWords.of(reason))); restart the booth")
  }
}

/// Processes that were killed and have not ended yet, from one generation of a driver to the next.
final class UndeadProcesses: Sendable {
  private let ids = Mutex<[pid_t]>([])

  func add(_ id: pid_t) { ids.withLock { $0.append(id) } }

  /// Takes away the remains of those that have ended since. Never waits.
  func bury() {
    ids.withLock { ids in
      ids.removeAll { id in
        var status: Int32 = 0
        return waitpid(id, &status, Int32(WNOHANG)) != 0
      }
    }
  }

  var count: Int { ids.withLock { $0.count } }
}
