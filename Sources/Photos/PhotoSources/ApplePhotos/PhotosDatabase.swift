import GRDB
import PhotoModel

/// A library's photos, read from a private copy of its database.
final class PhotosDatabase: Sendable {
  let copy: LibraryCopy
  let schema: LibrarySchema
  private let database: DatabaseQueue
  /// Every photo, newest first; those without a date last.
  let keys: [Int64]
  /// By their keys.
  private let albums: [Int64: Album]
  /// Shared albums from macOS 26 on, by their keys: their titles.
  private let shares: [Int64: String]

  private struct Album {
    /// Its folders' titles and its own.
    var path: String
    var order: Order
  }

  /// `ZCUSTOMSORTKEY` 1 is by date, forward with `ZCUSTOMSORTASCENDING`; 0 is by hand, as the join's `Z_FOK_…` has it (osxphotos,
  /// `albuminfo.py`), and so is what is unknown.
  private enum Order {
    case byHand
    case newest
    case oldest

    init(_ key: Int64?, _ isAscending: Int64?) {
      switch (key, isAscending) {
      case (1?, 0?): self = .newest
      case (1?, 1?): self = .oldest
      default: self = .byHand
      }
    }
  }

  init(_ copy: LibraryCopy) throws(LibraryFault) {
    self.copy = copy
    var configuration = Configuration()
    configuration.label = "booth.library"
    configuration.prepareDatabase { db in
      // What others wrote: nothing in it may act.
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }
    do {
      let before = copy.hasLog ? Self.storeAlone(copy.database) : nil
      database = try DatabaseQueue(path: copy.database, configuration: configuration)
      // Puts what is in the WAL into the copy, so that it is one file, and can lose its name.
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      copy.unname()
      (schema, keys, albums, shares) = try database.read { db in
        let schema = try LibrarySchema(db)
        if copy.hasLog { try Self.check(schema, db, before) }
        let created = schema.column("a", schema.assets, "ZDATECREATED")
        let keys = try Int64.fetchAll(
          db, sql: "SELECT a.Z_PK FROM \(schema.assets) a ORDER BY \(created) IS NULL, \(created) DESC, a.Z_PK DESC")
        return (schema, keys, try Self.albums(db, schema), try Self.shares(db, schema))
      }
    } catch { throw Self.fault(error) }
  }

  private static let store = "SELECT Z_UUID FROM Z_METADATA LIMIT 1"

  /// The id of the store that the database is without its WAL; nil where it says none, as one of which all is in the WAL yet.
  private static func storeAlone(_ path: String) -> String? {
    let escaped = path.utf8.map { byte in
      byte == 0x25 || byte == 0x3F || byte == 0x23
        ? "%" + String(byte, radix: 16) : String(decoding: [byte], as: UTF8.self)
    }
    var configuration = Configuration()
    configuration.readonly = true
    do {
      return try DatabaseQueue(path: "file:\(escaped.joined())?immutable=1", configuration: configuration)
        .read { try String.fetchOne($0, sql: store) }
    } catch {
      // The two together say what is wrong.
      return nil
    }
  }

