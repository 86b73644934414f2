import BoothSystem
import GRDB
import Synchronization

/// Who brings the write-ahead log into the database: SQLite by itself, unless this is said. Then nothing but this process writes the
/// database's file, and what else does is noticed.
extension StudioDatabase {
  /// Who does it, while several processes have the database open.
  enum LogCare: Sendable {
    /// The one whose commit makes the log long.
    case anybody
    /// This process alone: the studio that serves.
    case own
    /// Another process, which may be one that serves.
    case others
  }

  /// How long the log gets: as with SQLite's own rule of a thousand pages.
  private static let longLog: Int64 = 4 << 20
  /// Where so little room is left on the disk, the log keeps its own: what is committed next finds it there.
  private static let littleRoom: Int64 = 32 << 20

  /// - Throws: what GRDB throws.
  func take(_ care: LogCare) throws {
    try opened.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = \(care == .anybody ? 1000 : 0)")
    }
    if care == .own { held.keepLog() }
    logCare.withLock { $0 = care }
  }

  /// Whether the log is to be brought into the database now.
  var isLogLong: Bool { logCare.withLock { $0 == .own } && held.logSize >= Self.longLog }

  /// Brings it there. What is committed is safe in the log: where that fails, the next commit tries again.
  func shortenLog(_ db: Database) {
    guard held.fault == nil else { return }
    let isRoom = DiskRoom.of(path).map { $0.free >= Self.littleRoom } ?? true
    // Where something else has written into the log, the next look says so.
    do { try held.changing { _ = try db.checkpoint(isRoom ? .truncate : .passive) } } catch {}
  }
}
