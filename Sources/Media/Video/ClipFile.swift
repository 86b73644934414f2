import BoothCore
import BoothSystem
import Glibc

/// A clip's file before its first frame and after its failure.
enum ClipFile {
  /// Makes the empty file, so that a path that cannot be written is known before anybody poses.
  static func create(_ path: String) throws(ClipError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw ClipError(.file, subject: path, detail: words(errno)) }
    close(descriptor)
  }

  /// Removes what is left of a clip that failed, and says so in the error when that fails too.
  static func remove(_ path: String, after error: ClipError) -> ClipError {
    var status = stat()
    guard lstat(path, &status) == 0 else { return error }
    // A device that is named as the file is kept.
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFLNK else { return error }
    guard unlink(path) != 0, errno != ENOENT else { return error }
    var both = error
    both.detail += "; and what was written could not be removed: \(words(errno))"
    return both
  }

  /// Whether two paths lead to one file that is there.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  private static func words(_ code: Int32) -> String { SystemWords.of(code) }
}