  /// Whether what came of database and WAL is sound. Nothing in a WAL says which database it belongs to: one of another library, or
  /// of this one from another day, is taken by SQLite as far as its own sums are right ("WAL-mode File Format").
  private static func check(_ schema: LibrarySchema, _ db: Database, _ before: String?) throws {
    let after = schema.has("Z_METADATA", "Z_UUID") ? try String.fetchOne(db, sql: store) : nil
    guard before == nil || before == after else {
      throw LibraryFault(
        .damaged, "the file beside its database (-wal) is of another library: copy the library again, both of them")
    }
    for table in schema.tables {
      // A value of another kind than its column's is read as what it is.
      let said = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table))").first {
        $0 != "ok" && !$0.contains(" value in ")
      }
      if let said {
        throw LibraryFault(
          .damaged,
          "its database and the file beside it (-wal) do not belong together, or are not whole: copy the library again, both of them (\(said.prefix(200)))"
        )
      }
    }
  }

  static func fault(_ error: any Error) -> LibraryFault {
    if let fault = error as? LibraryFault { return fault }
    guard let error = error as? DatabaseError else {
      return LibraryFault(.damaged, "its database cannot be read: \(error)")
    }
    switch error.resultCode {
    case .SQLITE_FULL, .SQLITE_CANTOPEN:
      return LibraryFault(.room, "there is no room for the private copy: \(error.message ?? "")")
    case .SQLITE_IOERR: return LibraryFault(.room, "the private copy cannot be read: \(error.message ?? "")")
    default:
      return LibraryFault(
        .damaged,
        "its database is not whole, as one that is half copied: copy the library again (\(error.message ?? "SQLite \(error.resultCode)"))"
      )
    }
  }

  /// The photos with these keys, in their order, each with its albums' paths, and its place in each.
  func assets(
    _ keys: ArraySlice<Int64>
  ) async throws(LibraryFault) -> [(asset: LibraryAsset?, albums: [String: Int64])] {
    do {
      return try await database.read { [schema, albums, shares] db in
        let list = keys.map { "\($0)" }.joined(separator: ",")
        var found: [Int64: LibraryAsset] = [:]
        let rows = try Row.fetchCursor(db, sql: "\(schema.select) WHERE a.Z_PK IN (\(list))")
        while let row = try rows.next() {
          if let asset = LibraryAsset(row) { found[asset.key] = asset }
        }
        var places: [Int64: [String: Int64]] = [:]
        if let join = schema.albums {
          let rows = try Row.fetchCursor(
            db,
            sql: """
              SELECT \(join.asset) AS asset, \(join.album) AS album, \(join.order ?? "0") AS place FROM \(join.table)
              WHERE \(join.asset) IN (\(list))
              """)
          while let row = try rows.next() {
            guard let key = row.number("asset"), let album = row.number("album").flatMap({ albums[$0] }) else {
              continue
            }
            let seconds = found[key]?.createdSeconds ?? 0
            // Two albums in one place may have one title.
            places[key, default: [:]][album.path] =
              switch album.order {
              case .byHand: row.number("place") ?? 0
              case .newest: -seconds
              case .oldest: seconds
              }
          }
        }
        for asset in found.values {
          guard let title = asset.share.flatMap({ shares[$0] }) else { continue }
          places[asset.key, default: [:]][title] = asset.createdSeconds
        }
        return keys.map { (found[$0], places[$0] ?? [:]) }
      }
    } catch { throw Self.fault(error) }
  }

  /// The photo with this id, or nil.
  func asset(uuid: String) async throws(LibraryFault) -> LibraryAsset? {
    do {
      return try await database.read { [schema] db in
        try Row.fetchOne(db, sql: "\(schema.select) WHERE a.ZUUID = ? LIMIT 1", arguments: [uuid]).flatMap {
          LibraryAsset($0)
        }
      }
    } catch { throw Self.fault(error) }
  }

  /// Which of these only iCloud has the original of, by the resource that is the original (type 0, of a film 1; version 0); nil
  /// where this release says nothing of resources.
  func inCloud(_ keys: [Int64]) async throws(LibraryFault) -> Set<Int64>? {
    guard schema.has("ZINTERNALRESOURCE", "ZASSET", "ZRESOURCETYPE", "ZLOCALAVAILABILITY", "ZREMOTEAVAILABILITY")
    else { return nil }
    let version = schema.column("r", "ZINTERNALRESOURCE", "ZVERSION")
    return try await having(
      keys,
      """
      r.ZRESOURCETYPE IN (0, 1) AND coalesce(\(version), 0) = 0 AND r.ZREMOTEAVAILABILITY = 1 AND r.ZLOCALAVAILABILITY != 1
      """)
  }

  /// Which of these are pairs of a picture and a raw one (osxphotos, `photosdb.py`: the resource's `ZDATASTORESUBTYPE` is 17); none
  /// where this release does not say it by a name that is known.
  func rawPairs(_ keys: [Int64]) async throws(LibraryFault) -> Set<Int64> {
    guard schema.has("ZINTERNALRESOURCE", "ZASSET", "ZDATASTORESUBTYPE") else { return [] }
    return try await having(keys, "r.ZDATASTORESUBTYPE = 17")
  }

  /// Which of these have a resource `r` that meets a condition of SQL.
  private func having(_ keys: [Int64], _ condition: String) async throws(LibraryFault) -> Set<Int64> {
    guard !keys.isEmpty else { return [] }
    let list = keys.map { "\($0)" }.joined(separator: ",")
    do {
      return try await database.read { db in
        Set(
          try Int64.fetchAll(
            db, sql: "SELECT r.ZASSET FROM ZINTERNALRESOURCE r WHERE r.ZASSET IN (\(list)) AND \(condition)"))
      }
    } catch { throw Self.fault(error) }
  }

  // MARK: Albums

  /// ZKIND of `ZGENERICALBUM`: a person's own, and one that is shared.
  private static let kinds = [2, 1505]
  /// A folder of albums.
  private static let folder = 4000
  /// How many names a path has at most.
  private static let deepest = 32

  /// `ZSHARE`, which also has what is no album: no photo says that it is of that.
  private static func shares(_ db: Database, _ schema: LibrarySchema) throws -> [Int64: String] {
    guard schema.hasShares else { return [:] }
    let trashed = schema.column("s", "ZSHARE", "ZTRASHEDSTATE")
    var titles: [Int64: String] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT s.Z_PK AS pk, s.ZTITLE AS title FROM ZSHARE s WHERE coalesce(\(trashed), 0) = 0")
    while let row = try rows.next() {
      if let key = row.number("pk"), let title = row.text("title"), !title.isEmpty { titles[key] = title }
    }
    return titles
  }

  private static func albums(_ db: Database, _ schema: LibrarySchema) throws -> [Int64: Album] {
    guard schema.albums != nil, schema.has("ZGENERICALBUM", "Z_PK", "ZKIND", "ZTITLE") else { return [:] }
    let parent = schema.column("g", "ZGENERICALBUM", "ZPARENTFOLDER")
    let trashed = schema.column("g", "ZGENERICALBUM", "ZTRASHEDSTATE")
    func column(_ name: String) -> String { schema.column("g", "ZGENERICALBUM", name) }
    var names: [Int64: (title: String, parent: Int64?, kind: Int64, order: Order)] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT g.Z_PK AS pk, g.ZKIND AS kind, g.ZTITLE AS title, \(parent) AS parent, \(column("ZCUSTOMSORTKEY")) AS sort,
          \(column("ZCUSTOMSORTASCENDING")) AS ascending FROM ZGENERICALBUM g
        WHERE g.ZKIND IN (\((kinds + [folder]).map { "\($0)" }.joined(separator: ","))) AND coalesce(\(trashed), 0) = 0
        """)
    while let row = try rows.next() {
      if let key = row.number("pk"), let kind = row.number("kind"), let title = row.text("title"), !title.isEmpty {
        names[key] = (title, row.number("parent"), kind, Order(row.number("sort"), row.number("ascending")))
      }
    }
    var albums: [Int64: Album] = [:]
    for (key, name) in names where kinds.contains(Int(name.kind)) {
      var path = [name.title]
      var (above, seen) = (name.parent, Set([key]))
      // A person with a loop of folders, or with a thousand levels, is not followed.
      while path.count < deepest, let next = above, let folder = names[next], folder.kind == Int64(Self.folder),
        seen.insert(next).inserted
      {
        path.append(folder.title)
        above = folder.parent
      }
      albums[key] = Album(path: path.reversed().joined(separator: "/"), order: name.order)
    }
    return albums
  }
}
