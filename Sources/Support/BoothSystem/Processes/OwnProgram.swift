import BoothCore
import FoundationEssentials
import Glibc

/// This program once more, as a process of its own, for what must not happen in this one: it is read to its end, and killed when
/// it takes too long. Blocks the calling thread.
package enum OwnProgram {
  /// How often it is asked whether it is still wanted, in milliseconds.
  private static let look: Int64 = 200

  /// - Parameters:
  ///   - complaints: the path of a file for what else it says; nil: they are not wanted.
  ///   - environment: variables that it has in addition to this process's own.
  ///   - limit: the most that is read of it, in bytes.
  ///   - isWanted: asked several times a second; what is not wanted any more is killed.
  /// - Returns: what it printed, and how it ended; nil where it could not be started, took too long, or was not wanted any more.
  package static func run(
    _ arguments: [String], atMost patience: Duration, complaints: String? = nil,
    environment: [String: String] = [:], limit: Int = 4 << 20, isWanted: (() -> Bool)? = nil
  ) -> (output: [UInt8], code: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard let child = spawn(arguments, output: ends[1], complaints, environment) else {
      close(ends[1])
      return nil
    }
    close(ends[1])
    let output = read(ends[0], until: DeviceClock.now() + patience, limit, isWanted)
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let output, status & 0x7F == 0 else { return nil }
    return (output, (status >> 8) & 0xFF)
  }

  private static func spawn(
    _ arguments: [String], output: Int32, _ complaints: String?, _ more: [String: String]
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, complaints ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = (["booth"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    // A test's fault points are this process's own: what it starts dies by tests of its own.
    let all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BOOTH_FAULT_") }.merging(more) { $1 }
    var variables: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for variable in variables { free(variable) } }
    return posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, &variables) == 0 ? child : nil
  }

  private static func read(
    _ descriptor: Int32, until deadline: Instant, _ limit: Int, _ isWanted: (() -> Bool)?
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = (deadline - DeviceClock.now()).wholeNanoseconds
      guard left > 0, output.count < limit, isWanted?() != false else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(clamping: min((left + 999_999) / 1_000_000, isWanted == nil ? .max : look))) > 0
      else { continue }
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return output }
      if count < 0, errno != EINTR { return nil }
      if count > 0 { output += piece[..<count] }
    }
  }
}
