import BoothCore
import BoothSystem
import Glibc

/// A sheet's file, open for as long as it is sent: a file that is replaced meanwhile is still the one that was begun.
final class SheetFile: Sendable {
  let sizeBytes: Int64
  private let descriptor: Int32

  /// Why a file cannot be sent, as the end of a sentence.
  struct Fault: Error, Equatable { var words: String }

  /// Opens a JPEG file. Its first bytes are looked at, as a printer prints a page of signs for what is none.
  init(path: String) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Fault(words: SystemWords.of(errno)) }
    self.descriptor = descriptor
    var status = stat()
    let isRead = fstat(descriptor, &status) == 0
    sizeBytes = Int64(status.st_size)
    guard isRead, status.st_mode & S_IFMT == S_IFREG else { throw Fault(words: "it is no file") }
    // ISO/IEC 10918-1, B.1.1.3: start of image, and the first byte of another marker.
    let start = try piece(at: 0, of: 3)
    guard start == [0xFF, 0xD8, 0xFF] else { throw Fault(words: "it is no JPEG") }
  }

  // Not when the request ends: the sender of the body may still be reading, and the number be another file's by then.
  deinit { close(descriptor) }

  /// Blocks for as long as the disk does.
  func piece(at offset: Int64, of count: Int) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = -1
    repeat { got = pread(descriptor, &bytes, count, off_t(offset)) } while got < 0 && errno == EINTR
    guard got >= 0 else { throw Fault(words: SystemWords.of(errno)) }
    return Array(bytes.prefix(got))
  }
}
