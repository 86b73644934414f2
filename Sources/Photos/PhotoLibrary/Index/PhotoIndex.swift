import FoundationEssentials
import GRDB
import Glibc
public import PhotoModel
import Synchronization

/// What is known of all photos, in a database of its own that can be thrown away: every bit of it comes from the sources again.
///
/// Several processes may have it open. What is written is written in batches, each whole or not at all.
public final class PhotoIndex: Sendable {
  /// The name of the file in its folder.
  public static let name = "index.sqlite"

  let file: IndexFile
  let renewal = Mutex(IndexRenewal())
  /// What people said of photos.
  public let marks: PhotoMarks
  /// What sources are called, by their ids.
  let names: @Sendable () -> [String: String]

  /// Opens the index, or makes it. One that is damaged, or of another version, is made anew.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - marks: what people said of photos, which is kept elsewhere.
  ///   - names: says what sources are called, by their ids, when a person searches; from any thread. Ids are searched,
  ///   too.
  public init(
    path: String, marks: PhotoMarks, names: @escaping @Sendable () -> [String: String] = { [:] }
  ) throws(PhotoIndexError) {
    self.marks = marks
    self.names = names
    do {
      file = try IndexFile(path: path)
      if marks.aside != nil, !marks.isHealed { try Self.bringBack(marks, from: try file.current().pool) }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// Stars and colours as the index has them, for marks that were lost.
  private static func bringBack(_ marks: PhotoMarks, from pool: DatabasePool) throws {
    let known = try pool.read { db in
      var known: [Row] = []
      do {
        let rows = try Row.fetchCursor(
          db,
          sql: "SELECT head, full, size, star, tags FROM photo WHERE (star != 0 OR tags != 0) AND size IS NOT NULL")
        while let row = try rows.next() { known.append(row.copy()) }
      } catch {
        // What stands before the damage is better than nothing.
        guard IndexFile.isDamaged(error) else { throw error }
      }
      return known
    }
    try marks.database.write { db in
      for row in known {
        var details = PhotoDetails()
        (details.headMD5, details.fullMD5) = (row[0], row[1])
        guard let key = key(details, row[2]) else { continue }
        let values: [(any DatabaseValueConvertible)?] = [key, row[3] as Int64, row[4] as Int64]
        try db.execute(
          sql: "INSERT OR IGNORE INTO mark VALUES (?, ?, ?, 0)", arguments: StatementArguments(values))
      }
    }
  }

  /// Lets the file go.
  public func close() { file.close() }

  func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(PhotoIndexError) -> Value {
    try await use { pool in try await pool.read(body) }
  }

  /// - Parameter changes: whether pages may look otherwise afterwards.
  func write<Value: Sendable>(
    changes: Bool = true, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(PhotoIndexError) -> Value {
    try await use { pool in
      try await pool.write { db in
        let value = try body(db)
        if changes { try db.execute(sql: "UPDATE change SET version = version + 1") }
        return value
      }
    }
  }

  // MARK: Sources

  /// How sources were when they were looked at last, and what was wrong with them, by their ids; nothing is made or changed.
  /// - Parameter path: of the index; nothing is known where there is none.
  public static func states(
    at path: String
  ) throws(PhotoIndexError) -> [String: (state: PhotoSourceReport.State, remark: String, away: [PhotoAway])] {
    guard access(path, F_OK) == 0 else { return [:] }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      // One of an earlier version knows of no parts.
      let rows = try database.read { try Row.fetchAll($0, sql: "SELECT * FROM source") }
      let states = try rows.map { row in
        (
          row["id"] as String,
          (
            PhotoSourceReport.State(rawValue: row["state"]) ?? .new, row["remark"] as String,
            try AwayText.read(row["away"] as String? ?? "")
          )
        )
      }
      return Dictionary(states) { $1 }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// What is known of a source; nil where it is not known.
  public func source(_ id: PhotoSourceID) async throws(PhotoIndexError) -> IndexedSource? {
    try await read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM source WHERE id = ?", arguments: [id.text]) else {
        return nil
      }
      let number: Int64 = row["n"]
      return IndexedSource(
        number: number, state: PhotoSourceReport.State(rawValue: row["state"]) ?? .new, remark: row["remark"],
        mark: (row["mark"] as String?).map(PhotoScanMark.init),
        count: try Int.fetchOne(
          db, sql: "SELECT sum(count) FROM month_count WHERE source = ?", arguments: [number]) ?? 0,
        unread: try Int.fetchOne(
          db, sql: "SELECT count(*) FROM photo WHERE source = ? AND ready = 0 AND NOT flags & 256", arguments: [number])
          ?? 0,
        away: try AwayText.read(row["away"]))
    }
  }

  /// Its number; made where there is none.
  func number(_ id: PhotoSourceID) async throws(PhotoIndexError) -> Int64 {
    if let known = try await source(id) { return known.number }
    return try await write { db in
      try db.execute(sql: "INSERT OR IGNORE INTO source (id) VALUES (?)", arguments: [id.text])
      return try Int64.fetchOne(db, sql: "SELECT n FROM source WHERE id = ?", arguments: [id.text]) ?? 0
    }
  }

  /// Says how a source is.
  public func note(
    _ id: PhotoSourceID, _ state: PhotoSourceReport.State, _ remark: String = ""
  ) async throws(PhotoIndexError) {
    try await write { db in
      try db.execute(sql: "INSERT OR IGNORE INTO source (id) VALUES (?)", arguments: [id.text])
      try db.execute(
        sql: "UPDATE source SET state = ?, remark = ? WHERE id = ?", arguments: [state.rawValue, remark, id.text])
    }
  }

  /// Forgets a source and all its photos, some thousand at a time.
  public func remove(_ id: PhotoSourceID) async throws(PhotoIndexError) {
    do {
      do { try await whole { try await removed(id) } } catch let error as PhotoIndexError where error == .renewed {
        // A new index may know it already.
        try await whole { try await removed(id) }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  private func removed(_ id: PhotoSourceID) async throws(PhotoIndexError) {
    guard let number = try await source(id)?.number else { return }
    while try await write({ db in
      try db.execute(
        sql: "DELETE FROM photo WHERE n IN (SELECT n FROM photo WHERE source = ? LIMIT 5000)", arguments: [number])
      return db.changesCount > 0
    }) {}
    try await write { db in
      try db.execute(sql: "DELETE FROM month_count WHERE source = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM album WHERE source = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM sidecar WHERE source = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM source WHERE n = ?", arguments: [number])
    }
  }
}

/// What the index knows of a source.
public struct IndexedSource: Sendable, Equatable {
  let number: Int64
  /// How it was when a person looked.
  public let state: PhotoSourceReport.State
  /// What was wrong, in words.
  public let remark: String
  /// What the next scan gets.
  public let mark: PhotoScanMark?
  /// Photos that are shown.
  public let count: Int
  /// Photos whose bytes were not looked at yet.
  public let unread: Int
  /// Subfolders whose disk was missing at the last scan.
  public let away: [PhotoAway]
}

/// Why the index could not do it, in words.
public struct PhotoIndexError: Error, Hashable, CustomStringConvertible {
  /// In words; without anything that people wrote.
  public let words: String

  /// The index was damaged, or made anew by another process, in the middle of it.
  public static let renewed = PhotoIndexError(
    "what was known of photos was damaged, and is made anew: all sources are to be looked at again (booth photos scan)")

  init(_ words: String) { self.words = words }

  init(_ error: any Error) {
    switch error {
    case let error as PhotoIndexError: self = error
    case let error as DatabaseError: words = Self.words(error)
    default: words = "\(error)"
    }
  }

  /// What people can do something about is said so that they can.
  private static func words(_ error: DatabaseError) -> String {
    switch error.resultCode {
    case .SQLITE_FULL: "the disk is full: nothing new can be kept of photos; make room on it"
    case .SQLITE_READONLY: "the disk, or the folder that keeps what is known of photos, cannot be written"
    case .SQLITE_CANTOPEN:
      "what is known of photos cannot be opened: its folder may not be used, or its disk is full or read-only"
    case .SQLITE_IOERR: "the disk that keeps what is known of photos is full or read-only, or fails"
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      "what is known of photos is damaged; whoever uses it next makes it anew (booth photos scan)"
    case .SQLITE_BUSY: "another program has kept what is known of photos busy for too long"
    default: error.message ?? "\(error.extendedResultCode)"
    }
  }

  /// The same as ``words``.
  public var description: String { words }
}
