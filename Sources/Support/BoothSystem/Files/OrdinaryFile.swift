import Glibc

/// A small file that a person or an earlier start may have left in a folder: read without ever waiting, whatever has its
/// name. A pipe would make its reader wait for a writer, a device for its next byte.
///
/// ```swift
/// guard let bytes = OrdinaryFile.bytes(path) else { return }  // not there, a pipe, too long, not readable
/// _ = bytes
/// ```
public enum OrdinaryFile {
  /// Why what is there is not read, in words.
  package struct Fault: Error {
    package let words: String

    init(_ words: String) { self.words = words }
    init(errno: Int32) { words = SystemWords.of(errno) }
  }

  /// No file of settings, profiles or secrets comes near this.
  public static let mostBytes = 16 << 20

  /// Its bytes; nil where it is not there, cannot be read, is no ordinary file, or is larger than ``mostBytes``.
  public static func bytes(_ path: String) -> [UInt8]? {
    do throws(Fault) { return try read(path) } catch { return nil }
  }

  /// Its bytes; nil where it is not there.
  /// - Throws: ``Fault`` where it is there and cannot be read, is no ordinary file, or is larger than ``mostBytes``.
  package static func read(_ path: String) throws(Fault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Fault(errno: errno)
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Fault(errno: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw Fault("it is no ordinary file") }
    guard facts.st_size <= mostBytes else { throw Fault("it is larger than \(mostBytes) bytes") }
    var bytes: [UInt8] = []
    while true {
      let had = bytes.count
      var piece = [UInt8](repeating: 0, count: max(Int(facts.st_size) - had + 1, 4096))
      let got = Glibc.read(descriptor, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Fault(errno: errno) }
      guard had + got <= mostBytes else { throw Fault("it is larger than \(mostBytes) bytes") }
      if got == 0 { return bytes }
      bytes += piece.prefix(got)
    }
  }
}
