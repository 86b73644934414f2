import BoothCore
import Glibc
import NIOCore

/// A file's bytes, read piece by piece as the connection takes them.
final class UploadSource: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let descriptor: Int32
  private let expectedBytes: Int64
  private let subject: String

  /// Opens the file and checks that it still has the size that was promised.
  init(path: String, expectedBytes: Int64, subject: String) throws(GalleryError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw GalleryError(
        .localFile, subject: subject, detail: "cannot read the file: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size == expectedBytes else {
      Glibc.close(descriptor)
      throw GalleryError(
        .localFile, subject: subject, detail: "the file has \(status.st_size) bytes, expected \(expectedBytes)")
    }
    self.descriptor = descriptor
    self.expectedBytes = expectedBytes
    self.subject = subject
  }

  // Not when the request ends: the sender of the body may still be reading, and the number be another file's by then.
  deinit { Glibc.close(descriptor) }

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: UploadSource
    var offset: Int64 = 0

    mutating func next() async throws -> ByteBuffer? {
      guard offset < source.expectedBytes else { return nil }
      let wanted = Int(Swift.min(1 << 16, source.expectedBytes - offset))
      var buffer = ByteBufferAllocator().buffer(capacity: wanted)
      let (descriptor, position) = (source.descriptor, offset)
      let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { bytes in
        var result: Int
        repeat {
          result = pread(descriptor, bytes.baseAddress!, wanted, off_t(position))
        } while result < 0
          && errno == EINTR
        return Swift.max(result, 0)
      }
      guard got > 0 else {
        throw GalleryError(.localFile, subject: source.subject, detail: "the file ended early, at byte \(offset)")
      }
      offset += Int64(got)
      return buffer
    }
  }
}
