import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

/// Libraries that are at work, half copied, or made by a person who requests harm.
@Suite struct HostileLibraryTests {
  private static let name = "database/Photos.sqlite"

  private func bytes(_ library: MadeLibrary, _ ending: String = "") throws -> [UInt8] {
    try library.folder.read("disk/My.photoslibrary/\(Self.name)\(ending)")
  }

  @Test func `a library that Photos is at work in is read as it is, without its lock`() async throws {
    let library = try MadeLibrary(isInWAL: true)
    for number in 1...3 { try library.add(number, more: ["ZORIGINALFILESIZE": "'five'"]) }
    try library.put(Self.name + ".lock", Array("Photos".utf8))
    let read = try ReadLibrary(library)
    try library.beginChange()
    let entries = try await read.scan().entries
    #expect(entries.count == 3 && entries.values.allSatisfy { $0.flags == [] })
    try library.takeChangeBack()
    try library.close()
  }

  @Test func `a WAL that ends early gives what was whole before, or says that it is not whole`() async throws {
    let library = try MadeLibrary(isInWAL: true)
    try library.add(1)
    try library.checkpoint()
    for number in 2...40 { try library.add(number) }
    let (database, log) = (try bytes(library), try bytes(library, "-wal"))
    try library.close()
    let read = try ReadLibrary(library)
    var counts: Set<Int> = []
    for length in stride(from: 0, through: log.count, by: max(1, log.count / 12)) {
      try library.put(Self.name, database)
      try library.put(Self.name + "-wal", Array(log.prefix(length)))
      // What was said of a WAL that is another one by now is not looked at.
      try library.put(Self.name + "-shm", [UInt8](repeating: 7, count: 100))
      counts.insert(try await read.scan().entries.count)
    }
    #expect(counts.contains(1) && counts.count > 3 && counts.allSatisfy { (1...40).contains($0) })
  }

  @Test func `a WAL of another library, or of another day, is refused`() async throws {
    let (library, other) = (try MadeLibrary(isInWAL: true), try MadeLibrary(isInWAL: true))
    try other.execute("UPDATE Z_METADATA SET Z_UUID = 'OTHER'")
    for number in 1...30 { try library.add(number) }
    for number in 1...9 { try other.add(number, ["ZFAVORITE": "1"]) }
    let log = try bytes(other, "-wal")
    try library.close()
    let whole = try bytes(library)
    try library.put(Self.name + "-wal", log)
    let read = try ReadLibrary(library)
    guard case .invalidData(let words)? = await read.failure() else {
      Issue.record("a WAL of another library was taken")
      return
    }
    #expect(words.contains("of another library"))
    try other.close()
    // Pages of an older day over those of today.
    let old = try MadeLibrary(isInWAL: true)
    try old.execute(
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000) INSERT INTO ZADDITIONALASSETATTRIBUTES (Z_PK, ZASSET, ZORIGINALFILENAME) SELECT x + 100, x, 'IMG_' || x FROM n"
    )
    try old.checkpoint()
    try old.execute("UPDATE ZADDITIONALASSETATTRIBUTES SET ZORIGINALFILESIZE = 7")
    let few = try bytes(old, "-wal")
    try old.close()
    try library.put(Self.name, whole)
    try library.put(Self.name + "-wal", few)
    guard case .invalidData(let said)? = await read.failure() else {
      Issue.record("pages of two databases were taken for one")
      return
    }
    #expect(said.contains("copy the library again"))
    unlink("\(library.path)/\(Self.name)-wal")
    #expect(try await read.scan().entries.count == 30)
    #expect(try library.folder.names("spool") == [".keep"])
  }

  @Test func `rows with nothing in them, with the same id, and with texts of megabytes are each what they are`()
    async throws
  {
    let library = try MadeLibrary()
    try library.execute(
      """
      INSERT INTO ZASSET (Z_PK, ZUUID, ZFILENAME, ZKIND) VALUES (1, '\(MadeLibrary.uuid(1))', '\(MadeLibrary.uuid(1)).jpeg', NULL);
      UPDATE ZASSET SET ZVISIBILITYSTATE = NULL, ZSAVEDASSETTYPE = NULL, ZBUNDLESCOPE = NULL, ZKINDSUBTYPE = NULL
      """)
    try library.put("originals/1/\(MadeLibrary.uuid(1)).jpeg", Array("photo".utf8))
    try library.add(
      2, more: ["ZORIGINALFILENAME": "printf('%.20000000c', 'x')", "ZTITLE": "printf('%.20000000c', 'x')"])
    try library.add(3, ["ZDIRECTORY": "printf('%.20000000c', '/')", "ZUNIFORMTYPEIDENTIFIER": "zeroblob(9000000)"])
    try library.add(4)
    try library.execute(
      "INSERT INTO ZASSET (Z_PK, ZUUID, ZFILENAME) VALUES (5, '\(MadeLibrary.uuid(4))', 'x.jpeg'), (6, '\(MadeLibrary.uuid(4).lowercased())', 'x.jpeg')"
    )
    // Two rows that say more of one photo.
    try library.insert(
      "ZADDITIONALASSETATTRIBUTES", ["Z_PK": "900", "ZASSET": "4", "ZORIGINALFILENAME": "'other.jpg'"])
    let read = try ReadLibrary(library)
    let (entries, others) = try await read.scan()
    #expect(Set(entries.keys) == [1, 2, 3, 4] && (1...4).allSatisfy { entries[$0]?.flags == [] })
    #expect(
      entries[1]?.details.taken == nil && entries[1]?.size == 5 && entries[1]?.name == MadeLibrary.uuid(1) + ".jpeg")
    #expect(entries[2]?.name == MadeLibrary.uuid(2) + ".jpeg")
    #expect(others.count { if case .skipped(_, .badRow) = $0 { true } else { false } } == 2)
    try library.close()
  }

  @Test func `ten thousand albums, folders a thousand deep and in circles, and one photo in all of them`() async throws
  {
    let library = try MadeLibrary()
    for number in 1...2 { try library.add(number) }
    // 1 to 2000 are folders, each in the next, the last in the first; 10001 to 20000 are albums, all in the deepest.
    try library.execute(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZPARENTFOLDER) SELECT x, 4000, 'f' || x, x % 2000 + 1 FROM n;
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZPARENTFOLDER) SELECT x + 10000, 2, 'a' || x, 1 FROM n;
      INSERT INTO Z_28ASSETS SELECT Z_PK, 1, 0 FROM ZGENERICALBUM;
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZPARENTFOLDER) VALUES (30001, 2, 'twice', NULL), (30002, 2, 'twice', NULL);
      INSERT INTO Z_28ASSETS VALUES (30001, 2, 0), (30002, 2, 0)
      """)
    let entries = try await (try ReadLibrary(library)).scan().entries
    let albums = try #require(entries[1]?.albums)
    #expect(albums.count == 10_000 && Set(albums).count == 10_000)
    #expect(albums.allSatisfy { $0.split(separator: "/").count == 32 && $0.contains("/f2/f1/a") })
    #expect((entries[1]?.place.utf8.count ?? 0) <= 4200)
    #expect(entries[2]?.albums == ["twice"] && entries[2]?.place == "twice")
    try library.close()
  }
}
