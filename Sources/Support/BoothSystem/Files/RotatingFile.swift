import Glibc

/// A file of whole lines that is full at some size: then it gets the next name, that one the one after, and the oldest
/// goes.
///
/// A line goes to the kernel before ``append(_:)`` returns; what a crash loses is at most what the kernel had not
/// written yet. Used by one thread at a time, which knows when the file is full.
package struct RotatingFile: ~Copyable {
  /// The file's path, and by number those of the older ones.
  private let name: @Sendable (Int) -> String
  /// How many are kept, the current one among them.
  private let files: Int
  private var descriptor: Int32 = -1
  /// Bytes in the current file.
  package private(set) var size = 0

  /// - Parameters:
  ///   - files: how many are kept, the current one among them.
  ///   - name: the path of the current file (0), and of the older ones from 1 on.
  package init(files: Int, name: @escaping @Sendable (Int) -> String) {
    self.files = files
    self.name = name
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Opens the file, or makes it, if it is not open; each ``append(_:)`` does, too.
  /// - Returns: why that cannot be, in words, or nil.
  package mutating func open() -> String? {
    guard descriptor < 0 else { return nil }
    let path = name(0)
    // A pipe in its place would have every line, and with it the program's end, wait for a reader.
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard new >= 0 else { return SystemWords.of(errno) }
    var facts = stat()
    guard fstat(new, &facts) == 0, facts.st_mode & S_IFMT != S_IFIFO else {
      Glibc.close(new)
      return "\(path) is a pipe; move it away"
    }
    descriptor = new
    size = Int(max(lseek(new, 0, SEEK_END), 0))
    // A line that the last process could not end is not to swallow the first of this one.
    var last: UInt8 = 0x0A
    if size > 0, pread(new, &last, 1, off_t(size - 1)) == 1, last != 0x0A { size += max(write(new, "\n", 1), 0) }
    return nil
  }

  /// Writes a line whole, or nothing of it.
  /// - Returns: why it was not written, in words, or nil.
  package mutating func append(_ line: [UInt8]) -> String? {
    if let trouble = open() { return trouble }
    let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written == line.count {
      size += written
      return nil
    }
    // A full disk took a part of it.
    let reason = written < 0 ? errno : ENOSPC
    if written > 0 { ftruncate(descriptor, lseek(descriptor, 0, SEEK_END) - off_t(written)) }
    return SystemWords.of(reason)
  }

  /// Begins the next file. Until the new one is there, the old one is written on, and ``size`` counts anew.
  package mutating func rotate() {
    for number in stride(from: files - 1, to: 0, by: -1) { rename(name(number - 1), name(number)) }
    let old = descriptor
    descriptor = -1
    if open() == nil {
      if old >= 0 { Glibc.close(old) }
    } else {
      // Tried again when as much has been written again.
      (descriptor, size) = (old, 0)
    }
  }

  package var isOpen: Bool { descriptor >= 0 }

  package mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
