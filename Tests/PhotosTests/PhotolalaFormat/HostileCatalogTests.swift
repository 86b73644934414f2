import BoothCore
import PhotolalaFormat
import Testing

/// Catalogs of both generations with whatever anybody may have put there: read to their end, or refused, and what was read of the
/// current kind is written and read alike.
@Suite struct HostileCatalogTests {
  private static let a = String(repeating: "a", count: 32)
  private static let pieces = [
    PhotoCatalog.header, a, a.uppercased(), ",", ",", ",", ",", "\n", "\n", "\r\n", "\"", "\"\"", "#", "md5,", "-1",
    "0",
    "9223372036854775807", "9223372036854775808", "1700000000", "1e9", "nan", "JPEG", "RAW-CR2", "IMG 1.jpg", "\u{0}",
    "\u{FEFF}", "é", String(repeating: "x", count: 5000), "2024-03-01T12:30:05Z", "0000-00-00T99:99:99", "<", ">",
    "<plist>",
    "<dict>", "</dict>", "<key>version</key>", "<string>5.0</string>", "<array>", "&#x", "&amp;", "bplist00",
  ]

  private static func bytes(_ random: inout SeededRandom, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      switch Int.random(in: 0..<24, using: &random) {
      case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
      case 1: bytes += "\(a),\(Int.random(in: 0...9, using: &random)),\(a),5,JPEG\n".utf8
      default: bytes += pieces.randomElement(using: &random)!.utf8
      }
    }
    return bytes
  }

  @Test(arguments: 0..<60) func `catalogs are read to their end`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bytes = Self.bytes(&random, 600)
    var (skipped, again): ([SkippedRow: Int], [SkippedRow: Int]) = ([:], [:])
    let catalog = PhotoCatalog.read(bytes, skipped: &skipped)
    let written = PhotoCatalog.read(catalog.bytes, skipped: &again)
    #expect(again.isEmpty && Set(written.rows) == Set(catalog.rows))
    #expect(Set(catalog.rows.map(\.key)).count == catalog.rows.count)
    for row in catalog.rows { #expect(row.displayName.hasPrefix("photo_")) }
    _ = ShardedCatalog.read(single: bytes)
    _ = CatalogPointer.read(Array(bytes.prefix(4000)))
    let list = DirectoryList.read(bytes, skipped: &skipped)
    if let listed = list.bytes { #expect(DirectoryList.read(listed, skipped: &again) == list) }
  }

  /// A manifest of the app with bytes changed, cut, doubled.
  @Test(arguments: 0..<80) func `manifests are read or refused`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let xml = Array(
      ("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>version</key><string>5.0</string><key>photoCount</key>"
        + "<integer>3</integer><key>shardFiles</key><array><string>0.csv</string><string>../x</string></array></dict></plist>")
        .utf8)
    // {"version": "5.0"}, in Apple's binary form.
    let binary: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x57] + Array("version".utf8) + [0x53] + Array("5.0".utf8) + [8, 11, 19]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 23]
    var bytes = seed % 2 == 0 ? xml : binary
    #expect(throws: Never.self) { try ShardedCatalog.read(manifest: bytes) { _ in nil } }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 1: bytes.insert(contentsOf: bytes.prefix(place), at: min(place, bytes.count))
      case 2: bytes.removeSubrange(min(place, bytes.count)..<min(place + 3, bytes.count))
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: min(place, bytes.count))
      }
    }
    let shard = Self.bytes(&random, 100)
    do throws(ShardedCatalog.UnusableError) {
      let catalog = try ShardedCatalog.read(manifest: bytes) { name in
        #expect(ShardedCatalog.shards.contains(name))
        return shard
      }
      #expect(catalog.rows.allSatisfy { $0.sizeBytes >= 0 })
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test func `a hash is its sixteen bytes, whatever it was written as`() {
    let text = "900150983cd24fb0d6963f7d28e17f72"
    #expect(PhotoMD5(text)?.text == text && PhotoMD5(text.uppercased()) == PhotoMD5(text))
    #expect(PhotoMD5(of: Array("abc".utf8)).text == text)
    #expect(PhotoMD5(text.dropLast()) == nil && PhotoMD5(text + "0") == nil && PhotoMD5("g" + text.dropLast()) == nil)
    #expect(MemoryLayout<PhotoMD5>.size == 16)
  }
}
