import BoothCore
import BoothSystem
import CLinux
import Glibc

/// A program that switches power, run to its end.
struct PowerCommand {
  /// A relay answers at once; a plug in the network may take a few seconds.
  static let limit = Duration.seconds(5)

  private let words: [String]
  private let subject: String

  init(_ words: [String], subject: String) {
    self.words = words
    self.subject = subject
  }

  /// Blocks until the program has ended; kills it when it takes too long.
  func run() throws(CameraError) {
    guard let program = words.first, program.hasPrefix("/") else {
      throw failure("expected the whole path of a program")
    }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
    defer { for string in arguments + environment { free(string) } }
    let child = clinux_spawn(program, &arguments, &environment, nothing)
    guard child > 0 else { throw failure(SystemWords.of(errno)) }
    let watch = clinux_watch_process(child)
    defer { if watch >= 0 { close(watch) } }
    var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
    // Kernels before 5.3 cannot watch a process: there its end is waited for without a limit, on this thread.
    let isLate = watch >= 0 && poll(&waiting, 1, Int32(Self.limit.wholeNanoseconds / 1_000_000)) == 0
    if isLate { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if isLate { throw failure("it took longer than \(Self.limit)") }
    guard status == 0 else { throw failure("it ended with \(status >> 8 & 0xFF), signal \(status & 0x7F)") }
  }

  private func failure(_ why: String) -> CameraError {
    CameraError(.failed, subject: subject, detail: "`\(words.joined(separator: " "))`: \(why)")
  }
}
