import Testing

@testable import PhotolalaFormat

@Suite struct ShardedCatalogTests {
  private static let header = "md5,filename,size,photodate,modified,width,height\n"
  private static func md5(_ digit: Character) -> String { String(repeating: digit, count: 32) }

  private static func manifest(_ more: String = "", version: String = "5.0") -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>version</key><string>\(version)</string>
        <key>directoryUUID</key><string>0C5A&amp;&#x41;</string>
        <key>photoCount</key><integer>3</integer>
        <key>lastUpdated</key><date>2025-06-15T10:00:00Z</date>\(more)
      </dict></plist>
      """.utf8)
  }

  @Test func `a manifest and its shards are read`() throws {
    let shards = [
      "a.csv": Self.header
        + "\(Self.md5("a")),IMG, one.JPG,100,2024-02-29T12:00:00Z,2024-03-01T12:00:00+02:00,4000,3000\n"
        + "\(Self.md5("a")),\"two \"\"x\"\", y.png\",7,1700000000,1700000000.5,,\n",
      "0.csv": Self.header + "\(Self.md5("0")),old.jpg,5,1931-05-02T08:00:00Z,,0,-4\n",
    ]
    let catalog = try ShardedCatalog.read(manifest: Self.manifest()) { shards[$0].map { Array($0.utf8) } }
    #expect(catalog.troubles.isEmpty && catalog.skipped.isEmpty)
    #expect(catalog.directoryUUID == "0C5A&A" && catalog.promised == 3)
    #expect(catalog.rows.map(\.filename) == ["old.jpg", "IMG, one.JPG", "two \"x\", y.png"])
    #expect(catalog.rows.map(\.taken) == [-1_220_284_800, 1_709_208_000, 1_700_000_000])
    #expect(catalog.rows.map(\.modified) == [nil, 1_709_287_200, 1_700_000_000])
    #expect(catalog.rows.map(\.width) == [nil, 4000, nil])
    #expect(catalog.rows.map(\.height) == [nil, 3000, nil])
  }

  @Test func `a shard that is missing, changed or wrong is said, and the others are read`() throws {
    let rows: (Character) -> [UInt8] = { Array((Self.header + "\(Self.md5($0)),\($0).jpg,5,1,1,1,1\n").utf8) }
    let more = """
      <key>shardFiles</key><array><string>0.csv</string><string>1.csv</string><string>2.csv</string>
      <string>3.csv</string><string>../../etc/passwd</string></array>
      <key>shardChecksums</key><dict><key>0.csv</key><string>\(PhotoMD5(of: rows("0")))</string>
      <key>1.csv</key><string>\(Self.md5("f"))</string></dict>
      """
    var asked: [String] = []
    let catalog = try ShardedCatalog.read(manifest: Self.manifest(more)) { name in
      asked.append(name)
      return name == "2.csv" ? nil : name == "3.csv" ? rows("e") + rows("3") : rows(name.first ?? "x")
    }
    #expect(asked == ["0.csv", "1.csv", "2.csv", "3.csv"])
    #expect(catalog.rows.map(\.filename) == ["0.jpg", "3.jpg"])
    #expect(catalog.troubles.count == 2)
    // A row in the wrong shard, and a header in the middle.
    #expect(catalog.skipped == [.badHash: 2])
  }

  @Test func `a manifest that cannot be used says why`() {
    let deep = String(repeating: "<array>", count: 100_000)
    let bombs = "<!DOCTYPE plist [<!ENTITY a \"&b;&b;\">]>"
    for bytes in [
      [], Array("{}".utf8), Self.manifest(version: "6.1"), Self.manifest(deep), Self.manifest("<key>x</key>"),
      Array((bombs + "<plist><dict/></plist>").utf8), Array(Self.manifest().dropLast(30)), Array("bplist00".utf8),
      Array("<plist><string>a".utf8), Array("<plist><dict><key>version</key><string>&a;</string></dict></plist>".utf8),
    ] {
      #expect(throws: ShardedCatalog.UnusableError.self) { try ShardedCatalog.read(manifest: bytes) { _ in nil } }
    }
  }

  @Test func `the single file of before is read`() {
    let text = "# .photolala v2.0\n" + Self.header + "\(Self.md5("7")),a.jpg,5,1700000000,1700000001,10,20\nbad row\n"
    let catalog = ShardedCatalog.read(single: Array(text.utf8))
    #expect(catalog.rows.map(\.taken) == [1_700_000_000])
    #expect(catalog.skipped == [.tooFewColumns: 1])
  }

  /// {"version": "5.0", "photoCount": 258, "list": [true, 1.5, "é"], "data": …}, as Apple's encoder and Python's plistlib write it.
  private static let binary: [UInt8] = {
    var bytes = Array("bplist00".utf8)
    var places: [Int] = []
    func add(_ object: [UInt8]) {
      places.append(bytes.count)
      bytes += object
    }
    add([0xD3, 1, 2, 3, 4, 5, 6])
    add([0x57] + Array("version".utf8))
    add([0x5A] + Array("photoCount".utf8))
    add([0x54] + Array("list".utf8))
    add([0x53] + Array("5.0".utf8))
    add([0x11, 0x01, 0x02])
    add([0xA3, 7, 8, 9])
    add([0x09])
    add([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0])
    add([0x61, 0x00, 0xE9])
    let table = bytes.count
    bytes += places.map { UInt8($0) }
    bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(places.count)] + [UInt8](repeating: 0, count: 8)
    return bytes + [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
  }()

  @Test func `a binary list says the same`() throws {
    let list = try PropertyList(reading: Self.binary)
    #expect(list["version"]?.text == "5.0" && list["photoCount"]?.number == 258)
    #expect(list["list"]?.items == [.boolean(true), .real(1.5), .string("é")])
    #expect(try ShardedCatalog.read(manifest: Self.binary) { _ in nil }.promised == 258)
  }

  @Test func `a binary list with any byte changed, or cut anywhere, ends in a list or a reason`() {
    var reasons: Set<String> = []
    for place in Self.binary.indices {
      for value: UInt8 in [0, 1, 0x0F, 0x5F, 0x6F, 0x7F, 0x80, 0xA1, 0xAF, 0xDF, 0xFF] {
        var bytes = Self.binary
        bytes[place] = value
        do throws(PropertyListError) { _ = try PropertyList(reading: bytes) } catch { reasons.insert(error.words) }
      }
      do throws(PropertyListError) { _ = try PropertyList(reading: Array(Self.binary.prefix(place))) } catch {
        reasons.insert(error.words)
      }
    }
    // A list that has itself in it, and ones that multiply.
    var loop = Self.binary
    loop[loop.firstRange(of: [0xA3, 7, 8, 9] as [UInt8])?.upperBound.advanced(by: -1) ?? 0] = 6
    #expect(throws: PropertyListError(words: "is too deep or too large")) { try PropertyList(reading: loop) }
    #expect(reasons.count > 4)
  }
}
