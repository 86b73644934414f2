import Glibc
import PhotoBrowser
import Synchronization

/// A file of a library, open for reading; closed when nobody holds it any longer.
final class LibraryFile: OpenPhoto {
  private let descriptor: Int32
  private let length = Atomic<Int64>(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Nil for what is no ordinary file.
  var size: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  func set(_ count: Int64) { length.store(count, ordering: .relaxed) }

  var count: Int64 { length.load(ordering: .relaxed) }
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  func read(at offset: Int64, count: Int) throws(PhotoSourceError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    let wanted = Int(min(Int64(count), max(self.count - offset, 0)))
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { fault = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard fault == 0 else { throw .loadFailed("the photo cannot be read: \(String(cString: strerror(fault)))") }
    return bytes
  }
}
