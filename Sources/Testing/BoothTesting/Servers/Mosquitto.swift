import Glibc
import Synchronization

/// A real broker of MQTT: Debian's mosquitto, on a free port of loopback. It keeps nothing over its end.
public final class Mosquitto: Sendable {
  /// Debian keeps it where root alone looks.
  private static let program: String? = {
    let places = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/usr/bin/mosquitto"]
    return places.first { access($0, X_OK) == 0 }
  }()

  /// Whether it is there.
  public static var isInstalled: Bool { program != nil }
  /// Why tests with it are skipped.
  public static let missing = "mosquitto is not installed; Scripts/setup test installs it"

  /// The port on loopback that it listens on while it runs. It is its own also while it does not.
  public var port: Int { kept.number }
  /// `mqtt://127.0.0.1:PORT`
  public var address: String { "mqtt://127.0.0.1:\(port)" }
  /// Its settings and its log.
  public let folder: TemporaryFolder
  private let kept: RefusingPort
  private let broker = Mutex<pid_t?>(nil)

  /// One that does not run yet.
  /// - Parameter settings: lines of mosquitto.conf(5) about its one listener, `{folder}` for ``folder``.
  public init(_ settings: [String] = ["allow_anonymous true"]) throws {
    folder = try TemporaryFolder()
    kept = try RefusingPort(isForServer: true)
    // As root it would become another user, who does not read the folder.
    let lines = [
      "user root", "persistence false", "log_dest file \(folder.path("log"))", "listener \(kept.number) 127.0.0.1",
    ]
    let text = (lines + settings.map { $0.replacing("{folder}", with: folder.path) }).joined(separator: "\n")
    try folder.put("mosquitto.conf", Array("\(text)\n".utf8))
  }

  deinit { kill() }

  /// Starts it, and returns when it listens.
  public func start() async throws {
    guard let program = Self.program else { throw RawServer.UnavailableError(words: Self.missing) }
    var process: pid_t = 0
    let arguments: [String] = [program, "-c", folder.path("mosquitto.conf")]
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for file: Int32 in 0...2 { posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0) }
    let code = posix_spawn(&process, program, &files, nil, words + [nil], environ)
    guard code == 0 else { throw RawServer.UnavailableError(words: "\(program): \(String(cString: strerror(code)))") }
    broker.withLock { $0 = process }
    while !listens {
      guard isRunning(process) else {
        kill()
        throw RawServer.UnavailableError(words: "mosquitto has ended: see \(folder.path("log"))")
      }
      await Task.moment()
    }
  }

  /// Ends it at once, as a machine that loses its power does; ``start()`` begins anew, at the same port.
  public func kill() {
    broker.withLock { broker in
      guard let process = broker else { return }
      Glibc.kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      broker = nil
    }
  }

  /// Reaps nothing, so that the number stays its own.
  private func isRunning(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == 0
  }

  private var listens: Bool {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return false }
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
