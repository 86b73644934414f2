import GRDB
import PhotoModel

/// Films beside pictures: hidden rows, and to which the pictures point that they belong to.
extension PhotoIndex {
  /// Those of a scan that are new or changed.
  static func films(_ films: [PhotoEntry], _ known: SkimmedPhotos) -> [Pending] {
    var new: [Pending] = []
    for film in films {
      let (hash, stamp) = (Pending.hash(film), Pending.stamp(film))
      let found = known.find(hash)
      if let found, found.stamp == stamp { continue }
      new.append(Pending(entry: film, hash: hash, stamp: stamp, number: found?.number))
    }
    return new
  }

  /// Puts films behind the pictures that they belong to, each behind one and each picture with one at most: by content identifiers
  /// first. Those that belong together already stay so: whatever changes or goes has parted them.
  func pairFilms(_ source: Int64) async throws(PhotoIndexError) {
    let films = try await read { db in
      try PhotoRow.fetch(
        db,
        where: """
          p.source = ? AND p.flags & 256 AND p.ready = 1 AND p.trouble IS NULL
          AND NOT EXISTS (SELECT 1 FROM photo q WHERE q.film = p.n) ORDER BY p.sort, p.turn
          """, [source])
    }
    guard !films.isEmpty else { return }
    try await write { db in
      let put = try db.cachedStatement(sql: "UPDATE photo SET film = ? WHERE n = ?")
      var rest: [PhotoRecord] = []
      for film in films {
        let found = try Self.named(film, source, db).filter { LivePairs.isPair(film, $0) }
        let stem = PhotoPairs.stem(film.entry.name)
        if let own = found.first(where: { PhotoPairs.stem($0.entry.name) == stem }) ?? found.first {
          try put.execute(arguments: [film.number, own.number])
        } else {
          rest.append(film)
        }
      }
      for film in rest {
        if let own = try Self.beside(film, source, db).first(where: { LivePairs.isPair(film, $0) }) {
          try put.execute(arguments: [film.number, own.number])
        }
      }
    }
  }

  /// Pictures without a film in its folder with its content identifier.
  private static func named(_ film: PhotoRecord, _ source: Int64, _ db: Database) throws -> [PhotoRecord] {
    guard let content = film.entry.details.contentIdentifier else { return [] }
    return try PhotoRow.fetch(
      db,
      where:
        "p.content = ? AND p.source = ? AND p.place = ? AND p.visible = 1 AND p.film IS NULL ORDER BY p.sort, p.turn",
      [content, source, film.entry.place])
  }

  /// Pictures without a film in its folder with its name.
  private static func beside(_ film: PhotoRecord, _ source: Int64, _ db: Database) throws -> [PhotoRecord] {
    guard let stem = PhotoPairs.stem(film.entry.name) else { return [] }
    return try PhotoRow.fetch(
      db,
      where:
        "p.visible = 1 AND p.sort >= ? AND p.sort < ? AND p.source = ? AND p.place = ? AND p.film IS NULL ORDER BY p.sort, p.turn",
      [NaturalName.key(stem) + ".", NaturalName.key(stem) + "/", source, film.entry.place])
  }
}

/// Whether what belongs together has to be found out again: kept with whatever makes it so, so that a death in between loses nothing.
enum IndexPairs {
  static func note(_ source: Int64, isDue: Bool = true, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE source SET unpaired = ? WHERE n = ?").execute(arguments: [isDue, source])
  }

  static func isDue(_ source: Int64, _ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT unpaired FROM source WHERE n = ?", arguments: [source]) ?? false
  }
}
