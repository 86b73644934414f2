import GRDB
import PhotoModel

/// What people have put together: albums and baskets. Never thrown away.
extension PhotoMarks {
  /// A photo in an album, as it was when a person put it there.
  struct Member: Sendable, Hashable {
    var source: String
    var id: String
    /// By its bytes; nil if they were not read.
    var key: String?
    var name: String
  }

  func asked<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(PhotoIndexError) -> Value {
    do { return try await write(body) } catch { throw PhotoIndexError(error) }
  }

  /// Own albums by their titles.
  func albums() async throws(PhotoIndexError) -> [(id: String, title: String)] {
    try await asked { db in
      try Row.fetchAll(db, sql: "SELECT id, title FROM album ORDER BY lower(title), made, id").map { ($0[0], $0[1]) }
    }
  }

  func title(_ album: String) async throws(PhotoIndexError) -> String? {
    try await asked { db in try String.fetchOne(db, sql: "SELECT title FROM album WHERE id = ?", arguments: [album]) }
  }

  func make(_ album: String, _ title: String, at unixSeconds: Int64) async throws(PhotoIndexError) {
    try await asked { db in
      try db.execute(sql: "INSERT INTO album VALUES (?, ?, ?)", arguments: [album, title, unixSeconds])
    }
  }

  /// - Returns: whether there is such an album.
  func rename(_ album: String, to title: String) async throws(PhotoIndexError) -> Bool {
    try await asked { db in
      try db.execute(sql: "UPDATE album SET title = ? WHERE id = ?", arguments: [title, album])
      return db.changesCount > 0
    }
  }

  func remove(_ album: String) async throws(PhotoIndexError) {
    try await asked { db in
      try db.execute(sql: "DELETE FROM album WHERE id = ?", arguments: [album])
      try db.execute(sql: "DELETE FROM album_photo WHERE album = ?", arguments: [album])
      try db.execute(sql: "DELETE FROM album_cover WHERE album = ?", arguments: [album])
      // Another album never gets its links.
      try db.execute(sql: "DELETE FROM album_link WHERE album = ?", arguments: [album])
    }
  }

  /// What is in an album, in its order.
  func members(_ album: String) async throws(PhotoIndexError) -> [Member] {
    try await asked { db in try Self.members(album, db) }
  }

  /// What could be a photo in an album: what was put in from its place, or with its bytes.
  func members(_ album: String, source: String, id: String, key: String?) async throws(PhotoIndexError) -> [Member] {
    try await asked { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT source, id, key, name FROM album_photo WHERE album = ?1 AND (source = ?2 AND id = ?3 OR key = ?4)
          """, arguments: [album, source, id, key]
      ).map { Member(source: $0[0], id: $0[1], key: $0[2], name: $0[3]) }
    }
  }

  private static func members(_ album: String, _ db: Database) throws -> [Member] {
    try Row.fetchAll(
      db, sql: "SELECT source, id, key, name FROM album_photo WHERE album = ? ORDER BY position", arguments: [album]
    ).map { Member(source: $0[0], id: $0[1], key: $0[2], name: $0[3]) }
  }

  /// The photo that a person has chosen as an album's cover; nil for none.
  func cover(_ album: String) async throws(PhotoIndexError) -> Member? {
    try await asked { db in
      try Row.fetchOne(db, sql: "SELECT source, id, key, name FROM album_cover WHERE album = ?", arguments: [album])
        .map { Member(source: $0[0], id: $0[1], key: $0[2], name: $0[3]) }
    }
  }

  func setCover(_ member: Member, of album: String) async throws(PhotoIndexError) {
    try await asked { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO album_cover VALUES (?, ?, ?, ?, ?)",
        arguments: [album, member.source, member.id, member.key, member.name])
    }
  }

  /// Behind what is there.
  func add(_ members: [Member], to album: String, at unixSeconds: Int64) async throws(PhotoIndexError) {
    try await asked { db in
      var position =
        try Int64.fetchOne(db, sql: "SELECT max(position) FROM album_photo WHERE album = ?", arguments: [album]) ?? 0
      for member in members {
        position += 1
        try db.execute(
          sql: "INSERT OR REPLACE INTO album_photo VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: [album, position, member.source, member.id, member.key, member.name, unixSeconds])
      }
    }
  }

  func take(_ members: [Member], from album: String) async throws(PhotoIndexError) {
    try await asked { db in
      for member in members {
        try db.execute(
          sql: "DELETE FROM album_photo WHERE album = ? AND source = ? AND id = ?",
          arguments: [album, member.source, member.id])
      }
    }
  }

  /// Puts an album's photos in another order; what came in meanwhile stays behind them.
  func put(_ album: String, in order: [Member]) async throws(PhotoIndexError) {
    try await asked { db in
      let known = Set(order)
      let all = order + (try Self.members(album, db)).filter { !known.contains($0) }
      for (position, member) in all.enumerated() {
        try db.execute(
          sql: "UPDATE album_photo SET position = ? WHERE album = ? AND source = ? AND id = ?",
          arguments: [position, album, member.source, member.id])
      }
    }
  }
}
