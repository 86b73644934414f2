import Testing

@testable import ImageMetadata

/// What films of live photos say, and what hostile ones do.
@Suite struct FilmFactsTests {
  private static let identifier = "8A4F2C10-1111-2222-3333-444455556666"
  private static let seconds = 1_720_981_200  // 2024-07-14 18:20:00 UTC

  private static func head(_ seconds: Int, version: UInt8 = 0) -> [UInt8] {
    let size = version == 1 ? 8 : 4
    return FileBytes.box(
      "mvhd", [version, 0, 0, 0] + FileBytes.big(seconds + 2_082_844_800, size) + [UInt8](repeating: 0, count: 96))
  }

  /// - Parameter isFull: with version and flags before the boxes, as ISO files have it.
  private static func meta(_ items: [(String, String)], isFull: Bool = false) -> [UInt8] {
    let keys = items.flatMap { FileBytes.box("mdta", Array($0.0.utf8)) }
    let values = items.enumerated().flatMap { place, item -> [UInt8] in
      let data = FileBytes.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(item.1.utf8))
      return FileBytes.big(data.count + 8, 4) + FileBytes.big(place + 1, 4) + data
    }
    return FileBytes.box(
      "meta",
      (isFull ? [0, 0, 0, 0] : []) + FileBytes.box("hdlr", [UInt8](repeating: 0, count: 24))
        + FileBytes.box("keys", [0, 0, 0, 0] + FileBytes.big(items.count, 4) + keys) + FileBytes.box("ilst", values))
  }

  private static let items = [
    ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.content.identifier", identifier),
  ]
  private static let type = FileBytes.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0])

  private func facts(_ bytes: [UInt8]) -> FilmFacts { FilmFacts.read(MemoryBytes(bytes)) }

  @Test(arguments: [false, true], [UInt8(0), 1])
  func `the identifier and the time are found, wherever the index stands`(_ isFull: Bool, _ version: UInt8) {
    let index = FileBytes.box(
      "moov",
      Self.head(Self.seconds, version: version) + FileBytes.box("trak", [1, 2, 3])
        + Self.meta(Self.items, isFull: isFull))
    let media = FileBytes.box("mdat", [UInt8](repeating: 7, count: 100_000))
    let long = [0, 0, 0, 1] + Array("mdat".utf8) + FileBytes.big(100_016, 8) + [UInt8](repeating: 7, count: 100_000)
    for bytes in [
      Self.type + index + media, Self.type + FileBytes.box("wide", []) + media + index, Self.type + long + index,
    ] {
      let facts = facts(bytes)
      #expect(facts.contentIdentifier == Self.identifier && facts.createdUnixSeconds == Int64(Self.seconds))
      #expect(facts.trouble == nil)
    }
  }

  @Test func `what is no film, or no whole one, is named`() {
    let index = FileBytes.box("moov", Self.head(Self.seconds) + Self.meta(Self.items))
    let media = FileBytes.box("mdat", [UInt8](repeating: 7, count: 1000))
    for (bytes, trouble) in [
      ([], PhotoTrouble.empty), (Array("these are words, no film".utf8), .notAPicture), (Self.type, .cut),
      (Self.type + media, .cut), (Self.type + media + index.dropLast(10), .cut),
      (Self.type + FileBytes.box("moov", []), .cut), ([0, 0, 0], .notAPicture),
    ] {
      #expect(facts(bytes).trouble == trouble, "\(bytes.count) bytes: \(facts(bytes))")
    }
    // Without a time, or one before anybody had such a camera, there is none.
    for seconds in [-2_082_844_800, -1000] {
      #expect(facts(Self.type + FileBytes.box("moov", Self.head(seconds))).createdUnixSeconds == nil)
    }
  }

  @Test func `sizes of 0, 1 and more than there is, and boxes that lead nowhere, end`() {
    let tail = Self.type + FileBytes.box("moov", Self.head(Self.seconds) + Self.meta(Self.items))
    for size in [0, 1, 2, 7] {
      let bytes = FileBytes.big(size, 4) + Array("free".utf8) + [UInt8](repeating: 0, count: 40) + tail
      #expect(facts(bytes).contentIdentifier == nil, "\(size)")
    }
    for long in [UInt64.max, 1 << 63, 1 << 62, 15, 0] {
      let large = (0..<8).map { UInt8(truncatingIfNeeded: long >> UInt64(56 - 8 * $0)) }
      #expect(facts([0, 0, 0, 1] + Array("mdat".utf8) + large + tail).contentIdentifier == nil, "\(long)")
    }
    // A million small boxes before the index, and as many keys as a number can say.
    let many = (0..<20_000).flatMap { _ in FileBytes.box("free", []) }
    #expect(facts(Self.type + many + tail).trouble == .cut)
    let keys = FileBytes.box("keys", [0, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFF] + FileBytes.box("mdta", [1]))
    let lying = FileBytes.box("meta", FileBytes.box("hdlr", [0, 0, 0, 0]) + keys + FileBytes.box("ilst", []))
    #expect(facts(Self.type + FileBytes.box("moov", lying)).contentIdentifier == nil)
    let long = [("com.apple.quicktime.content.identifier", String(repeating: "x", count: 5000))]
    #expect(facts(Self.type + FileBytes.box("moov", Self.meta(long))).contentIdentifier == nil)
  }

  @Test func `a film of a hundred gigabytes is read in few pieces`() {
    let index = FileBytes.box("moov", Self.head(Self.seconds) + Self.meta(Self.items))
    let film = HugeFilm(start: Self.type + [0, 0, 0, 1] + Array("mdat".utf8) + FileBytes.big(100 << 30, 8), end: index)
    let facts = FilmFacts.read(film)
    #expect(facts.contentIdentifier == Self.identifier && facts.trouble == nil)
    #expect(film.reads < 10 && film.bytes < 64 << 10, "\(film.reads) reads of \(film.bytes) bytes")
  }
}

/// A hundred gigabytes of nothing between a head and an index.
private final class HugeFilm: PhotoBytes {
  let start: [UInt8]
  let end: [UInt8]
  private(set) var reads = 0
  private(set) var bytes = 0
  private let edge: Int
  let count: Int

  init(start: [UInt8], end: [UInt8]) {
    (self.start, self.end) = (start, end)
    // The long box counts its own head of 16.
    edge = start.count - 16 + (100 << 30)
    count = edge + end.count
  }

  func read(at: Int, count wanted: Int) -> [UInt8] {
    reads += 1
    let upper = min(at + wanted, count)
    bytes += upper - at
    return (at..<upper).map { $0 < start.count ? start[$0] : $0 >= edge ? end[$0 - edge] : 0 }
  }
}
