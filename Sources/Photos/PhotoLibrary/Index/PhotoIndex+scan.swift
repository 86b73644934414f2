import GRDB
import Glibc
public import PhotoModel
import Synchronization

/// What a scan found.
public struct PhotoScanReport: Sendable, Equatable {
  /// Photos that the source named.
  public var found = 0
  /// Of them not known before.
  public var added = 0
  /// Of them other than before.
  public var changed = 0
  /// Photos that are gone.
  public var gone = 0
  /// What was left out, by its reason.
  public var skipped: [PhotoSkip: Int] = [:]
  /// The first of what was left out, with its reason.
  public var samples: [Sample] = []
  /// Parts that could not be read, with the system's words.
  public var unreadable: [String: String] = [:]
  /// Parts whose disk is not there now, with how many photos stay that are known of them.
  public var away: [PhotoAway] = []
  /// Whether the source said that nothing is different.
  public var isUnchanged = false

  /// Something that was left out.
  public struct Sample: Sendable, Equatable {
    /// Where it lies.
    public var name: String
    /// Why.
    public var why: PhotoSkip
  }

  /// Nothing was found yet.
  public init() {}
}

extension PhotoIndex {
  /// What one write takes at most.
  private static let batch = 4000

  /// Asks a source for everything, and keeps what is new. What was written stays, however this ends; the next one goes on from
  /// there. One at a time for each source. Where the index is made anew meanwhile it fails with ``PhotoIndexError/renewed``.
  /// - Parameter progress: is told after each batch.
  /// - Throws: ``PhotoSourceError`` of the source, ``PhotoIndexError``, or that the task is cancelled.
  public func scan(
    _ source: any PhotoProvider, progress: @Sendable (PhotoScanReport) -> Void = { _ in }
  ) async throws -> PhotoScanReport {
    try await whole { try await scanned(source, progress) }
  }

  private func scanned(
    _ source: any PhotoProvider, _ progress: @Sendable (PhotoScanReport) -> Void
  ) async throws -> PhotoScanReport {
    let number = try await number(source.identifier)
    let before = try await self.source(source.identifier)
    let known = SkimmedPhotos(try await known(number), try await knownSidecars(number))
    var sidecars = SidecarChanges(known)
    var report = PhotoScanReport()
    var pending: [Pending] = []
    // An index of an earlier version may not know what is behind the second.
    let isUnplaced = before?.mark == nil && before?.state != .new
    var unplaced: [(number: Int64, nanoseconds: Int64)] = []
    var mark: PhotoScanMark?
    var remark = ""
    var named = 0
    for try await step in Self.steps(of: source, since: before?.state == .new ? nil : before?.mark, known) {
      try Task.checkCancellation()
      switch step {
      case .entries(let entries):
        named += entries.count
        report.found = named + known.unnamed
        for place in entries.indices {
          let (hash, stamp) = (Pending.hash(entries[place]), Pending.stamp(entries[place]))
          let found = known.find(hash)
          if let found, found.stamp == stamp {
            if isUnplaced, let taken = entries[place].details.taken, taken.nanoseconds > 0 {
              unplaced.append((found.number, taken.nanoseconds))
            }
            continue
          }
          if found == nil { report.added += 1 } else { report.changed += 1 }
          pending.append(Pending(entry: entries[place], hash: hash, stamp: stamp, number: found?.number))
        }
        if pending.count >= Self.batch {
          try await keep(pending, of: number, source.identifier)
          pending = []
        }
        progress(report)
      case .films(let films): pending += Self.films(films, known)
      case .sidecars(let files): sidecars.found(files)
      case .skipped(let name, let why):
        report.skipped[why, default: 0] += 1
        if report.samples.count < 100 { report.samples.append(.init(name: name, why: why)) }
      case .unreadable(let prefix, let why): report.unreadable[prefix] = why
      case .away(let away): report.away.append(away)
      case .remark(let words): remark += (remark.isEmpty ? "" : "; ") + words
      case .unchanged:
        report.isUnchanged = true
        mark = before?.mark
      case .mark(let new): mark = new
      }
    }
    report.found = named + known.unnamed
    if !pending.isEmpty { try await keep(pending, of: number, source.identifier) }
    try await place(unplaced)
    if !report.isUnchanged {
      report.gone = try await remove(known.unseen, &report, of: number)
      try await keep(sidecars, report, of: number)
    }
    let marked = mark?.text
    let said = remark
    let away = report.isUnchanged ? before?.away ?? [] : report.away
    report.away = away
    if report.added + report.changed + report.gone > 0 || before?.mark?.text != marked || before?.state != .ready
      || before?.remark != said || before?.away != away
    {
      let awayText = try AwayText.of(away)
      try await write { db in
        try db.execute(
          sql: "UPDATE source SET mark = ?, state = 'ready', remark = ?, away = ? WHERE n = ?",
          arguments: [marked, said, awayText, number])
      }
    }
    return report
  }

