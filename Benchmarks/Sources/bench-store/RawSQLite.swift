import BoothCore
import GRDBSQLite
import Measuring

/// The same UPDATE on the same rows, by SQLite's own functions and nothing else: one prepared statement that commits
/// by itself, WAL, `synchronous=FULL`.
final class RawSQLite {
  private var database: OpaquePointer?
  private var update: OpaquePointer?
  /// Tells SQLite to copy a text that is bound.
  private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Opens a copy of the database at `source`, made at `path`.
  init(copyOf source: String, at path: String) {
    open(source)
    execute("VACUUM INTO '\(path)'")
    sqlite3_close(database)
    open(path)
    execute("PRAGMA journal_mode=WAL")
    execute("PRAGMA synchronous=FULL")
    let sql = "UPDATE job SET state = ?, attempts = ?, lastFailure = ? WHERE id = ?"
    check(sqlite3_prepare_v2(database, sql, -1, &update, nil))
  }

  deinit {
    sqlite3_finalize(update)
    sqlite3_close(database)
  }

  func record(_ job: Job) {
    check(sqlite3_reset(update))
    check(sqlite3_bind_text(update, 1, job.state.rawValue, -1, transient))
    check(sqlite3_bind_int64(update, 2, Int64(job.attempts)))
    if let failure = job.lastFailure {
      check(sqlite3_bind_text(update, 3, failure, -1, transient))
    } else {
      check(sqlite3_bind_null(update, 3))
    }
    check(sqlite3_bind_int64(update, 4, job.id))
    check(sqlite3_step(update), SQLITE_DONE)
    check(sqlite3_reset(update))
    guard sqlite3_changes(database) == 1 else { fail("raw SQLite changed \(sqlite3_changes(database)) rows, not one") }
  }

  private func open(_ path: String) { check(sqlite3_open(path, &database)) }

  private func execute(_ sql: String) { check(sqlite3_exec(database, sql, nil, nil, nil)) }

  private func check(_ result: Int32, _ expected: Int32 = SQLITE_OK) {
    if result != expected { fail("raw SQLite: \(String(cString: sqlite3_errmsg(database)))") }
  }
}
