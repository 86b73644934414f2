import Glibc

/// Small files beside the sessions, made so that a cut of the power leaves the old one or the new one. Sessions have an
/// order of their own (`Disk+durable.swift`).
package enum DurableFile {
  /// The call that failed, and why, in the system's words.
  package struct Fault: Error {
    package let call: String
    package let errno: Int32
    package var words: String { "\(call): \(String(cString: strerror(errno)))" }

    init(_ call: String) {
      self.call = call
      errno = Glibc.errno
    }
  }

  /// Replaces the file at `path`, or makes it: temporary file beside it, fsync, rename, fsync of the folder. Blocks.
  /// - Throws: ``Fault``; then the file that was there still is, and nothing is left beside it.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    let temporary = "\(path).\(getpid()).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Fault("open") }
    defer {
      close(file)
      unlink(temporary)
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw Fault("write") }
      rest = rest.dropFirst(max(count, 0))
    }
    guard fsync(file) == 0 else { throw Fault("fsync") }
    guard Glibc.rename(temporary, path) == 0 else { throw Fault("rename") }
    try flushFolder(of: path)
  }

  /// Gives a whole file that lies beside `path` its name: fsync, rename, fsync of the folder. Blocks.
  /// - Throws: ``Fault``; then the file that was there still is, and `temporary` is gone.
  package static func rename(_ temporary: String, to path: String) throws(Fault) {
    defer { unlink(temporary) }
    let file = open(temporary, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Fault("open") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw Fault("fsync") }
    guard Glibc.rename(temporary, path) == 0 else { throw Fault("rename") }
    try flushFolder(of: path)
  }

  /// Makes the names in the folder of `path` last. Blocks.
  package static func flushFolder(of path: String) throws(Fault) {
    let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Fault("open") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Fault("fsync") }
  }
}
