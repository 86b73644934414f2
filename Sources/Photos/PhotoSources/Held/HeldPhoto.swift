public import Glibc
public import PhotoModel
import Synchronization

/// A photo's file that is held open, of any source: closed with its last reference.
public final class HeldPhoto: OpenPhoto {
  private let descriptor: Int32
  private let length: Atomic<Int64>
  /// As a scan of its source would say it; nil where the source knows its photos by other things.
  public let state: PhotoFileState?

  /// Takes a descriptor over.
  /// - Parameter state: what a scan would say of such a file; nil: the source knows its photos by other things.
  /// - Returns: nil for what is no ordinary file; then it is closed.
  public init?(_ descriptor: Int32, state: ((stat) -> PhotoFileState)? = nil) {
    self.descriptor = descriptor
    var facts = stat()
    let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    length = Atomic(isFile ? Int64(facts.st_size) : 0)
    self.state = state?(facts)
    if !isFile { return nil }
  }

  /// A file without a name, for a photo that comes from elsewhere piece by piece.
  /// - Parameter folder: on the disk that has the room.
  public init(spooledIn folder: String) throws(PhotoSourceError) {
    let name = "\(folder)/booth-photo-\(UInt64.random(in: .min ... .max))"
    let made = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw .loadFailed("\(folder) takes no file: \(String(cString: strerror(errno)))") }
    unlink(name)
    descriptor = made
    length = Atomic(0)
    state = nil
  }

  deinit { close(descriptor) }

  /// In bytes, as it was opened, or as much as came until now.
  public var count: Int64 { length.load(ordering: .acquiring) }
  /// `/proc/…/fd/…`.
  public var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Behind what came until now. Blocks; one thread at a time.
  public func append(_ bytes: [UInt8]) throws(PhotoSourceError) {
    var done = 0
    while done < bytes.count {
      let written = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw .loadFailed("there is no room to bring the photo here: \(String(cString: strerror(errno)))")
      }
      done += written
    }
    length.add(Int64(bytes.count), ordering: .acquiringAndReleasing)
  }

  /// At most `count` bytes from `offset`; fewer only at the end. Blocks.
  public func read(at offset: Int64, count: Int) throws(PhotoSourceError) -> [UInt8] {
    let known = self.count
    guard offset >= 0, count > 0, offset < known else { return [] }
    let wanted = Int(min(Int64(count), known - offset))
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