  private static func steps(
    of source: any PhotoProvider, since mark: PhotoScanMark?, _ known: SkimmedPhotos
  ) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    (source as? any PhotoSkimmed)?.scan(since: mark, known: known) ?? source.scan(since: mark)
  }

  private func known(_ source: Int64) async throws(PhotoIndexError) -> KnownPhotos {
    try await read { db in
      var known = KnownPhotos()
      let rows = try Row.fetchCursor(
        db, sql: "SELECT hash, stamp, n FROM photo WHERE source = ? ORDER BY hash", arguments: [source])
      while let row = try rows.next() { known.add(hash: row[0], stamp: row[1], number: row[2]) }
      return known
    }
  }

  private func keep(_ pending: [Pending], of source: Int64, _ id: PhotoSourceID) async throws(PhotoIndexError) {
    let rows = pending.map { row in
      var row = row
      row.entry.details = PlaceSum.known(row.entry.details, row.entry, in: id)
      return row
    }
    // A complete one is looked up by its sum at once.
    let keys = rows.compactMap { $0.entry.isComplete ? Self.key($0.entry.details, $0.entry.size) : nil }
    try await write { [said = marks] db in
      let marks = try said.marks(keys)
      let insert = try db.cachedStatement(sql: Pending.insert)
      let update = try db.cachedStatement(sql: Pending.update)
      for row in rows {
        let mark = Self.key(row.entry.details, row.entry.size).flatMap { marks[$0] } ?? PhotoMarks.Mark()
        let values = row.values(source, id, mark)
        if let number = row.number {
          try update.execute(arguments: values + [number])
          try IndexAlbums.put(row.entry, of: number, in: source, isKnown: true, db)
        } else {
          try insert.execute(arguments: values)
          try IndexAlbums.put(row.entry, of: db.lastInsertedRowID, in: source, isKnown: false, db)
        }
      }
    }
  }

  private func place(_ photos: [(number: Int64, nanoseconds: Int64)]) async throws(PhotoIndexError) {
    for start in stride(from: 0, to: photos.count, by: Self.batch) {
      let part = photos[start..<min(start + Self.batch, photos.count)]
      try await write { db in
        let statement = try db.cachedStatement(sql: "UPDATE photo SET fraction = ? WHERE n = ? AND taken IS NOT NULL")
        for photo in part { try statement.execute(arguments: [photo.nanoseconds, photo.number]) }
      }
    }
  }

  private func remove(
    _ numbers: [Int64], _ report: inout PhotoScanReport, of source: Int64
  ) async throws(PhotoIndexError) -> Int {
    var gone = 0
    let (prefixes, away) = (Array(report.unreadable.keys), report.away.map(\.prefix))
    for start in stride(from: 0, to: numbers.count, by: Self.batch) {
      let part = numbers[start..<min(start + Self.batch, numbers.count)]
      let found = try await write { db in
        let find = try db.cachedStatement(sql: "SELECT id, flags & 256 FROM photo WHERE n = ?")
        // Films beside pictures are no photos.
        let delete = try db.cachedStatement(sql: "DELETE FROM photo WHERE n = ? RETURNING flags & 256")
        try IndexPairs.note(source, db)
        var (count, kept) = (0, away.map { _ in 0 })
        for number in part {
          if !prefixes.isEmpty || !away.isEmpty, let row = try Row.fetchOne(find, arguments: [number]) {
            let (id, film): (String, Int) = (row[0], row[1])
            func lies(below prefix: String) -> Bool { id.utf8.starts(with: prefix.utf8) }
            if let place = away.firstIndex(where: lies) {
              if film == 0 { kept[place] += 1 }
              continue
            }
            if prefixes.contains(where: lies) { continue }
          }
          if try Int.fetchOne(delete, arguments: [number]) == 0 { count += 1 }
        }
        return (gone: count, kept: kept)
      }
      gone += found.gone
      for place in away.indices { report.away[place].count += found.kept[place] }
    }
    // A missing disk without photos changes nothing.
    report.away.removeAll { $0.count == 0 }
    return gone
  }

  static func key(_ details: PhotoDetails, _ size: Int64?) -> String? {
    guard let head = details.headMD5 ?? details.fullMD5.map({ "full:" + $0 }), let size else { return nil }
    return "\(head)-\(size)"
  }
}

