public import BoothCore
import Glibc

/// What a server asks for again and again while guests look: files to be sent as they lie there, and whether anything is
/// new.
extension FolderObjectStore {
  /// Opens the file, on a thread that reads. It is only read here if its bytes are asked for.
  public func file(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectFile? {
    let found = try await readers.run { () throws(ObjectStoreError) in
      try about(key.text) { () throws(SystemFault) in try folder.open(key) }
    }
    guard let (info, file) = found else { return nil }
    return ObjectFile(info: info, descriptor: file.descriptor) { range in pieces(of: file, range, about: key.text) }
  }

  /// One look per object, and one at the folder: the time at which a folder was changed is that of the last name that
  /// came or went. Nothing is opened; a link that a person has put in the way counts as a change.
  public func mark(of keys: [ObjectKey], in folder: ObjectKey?) async -> ObjectsMark? {
    let paths = (keys + [folder].compactMap { $0 }).map { self.folder.path + "/" + $0.text }
    return await readers.run {
      // Nil: the caller reads, and hears what is wrong.
      do throws(SystemFault) { _ = try self.folder.root() } catch { return nil }
      return Self.mark(of: paths)
    }
  }

  /// FAT writes times in steps of two seconds, the coarsest of all (Linux, `fs/fat/misc.c`).
  private static let step: Int64 = 5_000_000_000

  private static func mark(of paths: [String]) -> ObjectsMark? {
    var versions: [String] = []
    var newest = Int64.min
    for path in paths {
      var status = stat()
      if lstat(path, &status) == 0 {
        newest = max(newest, status.modified)
        versions.append("\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.modified) \(status.st_mode)")
      } else if errno == ENOENT || errno == ENOTDIR {
        versions.append("")
      } else {
        return nil
      }
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    return ObjectsMark(versions: versions, isSettled: newest < nanoseconds - step)
  }
}
