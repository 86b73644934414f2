package import BoothSystem
import CommandSupport
import Glibc

/// A picture's file that a person has named.
package enum PictureFile {
  /// A picture of 100 megapixels that is hardly compressed; more would not be a picture that we read.
  private static let mostBytes = 400_000_000

  /// Its bytes, without ever waiting for a pipe.
  /// - Throws: ``CommandError`` in the system's words.
  package static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    func failure(_ words: String) -> CommandError {
      CommandError("\(path) cannot be read: \(words); expected a JPEG or PNG picture", code: CommandError.usage)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw failure(SystemWords.of(errno)) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw failure(SystemWords.of(errno)) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw failure("it is no file") }
    let size = Int(facts.st_size)
    guard size <= mostBytes else { throw failure("it has \(size >> 20) MB, more than \(mostBytes >> 20)") }
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(file, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { fault = errno }
        if got <= 0 { return }
        count += got
      }
    }
    guard fault == 0 else { throw failure(SystemWords.of(fault)) }
    return bytes
  }
}
