import BoothCore
import BoothTesting
import Glibc
import Testing

@testable import PhotolalaFormat

@Suite struct PhotoCacheTests {
  private static let md5 = PhotoMD5(of: Array("a photo".utf8))

  private static var full: CachedFacts {
    var facts = CachedFacts()
    (facts.width, facts.height, facts.takenSeconds) = (6000, 4000, 1_700_000_000)
    (facts.cameraMake, facts.cameraModel, facts.lensModel) = ("Canon", "EOS R5", "RF35mm F1.8 \"IS\"")
    (facts.focalLength, facts.aperture, facts.shutterSpeed, facts.iso) = (35, 2.8, "1/250", 200)
    (facts.latitude, facts.longitude) = (31.7, -35.25)
    return facts
  }

  @Test func `facts are written as the app writes them, and read so`() {
    let text = String(decoding: Self.full.bytes(of: Self.md5), as: UTF8.self)
    #expect(
      text == #"{"aperture":2.8,"cameraMake":"Canon","cameraModel":"EOS R5","captureDate":"2023-11-14T22:13:20Z","#
        + #""focalLength":35,"gpsLatitude":31.7,"gpsLongitude":-35.25,"height":4000,"iso":200,"#
        + #""lensModel":"RF35mm F1.8 \"IS\"","photoMD5":{"value":"\#(Self.md5)"},"shutterSpeed":"1/250","width":6000}"#)
    #expect(CachedFacts.read(Array(text.utf8), of: Self.md5) == Self.full)
    #expect(CachedFacts.read(Array(text.utf8), of: PhotoMD5(of: [1])) == nil)
    #expect(Self.full.exposure == "f/2.8 1/250 s 35 mm ISO 200" && Self.full.camera == "Canon EOS R5")
    #expect(
      CachedFacts.shutter(0.004) == "1/250" && CachedFacts.shutter(2) == "2.0s" && CachedFacts.shutter(.nan) == nil)
  }

  private func read(_ members: String, near known: Int64? = nil) -> CachedFacts? {
    CachedFacts.read(
      Array(#"{"photoMD5":"\#(Self.md5.text.uppercased())",\#(members)}"#.utf8), of: Self.md5, near: known)
  }

  @Test func `dates are read in every form that can be told apart`() {
    #expect(read(#""captureDate":"2023-11-14T22:13:20Z""#)?.takenSeconds == 1_700_000_000)
    let zoned = read(#""captureDate":"2023-11-14T22:13:20.5+02:00""#)
    #expect(zoned?.takenSeconds == 1_700_000_000 && zoned?.zoneMinutes == 120)
    // Since 1970, and since 2001.
    #expect(read(#""captureDate":1700000000.25"#)?.takenSeconds == 1_700_000_000)
    #expect(read(#""captureDate":600000000"#)?.takenSeconds == 1_578_307_200)
    // 1999, or 2030: who took it knows.
    #expect(read(#""captureDate":930000000"#)?.takenSeconds == nil)
    #expect(read(#""captureDate":930000000"#, near: 930_050_000)?.takenSeconds == 930_000_000)
    #expect(read(#""captureDate":930000000"#, near: 1_908_300_000)?.takenSeconds == 1_908_307_200)
    for none in [#""tomorrow""#, "1e300", "null", "[]", "{}", "true"] {
      let facts = read(#""width":3,"height":2,"captureDate":\#(none)"#)
      #expect(facts?.width == 3 && facts?.takenSeconds == nil, "\(none)")
    }
  }

  @Test func `what cannot be is left out, and nothing else with it`() {
    let facts = read(
      #""width":-5,"height":4000,"iso":1e30,"aperture":"wide","cameraMake":"A\u0007\u0000B","gpsLatitude":91,"gpsLongitude":3"#
    )
    var wanted = CachedFacts()
    wanted.cameraMake = "AB"
    #expect(facts == wanted)
    let deep = String(repeating: "[", count: 100_000)
    for text in ["", "{", "[]", "7", deep, #"{"photoMD5":\#(deep)"#, #"{"photoMD5":7}"#, "\u{0}"] {
      #expect(CachedFacts.read(Array(text.utf8), of: Self.md5) == nil)
    }
    #expect(CachedFacts.read([UInt8](repeating: 0x20, count: CachedFacts.mostBytes + 1), of: Self.md5) == nil)
  }

  /// From seeds: the app's own file with a few bytes of it changed, cut or doubled.
  @Test(arguments: 0..<60) func `whatever stands in a file of facts, it is read or refused`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = Self.full.bytes(of: Self.md5)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: min(place, bytes.count))
      case 1: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 2: bytes = Array(bytes.prefix(place))
      default: bytes += bytes.suffix(place)
      }
    }
    guard let facts = CachedFacts.read(bytes, of: Self.md5) else { return }
    // What was read can be written, and is the same then.
    #expect(CachedFacts.read(facts.bytes(of: Self.md5), of: Self.md5)?.width == facts.width)
    _ = (facts.exposure, facts.camera)
  }

  @Test func `files stand where the app looks for them, and the oldest go beyond the quota`() throws {
    let folder = try TemporaryFolder()
    let cache = PhotoCache(root: folder.path("com.photolala.catalog"))
    var all: [PhotoMD5] = []
    for number in 0..<10 {
      let md5 = PhotoMD5(of: [UInt8(number)])
      try cache.write(.thumbnails, md5, [UInt8](repeating: 1, count: 1000))
      all.append(md5)
      let path = folder.path("com.photolala.catalog/md5/thumbnails/\(md5.text.prefix(2))/\(md5).jpg")
      // The first were asked for last.
      let times = [timespec(tv_sec: 1_700_000_000 - number, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }
    try cache.write(.metadata, Self.md5, Self.full.bytes(of: Self.md5))
    #expect(
      try folder.read("com.photolala.catalog/md5/metadata/\(Self.md5.text.prefix(2))/\(Self.md5).json")
        == Self.full.bytes(of: Self.md5))
    try folder.put("com.photolala.catalog/md5/thumbnails/notes.txt", [UInt8](repeating: 1, count: 9000))
    #expect(try cache.clean(quota: 20_000) == 0)
    #expect(try cache.clean(quota: 9000) == 4)
    #expect(
      try all.map { try cache.read(.thumbnails, $0) != nil } == [
        true, true, true, true, true, true, false, false, false, false,
      ])
    #expect(folder.exists("com.photolala.catalog/md5/thumbnails/notes.txt"))
    #expect(try cache.read(.metadata, Self.md5) != nil)
    #expect(try cache.read(.metadata, all[0]) == nil)
  }
}
