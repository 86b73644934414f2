import BoothCore
import Glibc

/// An open file descriptor; every call is retried on EINTR here and nowhere else. One thread at a time.
final class POSIXFile: DiskFile {
  private var descriptor: Int32
  private let path: String
  /// When it was opened.
  private(set) var sizeBytes: Int64 = 0

  private init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close() }

  static func create(_ path: String) throws(StoreError) -> POSIXFile {
    try FaultPoint.step(.diskCreate, path) { () throws(StoreError) in
      try open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    }
  }

  static func open(_ path: String, flags: Int32 = O_RDONLY) throws(StoreError) -> POSIXFile {
    // A pipe or a device in a file's place would have whoever opens or reads it wait for ever.
    let descriptor = retrying { Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600) }
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot open", path) }
    let file = POSIXFile(descriptor, path: path)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw StoreError(errno: errno, "cannot measure", path) }
    guard facts.st_mode & S_IFMT == (flags & O_DIRECTORY == 0 ? S_IFREG : S_IFDIR) else {
      throw StoreError(.failed, subject: path, detail: "cannot be read: it is no ordinary file")
    }
    file.sizeBytes = Int64(facts.st_size)
    return file
  }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    try FaultPoint.write(.diskWrite, path, count: bytes.count) { range throws(StoreError) in try write(bytes, range) }
  }

  private func write(_ bytes: [UInt8], _ range: Range<Int>) throws(StoreError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let written = bytes.withUnsafeBytes { buffer in
        Self.retrying { Glibc.write(descriptor, buffer.baseAddress! + offset, range.upperBound - offset) }
      }
      guard written > 0 else { throw StoreError(errno: written == 0 ? ENOSPC : errno, "cannot write", path) }
      offset += written
    }
  }

  /// The next bytes, or none at the end.
  func read(upTo count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { buffer in
      Self.retrying { Glibc.read(descriptor, buffer.baseAddress!, buffer.count) }
    }
    guard got >= 0 else { throw StoreError(errno: errno, "cannot read", path) }
    bytes.removeLast(count - got)
    return bytes
  }

  func sync() throws(StoreError) {
    try FaultPoint.sync(.diskSync, path) { () throws(StoreError) in try flush() }
  }

  /// The same of a folder, which has a step of its own.
  func syncFolder() throws(StoreError) {
    try FaultPoint.sync(.diskSyncFolder, path) { () throws(StoreError) in try flush() }
  }

  private func flush() throws(StoreError) {
    guard Self.retrying({ fsync(descriptor) }) == 0 else { throw StoreError(errno: errno, "cannot flush", path) }
  }

  /// Takes the file's lock for this process, or says that another has it.
  func lockExclusively() -> Bool { Self.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 }

  /// The same, for looking whether somebody has it.
  func lockShared() -> Bool { Self.retrying({ flock(descriptor, LOCK_SH | LOCK_NB) }) == 0 }

  /// Has the next read come from the disk itself, as far as the kernel lets go of what it holds.
  func forgetCache() { posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) }

  func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
