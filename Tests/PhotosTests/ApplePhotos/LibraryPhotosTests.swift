import BoothTesting
import Glibc
import PhotoModel
import PhotolalaFormat
import Testing

@testable import PhotoSources

@Suite struct LibraryPhotosTests {
  private func source(_ library: MadeLibrary) throws -> LibraryPhotos {
    try library.folder.put("spool/.keep", [])
    return LibraryPhotos(
      identifier: try #require(PhotoSourceID("library")), displayName: "My photos", library: library.path,
      spool: library.folder.path("spool"))
  }

  private func scan(
    _ source: LibraryPhotos, since mark: PhotoScanMark? = nil
  ) async throws -> (entries: [PhotoEntry], others: [PhotoScanStep]) {
    var (entries, others): ([PhotoEntry], [PhotoScanStep]) = ([], [])
    for try await step in source.scan(since: mark) {
      if case .entries(let more) = step { entries += more } else { others.append(step) }
    }
    return (entries, others)
  }

  private func failure(_ body: () async throws -> Void) async -> PhotoSourceError? {
    do {
      try await body()
      return nil
    } catch { return error as? PhotoSourceError }
  }

  private func bytes(_ source: LibraryPhotos, _ id: String) async throws -> [UInt8] {
    guard case .file(let file) = try await source.open(PhotoID(id)) else { return [] }
    return try file.read(at: 0, count: Int(file.count))
  }

  private func id(_ number: Int) -> String { MadeLibrary.uuid(number) + "/L0/001" }

