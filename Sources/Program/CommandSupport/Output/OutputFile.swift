package import BoothSystem
import Glibc

/// Writes a file that a person asked for by its path; throws in words.
package func writeFile(_ bytes: [UInt8], to path: String) throws(CommandError) {
  func failure() -> CommandError {
    CommandError(
      "\(path) cannot be written: \(SystemWords.of(errno)); expected a file's path in an existing folder",
      code: CommandError.cannotCreate)
  }
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw failure() }
  defer { close(file) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { throw failure() }
    rest = rest.dropFirst(max(count, 0))
  }
}