/// What the index has of a source, for a scan that looks itself.
final class SkimmedPhotos: PhotoKnown {
  private struct State {
    var photos: KnownPhotos
    var sidecars: KnownPhotos
    var unnamed = 0
  }

  private let state: Mutex<State>

  init(_ photos: KnownPhotos, _ sidecars: KnownPhotos) { state = Mutex(State(photos: photos, sidecars: sidecars)) }

  func isAsKnown(_ id: Int64, _ stamp: Int64) -> Bool {
    state.withLock { state in
      guard let found = state.photos.find(id), found.stamp == stamp else { return false }
      state.unnamed += 1
      return true
    }
  }

  func isSidecarAsKnown(_ id: Int64, _ stamp: Int64) -> Bool { findSidecar(id)?.stamp == stamp }

  func find(_ id: Int64) -> (number: Int64, stamp: Int64)? { state.withLock { $0.photos.find(id) } }

  func findSidecar(_ id: Int64) -> (number: Int64, stamp: Int64)? { state.withLock { $0.sidecars.find(id) } }

  /// How many were there as they are known.
  var unnamed: Int { state.withLock { $0.unnamed } }
  var unseen: [Int64] { state.withLock { $0.photos.unseen } }
  /// Of files beside photos.
  var unseenSidecars: [Int64] { state.withLock { $0.sidecars.unseen } }
}

/// What the index has of a source, in 28 bytes each: a million photos are read within a moment, and need no room to speak of.
struct KnownPhotos {
  private struct Known {
    var hash: Int64
    var stamp: Int64
    var number: Int64
  }

  private var all: [Known] = []
  private var seen: [UInt64] = []
  /// Hashes are spread evenly: where those of the same first bits begin, about one for each, and the end of all. Made once all are there.
  private var starts: [UInt32] = []
  private var bits = 0

  /// In the order of their hashes, all before any is looked for.
  mutating func add(hash: Int64, stamp: Int64, number: Int64) {
    if all.count % 64 == 0 { seen.append(0) }
    all.append(Known(hash: hash, stamp: stamp, number: number))
  }

  private func bucket(_ hash: Int64) -> Int {
    // As numbers without a sign, in the same order.
    Int(truncatingIfNeeded: (UInt64(bitPattern: hash) ^ 1 << 63) >> UInt64(64 - bits))
  }

