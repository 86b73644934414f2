import BoothArchives
import BoothCore
import Synchronization

/// The checksums of objects that were read for archives: who goes on with an archive that was cut need not wait until all of it was
/// read once more. What is not here is read.
final class ArchiveChecksums: Sendable {
  /// A hundred bytes each.
  private static let most = 50_000
  private let known = Mutex<[ObjectKey: (tag: String, checksum: UInt32)]>([:])

  /// Nil where the object was not read in this version yet.
  func checksum(of object: ListedObject) -> UInt32? {
    known.withLock { $0[object.key].flatMap { $0.tag == object.etag ? $0.checksum : nil } }
  }

  func keep(_ checksum: UInt32, of object: ListedObject) {
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[object.key] = (object.etag, checksum)
    }
  }
}
