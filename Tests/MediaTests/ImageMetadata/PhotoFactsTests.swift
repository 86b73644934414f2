import BoothCore
import Testing

@testable import ImageMetadata

@Suite struct PhotoFactsTests {
  private func facts(_ bytes: [UInt8]) -> PhotoFacts { PhotoFacts.read(MemoryBytes(bytes)) }

  @Test(arguments: [true, false])
  func `a camera's JPEG says who, when, where and how, in either byte order`(isLittle: Bool) throws {
    let preview = FileBytes.jpeg(width: 160, height: 120)
    let tags = TagBytes.structure(
      isLittle: isLittle,
      [
        .init(0x010F, .ascii("Canon  ")), .init(0x0110, .ascii("EOS R6")), .init(0x0112, .short([6])),
        .init(0x0132, .ascii("2025:01:01 00:00:01")),
        .init(
          0x8769,
          .directory([
            .init(0x829A, .rational([(1, 250)])), .init(0x829D, .rational([(28, 10)])), .init(0x8827, .short([65_535])),
            .init(0x8832, .long([102_400])), .init(0x9003, .ascii("2024:05:06 07:08:09")),
            .init(0x9011, .ascii("-03:30")), .init(0x9291, .ascii("12")), .init(0x920A, .rational([(50, 1)])),
            .init(0xA405, .short([80])), .init(0xA434, .ascii("RF50mm F1.8 STM")),
          ])),
        .init(
          0x8825,
          .directory([
            .init(1, .ascii("S")), .init(2, .rational([(33, 1), (51, 1), (3000, 100)])), .init(3, .ascii("E")),
            .init(4, .rational([(151, 1), (12, 1), (0, 1)])), .init(5, .raw([1])), .init(6, .rational([(25, 2)])),
          ])),
      ],
      [.init(0x0103, .short([6])), .init(0x0201, .pointed(preview)), .init(0x0202, .long([preview.count]))])
    let file = FileBytes.jpeg(width: 6000, height: 4000, [FileBytes.exif(tags)])
    let facts = facts(file)
    #expect(facts.format == .jpeg && facts.trouble == nil)
    #expect(facts.size == PixelSize(width: 6000, height: 4000))
    #expect(facts.uprightSize == PixelSize(width: 4000, height: 6000))
    #expect(facts.orientation == .turnRight)
    #expect(facts.cameraMake == "Canon" && facts.cameraModel == "EOS R6" && facts.lensModel == "RF50mm F1.8 STM")
    #expect(facts.taken?.text == "2024-05-06T07:08:09.120-03:30")
    #expect(facts.exposureSeconds == 1.0 / 250 && facts.aperture == 2.8 && facts.iso == 102_400)
    #expect(facts.focalLength == 50 && facts.focalLength35 == 80)
    let position = try #require(facts.position)
    #expect(abs(position.latitude + 33.858333) < 1e-5 && abs(position.longitude - 151.2) < 1e-9)
    #expect(position.altitude == -12.5)
    let found = try #require(facts.previews.first)
    #expect(Array(file[found.range]) == preview)
    #expect(found.size == PixelSize(width: 160, height: 120) && found.orientation == .turnRight)
  }

  @Test func `all eight orientations, and nonsense is none`() {
    for number in 0...9 {
      let file = FileBytes.jpeg([FileBytes.exif(TagBytes.structure([.init(0x0112, .short([number]))]))])
      #expect(facts(file).orientation == Orientation(rawValue: number) ?? .upright)
    }
  }

