import Glibc

/// A small file that a person or an earlier start may have left in a folder: read without ever waiting, whatever has its
/// name. A pipe would have whoever opens it wait for a writer, a device for its next byte.
public enum OrdinaryFile {
  /// No file of settings, profiles or secrets comes near this.
  public static let mostBytes = 16 << 20

  /// Its bytes; nil where it is not there, cannot be read, is no ordinary file, or is larger than ``mostBytes``.
  public static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= mostBytes else {
      return nil
    }
    var bytes: [UInt8] = []
    while true {
      let had = bytes.count
      var piece = [UInt8](repeating: 0, count: max(Int(facts.st_size) - had + 1, 4096))
      let got = read(descriptor, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0, had + got <= mostBytes else { return nil }
      if got == 0 { return bytes }
      bytes += piece.prefix(got)
    }
  }
}
