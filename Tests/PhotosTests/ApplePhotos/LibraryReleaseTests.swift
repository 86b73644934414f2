import BoothTesting
import PhotoModel
import Testing

@testable import PhotoSources

/// What releases tell in different ways.
@Suite struct LibraryReleaseTests {
  @Test(arguments: MadeLibrary.releases)
  func `what was edited is shown as it was edited, however a release tells it`(_ release: MadeLibrary.Release)
    async throws
  {
    let library = try MadeLibrary(release)
    // 2 and 3 are what Photos, and a camera's own effects, leave from 15 on.
    let states = release.edited == "ZADJUSTMENTSSTATE" ? ["2", "3", "0", "NULL"] : ["1", "1", "0", "NULL"]
    for (index, state) in states.enumerated() { try library.add(index + 1, [release.edited: state]) }
    for number in 1...2 {
      try library.put(
        "resources/renders/\(number)/\(MadeLibrary.uuid(number))_1_201_a.jpeg", Array("edited \(number)".utf8))
    }
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    #expect((1...4).map { entries[$0]?.flags } == [.edited, .edited, [], []])
    #expect((1...4).map { entries[$0]?.remark } == [nil, nil, nil, nil])
    for (number, words) in [(1, "edited 1"), (2, "edited 2"), (3, "photo"), (4, "photo")] {
      #expect(try await read.text(number) == words)
    }
    #expect(try await read.text(1, "#original") == "photo")
    try library.close()
  }

  @Test(arguments: MadeLibrary.releases)
  func `what others shared, or nobody picked, is told from the library's own`(_ release: MadeLibrary.Release)
    async throws
  {
    let library = try MadeLibrary(release)
    try library.add(1)
    try library.add(2, ["ZCLOUDBATCHPUBLISHDATE": "700000000", "ZDIRECTORY": "'3F9A'"], hasFile: false)
    try library.put("scopes/cloudsharing/data/3F9A/\(MadeLibrary.uuid(2)).jpeg", Array("of an album".utf8))
    try library.add(3, ["ZSAVEDASSETTYPE": "4", "ZDIRECTORY": "'3F9A'"], hasFile: false)
    try library.put("resources/cloudsharing/data/3F9A/\(MadeLibrary.uuid(3)).jpeg", Array("of an old album".utf8))
    try library.add(4, ["ZSAVEDASSETTYPE": "12"], hasFile: false)
    try library.put("scopes/syndication/originals/4/\(MadeLibrary.uuid(4)).jpeg", Array("sent".utf8))
    // Taken into the library.
    try library.add(5, ["ZSAVEDASSETTYPE": "12"], more: ["ZSYNDICATIONHISTORY": "2"])
    try library.add(6, ["ZVISIBILITYSTATE": "2"])
    // The kinds of picks: the first choice of Photos that was not kept, one that was picked, the top one, a burst of one.
    for (number, pick) in [(7, 4), (8, 8), (9, 52), (10, 0), (11, 2)] {
      try library.add(number, ["ZAVALANCHEUUID": "'B'", "ZAVALANCHEPICKTYPE": "\(pick)"])
    }
    try library.add(12, ["ZAVALANCHEUUID": "'B'", "ZVISIBILITYSTATE": "2"])
    if release.bundle == "ZBUNDLESCOPE" {
      for (number, scope) in [(13, 1), (14, 2), (15, 3)] { try library.add(number, ["ZBUNDLESCOPE": "\(scope)"]) }
    }
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    let aside = entries.values.filter { $0.flags.contains(.aside) }.compactMap { Int($0.id.text.prefix(36).suffix(12)) }
    #expect(Set(aside) == Set([2, 3, 4, 6, 7, 11, 12] + (release.bundle == "ZBUNDLESCOPE" ? [13, 14, 15] : [])))
    #expect([1, 5, 8, 9, 10].allSatisfy { entries[$0]?.remark == nil })
    #expect([2, 3, 4, 6].allSatisfy { entries[$0]?.remark == "aside" })
    #expect([7, 11, 12].allSatisfy { entries[$0]?.remark == "leftOfBurst" && entries[$0]?.flags == [.burst, .aside] })
    for (number, words) in [(2, "of an album"), (3, "of an old album"), (4, "sent"), (5, "photo")] {
      #expect(try await read.text(number) == words)
    }
    try library.close()
  }

  @Test(arguments: ["ZHIDDEN", "ZTRASHEDSTATE", "ZUUID", "ZFILENAME"])
  func `a release that renames what would hide a photo is refused by that name`(_ column: String) async throws {
    let library = try MadeLibrary()
    try library.add(1, ["ZHIDDEN": "1"])
    try library.execute("ALTER TABLE ZASSET RENAME COLUMN \(column) TO ZNEXTYEAR")
    guard case .invalidData(let words)? = await (try ReadLibrary(library)).failure() else {
      Issue.record("it was read without \(column)")
      return
    }
    #expect(words.contains("has no \(column), of the version 16320"))
    try library.close()
  }

