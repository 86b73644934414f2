import BoothSystem
import GRDB
import PhotoModel

/// What people said of photos: stars and colours, by the photos' bytes. Never thrown away.
public final class PhotoMarks: Sendable {
  /// The name of the file in its folder.
  public static let name = "marks.sqlite"

  /// What was said of one photo.
  struct Mark: Sendable, Equatable {
    var isStarred = false
    var tags: PhotoTags = []
  }

  static let schema = """
    CREATE TABLE IF NOT EXISTS mark (
      key TEXT PRIMARY KEY, star INTEGER NOT NULL, tags INTEGER NOT NULL, changed INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS trashed (
      name TEXT NOT NULL, source TEXT NOT NULL, id TEXT NOT NULL, place TEXT NOT NULL, moved INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS trashed_name ON trashed (name);
    CREATE TABLE IF NOT EXISTS album (id TEXT PRIMARY KEY, title TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS album_photo (
      album TEXT NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL, id TEXT NOT NULL, key TEXT, name TEXT NOT NULL,
      added INTEGER NOT NULL, PRIMARY KEY (album, source, id)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS album_order ON album_photo (album, position);
    CREATE TABLE IF NOT EXISTS album_link (
      id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, album TEXT NOT NULL, made INTEGER NOT NULL, expires INTEGER NOT NULL,
      pin TEXT, pass TEXT NOT NULL, originals INTEGER NOT NULL, tries INTEGER NOT NULL, tried INTEGER NOT NULL,
      opened INTEGER, opens INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS album_cover (
      album TEXT PRIMARY KEY, source TEXT NOT NULL, id TEXT NOT NULL, key TEXT, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tag_folder (path TEXT PRIMARY KEY, master INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tag_base (
      folder TEXT NOT NULL, key TEXT NOT NULL, tags INTEGER NOT NULL, PRIMARY KEY (folder, key)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tag_tried (
      folder TEXT NOT NULL, key TEXT NOT NULL, mask INTEGER NOT NULL, tags INTEGER NOT NULL, PRIMARY KEY (folder, key)
    ) WITHOUT ROWID;
    """

  let database: DatabaseQueue
  private let file: MarksFile
  private let held: HeldDatabase
  /// The name of the damaged file that was in its place when it was opened, and is set aside now; nil for none.
  public let aside: String?
  /// Whether all that was in that file came back from the copy.
  public let isHealed: Bool
  /// Why no copy is kept, in words; nil where one is.
  private let copyTrouble: String?

  /// Opens the file, or makes it; its folder is there. A damaged one is set aside, and said to be.
  public init(path: String) throws(PhotoIndexError) {
    let file = MarksFile(path: path)
    self.file = file
    do {
      let opened = try file.open()
      (database, aside, isHealed) = (opened.database, opened.aside, opened.isHealed)
      copyTrouble = opened.copyTrouble
      held = try HeldDatabase(path)
      file.share()
    } catch {
      file.end()
      let known = PhotoIndexError(error)
      throw known.words.contains(path) ? known : PhotoIndexError("\(path): \(known.words)")
    }
  }

  deinit {
    // Where another program has written into the log, nothing is closed: SQLite would bring that into the database.
    if let fault = held.logFault, fault == .overwritten(fault.path) { _ = Unmanaged.passRetained(database) }
    file.end()
  }

  /// One transaction. Refused where the file is not the one that was opened any more: what is written is lost.
  func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
    try checkPlace()
    let value = try await database.write(body)
    try checkPlace()
    return value
  }

  private func checkPlace() throws {
    guard let fault = held.fault else { return }
    throw PhotoIndexError(
      "\(fault.words): what is written is lost; put back what belongs there, and start the studio again")
  }

  /// What is to be said of damaged files that were set aside, for as long as they are there, with the remedy.
  public var remarks: [String] {
    Self.remarks(at: file.path)
      + (copyTrouble.map {
        [
          "\(file.path) has no second copy beside it (\($0)): make room, or mend the folder's rights, and start the studio again"
        ]
      } ?? [])
  }

  /// The names under which damaged files were set aside, beside the file itself: those of the first ``remarks``.
  var damagedNames: [String] { MarksFile.aside(of: file.path) }

  /// The same of a file that need not be open.
  public static func remarks(at path: String) -> [String] {
    MarksFile.aside(of: path).map { name in
      if MarksFile.isHealed(name, of: path) {
        return
          "\(path) was damaged, and is set aside as \(name) beside it: all albums, stars and colours came back from the second "
          + "copy. Have the disk examined, then put \(name) away"
      }
      return
        "\(path) was damaged, and is set aside as \(name) beside it: albums, baskets and what could be undone began anew, and "
        + "of stars and colours is there what the index knew. Put a copy of the file back while the studio does not run, or leave it so; "
        + "then put \(name) away"
    }
  }

  /// What is said of photos now; of those that are absent nothing was ever said.
  ///
  /// The index asks for it within the transaction that writes what is said. Read before, it could be older than what the
  /// index has by then. It waits for a transaction on the marks, so no such transaction may wait for the index.
  /// - Throws: no `DatabaseError`, which the index would take for its own.
  func marks(_ keys: [String]) throws(PhotoIndexError) -> [String: Mark] {
    guard !keys.isEmpty else { return [:] }
    do {
      return try database.read { db in
        var marks: [String: Mark] = [:]
        let statement = try db.cachedStatement(sql: "SELECT star, tags FROM mark WHERE key = ?")
        for key in keys {
          guard let row = try Row.fetchOne(statement, arguments: [key]) else { continue }
          marks[key] = Mark(isStarred: row[0], tags: PhotoTags(rawValue: row[1]))
        }
        return marks
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// Changes what is asked for of all these photos, or of none, and leaves the rest as others have it by now.
  func change(
    _ keys: [String], _ change: PhotoMarkChange, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    do {
      try await write { db in
        let (star, add, take) = (change.star, change.added.rawValue, change.taken.rawValue)
        let statement = try db.cachedStatement(
          sql: """
            INSERT INTO mark VALUES (?1, coalesce(?2, 0), ?3 & ~?4, ?5) ON CONFLICT (key) DO UPDATE
              SET star = coalesce(?2, star), tags = (tags | ?3) & ~?4, changed = ?5
            """)
        for key in keys { try statement.execute(arguments: [key, star, add, take, unixSeconds]) }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  // MARK: What was moved to a bin

  /// Remembers where a photo went, before anybody is told.
  func note(
    _ trashed: PhotoTrashed, of source: PhotoSourceID, under name: String, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    do {
      try await write { db in
        try db.execute(
          sql: "INSERT INTO trashed VALUES (?, ?, ?, ?, ?)",
          arguments: [name, source.text, trashed.id.text, trashed.place, unixSeconds])
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// What was moved under a name, and is not back.
  func trashed(under name: String) async throws(PhotoIndexError) -> [(source: PhotoSourceID, PhotoTrashed)] {
    do {
      return try await database.read { db in
        try Row.fetchAll(db, sql: "SELECT source, id, place FROM trashed WHERE name = ?", arguments: [name])
          .compactMap { row in
            PhotoSourceID(row[0]).map { ($0, PhotoTrashed(id: PhotoID(row[1]), place: row[2])) }
          }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// It is back.
  func forget(_ trashed: PhotoTrashed, under name: String) async throws(PhotoIndexError) {
    do {
      try await write { db in
        try db.execute(
          sql: "DELETE FROM trashed WHERE name = ? AND place = ?", arguments: [name, trashed.place])
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }
}
