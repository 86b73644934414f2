public import BoothCore
import Glibc
import Synchronization

/// Objects as plain files in a folder: `events/7/…/photo_0.jpg` is the object of that key.
///
/// - The folder is the one that was opened, or nothing is read or written: where it was removed or replaced, or its disk taken away,
///   all calls are `unavailable` until it is back.
/// - Durable: an object is written beside the others, flushed, moved into place in one step, and its folder flushed.
/// - Any number of these, in any number of processes on one machine, may serve the same folder; conditional writes
///   exclude each other by lock files.
/// - Files put there by hand are objects, too, with a content type by their extension. Links, pipes and names that no
///   key can have are not. `.booth` is the store's own.
/// - As names are paths, `a` and `a/b` cannot both exist: the second is `refused`.
///
/// Blocking calls run on threads of the store's own, those that read apart from those that write, so that a writer
/// waiting for another process keeps no guest from the pictures.
public struct FolderObjectStore: ObjectStore {
  /// The size of the pieces that are written at once.
  static let pieceBytes = 64 * 1024

  let folder: ObjectFolder
  let readers = BlockingLane(threads: 4)
  let writers = BlockingLane(threads: 4)
  private let reading = ReadingShare()

  /// Opens the store in `path`, which is made if it is not there, and sweeps away what a crash left half written.
  public init(path: String) throws(ObjectStoreError) {
    folder = ObjectFolder(path: path)
    let folder = folder
    try about(path) { () throws(SystemFault) in
      try Self.makeRoot(path)
      try folder.place.take(try OpenFile.folder(at: path))
      // A full disk has no room for the drafts' folder either; what is there is served.
      do throws(SystemFault) { try ObjectDraft.sweep(folder) } catch let error where error.number == ENOSPC {}
    }
    ObjectReserve(folder: folder).keep()
  }

  private static func makeRoot(_ path: String) throws(SystemFault) {
    var made = path.hasPrefix("/") ? "/" : "."
    for part in path.split(separator: "/") {
      let parent = made
      made += "/" + part
      if mkdir(made, 0o770) == 0 {
        try OpenFile.folder(at: parent).syncFolder()
      } else {
        let failure = SystemFault("mkdir \(made)")
        // Above the store there may be folders that we can neither write to nor make.
        guard [EEXIST, EACCES, EROFS, EPERM].contains(failure.number) else { throw failure }
      }
    }
    _ = try OpenFile.folder(at: path)
  }

  /// Looks at the file on a thread that reads, so no write that is under way is waited for.
  public func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? {
    try await readers.run { () throws(ObjectStoreError) in
      try about(key.text) { () throws(SystemFault) in try folder.info(key) }
    }
  }

  /// Opens the file and gives what it is at this moment: replacing it meanwhile changes nothing in the stream.
  /// A range that does not lie within is `conditionFailed`. Pieces of 8 to 128 KiB are read as they are asked for; a
  /// file that was cut short meanwhile ends the stream with `unavailable`.
  public func read(
    _ key: ObjectKey, range: Range<Int64>?
  ) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
    let found = try await readers.run { () throws(ObjectStoreError) in
      try about(key.text) { () throws(SystemFault) in try folder.open(key) }
    }
    guard let (info, file) = found else { return nil }
    let range = range ?? 0..<info.sizeBytes
    guard range.lowerBound >= 0, range.upperBound <= info.sizeBytes else {
      throw ObjectStoreError(
        .conditionFailed, subject: key.text,
        detail: "bytes \(range.lowerBound) to \(range.upperBound) are not within its \(info.sizeBytes): look again")
    }
    return (info, pieces(of: file, range, about: key.text))
  }

  /// The bytes of `range`, read when they are asked for, so that a slow reader costs one piece of memory.
  func pieces(of file: OpenFile, _ range: Range<Int64>, about subject: String) -> ByteStream {
    let readers = readers
    let position = Position(range, reading)
    return ByteStream(unfolding: {
      let span = position.take()
      if span.isEmpty { return nil }
      let bytes = try await readers.run { () throws(ObjectStoreError) in
        try about(subject) { () throws(SystemFault) in
          try file.read(at: span.lowerBound, count: span.count)
        }
      }
      guard bytes.count == span.count else {
        throw ObjectStoreError(
          .unavailable, subject: subject,
          detail: "was cut short to \(span.lowerBound + Int64(bytes.count)) bytes while it was read")
      }
      return bytes
    })
  }
}