  @Test(
    arguments: [
      "ZASSET.ZKIND", "ZASSET.ZDATECREATED", "ZASSET.ZVISIBILITYSTATE", "ZASSET.ZHASADJUSTMENTS", "ZASSET.ZMASTER",
      "ZASSET.ZADDITIONALATTRIBUTES", "ZASSET.ZDIRECTORY", "ZADDITIONALASSETATTRIBUTES.ZASSET",
      "ZADDITIONALASSETATTRIBUTES.ZTIMEZONEOFFSET", "ZEXTENDEDATTRIBUTES.ZASSET", "ZGENERICALBUM.ZTITLE",
      "ZCLOUDMASTER.ZORIGINALFILENAME", "ZINTERNALRESOURCE.ZLOCALAVAILABILITY", "Z_PRIMARYKEY.Z_NAME",
      "Z_METADATA.Z_PLIST",
    ])
  func `a release that renames anything else is read as far as it is known`(_ column: String) async throws {
    let library = try MadeLibrary()
    try library.add(1)
    try library.add(2, ["ZKIND": "1", "ZUNIFORMTYPEIDENTIFIER": "'com.apple.quicktime-movie'"], hasFile: false)
    let parts = column.split(separator: ".").map(String.init)
    try library.execute("ALTER TABLE \(parts[0]) RENAME COLUMN \(parts[1]) TO ZNEXTYEAR")
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    #expect(entries[1]?.flags == [] && entries[2]?.flags == [.film, .missing])
    #expect(try await read.text(1) == "photo")
    // A whole table that is gone is no more than its columns.
    if parts[0] != "ZASSET" {
      try library.execute("DROP TABLE \(parts[0])")
      #expect(try await read.scan().entries.count == 2)
    }
    try library.close()
  }

  @Test
  func `names come from the cloud where the library has none, and clocks before there were zones are a whole minute`()
    async throws
  {
    let library = try MadeLibrary()
    try library.execute("INSERT INTO ZCLOUDMASTER VALUES (7, 'IMG_0007.HEIC')")
    try library.add(1, ["ZMASTER": "7"], more: ["ZORIGINALFILENAME": "NULL"])
    try library.add(2, ["ZMASTER": "8"], more: ["ZORIGINALFILENAME": "''"])
    // New York before 1883-11-18 was 4:56:02 behind Greenwich.
    try library.add(3, ["ZDATECREATED": "-3800000000"], more: ["ZTIMEZONEOFFSET": "-17762"])
    try library.add(4, ["ZDATECREATED": "0.5"], more: ["ZTIMEZONEOFFSET": "20700"])
    try library.add(5, ["ZDATECREATED": "9e999"])
    try library.add(6, ["ZDATECREATED": "253000000000"])
    let entries = try await (try ReadLibrary(library)).scan().entries
    #expect(entries[1]?.name == "IMG_0007.HEIC" && entries[2]?.name == MadeLibrary.uuid(2) + ".jpeg")
    #expect(
      entries[3]?.details.taken == PhotoMoment(wallSeconds: 978_307_200 - 3_800_000_000 - 296 * 60, offsetMinutes: -296)
    )
    #expect(entries[3]?.details.taken?.unixSeconds == 978_307_200 - 3_800_000_000)
    #expect(
      entries[4]?.details.taken
        == PhotoMoment(wallSeconds: 978_307_200 + 20_700, offsetMinutes: 345, nanoseconds: 500_000_000))
    #expect(entries[5]?.details.taken == nil && entries[6]?.details.taken == nil)
    try library.close()
  }

  @Test(arguments: MadeLibrary.releases)
  func `albums keep the order that they have there`(_ release: MadeLibrary.Release) async throws {
    let library = try MadeLibrary(release)
    for number in 1...3 { try library.add(number) }
    try library.execute(
      """
      INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZTITLE, ZCUSTOMSORTKEY, ZCUSTOMSORTASCENDING) VALUES (1, 2, 'by hand', 0, 1),
        (2, 2, 'newest', 1, 0), (3, 2, 'oldest', 1, 1), (4, 2, 'by title', 5, 1);
      INSERT INTO Z_\(release.album)ASSETS SELECT b.Z_PK, a.Z_PK, 1024 * ((a.Z_PK + 1) % 3) FROM ZGENERICALBUM b, \(release.assets) a
      """)
    let read = try ReadLibrary(library)
    var entries = try await read.scan().entries
    func order(_ album: String) -> [Int] {
      entries.keys.sorted { entries[$0]?.albumPlaces[album] ?? 0 < entries[$1]?.albumPlaces[album] ?? 0 }
    }
    #expect(order("by hand") == [2, 3, 1] && order("by title") == [2, 3, 1])
    #expect(order("newest") == [3, 2, 1] && order("oldest") == [1, 2, 3])
    // A person moves one: it is another entry, though nothing else of it is.
    let mark = entries[1]?.mark
    try library.execute(
      "UPDATE Z_\(release.album)ASSETS SET Z_FOK_\(release.asset)ASSETS = -5 WHERE Z_\(release.asset)ASSETS = 1")
    entries = try await read.scan().entries
    #expect(order("by hand") == [1, 2, 3] && entries[1]?.mark != mark)
    try library.close()
  }

  @Test(arguments: MadeLibrary.releases.filter { $0.model > 19000 })
  func `a shared album is a share of its own from 26 on, wherever its files lie`(_ release: MadeLibrary.Release)
    async throws
  {
    let library = try MadeLibrary(release)
    try library.execute("INSERT INTO ZSHARE VALUES (1, 'Summer', 0), (2, 'gone', 1), (3, NULL, 0)")
    try library.add(1)
    for (number, share) in [(2, 1), (3, 2), (4, 3), (5, 9)] {
      try library.add(number, ["ZCOLLECTIONSHARE": "\(share)"], hasFile: false)
    }
    try library.put("scopes/collectionsharing/originals/2/\(MadeLibrary.uuid(2)).jpeg", Array("shared".utf8))
    let read = try ReadLibrary(library)
    let entries = try await read.scan().entries
    #expect((1...5).map { entries[$0]?.flags.contains(.aside) } == [false, true, true, true, true])
    #expect((1...5).map { entries[$0]?.albums } == [[], ["Summer"], [], [], []])
    #expect(try await read.text(2) == "shared")
    try library.close()
  }
}
