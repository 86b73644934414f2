import GRDB
import PhotoModel

/// Links by which people without an account see albums.
extension PhotoMarks {
  /// A link as it is kept: of its secret and its PIN only what proves them.
  struct Link: Sendable {
    var link: AlbumLink
    /// What proves the PIN; nil without one.
    var pin: String?
    /// The key of what a browser shows instead of the PIN, once that was entered.
    var pass: String
  }

  /// Links are forgotten so long after they have expired, in seconds.
  private static let keptAfter: Int64 = 30 * 86_400

  private static func link(_ row: Row) -> Link? {
    let album: String = row[2]
    guard album.hasPrefix("own:") else { return nil }
    let pin: String? = row[5]
    return Link(
      link: AlbumLink(
        id: row[0], album: .own(String(album.dropFirst(4))), made: row[3], expires: row[4], hasPIN: pin != nil,
        allowsOriginals: row[7], opened: row[10], opens: row[11], tries: PINTries(count: row[8], last: row[9])),
      pin: pin, pass: row[6])
  }

  /// All of them, the newest first.
  func links() async throws(PhotoIndexError) -> [AlbumLink] {
    try await asked { db in
      try Row.fetchAll(db, sql: "SELECT * FROM album_link ORDER BY made DESC, id").compactMap { Self.link($0)?.link }
    }
  }

  /// The link with a secret, by what is kept of that; nil where there is none, or its album is gone.
  func link(keptAs token: String) async throws(PhotoIndexError) -> (link: Link, title: String)? {
    try await asked { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT l.*, a.title FROM album_link l JOIN album a ON a.id = l.album WHERE l.token = ?",
        arguments: [token])
      return row.flatMap { row in Self.link(row).map { ($0, row["title"]) } }
    }
  }

  /// Adds one; those that expired long ago are forgotten.
  func put(_ link: Link, keptAs token: String) async throws(PhotoIndexError) {
    try await asked { db in
      let own = link.link
      try db.execute(sql: "DELETE FROM album_link WHERE expires < ?", arguments: [own.made - Self.keptAfter])
      try db.execute(
        sql: "INSERT INTO album_link VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, NULL, 0)",
        arguments: [
          own.id, token, own.album.kept, own.made, own.expires, link.pin, link.pass, own.allowsOriginals,
        ])
    }
  }

  /// - Returns: whether there was such a link.
  func removeLink(_ id: String) async throws(PhotoIndexError) -> Bool {
    try await asked { db in
      try db.execute(sql: "DELETE FROM album_link WHERE id = ?", arguments: [id])
      return db.changesCount > 0
    }
  }

  /// Counts a try before its PIN is looked at, so that tries beside each other do not count as one.
  /// - Returns: how many seconds it has to wait instead; 0: it may be made, and is counted. And the tries before and with it.
  func countTry(
    _ id: String, at now: Int64
  ) async throws(PhotoIndexError) -> (wait: Int64, before: PINTries, counted: PINTries) {
    try await asked { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT tries, tried FROM album_link WHERE id = ?", arguments: [id])
      else { return (0, PINTries(), PINTries()) }
      let tries = PINTries(count: row[0], last: row[1])
      let wait = tries.wait(at: now)
      guard wait == 0 else { return (wait, tries, tries) }
      let counted = tries.counted(at: now)
      try db.execute(
        sql: "UPDATE album_link SET tries = ?, tried = ? WHERE id = ?", arguments: [counted.count, counted.last, id])
      return (0, tries, counted)
    }
  }

  /// The PIN of a try that was counted was right: all is as before it, so that the next guest waits for nothing. Where a wrong try came
  /// between, that one stays.
  func forgiveTry(_ id: String, before: PINTries, counted: PINTries) async throws(PhotoIndexError) {
    try await asked { db in
      try db.execute(
        sql: "UPDATE album_link SET tries = ?, tried = ? WHERE id = ? AND tries = ? AND tried = ?",
        arguments: [before.count, before.last, id, counted.count, counted.last])
      guard db.changesCount == 0 else { return }
      try db.execute(sql: "UPDATE album_link SET tries = max(0, tries - 1) WHERE id = ?", arguments: [id])
    }
  }

  /// Its page was opened.
  func noteOpened(_ id: String, at now: Int64) async throws(PhotoIndexError) {
    try await asked { db in
      try db.execute(
        sql: """
          UPDATE album_link SET opened = ?1, opens = opens + 1
          WHERE id = ?2 AND (opened IS NULL OR opened <= ?1 - 60)
          """, arguments: [now, id])
    }
  }
}
