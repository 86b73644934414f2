import GRDB
import PhotoModel

/// What a scan finds of files that speak of photos, beside what was known of them.
struct SidecarChanges {
  /// One that is new, or another than before.
  struct Changed: Sendable {
    let id: PhotoID
    let hash: Int64
    let stamp: Int64
    /// Nil for a new one.
    let number: Int64?
  }

  private let known: SkimmedPhotos
  private(set) var changed: [Changed] = []
  /// The same as before, of which an earlier version did not keep when they changed.
  private(set) var completed: [(number: Int64, stamp: Int64)] = []

  init(_ known: SkimmedPhotos) { self.known = known }

  /// By their numbers.
  var unseen: [Int64] { known.unseenSidecars }

  mutating func found(_ files: [PhotoSidecarFile]) {
    for file in files {
      let (hash, stamp) = (StableHash.id(file.id), StableHash.state(file))
      let before = known.findSidecar(hash)
      if let before {
        if before.stamp == stamp { continue }
        var old = file
        old.changed = nil
        if before.stamp == StableHash.state(old) {
          completed.append((before.number, stamp))
          continue
        }
      }
      changed.append(Changed(id: file.id, hash: hash, stamp: stamp, number: before?.number))
    }
  }
}

/// Photos of which files beside them speak are read anew when those change: neither size nor time of the photo says so.
extension PhotoIndex {
  func knownSidecars(_ source: Int64) async throws(PhotoIndexError) -> KnownPhotos {
    try await read { db in
      var known = KnownPhotos()
      let rows = try Row.fetchCursor(
        db, sql: "SELECT hash, stamp, n FROM sidecar WHERE source = ? ORDER BY hash", arguments: [source])
      while let row = try rows.next() { known.add(hash: row[0], stamp: row[1], number: row[2]) }
      return known
    }
  }

  /// Has the photos read anew of which files speak that came, went or changed, and keeps what is known of those; all or nothing, so that
  /// a scan that is broken off leaves them to the next one.
  func keep(_ sidecars: SidecarChanges, _ report: PhotoScanReport, of source: Int64) async throws(PhotoIndexError) {
    let (changed, completed, unseen) = (sidecars.changed, sidecars.completed, sidecars.unseen)
    guard !changed.isEmpty || !completed.isEmpty || !unseen.isEmpty else { return }
    // What lies where it could not be looked is still there.
    let elsewhere = Array(report.unreadable.keys) + report.away.map(\.prefix)
    try await write { db in
      var gone: [(number: Int64, id: String)] = []
      for number in unseen {
        guard let id = try String.fetchOne(db, sql: "SELECT id FROM sidecar WHERE n = ?", arguments: [number]),
          !elsewhere.contains(where: { id.utf8.starts(with: $0.utf8) })
        else { continue }
        gone.append((number, id))
      }
      try Self.unread(Self.folders(changed.map(\.id.text) + gone.map(\.id)), of: source, db)
      for one in gone { try db.execute(sql: "DELETE FROM sidecar WHERE n = ?", arguments: [one.number]) }
      let insert = try db.cachedStatement(sql: "INSERT INTO sidecar (source, id, hash, stamp) VALUES (?, ?, ?, ?)")
      let update = try db.cachedStatement(sql: "UPDATE sidecar SET stamp = ? WHERE n = ?")
      for one in completed { try update.execute(arguments: [one.stamp, one.number]) }
      for one in changed {
        if let number = one.number {
          try update.execute(arguments: [one.stamp, number])
        } else {
          try insert.execute(arguments: [source, one.id.text, one.hash, one.stamp])
        }
      }
    }
  }

  /// By what is before their names.
  private static func folders(_ ids: [String]) -> [String: SidecarNames] {
    var names: [String: [String]] = [:]
    for id in ids {
      let (folder, name) = parts(id)
      names[String(folder), default: []].append(String(name))
    }
    return names.mapValues { SidecarNames($0) }
  }

  private static func parts(_ id: String) -> (folder: Substring, name: Substring) {
    guard let slash = id.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", id[...]) }
    return (id[..<slash], id[id.utf8.index(after: slash)...])
  }

  /// Photos of a source that these may speak of.
  private static func unread(_ folders: [String: SidecarNames], of source: Int64, _ db: Database) throws {
    var numbers: [Int64] = []
    // Films beside pictures are read without them.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT n, id FROM photo WHERE source = ? AND ready = 1 AND NOT flags & 256", arguments: [source])
    while let row = try rows.next() {
      let id: String = row[1]
      let (folder, name) = parts(id)
      guard let names = folders[String(folder)], !names.of(String(name)).isEmpty else { continue }
      numbers.append(row[0])
    }
    // What was read of them before counts no more; where they stand in lists stays until they are read.
    let unread = try db.cachedStatement(
      sql: "UPDATE photo SET ready = 0, taken = NULL, zone = NULL, latitude = NULL, longitude = NULL WHERE n = ?")
    for number in numbers { try unread.execute(arguments: [number]) }
  }
}
