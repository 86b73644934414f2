import BoothCore
import BoothSystem
import CLinux
import Glibc

/// How to start the process that reads pictures.
public struct ThumbnailProgram: Sendable, Equatable {
  /// The whole path of the program to run.
  public var path: String
  /// Its arguments, the first of which is its own name (`argv[0]`); `--parent` and this process's id are added.
  public var arguments: [String]

  /// Takes both as they are; nothing is looked up in `PATH`, and nothing started yet.
  public init(path: String, arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// This program's own hidden command. Through `/proc` it is the same program even when its file was replaced since.
  public static func ourselves() -> ThumbnailProgram {
    ThumbnailProgram(path: "/proc/self/exe", arguments: ["booth", "photo-pictures"])
  }
}

/// The process that reads pictures as the program holds it: a child at the other end of a socket pair. Started and ended on
/// one and the same thread, as the kernel ends it with the thread that started it.
final class ThumbnailChild {
  let id: pid_t
  private let socket: Int32
  private let watch: Int32

  init(_ program: ThumbnailProgram) throws(ThumbnailError) {
    var pair: [Int32] = [-1, -1]
    guard clinux_socket_pair(&pair) == 0 else { throw Self.error("socketpair", errno) }
    var environment = ["LANG=C", "MALLOC_ARENA_MAX=2"]
    // Only where libraries are found that a development build needs.
    if let path = getenv("LD_LIBRARY_PATH") { environment.append("LD_LIBRARY_PATH=\(String(cString: path))") }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    var arguments: [UnsafeMutablePointer<CChar>?] =
      (program.arguments + ["--parent", "\(getpid())"]).map { strdup($0) } + [nil]
    let id = clinux_spawn(program.path, &arguments, &variables, pair[1])
    let reason = errno
    for string in arguments + variables { free(string) }
    close(pair[1])
    guard id > 0 else {
      close(pair[0])
      throw Self.error(program.path, reason)
    }
    self.id = id
    socket = pair[0]
    watch = clinux_watch_process(id)
  }

  deinit {
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    close(socket)
    if watch >= 0 { close(watch) }
  }

  /// Why there is no answer.
  enum Silence {
    /// It has ended; in words.
    case ended(String)
    case late
    /// It said what is no answer.
    case nonsense
  }

  enum Reply {
    case answer(Result<Thumbnail, ThumbnailError>)
    /// Then this child is of no more use.
    case silence(Silence)
  }

  /// Asks, and waits for the answer until `deadline` at most.
  func ask(_ question: ThumbnailWire.Question, _ file: PhotoFileReader, until deadline: Instant) -> Reply {
    let message = ThumbnailWire.message(question)
    guard clinux_send_descriptor(socket, message, message.count, file.descriptor) == message.count else {
      return .silence(.ended(ending()))
    }
    do throws(SilenceFault) {
      guard let (status, length) = ThumbnailWire.header(try take(ThumbnailWire.headerBytes, deadline)),
        let answer = ThumbnailWire.answer(status: status, try take(length, deadline))
      else { return .silence(.nonsense) }
      return .answer(answer)
    } catch {
      return .silence(error.isLate ? .late : .ended(ending()))
    }
  }

  private struct SilenceFault: Error { var isLate: Bool }

  private func take(_ count: Int, _ deadline: Instant) throws(SilenceFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes {
        recv(socket, $0.baseAddress! + taken, count - taken, Int32(MSG_DONTWAIT))
      }
      if got > 0 {
        taken += got
      } else if got == 0 {
        throw SilenceFault(isLate: false)
      } else if errno == EAGAIN {
        let left = (deadline - DeviceClock.now()).wholeNanoseconds
        guard left > 0 else { throw SilenceFault(isLate: true) }
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000))
      } else if errno != EINTR {
        throw SilenceFault(isLate: false)
      }
    }
    return bytes
  }

  /// How it ended, for people; it has closed its end, so it is about to.
  private func ending() -> String {
    if watch >= 0 {
      var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 500) > 0 else { return "it closed its end" }
    }
    var facts = siginfo_t()
    // Looked at, and left for the process that takes its remains away.
    guard waitid(P_PID, id_t(id), &facts, WEXITED | WNOHANG | Int32(WNOWAIT)) == 0 else { return "it is gone" }
    let status = facts._sifields._sigchld.si_status
    return facts.si_code == Int32(CLD_EXITED) ? "it left with code \(status)" : "it was ended by signal \(status)"
  }

  private static func error(_ what: String, _ reason: Int32) -> ThumbnailError {
    ThumbnailError(
      .failed, "the process that reads pictures does not start (\(what): \(SystemWords.of(reason)))")
  }
}
