import Glibc
import Synchronization

/// Small pictures of guests' sessions, kept in memory as long as their photo's file stays the same: a page of sessions
/// that is opened again decodes nothing.
final class SessionThumbnails: Sendable {
  /// What tells one file from another that has its name later.
  struct Identity: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64

    /// Nil where there is no ordinary file.
    init?(of path: String) {
      var facts = stat()
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode, size) = (UInt64(facts.st_dev), UInt64(facts.st_ino), Int64(facts.st_size))
      (seconds, nanoseconds) = (Int64(facts.st_mtim.tv_sec), Int64(facts.st_mtim.tv_nsec))
    }
  }

  private struct Entry: Sendable {
    var path: String
    var identity: Identity
    var jpeg: [UInt8]
  }

  private struct State: Sendable {
    /// The last used last.
    var entries: [Entry] = []
    var bytes = 0
  }

  /// How many bytes of pictures are kept: some hundred of them.
  let limit: Int
  private let state = Mutex(State())

  init(limit: Int = 8_000_000) { self.limit = limit }

  /// How many bytes are kept now.
  var bytes: Int { state.withLock(\.bytes) }

  /// The picture made of this file; nil where there is none, or the file is another one now.
  func picture(_ path: String, _ identity: Identity) -> [UInt8]? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.path == path && $0.identity == identity }) else {
        return nil
      }
      let entry = state.entries.remove(at: index)
      state.entries.append(entry)
      return entry.jpeg
    }
  }

  /// Keeps a picture; those that were used least lately make room.
  func keep(_ jpeg: [UInt8], _ path: String, _ identity: Identity) {
    guard jpeg.count <= limit else { return }
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.path == path }) {
        state.bytes -= state.entries.remove(at: index).jpeg.count
      }
      state.entries.append(Entry(path: path, identity: identity, jpeg: jpeg))
      state.bytes += jpeg.count
      while state.bytes > limit { state.bytes -= state.entries.removeFirst().jpeg.count }
    }
  }
}
