import Glibc
import PhotoBrowser
import Synchronization

/// A photograph that was brought here: a file without a name, gone when nobody holds it any longer.
final class SpooledPhoto: OpenPhoto {
  private let descriptor: Int32
  private let size = Mutex<Int64>(0)

  init(folder: String) throws(PhotoSourceError) {
    let name = "\(folder)/booth-photo-\(UInt64.random(in: .min ... .max))"
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .loadFailed("\(folder) takes no file: \(String(cString: strerror(errno)))")
    }
    unlink(name)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  var count: Int64 { size.withLock { $0 } }
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  func append(_ bytes: [UInt8]) throws(PhotoSourceError) {
    var done = 0
    while done < bytes.count {
      let written = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw .loadFailed("there is no room to bring the photo here: \(String(cString: strerror(errno)))")
      }
      done += written
    }
    size.withLock { $0 += Int64(bytes.count) }
  }

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
