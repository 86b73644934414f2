import Glibc
import Synchronization

/// A printer of IPP Everywhere: `ippeveprinter` of CUPS (Debian's cups-ipp-utils) on a free port of loopback, with two trays,
/// letter in the first and 4×6 inches in the second. It is started by its own process group and ended with it.
///
/// It wants a system's D-Bus, and gets one of its own. What it prints is handed to a script: ``Work``.
public final class EverywherePrinter: Sendable {
  /// The port on loopback that it answers on. It is its own also while it is switched off.
  public var port: Int { kept.number }
  /// `ipp://127.0.0.1:PORT/ipp/print`
  public var address: String { "ipp://127.0.0.1:\(port)/ipp/print" }
  /// Where everything of it lies: each sheet as `printed/JOB.jpg`, its own words in `log`.
  public let folder: TemporaryFolder
  private let kept: RefusingPort
  private let arguments: [String]
  private let environment: [String]
  private let bus: pid_t
  private let printer: Mutex<pid_t?>

  /// What becomes of a job.
  public enum Work: Sendable {
    /// It comes out at once.
    case prints
    /// It waits until ``EverywherePrinter/release()`` lets it out.
    case waits
    /// It says so on its standard error, a line for each, such as `STATE: +cover-open`, and waits; released, it takes back
    /// what it said with `+`, and prints.
    case says([String])
    /// It fails: the printer aborts the job.
    case fails
  }

  /// Whether the programs for it are there: names of those that are missing.
  public static var missing: [String] {
    ["ippeveprinter": program, "dbus-daemon": dbus].compactMap { $0.value == nil ? $0.key : nil }.sorted()
  }

  /// Debian keeps it where root alone looks.
  private static let program = find("ippeveprinter")
  private static let dbus = find("dbus-daemon")

  private static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin"]).map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Starts one. It answers a moment later: ``untilReady()``.
  /// - Parameters:
  ///   - name: what it calls itself.
  ///   - work: what becomes of each job.
  public init(name: String = "Test", _ work: Work = .prints) throws {
    guard let program = Self.program, let dbus = Self.dbus else {
      throw RawServer.UnavailableError(words: "missing: \(Self.missing.joined(separator: ", "))")
    }
    folder = try TemporaryFolder()
    kept = try RefusingPort(isForServer: true)
    try folder.put("printed/.keep", [])
    try folder.put("spool/.keep", [])
    try folder.put("keys/.keep", [])
    let command = try folder.putProgram("work", Self.script(work, folder.path))
    let socket = folder.path("bus")
    try folder.put("bus.conf", Array(Self.busSettings(socket).utf8))
    guard mkfifo(folder.path("gate"), 0o600) == 0 else { throw RawServer.UnavailableError(words: "no gate") }
    bus = try Self.startBus(dbus, folder)
    // -r off: tells nothing of itself to the network. -s: colour at 10 pages a minute, which alone offers 4×6.
    arguments = [
      program, "-r", "off", "-n", "localhost", "-p", "\(kept.number)", "-d", folder.path("spool"), "-k", "-K",
      folder.path("keys"), "-c", command, "-s", "10,10", "-f", "image/jpeg,application/pdf", "-vv", name,
    ]
    environment = [
      "PATH=/usr/sbin:/usr/bin:/bin", "HOME=\(folder.path)", "TMPDIR=\(folder.path)",
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(socket)",
    ]
    printer = Mutex(nil)
    try start()
  }

  deinit {
    kill()
    Self.end(bus)
  }

  /// Switches it on again after ``kill()``: on the same port, with nothing of what it knew.
  public func start() throws {
    let started = try Self.start(arguments, environment, log: folder.path("log"))
    printer.withLock { $0 = started }
  }

  /// Takes its power away, with that of what prints for it.
  public func kill() {
    let running = printer.withLock { running in
      defer { running = nil }
      return running
    }
    if let running { Self.end(running) }
  }

