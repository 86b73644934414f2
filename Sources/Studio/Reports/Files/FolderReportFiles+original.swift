import BoothCore
import BoothSystem
import Glibc
import Synchronization

extension FolderReportFiles {
  /// What was sent, whatever it is; not what was made of it, nor what was fetched in its place.
  package func original(
    _ sha256: String, in organisation: String
  ) async throws(ReportFilesError) -> ReportOriginal? {
    guard let path = path(sha256, organisation) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unavailable("\(path): \(SystemWords.of(errno))")
    }
    let file = OpenOriginal(descriptor)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return ReportOriginal(count: Int64(facts.st_size), bytes: ByteStream(unfolding: { try file.next() }))
  }
}

/// Open until the last piece is had, or no more is wanted.
private final class OpenOriginal: Sendable {
  private static let piece = 1 << 16
  private let descriptor: Int32
  private let position = Mutex(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }

  func next() throws(ReportFilesError) -> [UInt8]? {
    let read: Result<[UInt8], ReportFilesError> = position.withLock { position in
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { target, count in
        var got = pread(descriptor, target.baseAddress, Self.piece, position)
        while got < 0, errno == EINTR { got = pread(descriptor, target.baseAddress, Self.piece, position) }
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      position += bytes.count
      return failure == 0
        ? .success(bytes) : .failure(.unavailable("what was sent: \(SystemWords.of(failure))"))
    }
    let bytes = try read.get()
    return bytes.isEmpty ? nil : bytes
  }
}
