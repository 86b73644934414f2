import BoothSystem
import GRDB
import Glibc
import Synchronization

/// The file of ``PhotoIndex`` while it is in use. One that turns out to be damaged gives way to a new one at once, and where another
/// process has put a new one in its place, that is taken.
///
/// A new one is another file under the old name: a reader of the old one reads that to its end, and harms nothing.
final class IndexFile: Sendable {
  private struct Place: Equatable {
    let (device, inode): (dev_t, ino_t)
  }

  private struct Opened {
    let pool: DatabasePool
    let place: Place?
    var isClosed = false
  }

  private let path: String
  private let opened: Mutex<Opened>

  /// Opens it, or makes it. One that is damaged, or of another version, is made anew.
  init(path: String) throws {
    self.path = path
    opened = Mutex(try Self.opened(path, insteadOf: nil))
  }

  /// Whether a file says so of itself; a disk that fails, is full or cannot be written is no reason to throw anything away.
  static func isDamaged(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// What is to be asked now, and whether it is another one than before.
  func current() throws -> (pool: DatabasePool, isNew: Bool) {
    try opened.withLock { opened in
      // Nothing is there while one is made.
      guard !opened.isClosed, let place = Self.place(path), place != opened.place else { return (opened.pool, false) }
      opened = try Self.opened(path, insteadOf: nil)
      return (opened.pool, true)
    }
  }

  /// Makes it anew.
  /// - Parameter damaged: what was asked when that was found; nothing is done where it is not in use any longer.
  /// - Returns: whether it was still in use.
  func renew(_ damaged: DatabasePool) throws -> Bool {
    try opened.withLock { opened in
      guard opened.pool === damaged, !opened.isClosed else { return false }
      // The old one closes itself when the last one has read it.
      opened = try Self.opened(path, insteadOf: opened.place)
      return true
    }
  }

  /// Lets the file go.
  func close() {
    let pool = opened.withLock { opened in
      opened.isClosed = true
      return opened.pool
    }
    do { try pool.close() } catch {
      // Readers end later; everything that was written is whole.
    }
  }

  private static func place(_ path: String) -> Place? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Place(device: facts.st_dev, inode: facts.st_ino) : nil
  }

  /// One process at a time opens it or makes it.
  /// - Parameter damaged: which one is to be thrown away, if it is still there.
  private static func opened(_ path: String, insteadOf damaged: Place?) throws -> Opened {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let lock = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { Glibc.close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    if damaged == nil || damaged != place(path), let pool = try open(path) {
      return Opened(pool: pool, place: place(path))
    }
    // The database goes first: a log without one is thrown away.
    for ending in ["", "-wal", "-shm"] where unlink(path + ending) != 0 && errno != ENOENT {
      throw PhotoIndexError(
        "\(path)\(ending) is damaged, and cannot be made anew: \(SystemWords.of(errno))")
    }
    guard let pool = try open(path) else { throw PhotoIndexError("\(path) cannot be made anew") }
    // Pages may still be open that know photos by their numbers, and the state by its: none comes twice.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let start = Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    try pool.write { db in
      try db.execute(sql: "INSERT INTO sqlite_sequence VALUES ('photo', ?)", arguments: [start])
      try db.execute(sql: "UPDATE change SET version = ?", arguments: [start])
    }
    return Opened(pool: pool, place: place(path))
  }

  /// Nil where it is to be made anew.
  private static func open(_ path: String) throws -> DatabasePool? {
    var configuration = Configuration()
    configuration.label = "booth.photos"
    configuration.busyMode = .timeout(20)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { db in
      for function in IndexSchema.placing + [IndexSchema.folding] { db.add(function: function) }
      guard !db.configuration.readonly else { return }
      // A batch touches pages all over the tables: 16 MB of them, and as much of the log, are written once and not again and again.
      try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      let isUsable = try pool.write { db in
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version == 0 else { return try IndexSchema.bringUp(db, from: version) }
        try IndexSchema.make(db)
        return true
      }
      if isUsable {
        // What a statement changes is also kept until it ends. Where one changes many pages, that goes into a file, and
        // so does what all later ones of the batch change, some pages each: many times what is written otherwise.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        return pool
      }
      try pool.close()
      return nil
    } catch {
      guard isDamaged(error) else { throw error }
      return nil
    }
  }
}
