import GRDB
public import PhotoModel

/// A photo as other programs know it: by its bytes.
public struct IndexedBytes: Sendable, Equatable {
  /// In this index.
  public let number: Int64
  /// Whose it is.
  public let source: PhotoSourceID
  /// Which one it is there.
  public let id: PhotoID
  /// By its first bytes and its size.
  public let key: PhotoKey
  /// Of all its bytes, if they were read.
  public let fullMD5: String?
  /// Its colours as pages show them.
  public let tags: PhotoTags
}

/// What other programs' files say of photos, and what is to be told to them.
extension PhotoIndex {
  /// Photos of which the first bytes are known, in the order of their numbers, films, empty files and what lies in bins apart.
  /// - Parameters:
  ///   - number: behind this one; 0 begins.
  ///   - isUnhashed: only those that were not read completely.
  public func bytes(
    behind number: Int64, count: Int, isUnhashed: Bool = false
  ) async throws(PhotoIndexError) -> [IndexedBytes] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT p.n, s.id, p.id, p.head, p.size, p.full, p.tags FROM photo p JOIN source s ON s.n = p.source
          WHERE p.n > ? AND p.head IS NOT NULL AND p.size IS NOT NULL AND p.flags & ? = 0
            AND p.head <> place_sum(p.id, s.id)
            \(isUnhashed ? "AND p.full IS NULL" : "")
          ORDER BY p.n LIMIT ?
          """)
      let left: PhotoFlags = [.film, .trashed]
      var found: [IndexedBytes] = []
      let rows = try Row.fetchCursor(statement, arguments: [number, left.rawValue, count])
      while let row = try rows.next() {
        guard let source = PhotoSourceID(row[1]), let key = PhotoKey(headMD5: row[3], size: row[4]) else { continue }
        found.append(
          IndexedBytes(
            number: row[0], source: source, id: PhotoID(row[2]), key: key, fullMD5: row[5],
            tags: PhotoTags(rawValue: row[6])))
      }
      return found
    }
  }

  /// Keeps the sum of all bytes of photos, for as long as they are the same; it goes with the index.
  public func note(fullMD5s found: [(photo: IndexedBytes, md5: String)]) async throws(PhotoIndexError) {
    try await write(changes: false) { db in
      let statement = try db.cachedStatement(sql: "UPDATE photo SET full = ? WHERE n = ? AND head = ? AND size = ?")
      for (photo, md5) in found {
        try statement.execute(arguments: [md5, photo.number, photo.key.headMD5, photo.key.size])
      }
    }
  }

  /// What is known of a folder of tags.
  public func tagMemory(of folder: String) async throws(PhotoIndexError) -> TagMemory {
    try await marks.memory(of: folder)
  }

  /// Forgets on what a folder of tags and the marks agreed.
  public func forgetTags(of folder: String) async throws(PhotoIndexError) { try await marks.forgetTags(of: folder) }

  /// Remembers what is about to be told to a folder.
  public func note(tried settled: [TagSettlement], with folder: String) async throws(PhotoIndexError) {
    guard settled.contains(where: { !$0.told.isEmpty || $0.base != $0.agreed }) else { return }
    try await marks.note(tried: settled, folder)
  }

  /// Takes what a folder changed into the marks, and remembers on what both agree.
  public func settle(
    _ settled: [TagSettlement], with folder: String, hasMaster: Bool, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    try await marks.settle(settled, folder, hasMaster: hasMaster, at: unixSeconds)
    try await show(settled.filter { !$0.taken.isEmpty }.map(\.key))
  }

  /// Has pages show photos' stars and colours as the marks have them now.
  public func show(_ keys: [PhotoKey]) async throws(PhotoIndexError) {
    for start in stride(from: 0, to: keys.count, by: 1000) {
      let part = keys[start..<min(start + 1000, keys.count)]
      try await write { [said = marks] db in
        let marks = try said.marks(part.map(\.text))
        let statement = try db.cachedStatement(
          sql: "UPDATE photo SET star = ?1, tags = ?2 WHERE head = ?3 AND size = ?4 AND (star != ?1 OR tags != ?2)")
        for key in part {
          let mark = marks[key.text] ?? PhotoMarks.Mark()
          try statement.execute(arguments: [mark.isStarred, mark.tags.rawValue, key.headMD5, key.size])
        }
      }
    }
  }

  /// Takes facts that another program has of a photo whose bytes are not at hand: what is known already stays.
  public func note(_ found: PhotoDetails, of photo: PhotoRecord) async throws(PhotoIndexError) {
    var details = photo.entry.details
    if details.width == nil { (details.width, details.height) = (found.width, found.height) }
    details.taken = details.taken ?? found.taken
    details.camera = details.camera ?? found.camera
    details.lens = details.lens ?? found.lens
    details.exposure = details.exposure ?? found.exposure
    if details.latitude == nil { (details.latitude, details.longitude) = (found.latitude, found.longitude) }
    let known = details
    let shown = WallClock.shown(known.taken, modified: photo.entry.modified)
    try await write { db in
      var values: [(any DatabaseValueConvertible)?] = [shown, PhotoMonth(wallSeconds: shown).number]
      values += [known.taken?.wallSeconds, known.taken?.offsetMinutes, IndexWords.of(photo.entry, known)]
      values += [known.width, known.height, known.camera, known.lens, known.exposure]
      values += [known.latitude, known.longitude, WallClock.fraction(known.taken, modified: photo.entry.modified)]
      values += [photo.number, known.headMD5]
      try db.execute(
        sql: """
          UPDATE photo SET shown = ?, month = ?, taken = ?, zone = ?, words = ?, width = ?, height = ?, camera = ?,
            lens = ?, exposure = ?, latitude = ?, longitude = ?, fraction = ?
          WHERE n = ? AND head = ?
          """, arguments: StatementArguments(values))
    }
  }
}