  /// Until it answers; false where it ended instead. However long a machine under load takes: the test's limit of time ends this.
  public func untilReady() async -> Bool {
    while !Task.isCancelled {
      if get("/") != nil { return true }
      guard let running = printer.withLock({ $0 }), Self.isRunning(running) else { return false }
      await Task.moment()
    }
    return false
  }

  /// Puts sheets into its trays: letter in the first, photo paper of 4×6 inches in the second.
  public func load(letter: Int = 250, photo: Int) {
    let form = "size1=na_letter_8.5x11in&level1=\(letter)&size2=na_index-4x6_4x6in&level2=\(photo)"
    precondition(get("/media?\(form)") != nil, "the printer does not take its paper")
  }

  /// Lets out one job that waits, as soon as there is one.
  public func release() async {
    while true {
      // No job waits yet: ENXIO (fifo(7)).
      let gate = open(folder.path("gate"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if gate >= 0 {
        close(gate)
        return
      }
      await Task.moment()
    }
  }

  /// Until a job is being worked on: what waits at the gate.
  public func untilAtWork() async {
    while access(folder.path("at-work"), F_OK) != 0 { await Task.moment() }
  }

  /// The sheets that came out, by their job's number.
  public var printed: [String] {
    get throws { try folder.names("printed").filter { $0 != ".keep" } }
  }

  // MARK: Programs

  private static func script(_ work: Work, _ folder: String) -> String {
    let out = "cp \"$1\" \"\(folder)/printed/$IPP_JOB_ID.jpg\""
    let wait = "touch '\(folder)/at-work'; cat '\(folder)/gate' >/dev/null; rm -f '\(folder)/at-work'"
    switch work {
    case .prints: return out
    case .waits: return "\(wait)\n\(out)"
    case .says(let lines):
      let back = lines.filter { $0.hasPrefix("STATE: +") }.map { "STATE: -" + $0.dropFirst(8) }
      return (lines.map { "echo '\($0)' >&2" } + [wait] + back.map { "echo '\($0)' >&2" } + [out]).joined(
        separator: "\n")
    case .fails: return "exit 1"
    }
  }

  private static func busSettings(_ socket: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>system</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
    """
  }

  /// Waits until it listens: then it says its address.
  private static func startBus(_ program: String, _ folder: TemporaryFolder) throws -> pid_t {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw RawServer.UnavailableError(words: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let arguments = [
      program, "--config-file=\(folder.path("bus.conf"))", "--nofork", "--nopidfile", "--print-address=3",
    ]
    let started = Result { try start(arguments, [], log: folder.path("bus.log"), telling: ends[1]) }
    close(ends[1])
    defer { close(ends[0]) }
    var byte: UInt8 = 0
    let bus = try started.get()
    guard read(ends[0], &byte, 1) == 1 else {
      end(bus)
      throw RawServer.UnavailableError(words: "dbus-daemon ended")
    }
    return bus
  }

  /// A process group of its own, so that what it starts ends with it.
  /// - Parameter teller: is number 3 there.
  private static func start(
    _ arguments: [String], _ environment: [String], log: String, telling teller: Int32? = nil
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&files, 1, 2)
    if let teller { posix_spawn_file_actions_adddup2(&files, teller, 3) }
    let (words, variables) = (arguments.map { strdup($0) }, environment.map { strdup($0) })
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &files, &attributes, words + [nil], variables + [nil])
    guard code == 0 else {
      throw RawServer.UnavailableError(words: "\(arguments[0]): \(String(cString: strerror(code)))")
    }
    return process
  }

  private static func end(_ process: pid_t) {
    Glibc.kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Reaps nothing, so that the number stays its own.
  private static func isRunning(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == 0
  }

  // MARK: The network

  /// The start of its own web page's answer; nil where it does not answer.
  private func get(_ path: String) -> String? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return nil }
    defer { close(connection) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
    guard isConnected, send(connection, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    var answer = [UInt8](repeating: 0, count: 64)
    let count = recv(connection, &answer, answer.count, 0)
    guard count > 0 else { return nil }
    let text = String(decoding: answer.prefix(count), as: UTF8.self)
    return text.hasPrefix("HTTP/1.1 200") ? text : nil
  }
}
