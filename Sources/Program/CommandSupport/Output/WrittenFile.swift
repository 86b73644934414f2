package import BoothSystem
import FoundationEssentials
import Glibc
import Reports

/// A file that a person asked for by its path, written piece by piece. What is there stays, unless it was said that it
/// is replaced, and then until the new one is whole; one that was not finished is no file. For one thread.
package final class WrittenFile {
  private let path: String
  /// Where the bytes go until the file is whole; nil where they go to `path` itself.
  private let whole: String?
  private let file: CInt
  private var isFinished = false
  private let isNew: Bool

  /// - Throws: ``CommandError`` in words.
  package init(_ path: String, replacing: Bool) throws {
    self.path = path
    let isThere = try Self.isThere(path, replacing: replacing)
    whole = isThere == true ? "\(path).\(UUID().uuidString).part" : nil
    isNew = isThere != false
    file = open(whole ?? path, O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o600)
    guard file >= 0 else { throw Self.failure(path) }
  }

  deinit {
    close(file)
    if !isFinished, isNew { unlink(whole ?? path) }
  }

  /// - Returns: whether a file is there; false for what is no file of bytes, as a pipe; nil for nothing.
  /// - Throws: where one is there that is not to be replaced.
  @discardableResult package static func isThere(_ path: String, replacing: Bool) throws -> Bool? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    guard facts.st_mode & S_IFMT != S_IFDIR else {
      throw CommandError("\(path) is a folder: expected a file's path", code: CommandError.cannotCreate)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { return false }
    guard replacing else {
      throw CommandError("\(path) is there already: say --replace, or another name", code: CommandError.cannotCreate)
    }
    return true
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      "\(path) cannot be written: \(SystemWords.of(errno)); expected a file's path in an existing folder",
      code: CommandError.cannotCreate)
  }

  package func append(_ bytes: [UInt8]) throws(CommandError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw Self.failure(path) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Makes it the file.
  package func finish() throws(CommandError) {
    if let whole, rename(whole, path) != 0 { throw Self.failure(path) }
    isFinished = true
  }
}
