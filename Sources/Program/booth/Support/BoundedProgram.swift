import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc

/// A program that is run to its end, with bounds for its time and for what it says. It has a group of processes of its own, and what
/// takes too long is killed with all that it has started. Blocks the calling thread.
struct BoundedProgram {
  enum Ending: Equatable {
    case exited(Int32)
    case killed(Int32)
    /// It was killed after so many seconds.
    case tooLong(Int64)
    /// It was killed as it said more than it may.
    case tooMuch(Int)
    case notStarted(String)

    /// In words; nil for success.
    var trouble: String? {
      switch self {
      case .exited(0): nil
      case .exited(let code): "exit code \(code)"
      case .killed(let signal): "ended by signal \(signal)"
      case .tooLong(let seconds): "gave no answer within \(seconds) s, and was ended"
      case .tooMuch(let bytes): "said more than \(bytes >> 10) KB, and was ended"
      case .notStarted(let words): "could not be started: \(words)"
      }
    }
  }

  /// What it has printed until its end.
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private(set) var ending = Ending.exited(0)

  /// - Parameters:
  ///   - program: a path, or a name that is looked for in PATH.
  ///   - patience: from its start to its end.
  ///   - limit: of each of its outputs, in bytes.
  static func run(_ program: String, _ arguments: [String], atMost patience: Duration, limit: Int) -> BoundedProgram {
    var run = BoundedProgram()
    var (said, complained): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&said) == 0 else {
      run.ending = .notStarted(SystemWords.of(errno))
      return run
    }
    guard pipe(&complained) == 0 else {
      run.ending = .notStarted(SystemWords.of(errno))
      for end in said { close(end) }
      return run
    }
    for end in said + complained { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (child, fault) = spawn(program, arguments, said[1], complained[1])
    close(said[1])
    close(complained[1])
    defer {
      close(said[0])
      close(complained[0])
    }
    guard let child else {
      run.ending = .notStarted(SystemWords.of(fault))
      return run
    }
    let isOver = run.read(said[0], complained[0], until: DeviceClock.now() + patience, limit, patience)
    if !isOver { kill(-child, SIGKILL) }
    run.wait(child, isOver: isOver)
    return run
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ output: Int32, _ errors: Int32
  ) -> (pid_t?, fault: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // Words in English, whatever the machine's language is.
    let all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BOOTH_FAULT_") }.merging([
      "LC_ALL": "C.UTF-8"
    ]) { $1 }
    var variables: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for variable in variables { free(variable) } }
    var child = pid_t()
    let fault = posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
    return (fault == 0 ? child : nil, fault)
  }

  /// - Returns: whether both outputs have ended by themselves.
  private mutating func read(
    _ said: Int32, _ complained: Int32, until deadline: Instant, _ limit: Int, _ patience: Duration
  ) -> Bool {
    var open = [said, complained]
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while !open.isEmpty {
      let left = (deadline - DeviceClock.now()).wholeNanoseconds
      guard left > 0 else {
        ending = .tooLong(patience.components.seconds)
        return false
      }
      var waiting = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), Int32(clamping: (left + 999_999) / 1_000_000)) > 0 else { continue }
      for ready in waiting where ready.revents != 0 {
        let count = Glibc.read(ready.fd, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == ready.fd }
          continue
        }
        if ready.fd == said { output += piece[..<count] } else { errors += piece[..<count] }
        guard max(output.count, errors.count) <= limit else {
          ending = .tooMuch(limit)
          return false
        }
      }
    }
    return true
  }

  /// One that was killed and is still there waits for a disk that does not answer: it is left behind.
  private mutating func wait(_ child: pid_t, isOver: Bool) {
    var status: Int32 = 0
    let deadline = DeviceClock.now() + .seconds(2)
    while true {
      let found = waitpid(child, &status, WNOHANG)
      if found == child { break }
      guard found == 0 || errno == EINTR, DeviceClock.now() < deadline else {
        if isOver { kill(-child, SIGKILL) }
        return
      }
      // Its outputs have ended: it is on its way out.
      poll(nil, 0, 5)
    }
    guard isOver else { return }
    ending = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }
}
