import BoothSystem
import CLinux
import Glibc
public import ImageMetadata

/// Where a photo's bytes are.
public enum ThumbnailSource: Sendable {
  /// A file, by its path as the system has it: bytes, as names need not be text. Without an ending NUL.
  case path([UInt8])
  /// Bytes in memory.
  case bytes([UInt8])

  /// A file whose path is text.
  public static func file(_ path: String) -> ThumbnailSource { .path(Array(path.utf8)) }
}

/// An open file of a photo's bytes, closed when it goes. For any one thread at a time.
public final class PhotoFileReader: PhotoBytes {
  /// What the system said when a file could not be opened or read.
  public struct ReadError: Error, Sendable, Equatable {
    /// The system's error number.
    public let errno: Int32
    /// In the system's words.
    public var words: String { SystemWords.of(errno) }
  }

  let descriptor: Int32
  /// The file's length when it was opened.
  public let count: Int

  /// Opens a file, without ever waiting for one: what is no ordinary file is refused (`EINVAL`).
  public convenience init(path: [UInt8]) throws(ReadError) {
    guard !path.contains(0) else { throw ReadError(errno: EINVAL) }
    let opened = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    }
    try self.init(descriptor: opened)
  }

  /// Opens a file by a path that is text.
  public convenience init(path: String) throws(ReadError) { try self.init(path: Array(path.utf8)) }

  /// Holds bytes in a file that is in memory only, so that another process can have them.
  convenience init(bytes: [UInt8]) throws(ReadError) {
    try self.init(descriptor: clinux_memory_file(bytes, bytes.count))
  }

  /// Takes over an open file.
  init(descriptor: Int32) throws(ReadError) {
    guard descriptor >= 0 else { throw ReadError(errno: errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ReadError(errno: EINVAL)
    }
    self.descriptor = descriptor
    count = Int(facts.st_size)
  }

  deinit { close(descriptor) }

  /// What there is of the range. Blocks as the disk does.
  public func read(at: Int, count: Int) throws(ReadError) -> [UInt8] {
    guard at >= 0, count > 0 else { return [] }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      filled = 0
      while filled < count, let base = target.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, at + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard failure == 0 else { throw ReadError(errno: failure) }
    return bytes
  }

  /// All of it, where it is not longer than `most`.
  func all(most: Int) throws(ReadError) -> [UInt8]? { count > most ? nil : try read(at: 0, count: count) }
}