  @Test func `what stands before the frame may be long, and of any number of segments`() {
    let profiles = (0..<40).map { _ in FileBytes.segment(0xE2, [UInt8](repeating: 1, count: 65_000)) }
    let words = FileBytes.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [UInt8](repeating: 0x20, count: 60_000))
    let facts = facts(FileBytes.jpeg(width: 321, height: 123, [words] + profiles))
    #expect(facts.size == PixelSize(width: 321, height: 123) && facts.trouble == nil)
  }

  @Test(arguments: [170, 400, 598, 650])
  func `a whole file with megabytes before its frame is not called cut`(_ count: Int) {
    let segments = Array(repeating: FileBytes.segment(0xE1, [UInt8](repeating: 1, count: 65_000)), count: count)
    let whole = FileBytes.jpeg(width: 321, height: 123, segments)
    let found = facts(whole)
    #expect(found.trouble == nil)
    #expect(found.size == (count > 598 ? nil : PixelSize(width: 321, height: 123)))
    // One that is cut is named for as long as it is looked at.
    if count <= 598 { #expect(facts(Array(whole.prefix(whole.count - 300))).trouble == .cut) }
  }

  @Test func `a file that is cut is named, wherever it is cut, and never read beyond its end`() {
    let tags = TagBytes.structure([
      .init(0x0112, .short([6])), .init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))])),
    ])
    let file = FileBytes.jpeg([FileBytes.exif(tags)], scan: 0)
    for count in 0..<file.count - 16 {
      let trouble = facts(Array(file.prefix(count))).trouble
      #expect(trouble == (count == 0 ? .empty : count < 16 ? .notAPicture : .cut), "\(count) of \(file.count) bytes")
    }
    let others = [
      FileBytes.png([FileBytes.chunk("eXIf", tags)]), FileBytes.heif(turns: [FileBytes.box("irot", [1])], exif: tags),
      TagBytes.structure([
        .init(0x100, .long([10])), .init(0x101, .long([10])), .init(0x111, .pointed([1, 2, 3, 4])),
        .init(0x117, .long([4])),
      ]),
    ]
    for file in others {
      #expect(facts(file).trouble == nil)
      for count in 16..<file.count {
        #expect(facts(Array(file.prefix(count))).trouble != nil, "\(count) of \(file.count)")
      }
    }
  }

  @Test func `offsets in circles and lengths that lie end, and what is right stays right`() {
    // A directory whose next one is itself, with pointers to itself.
    var loop = TagBytes(isLittle: true)
    _ = loop.append([
      .init(0x0112, .short([8])), .init(0x8769, .long([8])), .init(0x8825, .long([8])), .init(0x014A, .long([8])),
    ])
    loop.patch(loop.nextPlace, 8)
    #expect(facts(FileBytes.jpeg([FileBytes.exif(loop.bytes)])).orientation == .turnLeft)
    let asFile = facts(loop.bytes + [UInt8](repeating: 0, count: 40))
    #expect(asFile.format == .tiff && asFile.trouble != nil)

    // Texts of four gigabytes, a directory of 65,535 entries, offsets behind the end.
    var lies = TagBytes(isLittle: true)
    _ = lies.append([.init(0x010F, .ascii("A camera")), .init(0x0112, .short([3])), .init(0x0110, .ascii("Its model"))])
    var bytes = lies.bytes
    bytes.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let lying = facts(FileBytes.jpeg([FileBytes.exif(bytes)]))
    #expect(lying.orientation == .upsideDown && lying.cameraMake == nil && lying.cameraModel == "Its model")
    bytes.replaceSubrange(8..<10, with: [0xFF, 0xFF])
    #expect(facts(FileBytes.jpeg([FileBytes.exif(bytes)])).size != nil)
  }

  @Test func `bytes of any kind at any place break nothing, and cost few reads`() {
    var state: UInt64 = 1
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    let tags = TagBytes.structure(
      [
        .init(0x0112, .short([6])),
        .init(
          0x8769,
          .directory([
            .init(0x9003, .ascii("2024:05:06 07:08:09")),
            .init(0x927C, .raw(Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 1])),
          ])),
      ])
    let seeds = [
      FileBytes.jpeg([FileBytes.exif(tags)]), FileBytes.png([FileBytes.chunk("eXIf", tags)]), tags,
      FileBytes.heif(turns: [FileBytes.box("irot", [3])], exif: tags), TestRaws.cr3(), TestRaws.raf(), TestRaws.orf(),
      Array("RIFF".utf8) + FileBytes.little(100, 4) + Array("WEBPVP8X".utf8) + [UInt8](repeating: 9, count: 100),
      Array("GIF89a".utf8) + [UInt8](repeating: 0x21, count: 100),
    ]
    for seed in seeds {
      for _ in 0..<400 {
        var bytes = seed
        for _ in 0..<4 { bytes[8 + random(bytes.count - 8)] = [0, 0xFF, UInt8(random(256))][random(3)] }
        let counting = CountingBytes(bytes)
        let facts = PhotoFacts.read(counting)
        #expect(counting.reads <= ByteWindow.readLimit)
        for preview in facts.previews {
          #expect(preview.range.lowerBound > 0 && preview.range.upperBound <= bytes.count)
        }
        if let size = facts.size { #expect(size.width > 0 && size.height > 0) }
      }
    }
  }

  @Test func `numbers of 64 bits wherever one is believed break nothing`() {
    let extremes: [UInt64] = [1 << 48, 1 << 56, 1 << 56 + 1, 1 << 62, UInt64(Int64.max), 1 << 63, .max]
    // Places and lengths of previews, strips and tiles, directories, sizes, speeds.
    let tags = [
      0x201, 0x202, 0x111, 0x117, 0x144, 0x145, 0x14A, 0x8769, 0x8825, 0x100, 0x101, 0x102, 0x103, 0x106, 0x112, 0xFE,
    ]
    func check(_ bytes: [UInt8]) {
      let facts = PhotoFacts.read(MemoryBytes(bytes))
      for preview in facts.previews {
        #expect(preview.range.lowerBound > 0 && preview.range.upperBound <= bytes.count)
      }
      if let size = facts.size { #expect(size.area > 0) }
    }
    for extreme in extremes {
      for tag in tags {
        let other: [TagBytes.Tag] = [0x201, 0x202, 0x111, 0x117].filter { $0 != tag }.map { .init($0, .long([1000])) }
        let exposure: [TagBytes.Tag] = [0x8827, 0x829A, 0xA001].map { .init($0, .long8([extreme])) }
        let directory = [.init(tag, .long8([extreme]))] + other
        for isLittle in [false, true] {
          let structure = TagBytes.structure(
            isLittle: isLittle, directory + (tag == 0x8769 ? [] : [.init(0x8769, .directory(exposure))]), directory)
          check(structure)
          check(FileBytes.jpeg([FileBytes.exif(structure)]))
          check(FileBytes.png([FileBytes.chunk("eXIf", structure)]))
          check(FileBytes.heif(turns: [], exif: structure))
        }
      }
      let camera = { (length: UInt64) in TestRaws.olympus(place: .long8([extreme]), length: .long8([length])) }
      check(camera(extreme))
      check(camera(1000))
    }
  }

  @Test func `a camera's file of megabytes takes one read`() {
    let tags = TagBytes.structure([.init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))]))])
    let counting = CountingBytes(FileBytes.jpeg(width: 4000, height: 3000, [FileBytes.exif(tags)], scan: 5_000_000))
    #expect(PhotoFacts.read(counting).taken != nil)
    #expect(counting.reads == 1 && counting.bytesRead <= 16_384)
  }

  @Test func `a disk that fails is said, and not taken for a bad picture`() {
    let counting = CountingBytes(FileBytes.jpeg(), failsAfter: 0)
    #expect(PhotoFacts.read(counting).trouble == .unreadable)
    let later = CountingBytes(
      FileBytes.jpeg([FileBytes.segment(0xE2, [UInt8](repeating: 0, count: 60_000))]), failsAfter: 1)
    #expect(PhotoFacts.read(later).trouble == .unreadable)
  }

  @Test func `the two files of a Live Photo are known by Apple's identifier`() {
    var notes = TagBytes()
    _ = notes.append([.init(0x0011, .ascii("3B2F0C1E-9D2A-4F5B-8C7D-112233445566"))])
    // Offsets count from the notes' beginning, which is 6 bytes further from the directory than in a structure.
    var inner = Array("Apple iOS\0\0\u{1}MM".utf8) + notes.bytes.dropFirst(8)
    inner.replaceSubrange(14 + 2 + 8..<14 + 2 + 12, with: FileBytes.big(14 + 2 + 12 + 4, 4))
    let tags = TagBytes.structure(isLittle: true, [.init(0x8769, .directory([.init(0x927C, .raw(inner))]))])
    let identifier = "3B2F0C1E-9D2A-4F5B-8C7D-112233445566"
    #expect(facts(FileBytes.jpeg([FileBytes.exif(tags)])).contentIdentifier == identifier)
    #expect(facts(FileBytes.heif(turns: [], exif: tags)).contentIdentifier == identifier)
  }

  @Test func `smaller pictures behind the main one are found by its index`() throws {
    let small = FileBytes.jpeg(width: 1620, height: 1080, scan: 3000)
    func file(_ offset: Int) -> [UInt8] {
      let entries =
        FileBytes.big(0x030000, 4) + FileBytes.big(900, 4) + FileBytes.big(0, 8)
        + FileBytes.big(0x010002, 4) + FileBytes.big(small.count, 4) + FileBytes.big(offset, 4) + FileBytes.big(0, 4)
      let index = TagBytes.structure([
        .init(0xB000, .raw(Array("0100".utf8))), .init(0xB001, .long([2])), .init(0xB002, .raw(entries)),
      ])
      return FileBytes.jpeg(width: 6000, height: 4000, [FileBytes.segment(0xE2, Array("MPF\0".utf8) + index)]) + small
    }
    let start = file(0).count - small.count
    let bytes = file(start - (2 + 4 + 4))
    let preview = try #require(facts(bytes).previews.first)
    #expect(Array(bytes[preview.range]) == small)
    #expect(facts(file(1 << 30)).previews.isEmpty, "behind the end")
  }

  @Test func `a colour profile is found in its pieces, in their order`() {
    func piece(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      FileBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, 2] + bytes)
    }
    let file = FileBytes.jpeg([piece(2, [4, 5, 6]), piece(1, [1, 2, 3])])
    #expect(facts(file).profile.flatMap { file[$0] } == [1, 2, 3, 4, 5, 6])
    let tags = TagBytes.structure([
      .init(
        0x8769, .directory([.init(0xA001, .short([65_535])), .init(0xA005, .directory([.init(1, .ascii("R03"))]))]))
    ])
    #expect(facts(FileBytes.jpeg([FileBytes.exif(tags)])).isAdobeRGB)
  }

  @Test func `where EXIF has no date, XMP may have one`() {
    let words =
      #"<rdf:Description xmp:CreateDate="2021-02-03T04:05:06+09:00"><photoshop:DateCreated>2020-01-02T03:04:05.6Z</photoshop:DateCreated>"#
    let segment = FileBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(words.utf8))
    #expect(facts(FileBytes.jpeg([segment])).taken?.text == "2020-01-02T03:04:05.600+00:00")
  }
}

/// Bytes that count how they are read, and fail when they are told to.
final class CountingBytes: PhotoBytes {
  struct BrokenFault: Error {}

  private let bytes: [UInt8]
  private let failsAfter: Int
  private(set) var reads = 0
  private(set) var bytesRead = 0

  init(_ bytes: [UInt8], failsAfter: Int = .max) {
    self.bytes = bytes
    self.failsAfter = failsAfter
  }

  var count: Int { bytes.count }

  func read(at: Int, count: Int) throws -> [UInt8] {
    if reads >= failsAfter { throw BrokenFault() }
    reads += 1
    bytesRead += count
    #expect(at >= 0 && count > 0 && at + count <= bytes.count, "asked for what is not there")
    return Array(bytes[at..<at + count])
  }
}