  @Test(arguments: MadeLibrary.releases)
  func `a library of each release is read by what its own database says`(_ release: MadeLibrary.Release) async throws {
    let library = try MadeLibrary(release, isInWAL: true)
    try library.add(1, ["ZFAVORITE": "1"], more: ["ZTIMEZONEOFFSET": "-25200"])
    try library.add(
      2, ["ZHIDDEN": "1", "ZTRASHEDSTATE": "1", "ZLATITUDE": "48.5", "ZLONGITUDE": "-9.25"],
      more: ["ZINFERREDTIMEZONEOFFSET": "3600", "ZORIGINALFILENAME": "NULL"])
    try library.add(3, ["ZDATECREATED": "NULL", "ZUNIFORMTYPEIDENTIFIER": "'com.canon.cr2-raw-image'"])
    if release.hasExtended {
      try library.insert(
        "ZEXTENDEDATTRIBUTES",
        [
          "ZASSET": "1", "ZCAMERAMAKE": "'Apple'", "ZCAMERAMODEL": "'iPhone 12'", "ZLENSMODEL": "'back'",
          "ZAPERTURE": "1.6",
          "ZSHUTTERSPEED": "0.004", "ZFOCALLENGTH": "4.2", "ZISO": "125",
        ])
    }
    try library.execute(
      """
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZPARENTFOLDER, ZTRASHEDSTATE) VALUES (1, 3999, 'root', NULL, 0),
        (2, 4000, 'Travels', 1, 0), (3, 2, 'Rome', 2, 0), (4, 2, 'gone', 2, 1), (5, 1505, 'shared', NULL, 0), (6, 1506, 'import', 1, 0);
      INSERT INTO Z_\(release.album)ASSETS VALUES (3, 1, 0), (5, 1, 0), (4, 1, 0), (6, 1, 0), (3, 2, 0)
      """)
    let (entries, others) = try await scan(try source(library))
    // Newest first, those without a date last.
    #expect(entries.map(\.id.text) == [id(2), id(1), id(3)])
    #expect(entries.map(\.name) == [MadeLibrary.uuid(2) + ".jpeg", "IMG_1.JPG", "IMG_3.JPG"])
    #expect(entries.map(\.flags) == [[.hidden, .trashed], .favourite, []])
    #expect(entries.map(\.place) == ["Travels/Rome", "Travels/Rome, shared", ""])
    #expect(
      entries.map(\.details.taken) == [
        PhotoMoment(wallSeconds: 978_307_200 + 700_000_002 + 3600, offsetMinutes: 60),
        PhotoMoment(wallSeconds: 978_307_200 + 700_000_001 - 25_200, offsetMinutes: -420), nil,
      ])
    #expect(entries.map(\.details.taken?.unixSeconds) == [1_678_307_202, 1_678_307_201, nil])
    #expect(
      entries.map(\.details.latitude) == [48.5, nil, nil] && entries.map(\.details.longitude) == [-9.25, nil, nil])
    #expect(entries.map(\.details.format) == ["JPEG", "JPEG", "RAW-CR2"])
    #expect(entries.map(\.details.width) == [400, 400, 400] && entries.map(\.size) == [5, 5, 5])
    if release.hasExtended {
      #expect(
        entries[1].details.camera == "Apple iPhone 12" && entries[1].details.exposure == "f/1.6 1/250 s 4.2 mm ISO 125")
    }
    guard case .mark? = others.last else {
      Issue.record("no mark")
      return
    }
    try library.close()
  }

  @Test func `nothing is written into a library, and the private copy goes`() async throws {
    let library = try MadeLibrary(isInWAL: true)
    try library.add(1)
    let before = try library.folder.files(under: "disk").sorted()
    let source = try source(library)
    _ = try await scan(source)
    #expect(try await bytes(source, id(1)) == Array("photo".utf8))
    #expect(try library.folder.files(under: "disk").sorted() == before)
    // Without a name from the beginning, so that nothing is left, however the process ends.
    #expect(try library.folder.names("spool") == [".keep"])
    try library.close()
  }

  @Test func `an unchanged library is not opened, and one in which something was missing is looked at for that`()
    async throws
  {
    let library = try MadeLibrary()
    try library.add(1)
    let source = try source(library)
    guard case .mark(let mark)? = try await scan(source).others.last else {
      Issue.record("no mark")
      return
    }
    #expect(try await scan(source, since: mark).others == [.unchanged])
    try library.add(2, hasFile: false)
    let (entries, others) = try await scan(source, since: mark)
    #expect(entries.map(\.flags) == [.missing, []] && entries[0].remark == "originalMissing")
    guard case .mark(let second)? = others.last else {
      Issue.record("no mark")
      return
    }
    // Still missing: nothing is read again.
    #expect(try await scan(source, since: second).others == [.unchanged])
    // It has come back, without the database being told.
    try library.put("originals/2/\(MadeLibrary.uuid(2)).jpeg", [1])
    #expect(try await scan(source, since: second).entries.map(\.flags) == [[], []])
    // Another has gone instead, and what came of editing counts as well.
    unlink("\(library.path)/originals/1/\(MadeLibrary.uuid(1)).jpeg")
    #expect(try await scan(source, since: second).entries.map(\.flags) == [[], .missing])
    try library.close()
  }

  @Test func `every state of an original says what it is, and what is to be done`() async throws {
    let library = try MadeLibrary()
    try library.folder.put("disk/pictures/beside.jpg", Array("beside".utf8))
    try library.folder.put("elsewhere/secret.jpg", Array("secret".utf8))
    try library.add(1, hasFile: false)
    try library.execute("INSERT INTO ZINTERNALRESOURCE VALUES (1, 1, 0, 0, -1, 1), (2, 2, 0, 0, -1, 0)")
    try library.add(2, hasFile: false)
    try library.add(3, ["ZDIRECTORY": "'\(library.beside)/pictures'", "ZFILENAME": "'beside.jpg'"], hasFile: false)
    try library.add(4, ["ZDIRECTORY": "'\(library.beside)/pictures'", "ZFILENAME": "'gone.jpg'"], hasFile: false)
    try library.add(
      5, ["ZDIRECTORY": "'\(library.folder.path)/elsewhere'", "ZFILENAME": "'secret.jpg'"], hasFile: false)
    try library.add(6, ["ZDIRECTORY": "'/Volumes/Card/DCIM'", "ZFILENAME": "'x.jpg'"], hasFile: false)
    // Kept in iCloud, too, and should be here.
    try library.add(7, ["ZCLOUDLOCALSTATE": "1"], hasFile: false)
    let source = try source(library)
    let entries = try await scan(source).entries.reversed() as [PhotoEntry]
    #expect(
      entries.map(\.remark) == [
        "inICloud", "originalMissing", nil, "referencedMissing", "referencedElsewhere", "referencedElsewhere",
        "originalMissing",
      ])
    #expect(entries.map { $0.flags.contains(.missing) } == [true, true, false, true, true, true, true])
    #expect(try await bytes(source, id(3)) == Array("beside".utf8))
    for number in [1, 2, 4, 5, 6, 7] {
      guard case .loadFailed(let words)? = await failure({ _ = try await bytes(source, id(number)) }) else {
        Issue.record("\(number) was opened")
        continue
      }
      #expect(words.count > 20)
    }
    #expect(Set(LibraryRemark.allCases.map(\.words)).count == LibraryRemark.allCases.count)
    try library.close()
  }

  @Test func `no path of a database leads out of the library`() async throws {
    let library = try MadeLibrary()
    try library.folder.put("elsewhere/secret.jpg", Array("secret".utf8))
    let up = "../../../elsewhere"
    try library.add(1, ["ZDIRECTORY": "'\(up)'", "ZFILENAME": "'secret.jpg'"], hasFile: false)
    try library.add(2, ["ZFILENAME": "'../\(up)/secret.jpg'"], hasFile: false)
    try library.add(3, ["ZDIRECTORY": "'/'", "ZFILENAME": "'etc/passwd'"], hasFile: false)
    try library.add(4, ["ZDIRECTORY": "'/etc'", "ZFILENAME": "'passwd'"], hasFile: false)
    try library.add(5, ["ZDIRECTORY": "'\(library.beside)/../elsewhere'", "ZFILENAME": "'secret.jpg'"], hasFile: false)
    try library.add(6, hasFile: false)
    symlink(library.folder.path("elsewhere/secret.jpg"), "\(library.path)/originals")
    try library.put("resources/derivatives/masters/.keep", [])
    symlink(library.folder.path("elsewhere"), "\(library.path)/resources/derivatives/masters/6")
    try library.folder.put("elsewhere/\(MadeLibrary.uuid(6))_4_5005_c.jpeg", MadeLibrary.jpeg(400, 300))
    let source = try source(library)
    let entries = try await scan(source).entries
    #expect(entries.count == 6)
    #expect(entries.allSatisfy { $0.flags.contains(.missing) })
    for number in 1...6 {
      #expect(await failure { _ = try await bytes(source, id(number)) } != nil)
      #expect(try await source.thumbnail(of: PhotoID(id(number)), shortSide: 256) == nil)
    }
    for text in [
      "", "x", id(1) + "#", id(1) + "#other", MadeLibrary.uuid(1), "../" + id(1), id(1) + "/../..",
      "' OR 1=1 --/L0/001",
    ] {
      #expect(await failure { _ = try await source.open(PhotoID(text)) } == .itemNotFound)
    }
    try library.close()
  }

  @Test func `edits are shown, live photos have their films, bursts their picks`() async throws {
    let library = try MadeLibrary()
    try library.add(1, ["ZHASADJUSTMENTS": "1"])
    try library.put("resources/renders/1/\(MadeLibrary.uuid(1))_1_201_a.heic", Array("edited".utf8))
    try library.add(2, ["ZHASADJUSTMENTS": "1"])
    try library.add(3, ["ZKINDSUBTYPE": "2", "ZMEDIAGROUPUUID": "'GROUP'"])
    try library.put("originals/3/\(MadeLibrary.uuid(3))_3.mov", Array("film".utf8))
    try library.add(4, ["ZAVALANCHEUUID": "'B'", "ZAVALANCHEPICKTYPE": "52"])
    try library.add(5, ["ZAVALANCHEUUID": "'B'", "ZAVALANCHEPICKTYPE": "2"])
    try library.add(6, ["ZKIND": "1", "ZUNIFORMTYPEIDENTIFIER": "'com.apple.quicktime-movie'"])
    let source = try source(library)
    let entries = try await scan(source).entries.reversed() as [PhotoEntry]
    #expect(entries.map(\.flags) == [.edited, .edited, .live, .burst, [.burst, .aside], .film])
    #expect(entries.map(\.remark) == [nil, "editMissing", nil, nil, "leftOfBurst", nil])
    #expect(entries[0].details.format == "HEIF" && entries[1].details.format == "JPEG")
    // Known by what is shown.
    #expect(entries[0].size == 6 && entries[0].details.headMD5 == PhotoMD5(of: Array("edited".utf8)).text)
    #expect(entries[1].size == 5 && entries[1].details.headMD5 == PhotoMD5(of: Array("photo".utf8)).text)
    #expect(entries[2].details.contentIdentifier == "GROUP")
    #expect(try await bytes(source, id(1)) == Array("edited".utf8))
    #expect(try await bytes(source, id(1) + "#original") == Array("photo".utf8))
    #expect(try await bytes(source, id(2)) == Array("photo".utf8))
    #expect(try await bytes(source, id(3) + "#live") == Array("film".utf8))
    #expect(await failure { _ = try await bytes(source, id(1) + "#live") } == .itemNotFound)
    #expect(source.film(of: PhotoID(id(3))) == PhotoID(id(3) + "#live"))
    #expect(try await source.identity(of: PhotoID(id(2))).size == 5)
    try library.close()
  }

  @Test func `Photos' own small pictures serve, most of all where the original is missing`() async throws {
    let library = try MadeLibrary()
    try library.add(1)
    try library.add(2, hasFile: false)
    try library.add(3, ["ZHASADJUSTMENTS": "1"])
    for number in 1...3 {
      try library.put(
        "resources/derivatives/masters/\(number)/\(MadeLibrary.uuid(number))_4_5005_c.jpeg", MadeLibrary.jpeg(540, 360))
    }
    try library.put("resources/derivatives/2/\(MadeLibrary.uuid(2))_1_105_c.jpeg", MadeLibrary.jpeg(1200, 800))
    let source = try source(library)
    func short(_ number: Int, _ side: Int) async throws -> Int? {
      try await source.thumbnail(of: PhotoID(id(number)), shortSide: side).flatMap { JPEGSize.shortSide($0) }
    }
    #expect(try await short(1, 256) == 360)
    for side in [50, 1000] { #expect(try await short(1, side) == nil) }
    for (side, found) in [(256, 360), (500, 800), (5000, 800)] { #expect(try await short(2, side) == found) }
    // Of the original, and not of what came of it.
    #expect(try await short(3, 256) == nil)
    try library.put("resources/derivatives/masters/1/\(MadeLibrary.uuid(1))_4_5005_c.jpeg", Array("<html>".utf8))
    #expect(try await short(1, 256) == nil)
    try library.close()
  }

  @Test func `what is no library, or no whole one, says so`() async throws {
    let library = try MadeLibrary()
    try library.add(1)
    try library.close()
    let whole = try library.folder.read("disk/My.photoslibrary/database/Photos.sqlite")
    let name = "database/Photos.sqlite"
    let source = try source(library)
    func words(_ bytes: [UInt8]) async throws -> PhotoSourceError? {
      try library.put(name, bytes)
      return await failure { _ = try await scan(source) }
    }
    for bytes in [
      [], Array(whole.prefix(50)), Array(whole.prefix(whole.count / 2)), [UInt8](repeating: 0, count: whole.count),
    ] {
      guard case .invalidData(let said)? = try await words(bytes) else {
        Issue.record("half a library was taken")
        continue
      }
      #expect(said.contains("copy the library again"))
    }
    // Pages in the middle that are not yet there.
    var holes = whole
    holes.replaceSubrange(4096..<holes.count, with: [UInt8](repeating: 0, count: holes.count - 4096))
    guard case .invalidData? = try await words(holes) else {
      Issue.record("a library with holes was taken")
      return
    }
    guard case .invalidData(let none)? = try await words(Array(String(repeating: "no database ", count: 900).utf8))
    else {
      Issue.record("a text was taken")
      return
    }
    #expect(none.contains("none of SQLite's"))
    unlink("\(library.path)/\(name)")
    guard case .invalidData(let missing)? = await failure({ _ = try await scan(source) }) else {
      Issue.record("a folder was taken")
      return
    }
    #expect(missing.contains("database/Photos.sqlite"))
    try library.put("database/photos.db", [1])
    guard case .invalidData(let old)? = await failure({ _ = try await scan(source) }) else { return }
    #expect(old.contains("Photos 4"))
    try library.put(name, whole)
    #expect(try await scan(source).entries.count == 1)
    rename(library.path, library.path + ".away")
    guard case .sourceUnavailable? = await failure({ _ = try await scan(source) }) else {
      Issue.record("a library that is away was read")
      return
    }
    #expect(try library.folder.names("spool") == [".keep"])
  }

  @Test func `a database of others, with tables that are none and values of any kind, is read as far as it goes`()
    async throws
  {
    let library = try MadeLibrary()
    try library.add(1, ["ZUUID": "'not one'"])
    try library.add(2, ["ZFILENAME": "NULL"], hasFile: false)
    try library.add(
      3,
      [
        "ZWIDTH": "'wide'", "ZHEIGHT": "x'00'", "ZDATECREATED": "'yesterday'", "ZLATITUDE": "x'01'", "ZKIND": "'0'",
        "ZMODIFICATIONDATE": "1e300",
      ],
      more: ["ZORIGINALFILENAME": "'a' || char(10) || 'b'", "ZTIMEZONEOFFSET": "99999999", "ZORIGINALFILESIZE": "-1"])
    try library.add(4, ["ZDATECREATED": "-63114076800", "ZLATITUDE": "91", "ZLONGITUDE": "10"])
    try library.execute(
      """
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZPARENTFOLDER) VALUES (1, 4000, 'a', 2), (2, 4000, 'b', 1), (3, 2, 'c', 1);
      INSERT INTO Z_28ASSETS VALUES (3, 3, 0), ('x', 3, 0), (99, 3, 0)
      """)
    let (entries, others) = try await scan(try source(library))
    #expect(Set(entries.map(\.id.text)) == [id(3), id(4)])
    let third = try #require(entries.first { $0.id.text == id(3) })
    #expect(third.name == MadeLibrary.uuid(3) + ".jpeg" && third.details.width == nil && third.details.taken == nil)
    #expect(third.place == "b/a/c" && third.size == 5 && third.modified == nil && third.details.latitude == nil)
    #expect(entries.first { $0.id.text == id(4) }?.details.taken == nil)
    #expect(others.count { if case .skipped(_, .badRow) = $0 { true } else { false } } == 2)
    try library.close()
    // A view with the name of a table is none.
    let other = try MadeLibrary()
    try other.execute("DROP TABLE ZASSET; CREATE VIEW ZASSET AS SELECT 1 AS Z_PK, 'x' AS ZUUID, 'x' AS ZFILENAME")
    guard case .invalidData(let words)? = await failure({ _ = try await scan(try source(other)) }) else {
      Issue.record("a view was taken for a table")
      return
    }
    #expect(words.contains("16320"))
    try other.close()
  }

  @Test func `many photos come in steps, each once`() async throws {
    let library = try MadeLibrary()
    try library.execute(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1100)
      INSERT INTO ZASSET (Z_PK, ZUUID, ZFILENAME, ZDIRECTORY, ZDATECREATED)
      SELECT x, printf('%08X-0000-4000-8000-000000000000', x), 'a.jpeg', '0', 5 FROM n
      """)
    var sizes: [Int] = []
    var ids: Set<PhotoID> = []
    for try await step in try source(library).scan(since: nil) {
      if case .entries(let entries) = step {
        sizes.append(entries.count)
        ids.formUnion(entries.map(\.id))
      }
    }
    #expect(sizes == [500, 500, 100] && ids.count == 1100)
    try library.close()
  }
}
