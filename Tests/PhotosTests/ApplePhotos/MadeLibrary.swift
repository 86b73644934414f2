import BoothTesting
import FoundationEssentials
import GRDB
import Testing

/// A small library as some release of Photos would have made it: the tables and columns that are asked for, by that release's
/// names and numbers, and the files.
final class MadeLibrary {
  /// What differs between releases.
  struct Release: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var assets: String
    /// The entity numbers of assets and albums, which stand in the join's names.
    var asset: Int
    var album: Int
    var model: Int
    /// Columns that came, or went, with it.
    var hasExtended = true
    var hasPrimaryKeys = true
    var linksByAsset = true
    /// Of `edited`, `bundle` and `visibility`, as it names them; a name of next year's for what it has renamed.
    var edited = "ZHASADJUSTMENTS"
    var bundle = "ZBUNDLESCOPE"
  }

  /// Names and numbers are those of osxphotos (`_constants.py`) and of Scott Koenig's queries; entities are numbered anew with
  /// each, and from 15 on an edit is told otherwise.
  static let releases = [
    Release(
      testDescription: "10.15", assets: "ZGENERICASSET", asset: 34, album: 26, model: 13703,
      bundle: "ZLOCALRESOURCESSTATE"),
    Release(testDescription: "11", assets: "ZASSET", asset: 3, album: 26, model: 14104),
    Release(testDescription: "12", assets: "ZASSET", asset: 3, album: 27, model: 15323),
    Release(testDescription: "13", assets: "ZASSET", asset: 3, album: 28, model: 16320),
    Release(testDescription: "14.6", assets: "ZASSET", asset: 3, album: 29, model: 17600),
    Release(testDescription: "15", assets: "ZASSET", asset: 3, album: 30, model: 18331, edited: "ZADJUSTMENTSSTATE"),
    Release(testDescription: "26", assets: "ZASSET", asset: 3, album: 32, model: 19063, edited: "ZADJUSTMENTSSTATE"),
    Release(testDescription: "26.1", assets: "ZASSET", asset: 3, album: 33, model: 19320, edited: "ZADJUSTMENTSSTATE"),
    Release(
      testDescription: "from next year", assets: "ZASSET", asset: 5, album: 41, model: 21000, hasExtended: false,
      hasPrimaryKeys: false, linksByAsset: false, edited: "ZEDITSTATE"),
  ]
  static let thirteen = releases[3]

  static func uuid(_ number: Int) -> String {
    let digit = String(number % 16, radix: 16, uppercase: true)
    let end = "\(number)"
    return digit + "0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - end.count) + end
  }

  let folder: TemporaryFolder
  let release: Release
  private let database: DatabaseQueue

  var path: String { folder.path("disk/My.photoslibrary") }
  /// Beside the library.
  var beside: String { folder.path("disk") }

  init(_ release: Release = thirteen, isInWAL: Bool = false) throws {
    folder = try TemporaryFolder()
    self.release = release
    try folder.put("disk/My.photoslibrary/database/.keep", [])
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    if isInWAL { configuration.journalMode = .wal }
    database = try DatabaseQueue(
      path: folder.path("disk/My.photoslibrary/database/Photos.sqlite"), configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE \(release.assets) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZADDITIONALATTRIBUTES INTEGER, ZUUID VARCHAR,
            ZFILENAME VARCHAR, ZDIRECTORY VARCHAR, ZKIND INTEGER DEFAULT 0, ZKINDSUBTYPE INTEGER DEFAULT 0, ZFAVORITE INTEGER,
            ZHIDDEN INTEGER, ZTRASHEDSTATE INTEGER, \(release.edited) INTEGER, ZWIDTH INTEGER, ZHEIGHT INTEGER,
            ZDATECREATED TIMESTAMP, ZMODIFICATIONDATE TIMESTAMP, ZADJUSTMENTTIMESTAMP TIMESTAMP, ZLATITUDE FLOAT,
            ZLONGITUDE FLOAT, ZAVALANCHEUUID VARCHAR, ZAVALANCHEPICKTYPE INTEGER, ZMEDIAGROUPUUID VARCHAR,
            ZUNIFORMTYPEIDENTIFIER VARCHAR, ZCLOUDLOCALSTATE INTEGER DEFAULT 0, ZVISIBILITYSTATE INTEGER DEFAULT 0,
            ZSAVEDASSETTYPE INTEGER DEFAULT 3, \(release.bundle) INTEGER DEFAULT 0, ZCLOUDBATCHPUBLISHDATE TIMESTAMP,
            ZMASTER INTEGER\(release.model > 19000 ? ", ZCOLLECTIONSHARE INTEGER" : ""));
          CREATE TABLE ZSHARE (Z_PK INTEGER PRIMARY KEY, ZTITLE VARCHAR, ZTRASHEDSTATE INTEGER DEFAULT 0);
          CREATE TABLE ZCLOUDMASTER (Z_PK INTEGER PRIMARY KEY, ZORIGINALFILENAME VARCHAR);
          CREATE TABLE ZADDITIONALASSETATTRIBUTES (Z_PK INTEGER PRIMARY KEY, \(release.linksByAsset ? "ZASSET INTEGER," : "")
            ZORIGINALFILENAME VARCHAR, ZORIGINALFILESIZE INTEGER, ZTITLE VARCHAR, ZTIMEZONEOFFSET INTEGER,
            ZINFERREDTIMEZONEOFFSET INTEGER, ZSYNDICATIONHISTORY INTEGER DEFAULT 0);
          CREATE TABLE ZGENERICALBUM (Z_PK INTEGER PRIMARY KEY, ZKIND INTEGER, ZTITLE VARCHAR, ZUUID VARCHAR,
            ZTRASHEDSTATE INTEGER DEFAULT 0, ZPARENTFOLDER INTEGER, ZCUSTOMSORTKEY INTEGER DEFAULT 0,
            ZCUSTOMSORTASCENDING INTEGER DEFAULT 1);
          CREATE TABLE Z_\(release.album)ASSETS (Z_\(release.album)ALBUMS INTEGER, Z_\(release.asset)ASSETS INTEGER,
            Z_FOK_\(release.asset)ASSETS INTEGER);
          CREATE TABLE Z_\(release.asset)MEMORIESBEINGCURATEDASSETS (Z_\(release.asset)CURATEDASSETS INTEGER, Z_40X INTEGER);
          CREATE TABLE ZINTERNALRESOURCE (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER, ZRESOURCETYPE INTEGER, ZVERSION INTEGER,
            ZLOCALAVAILABILITY INTEGER, ZREMOTEAVAILABILITY INTEGER);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
          """)
      if release.hasExtended {
        try db.execute(
          sql: """
            CREATE TABLE ZEXTENDEDATTRIBUTES (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER, ZCAMERAMAKE VARCHAR,
              ZCAMERAMODEL VARCHAR, ZLENSMODEL VARCHAR, ZAPERTURE FLOAT, ZSHUTTERSPEED FLOAT, ZFOCALLENGTH FLOAT, ZISO INTEGER)
            """)
      }
      if release.hasPrimaryKeys {
        try db.execute(
          sql: """
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            INSERT INTO Z_PRIMARYKEY VALUES (\(release.asset), 'Asset', 0, 0), (\(release.album), 'Album', 25, 0)
            """)
      }
      let plist = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>PLModelVersion</key><integer>\(release.model)</integer></dict></plist>
        """
      try db.execute(
        sql: "INSERT INTO Z_METADATA VALUES (1, 'X', ?)", arguments: [Data(plist.utf8)])
    }
  }

  /// SQL of the test's own.
  func execute(_ sql: String) throws { try database.write { try $0.execute(sql: sql) } }

  /// A photo with a file, of the columns' values given as SQL.
  func add(_ number: Int, _ columns: [String: String] = [:], more: [String: String] = [:], hasFile: Bool = true) throws
  {
    let uuid = Self.uuid(number)
    let digit = String(uuid.prefix(1))
    var values = [
      "Z_PK": "\(number)", "ZADDITIONALATTRIBUTES": "\(number + 100)", "ZUUID": "'\(uuid)'",
      "ZFILENAME": "'\(uuid).jpeg'",
      "ZDIRECTORY": "'\(digit)'", "ZDATECREATED": "\(700_000_000 + number)", "ZLATITUDE": "-180.0",
      "ZLONGITUDE": "-180.0",
      "ZUNIFORMTYPEIDENTIFIER": "'public.jpeg'", "ZWIDTH": "400", "ZHEIGHT": "300",
    ].merging(columns) { $1 }
    var besides = ["Z_PK": "\(number + 100)", "ZORIGINALFILENAME": "'IMG_\(number).JPG'", "ZORIGINALFILESIZE": "5"]
      .merging(more) { $1 }
    if release.linksByAsset { besides["ZASSET"] = "\(number)" }
    values["Z_ENT"] = "\(release.asset)"
    try insert(release.assets, values)
    try insert("ZADDITIONALASSETATTRIBUTES", besides)
    if hasFile { try folder.put("disk/My.photoslibrary/originals/\(digit)/\(uuid).jpeg", Array("photo".utf8)) }
  }

  func insert(_ table: String, _ values: [String: String]) throws {
    let sorted = values.sorted { $0.key < $1.key }
    try execute(
      "INSERT INTO \(table) (\(sorted.map(\.key).joined(separator: ", "))) VALUES (\(sorted.map(\.value).joined(separator: ", ")))"
    )
  }

  /// A file in the library.
  func put(_ name: String, _ bytes: [UInt8]) throws { try folder.put("disk/My.photoslibrary/" + name, bytes) }

  /// The smallest thing whose head says this size.
  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8]
      + [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)] + [1, 1, 0x11, 0, 0xFF, 0xD9]
  }

  /// Puts what is in the WAL into the file.
  func checkpoint() throws {
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Begins a change, as Photos does when it is at work.
  func beginChange() throws {
    try database.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN IMMEDIATE; UPDATE ZASSET SET ZFAVORITE = 1; DELETE FROM ZASSET WHERE Z_PK = 2")
    }
  }

  func takeChangeBack() throws { try database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }

  /// Closes Photos, so to say: the file has everything.
  func close() throws { try database.close() }
}
