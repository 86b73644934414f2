import BoothSystem
import GRDB
import Glibc
public import PhotoModel

extension PhotoIndex {
  /// What is read before it is written.
  private static let piece = 1000

  /// Looks at the bytes of all photos of a source that were not looked at, some at the same time, each on a thread of
  /// its own. What was written stays, however this ends.
  /// - Parameters:
  ///   - workers: how many at once.
  ///   - progress: is told how many were looked at, after each batch.
  /// - Returns: how many were looked at.
  /// - Throws: ``PhotoSourceError/sourceUnavailable(_:)`` where the source went away, ``PhotoIndexError``.
  @discardableResult
  public func readDetails(
    of source: any PhotoProvider, by reader: any PhotoReader, workers: Int, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> Int {
    try await whole { try await read(detailsOf: source, reader, workers, progress) }
  }

  private func read(
    detailsOf source: any PhotoProvider, _ reader: any PhotoReader, _ workers: Int, _ progress: @Sendable (Int) -> Void
  ) async throws -> Int {
    let number = try await number(source.identifier)
    // What a disk did not give, or did not let us read, it may give by now: size and time would not say so.
    try await write { db in
      try db.execute(
        sql: "UPDATE photo SET ready = 0 WHERE source = ? AND trouble IN ('gone', 'denied', 'unreadable')",
        arguments: [number])
    }
    var done = 0
    var last: Int64 = 0
    while true {
      try Task.checkCancellation()
      let after = last
      let rows = try await read { db in
        try PhotoRow.fetch(
          db, where: "p.source = ? AND p.ready = 0 AND p.n > ? ORDER BY p.n LIMIT \(Self.piece)", [number, after])
      }
      guard let end = rows.last else { break }
      last = end.number
      let found = try await Self.details(rows, source, reader, workers)
      try await keep(found, of: number)
      done += found.count { !$0.row.entry.flags.contains(.beside) }
      progress(done)
    }
    if try await read({ db in try IndexPairs.isDue(number, db) }) {
      try await pair(number)
      try await pairFilms(number)
      try await write(changes: false) { db in try IndexPairs.note(number, isDue: false, db) }
    }
    return done
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  private typealias Found = (row: PhotoRecord, read: PhotoReading)

  private static func details(
    _ rows: [PhotoRecord], _ source: any PhotoProvider, _ reader: any PhotoReader, _ workers: Int
  ) async throws -> [Found] {
    let count = max(1, workers)
    return try await withThrowingTaskGroup(of: [Found].self) { group in
      for worker in 0..<count {
        let own = stride(from: worker, to: rows.count, by: count).map { rows[$0] }
        group.addTask {
          var contents: [(PhotoRecord, Result<PhotoContent, PhotoSourceError>)] = []
          var found: [Found] = []
          for row in own {
            do throws(PhotoSourceError) {
              contents.append((row, .success(try await source.open(row.entry.id))))
            } catch {
              if case .sourceUnavailable = error { throw error }
              contents.append((row, .failure(error)))
            }
            // Few files are open at a time.
            if contents.count == 32 {
              found += try await details(contents, source, reader)
              contents = []
            }
          }
          return found + (try await details(contents, source, reader))
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func details(
    _ contents: [(PhotoRecord, Result<PhotoContent, PhotoSourceError>)], _ source: any PhotoProvider,
    _ reader: any PhotoReader
  ) async throws -> [Found] {
    guard !contents.isEmpty else { return [] }
    return try await withCheckedThrowingContinuation { continuation in
      let code = OwnThread.start("photo facts", niceness: 5) {
        continuation.resume(
          returning: contents.map { row, content in
            switch content {
            case .success(let content):
              let isFilm = row.entry.flags.contains(.beside)
              let read =
                isFilm
                ? PhotoReading(reader.filmDetails(of: content))
                : reader.reading(of: content) { source.sidecars(of: row.entry.id) }
              return (row, merged(row.entry.details, read))
            case .failure(let error):
              var details = row.entry.details
              details.trouble = name(error)
              return (row, PhotoReading(details))
            }
          })
      }
      if code != 0 { continuation.resume(throwing: PhotoSourceError.loadFailed(OwnThread.refusal(code))) }
    }
  }

  private static func name(_ error: PhotoSourceError) -> String {
    switch error {
    case .itemNotFound: "gone"
    case .notAuthorized: "denied"
    case .loadFailed, .invalidData, .sourceUnavailable, .nameTaken, .anotherFile, .folderTaken, .binUnusable:
      "unreadable"
    }
  }

  /// What the source knows counts before what the bytes say.
  private static func merged(_ known: PhotoDetails, _ reading: PhotoReading) -> PhotoReading {
    var (details, reading) = (reading.details, reading)
    let read = details
    details.taken = known.taken ?? read.taken
    // What is behind the second the source may not know, and an index of an earlier version did not.
    if let own = known.taken, own.nanoseconds == 0, let said = read.taken, said.wallSeconds == own.wallSeconds {
      details.taken?.nanoseconds = said.nanoseconds
    }
    details.latitude = known.latitude ?? read.latitude
    details.longitude = known.longitude ?? read.longitude
    details.fullMD5 = known.fullMD5 ?? read.fullMD5
    details.contentIdentifier = known.contentIdentifier ?? read.contentIdentifier
    reading.details = details
    return reading
  }

  private func keep(_ read: [Found], of source: Int64) async throws(PhotoIndexError) {
    let found = read.map { row, read in
      var read = read
      read.details = PlaceSum.known(read.details, row.entry, in: row.source)
      return (row: row, read: read)
    }
    for (row, read) in found where row.isStarred || !row.tags.isEmpty {
      guard PlaceSum.isOver(row.entry.details, read.details, row.entry, in: row.source),
        let key = Self.key(read.details, row.entry.size)
      else { continue }
      try await marks.change([key], PhotoMarkChange(star: row.isStarred ? true : nil, adding: row.tags), at: Self.now)
    }
    try await write { [said = marks] db in
      let marks = try said.marks(found.compactMap { Self.key($0.read.details, $0.row.entry.size) })
      try IndexPairs.note(source, db)
      let statement = try db.cachedStatement(
        sql: """
          UPDATE photo SET ready = 1, shown = ?, month = ?, taken = ?, zone = ?, words = ?, format = ?, width = ?,
            height = ?, camera = ?, lens = ?, exposure = ?, latitude = ?, longitude = ?, head = ?, full = ?,
            content = ?, trouble = ?, star = ?, tags = ?, fraction = ?,
            flags = (flags & ~\(PhotoFlags.animated.rawValue)) | ?, remark = coalesce(nullif(remark, 'placeWithoutSides'), ?)
          WHERE n = ?
          """)
      for (row, read) in found {
        let details = read.details
        let shown = WallClock.shown(details.taken, modified: row.entry.modified)
        let mark = Self.key(details, row.entry.size).flatMap { marks[$0] } ?? PhotoMarks.Mark()
        var values: [(any DatabaseValueConvertible)?] = [shown, PhotoMonth(wallSeconds: shown).number]
        values += [details.taken?.wallSeconds, details.taken?.offsetMinutes, IndexWords.of(row.entry, details)]
        values += [details.format, details.width, details.height, details.camera, details.lens, details.exposure]
        values += [details.latitude, details.longitude, details.headMD5, details.fullMD5, details.contentIdentifier]
        values += [details.trouble, mark.isStarred, mark.tags.rawValue]
        values += [WallClock.fraction(details.taken, modified: row.entry.modified)]
        values += [read.isAnimated ? PhotoFlags.animated.rawValue : 0, read.remark, row.number]
        try statement.execute(arguments: StatementArguments(values))
      }
    }
  }

  /// Puts raw pictures behind the pictures that the camera made of them.
  private func pair(_ source: Int64) async throws(PhotoIndexError) {
    let raws = try await read { db in
      try PhotoRow.fetch(db, where: "p.source = ? AND p.format LIKE 'RAW-%' ORDER BY p.sort, p.turn", [source])
    }
    guard !raws.isEmpty else { return }
    try await write { db in
      for raw in raws {
        guard let stem = PhotoPairs.stem(raw.entry.name) else { continue }
        let candidates = try PhotoRow.fetch(
          db,
          where:
            "p.visible = 1 AND p.sort >= ? AND p.sort < ? AND p.source = ? AND p.place = ? ORDER BY p.sort, p.turn",
          [NaturalName.key(stem) + ".", NaturalName.key(stem) + "/", source, raw.entry.place])
        let partner = candidates.first { PhotoPairs.isPair(raw, $0) }
        try db.execute(
          sql: "UPDATE photo SET visible = ? WHERE n = ?",
          arguments: [partner == nil ? IndexWords.visibility(raw.entry.flags) : 0, raw.number])
        if let partner {
          try db.execute(
            sql: "UPDATE photo SET partner = ? WHERE n = ?", arguments: [raw.number, partner.number])
          // A film is that one's now.
          try db.execute(
            sql: "UPDATE photo SET film = NULL WHERE n = ? AND film IS NOT NULL", arguments: [raw.number])
        }
      }
    }
  }
}
