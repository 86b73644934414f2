import FoundationEssentials
import GRDB
import PhotolalaFormat

/// How a library of one release names what is asked for, as its own database says it: nothing is taken for granted but the
/// names of a few tables and columns, which all releases from 10.15 on have had. Core Data's numbers of entities change with each.
struct LibrarySchema: Sendable {
  /// `ZASSET`, or `ZGENERICASSET` up to Photos 5.
  let assets: String
  private let columns: [String: Set<String>]
  /// Which albums a photo is in, where the table that says it was found.
  let albums: AlbumJoin?
  /// Of Core Data's model, as `Z_METADATA` has it; nil where it does not say.
  let version: Int64?

  struct AlbumJoin: Sendable, Equatable {
    var table: String
    var album: String
    var asset: String
    /// In which order they stand; nil where it does not say.
    var order: String?
  }

  /// Without these what is asked for cannot be shown, or what was hidden would be shown to everybody.
  private static let needed = ["Z_PK", "ZUUID", "ZFILENAME", "ZHIDDEN", "ZTRASHEDSTATE"]

  /// - Throws: What is missing, in words.
  init(_ db: Database) throws {
    // Views could compute anything: only tables count.
    let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    var columns: [String: Set<String>] = [:]
    let joins = tables.filter { $0.wholeMatch(of: /Z_\d+ASSETS/) != nil }
    for table in [
      "ZASSET", "ZGENERICASSET", "ZADDITIONALASSETATTRIBUTES", "ZEXTENDEDATTRIBUTES", "ZGENERICALBUM",
      "ZINTERNALRESOURCE", "ZCLOUDMASTER", "ZSHARE", "Z_PRIMARYKEY", "Z_METADATA",
    ] + joins where tables.contains(table) {
      columns[table] = Set(try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table]))
    }
    self.columns = columns
    version = columns["Z_METADATA"]?.contains("Z_PLIST") == true ? try Self.version(db) : nil
    guard let assets = ["ZASSET", "ZGENERICASSET"].first(where: { columns[$0] != nil }) else {
      throw LibraryFault(.notALibrary, "its database has no table of photos\(Self.of(version))")
    }
    let missing = Self.needed.filter { columns[assets]?.contains($0) != true }
    guard missing.isEmpty else {
      throw LibraryFault(
        .notALibrary,
        "its table of photos has no \(missing.joined(separator: ", "))\(Self.of(version)): a newer booth may read it")
    }
    self.assets = assets
    albums = try Self.albums(db, joins: joins, columns: columns)
  }

  private static func of(_ version: Int64?) -> String { version.map { ", of the version \($0)" } ?? "" }

  private static func version(_ db: Database) throws -> Int64? {
    guard let bytes = try Data.fetchOne(db, sql: "SELECT Z_PLIST FROM Z_METADATA LIMIT 1") else { return nil }
    do { return try PropertyList(reading: Array(bytes))["PLModelVersion"]?.number } catch {
      // It is said nowhere else; the columns decide.
      return nil
    }
  }

  /// `Z_26ASSETS` with the columns `Z_26ALBUMS` and `Z_34ASSETS`, by the numbers that `Z_PRIMARYKEY` gives the entities; where it
  /// does not, the one table of such a shape.
  private static func albums(
    _ db: Database, joins: [String], columns: [String: Set<String>]
  ) throws -> AlbumJoin? {
    let shaped = joins.compactMap { table -> AlbumJoin? in
      let names = (columns[table] ?? []).sorted()
      guard let album = names.first(where: { $0.wholeMatch(of: /Z_\d+ALBUMS/) != nil }),
        let asset = names.first(where: { $0.wholeMatch(of: /Z_\d+ASSETS/) != nil })
      else { return nil }
      let order = names.first { $0.wholeMatch(of: /Z_FOK_\d+ASSETS/) != nil }
      return AlbumJoin(table: table, album: album, asset: asset, order: order)
    }
    guard columns["Z_PRIMARYKEY"]?.isSuperset(of: ["Z_ENT", "Z_NAME"]) == true else { return shaped.first }
    let number = try Int64.fetchOne(db, sql: "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Album'")
    return shaped.first { $0.table == number.map { "Z_\($0)ASSETS" } } ?? shaped.first
  }

  func has(_ table: String, _ names: String...) -> Bool { columns[table]?.isSuperset(of: names) == true }

  /// The column as SQL, or `NULL` where this release has none.
  func column(_ alias: String, _ table: String, _ name: String) -> String {
    columns[table]?.contains(name) == true ? "\(alias).\(name)" : "NULL"
  }

  /// Whether a photo was edited: `ZHASADJUSTMENTS` up to macOS 14, `ZADJUSTMENTSSTATE` (0 for no) from 15 on; nil where it has
  /// another name by now.
  private var edited: String? {
    let known = ["ZADJUSTMENTSSTATE", "ZHASADJUSTMENTS"].filter { has(assets, $0) }
    guard let first = known.first else { return nil }
    return known.count == 1 ? "a.\(first)" : "max(\(known.map { "coalesce(a.\($0), 0)" }.joined(separator: ", ")))"
  }

  /// Whether shared albums are shares of their own, and each photo of one says which: from macOS 26 on.
  var hasShares: Bool { has("ZSHARE", "Z_PK", "ZTITLE") && has(assets, "ZCOLLECTIONSHARE") }

  /// The tables whose pages must be sound.
  var tables: [String] {
    [assets, "ZADDITIONALASSETATTRIBUTES", "ZEXTENDEDATTRIBUTES", "ZGENERICALBUM", albums?.table ?? ""]
      .filter { columns[$0] != nil }
  }

  /// How one of the three tables that say more of a photo is joined to it, or nil where this release has no known way.
  private func join(_ alias: String, _ table: String, back: String?, there: String) -> String? {
    if let back, has(table, back) { return " LEFT JOIN \(table) \(alias) ON \(alias).\(back) = a.Z_PK" }
    guard has(table, "Z_PK"), has(assets, there) else { return nil }
    return " LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = a.\(there)"
  }

  /// Every photo with what else is known of it; `WHERE` follows.
  var select: String {
    let besides = join("m", "ZADDITIONALASSETATTRIBUTES", back: "ZASSET", there: "ZADDITIONALATTRIBUTES")
    let extended = join("e", "ZEXTENDEDATTRIBUTES", back: "ZASSET", there: "ZEXTENDEDATTRIBUTES")
    let master = join("c", "ZCLOUDMASTER", back: nil, there: "ZMASTER")
    func asset(_ name: String) -> String { column("a", assets, name) }
    func more(_ name: String) -> String { besides == nil ? "NULL" : column("m", "ZADDITIONALASSETATTRIBUTES", name) }
    func exif(_ name: String) -> String { extended == nil ? "NULL" : column("e", "ZEXTENDEDATTRIBUTES", name) }
    let cloudName = master == nil ? "NULL" : column("c", "ZCLOUDMASTER", "ZORIGINALFILENAME")
    let wanted = [
      ("pk", "a.Z_PK"), ("uuid", "a.ZUUID"), ("filename", "a.ZFILENAME"), ("directory", asset("ZDIRECTORY")),
      ("kind", asset("ZKIND")), ("subtype", asset("ZKINDSUBTYPE")), ("favourite", asset("ZFAVORITE")),
      ("hidden", asset("ZHIDDEN")), ("trashed", asset("ZTRASHEDSTATE")), ("edited", edited ?? "NULL"),
      ("share", asset("ZCOLLECTIONSHARE")), ("knowsEdits", edited == nil ? "0" : "1"),
      ("visibility", asset("ZVISIBILITYSTATE")),
      ("published", asset("ZCLOUDBATCHPUBLISHDATE")), ("scope", asset("ZBUNDLESCOPE")),
      ("saved", asset("ZSAVEDASSETTYPE")),
      ("syndicated", more("ZSYNDICATIONHISTORY")), ("cloudName", cloudName),
      ("width", asset("ZWIDTH")), ("height", asset("ZHEIGHT")), ("created", asset("ZDATECREATED")),
      ("modified", asset("ZMODIFICATIONDATE")), ("adjusted", asset("ZADJUSTMENTTIMESTAMP")),
      ("latitude", asset("ZLATITUDE")), ("longitude", asset("ZLONGITUDE")), ("burst", asset("ZAVALANCHEUUID")),
      ("pick", asset("ZAVALANCHEPICKTYPE")), ("mediaGroup", asset("ZMEDIAGROUPUUID")),
      ("uti", asset("ZUNIFORMTYPEIDENTIFIER")), ("cloud", asset("ZCLOUDLOCALSTATE")),
      ("originalName", more("ZORIGINALFILENAME")), ("size", more("ZORIGINALFILESIZE")),
      ("exifZone", exif("ZTIMEZONEOFFSET")),
      ("zone", more("ZTIMEZONEOFFSET")), ("inferredZone", more("ZINFERREDTIMEZONEOFFSET")),
      ("make", exif("ZCAMERAMAKE")), ("model", exif("ZCAMERAMODEL")), ("lens", exif("ZLENSMODEL")),
      ("aperture", exif("ZAPERTURE")), ("shutter", exif("ZSHUTTERSPEED")), ("focal", exif("ZFOCALLENGTH")),
      ("iso", exif("ZISO")), ("hasExif", exif("Z_PK")),
    ]
    return "SELECT " + wanted.map { "\($0.1) AS \($0.0)" }.joined(separator: ", ") + " FROM \(assets) a"
      + [besides, extended, master].compactMap(\.self).joined()
  }
}
