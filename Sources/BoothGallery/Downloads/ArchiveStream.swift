import BoothArchives
import BoothCore
import FoundationEssentials

/// One file that is to go into an archive.
struct ArchivedObject: Sendable {
  var key: ObjectKey
  /// In the archive.
  var name: String
  var made: CivilMoment
}

/// An archive of objects, made while it is sent: one piece of one object is in memory at a time, and a line for each that
/// was sent.
///
/// Each object is read twice, first for its checksum, which stands before its bytes: some programs read no archive where it
/// stands behind them. What is gone when its turn comes is left out.
///
/// `@unchecked`: a stream is pulled by one reader, piece after piece.
final class ArchiveStream: @unchecked Sendable {
  private let store: any ObjectStore
  private let next: () async throws -> ArchivedObject?
  private var archive = ZIPArchive()
  private var body: ByteStream.AsyncIterator?
  private var end: [[UInt8]]?

  /// - Parameter next: the objects, one after the other; nil ends them.
  init(_ store: any ObjectStore, _ next: @escaping () async throws -> ArchivedObject?) {
    self.store = store
    self.next = next
  }

  var pieces: ByteStream { ByteStream(unfolding: { [self] in try await piece() }) }

  private func piece() async throws -> [UInt8]? {
    if let piece = try await body?.next() { return piece }
    body = nil
    if end == nil {
      while let object = try await next() {
        if let head = try await begin(object) { return head }
      }
      end = Array(archive.end().reversed())
    }
    return end?.popLast()
  }

  /// The file's head in the archive, its bytes made ready; nil where it is gone.
  private func begin(_ object: ArchivedObject) async throws -> [UInt8]? {
    while let (seen, bytes) = try await store.read(object.key, range: nil) {
      var checksum = CRC32()
      for try await piece in bytes { checksum.add(piece) }
      try Task.checkCancellation()
      guard let (found, again) = try await store.read(object.key, range: nil) else { return nil }
      // It was replaced meanwhile: it is looked at again.
      guard found.etag == seen.etag else { continue }
      body = again.makeAsyncIterator()
      return archive.begin(
        ZIPArchive.File(
          name: object.name, sizeBytes: UInt64(found.sizeBytes), checksum: checksum.value, made: object.made))
    }
    return nil
  }
}
