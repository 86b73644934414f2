import BoothSystem
import CLinux
import CommandSupport
import Glibc

/// Standard output, as a command's answer goes to it: one that did not arrive whole is no answer, whatever wrote it.
struct StandardOutput {
  private let wasClosed: Bool

  /// Opens what the program was started without: the first file that is opened would stand there otherwise, and answers and complaints
  /// would be written into it. To be called before anything else is opened.
  init() {
    wasClosed = fcntl(STDOUT_FILENO, F_GETFD) < 0
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // An answer to nowhere is noticed as one to a disk that is full.
      let file = open(descriptor == STDOUT_FILENO ? "/dev/full" : "/dev/null", O_RDWR)
      guard file >= 0, file != descriptor else { continue }
      dup2(file, descriptor)
      close(file)
    }
  }

  /// What became of the answer.
  enum End: Equatable {
    case whole
    /// The reader has left, as `head` does when it has enough: no failure.
    case unread
    /// In words.
    case lost(String)
  }

  /// Writes what is still to be written, and looks at what became of everything.
  func end() -> End {
    let failure: Int32? = fflush(nil) == 0 ? nil : errno
    guard failure != nil || clinux_output_failed() != 0 else { return .whole }
    if wasClosed { return .lost("standard output is closed") }
    if failure == EPIPE || hasNoReader { return .unread }
    let words = failure.map { SystemWords.of($0) } ?? "its disk is full, or it failed"
    return .lost("\(words); what has arrived is not whole")
  }

  /// Of a pipe or a socket.
  private var hasNoReader: Bool {
    var look = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&look, 1, 0) > 0 && Int32(look.revents) & (POLLERR | POLLHUP) != 0
  }
}