  private mutating func arrange() {
    bits = max(1, Int.bitWidth - all.count.leadingZeroBitCount)
    starts = [UInt32](repeating: 0, count: 1 << bits + 1)
    for known in all { starts[bucket(known.hash) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
  }

  /// And remembers that it was asked for.
  mutating func find(_ hash: Int64) -> (number: Int64, stamp: Int64)? {
    if starts.isEmpty { arrange() }
    let place = bucket(hash)
    var (low, high) = (Int(starts[place]), Int(starts[place + 1]))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if all[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    guard low < end, all[low].hash == hash else { return nil }
    seen[low / 64] |= 1 << UInt64(low % 64)
    return (all[low].number, all[low].stamp)
  }

  /// What was not asked for.
  var unseen: [Int64] {
    all.indices.filter { seen[$0 / 64] & (1 << UInt64($0 % 64)) == 0 }.map { all[$0].number }
  }
}

/// A row to be written.
struct Pending: Sendable {
  var entry: PhotoEntry
  let hash: Int64
  let stamp: Int64
  let number: Int64?

  /// Of its id.
  static func hash(_ entry: PhotoEntry) -> Int64 { StableHash.id(entry.id) }

  /// Of what tells that it is another one.
  static func stamp(_ entry: PhotoEntry) -> Int64 {
    StableHash.of { hash in
      hash.add(size: entry.size, modified: entry.modified, mark: entry.mark)
      guard entry.isComplete || entry.flags.rawValue != 0 else { return }
      hash.add(Int64(entry.flags.rawValue))
      hash.add("\(entry.name)/\(entry.place)/\(entry.remark ?? "")/\(entry.details)")
    }
  }

  private static let columns = [
    "source", "id", "hash", "stamp", "name", "sort", "place", "words", "size", "bytes", "modified", "mark", "shown",
    "month",
    "taken", "zone", "visible", "ready", "flags", "remark", "format", "width", "height", "camera", "lens", "exposure",
    "latitude", "longitude", "head", "full", "content", "trouble", "star", "tags", "fraction", "turn",
  ]
  static let insert =
    "INSERT INTO photo (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  static let update =
    "UPDATE photo SET \(columns.map { $0 + " = ?" }.joined(separator: ", ")), tint = '', partner = NULL, film = NULL WHERE n = ?"

  /// - Parameter id: the source's.
  func values(_ source: Int64, _ id: PhotoSourceID, _ mark: PhotoMarks.Mark) -> StatementArguments {
    let details = entry.details
    let shown = WallClock.shown(details.taken, modified: entry.modified)
    var values: [(any DatabaseValueConvertible)?] = [
      source, entry.id.text, hash, stamp, entry.name, NaturalName.key(entry.name), entry.place,
    ]
    values += [IndexWords.of(entry, details), entry.size, entry.size ?? 0, entry.modified, entry.mark, shown]
    values += [PhotoMonth(wallSeconds: shown).number, details.taken?.wallSeconds, details.taken?.offsetMinutes]
    values += [IndexWords.visibility(entry.flags), entry.isComplete ? 1 : 0, entry.flags.rawValue, entry.remark]
    values += [details.format, details.width, details.height, details.camera, details.lens, details.exposure]
    values += [details.latitude, details.longitude, details.headMD5, details.fullMD5, details.contentIdentifier]
    values += [details.trouble, mark.isStarred, mark.tags.rawValue]
    values += [WallClock.fraction(details.taken, modified: entry.modified), PhotoTurn.of(entry.id.text, in: id.text)]
    return StatementArguments(values)
  }
}

/// What else stands in the index.
enum IndexWords {
  /// What words are looked for in; folded as they are.
  static func of(_ entry: PhotoEntry, _ details: PhotoDetails) -> String {
    FoldedWords.of(entry.place + "/" + entry.name + " " + (details.camera ?? "") + " " + (details.lens ?? ""))
  }

  /// 1: shown; 2: shown to who asks for what is hidden; 3: also in its source's album; 0: not at all.
  static func visibility(_ flags: PhotoFlags) -> Int {
    if flags.contains(.trashed) || flags.contains(.film) { return 0 }
    if flags.contains(.hidden) { return 2 }
    return flags.contains(.aside) ? 3 : 1
  }
}

/// What a clock on the wall shows.
enum WallClock {
  /// What is behind the second that ``shown(_:modified:)`` says, in nanoseconds.
  static func fraction(_ taken: PhotoMoment?, modified: Int64?) -> Int64 {
    taken.map(\.nanoseconds) ?? modified.map(FileMoment.nanoseconds) ?? 0
  }

  /// When it was taken, else when its file was changed by this machine's zone; where neither is known, what stands for that.
  static func shown(_ taken: PhotoMoment?, modified: Int64?) -> Int64 {
    if let taken { return taken.wallSeconds }
    guard let modified else { return CalendarDay.undated }
    // Disks keep dates that no calendar and no browser has.
    var seconds = time_t(CalendarDay.known(FileMoment.seconds(modified)))
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return Int64(seconds) }
    return Int64(seconds) + Int64(local.tm_gmtoff)
  }
}
