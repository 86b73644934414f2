import Glibc
import Synchronization

/// `booth.log`, bounded: a file that is full becomes `booth.log.1`, that one `booth.log.2`, and the oldest goes. Every
/// line is whole in one of them.
///
/// A line goes to the kernel before ``append(_:)`` returns. Whoever logs here shares one of these, as each of them must
/// know how full the file is.
final class LogFile: Sendable {
  struct Limit: Sendable {
    /// A night of log lines is a few hundred kilobytes; a camera in trouble for a week, tens of megabytes.
    var bytes = 8 << 20
    /// The current one among them.
    var files = 4
  }

  private let path: String
  private let limit: Limit
  private let state: Mutex<(descriptor: Int32, size: Int)>

  /// Opens the file, or makes it; where that cannot be, each line tries again.
  init(_ path: String, limit: Limit = Limit()) {
    self.path = path
    self.limit = limit
    state = Mutex(Self.open(path))
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes a line whole, or nothing of it; false where there is no file to write to.
  func append(_ line: [UInt8]) -> Bool {
    state.withLock { state in
      if state.descriptor < 0 { state = Self.open(path) }
      if state.size > 0, state.size + line.count > limit.bytes { rotate(&state) }
      guard state.descriptor >= 0 else { return false }
      let written = line.withUnsafeBytes { write(state.descriptor, $0.baseAddress, $0.count) }
      if written == line.count {
        state.size += written
      } else if written > 0 {
        // A full disk took a part of it.
        ftruncate(state.descriptor, lseek(state.descriptor, 0, SEEK_END) - off_t(written))
      }
      return true
    }
  }

  /// Until the new file is there, the old one is written on.
  private func rotate(_ state: inout (descriptor: Int32, size: Int)) {
    for number in stride(from: limit.files - 1, to: 0, by: -1) { rename(name(number - 1), name(number)) }
    let new = Self.open(path)
    guard new.descriptor >= 0 else {
      // Tried again when as much has been written again.
      state.size = 0
      return
    }
    close(state.descriptor)
    state = new
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }

  private static func open(_ path: String) -> (descriptor: Int32, size: Int) {
    // A pipe in its place would have every line wait for a reader.
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    var facts = stat()
    guard descriptor < 0 || fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return (-1, 0)
    }
    return (descriptor, descriptor < 0 ? 0 : Int(max(lseek(descriptor, 0, SEEK_END), 0)))
  }
}
