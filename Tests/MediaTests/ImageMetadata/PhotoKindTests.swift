import BoothCore
import BoothTesting
import Testing

@testable import ImageMetadata

@Suite struct PhotoKindTests {
  private func facts(_ bytes: [UInt8]) -> PhotoFacts { PhotoFacts.read(MemoryBytes(bytes)) }
  private let sensorSize = PixelSize(width: 6016, height: 4016)

  @Test func `raw files are known by their bytes, with their largest preview last`() throws {
    for (bytes, format, size, orientation) in [
      (TestRaws.cr2(), PhotoFormat.cr2, PixelSize(width: 6000, height: 4000), Orientation.turnLeft),
      (TestRaws.cr3(), .cr3, PixelSize(width: 6000, height: 4000), .turnRight),
      (TestRaws.sensor("NIKON CORPORATION"), .nef, sensorSize, .turnRight),
      (TestRaws.sensor("SONY"), .arw, sensorSize, .turnRight),
      (TestRaws.sensor("SONY", more: [.init(0xC612, .raw([1, 4, 0, 0]))]), .dng, sensorSize, .turnRight),
      (TestRaws.orf(), .orf, PixelSize(width: 4640, height: 3472), .upright),
      (TestRaws.raf(), .raf, PixelSize(width: 6000, height: 4000), .turnLeft),
    ] {
      let facts = facts(bytes)
      #expect(facts.format == format && facts.trouble == nil, "\(format): \(facts)")
      #expect(facts.size == size && facts.orientation == orientation, "\(format)")
      let preview = try #require(facts.previews.last, "\(format)")
      #expect(preview.size == PixelSize(width: 6000, height: 4000) && preview.orientation == orientation, "\(format)")
      #expect(bytes[preview.range.lowerBound] == 0xFF && bytes[preview.range.lowerBound + 1] == 0xD8, "\(format)")
    }
    let cr3 = facts(TestRaws.cr3())
    #expect(cr3.previews.map { $0.size?.width } == [160, 1620, 6000])
    #expect(cr3.iso == 800 && cr3.taken?.text == "2024-05-06T07:08:09" && cr3.position?.latitude == 48)
  }

  @Test func `what a camera's maker writes without a sensor's pixels is TIFF`() {
    let scan = TagBytes.structure([
      .init(0x100, .long([100])), .init(0x101, .long([50])), .init(0x10F, .ascii("NIKON")),
    ])
    #expect(facts(scan).format == .tiff && facts(scan).size == PixelSize(width: 100, height: 50))
  }

  @Test func `HEIF stands as its own turns say, one after the other, and not as EXIF says`() {
    let exif = TagBytes.structure([
      .init(0x112, .short([8])), .init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))])),
    ])
    let (rotations, mirrors) = (
      (0..<4).map { FileBytes.box("irot", [UInt8($0)]) }, (0..<2).map { FileBytes.box("imir", [UInt8($0)]) }
    )
    for (turns, expected) in [
      ([], Orientation.upright), ([rotations[0]], .upright), ([rotations[1]], .turnLeft), ([rotations[2]], .upsideDown),
      ([rotations[3]], .turnRight), ([mirrors[0]], .mirroredUpsideDown), ([mirrors[1]], .mirrored),
      ([rotations[3], mirrors[1]], Orientation.turnRight.then(.mirrored)),
      ([mirrors[1], rotations[3]], Orientation.mirrored.then(.turnRight)),
    ] as [([[UInt8]], Orientation)] {
      let facts = facts(FileBytes.heif(turns: turns, exif: exif))
      #expect(facts.format == .heif && facts.trouble == nil && facts.size == PixelSize(width: 400, height: 300))
      #expect(facts.orientation == expected)
      #expect(facts.taken?.text == "2024-05-06T07:08:09")
    }
    #expect(facts(FileBytes.heif(brand: "avif", turns: [])).format == .avif)
  }

  /// A picture of 200 megapixels in tiles has more than a thousand items; its EXIF is the last.
  @Test func `date and size of a HEIC of any number of items are read`() {
    let exif = TagBytes.structure([
      .init(0x8769, .directory([.init(0x9003, .ascii("2025:01:19 14:53:27"))]))
    ])
    for count in [1, 255, 256, 257, 1200, 5000] {
      let tiles = (0..<count).map {
        HEIFBytes.Item(10 + $0, "hvc1", hidden: true, data: [7], properties: [HEIFBytes.extent(512, 512)])
      }
      let whole = HEIFBytes.Item(1, "grid", data: [0, 0], properties: [HEIFBytes.extent(16320, 12240)])
      let described = HEIFBytes.Item(9000, "Exif", hidden: true, data: HEIFBytes.exif(exif))
      let file = HEIFBytes(
        [whole] + tiles + [described], references: [("dimg", 1, tiles.map(\.id)), ("cdsc", 9000, [1])])
      let facts = facts(file.bytes)
      #expect(facts.trouble == nil && facts.size == PixelSize(width: 16320, height: 12240), "\(count)")
      #expect(facts.taken?.text == "2025-01-19T14:53:27", "\(count)")
    }
  }

  /// All are valid (ISO/IEC 23008-12, annex A; ISO/IEC 14496-12, 8.11.3); few readers know all of them.
  @Test func `date of a HEIC is read wherever its EXIF lies`() {
    let exif = TagBytes.structure([
      .init(0x8769, .directory([.init(0x9003, .ascii("2025:01:19 14:53:27"))]))
    ])
    let usual = HEIFBytes.exif(exif)
    let places: [(String, [UInt8], pieces: Int, isInside: Bool)] = [
      ("as phones write it", usual, 1, false), ("header at once", FileBytes.big(0, 4) + exif, 1, false),
      ("six bytes before", FileBytes.big(12, 4) + [0, 0, 0, 0, 0, 0] + Array("Exif\0\0".utf8) + exif, 1, false),
      ("in idat", usual, 1, true), ("in two pieces", usual, 2, false), ("in nine pieces", usual, 9, false),
    ]
    for (name, data, pieces, isInside) in places {
      var file = HEIFBytes(
        [
          .init(1, "hvc1", data: [7], properties: [HEIFBytes.extent(1800, 1200)]),
          .init(2, "Exif", hidden: true, data: data),
        ], references: [("cdsc", 2, [1])])
      file.pieces = ["Exif": pieces]
      file.inside = isInside ? ["Exif"] : []
      let facts = facts(file.bytes)
      #expect(facts.trouble == nil && facts.taken?.text == "2025-01-19T14:53:27", "\(name)")
    }
  }

  @Test func `which small pictures and references a library is spared of`() {
    func care(_ small: [[UInt8]], to: [Int] = [1], whole: [[UInt8]] = [HEIFBytes.extent(1800, 1200)]) -> HEIFCare {
      let items = [
        HEIFBytes.Item(1, "hvc1", data: [7], properties: whole),
        HEIFBytes.Item(2, "hvc1", data: [7], properties: small),
        HEIFBytes.Item(3, "hvc1", data: [7], properties: whole), HEIFBytes.Item(4, "hvc1", data: [7]),
      ]
      return HEIFCare.read(
        MemoryBytes(HEIFBytes(items, references: [("auxl", 4, to), ("thmb", 2, [1])]).bytes))
    }
    let turn = FileBytes.box("irot", [3])
    #expect(care([HEIFBytes.extent(600, 400)]) == HEIFCare())
    // 640 pixels are 426.67 high in this shape; Sony's are 424.
    #expect(care([HEIFBytes.extent(640, 424)]) == HEIFCare())
    #expect(care([HEIFBytes.extent(160, 120)]).hasOtherThumbnail)
    #expect(care([HEIFBytes.extent(600, 400), turn]).hasOtherThumbnail)
    #expect(care([]).hasOtherThumbnail)
    #expect(!care([HEIFBytes.extent(600, 400), turn], whole: [HEIFBytes.extent(1800, 1200), turn]).hasOtherThumbnail)
    let shared = care([HEIFBytes.extent(600, 400)], to: [1, 3])
    #expect(shared.sharedAuxiliaries.count == 1 && !shared.hasOtherThumbnail)
  }

  @Test func `kinds by first bytes, and sizes`() {
    let lossy =
      Array("VP8 ".utf8) + FileBytes.little(10, 4) + [0, 0, 0, 0x9D, 0x01, 0x2A] + FileBytes.little(550, 2)
      + FileBytes.little(368, 2)
    let lossless = Array("VP8L".utf8) + FileBytes.little(5, 4) + [0x2F] + FileBytes.little(399 | 300 << 14, 4) + [0]
    let extended =
      Array("VP8X".utf8) + FileBytes.little(10, 4) + [2, 0, 0, 0] + FileBytes.little(1999, 3) + FileBytes.little(999, 3)
    func webp(_ chunk: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + FileBytes.little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
    }
    func bmp(_ head: [UInt8]) -> [UInt8] {
      Array("BM".utf8) + FileBytes.little(1000, 4) + [0, 0, 0, 0] + FileBytes.little(14, 4) + head
        + [UInt8](repeating: 0, count: 60)
    }
    let gif =
      Array("GIF89a".utf8) + FileBytes.little(120, 2) + FileBytes.little(80, 2) + [0x80, 0, 0]
      + [UInt8](repeating: 0, count: 6)
    let animated = gif + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0, 0x2C]
    for (bytes, format, width, height, frames) in [
      (webp(lossy), PhotoFormat.webp, 550, 368, 1), (webp(lossless), .webp, 400, 301, 1),
      (webp(extended), .webp, 2000, 1000, 2),
      (bmp(FileBytes.little(40, 4) + FileBytes.little(50, 4) + FileBytes.little(-70, 4)), .bmp, 50, 70, 1),
      (bmp(FileBytes.little(12, 4) + FileBytes.little(50, 2) + FileBytes.little(70, 2)), .bmp, 50, 70, 1),
      (gif, .gif, 120, 80, 1),
      (animated, .gif, 120, 80, 2), (FileBytes.png(), .png, 30, 20, 1),
      (FileBytes.png([FileBytes.chunk("acTL", FileBytes.big(5, 4) + FileBytes.big(0, 4))]), .png, 30, 20, 5),
      (FileBytes.jpeg(), .jpeg, 64, 48, 1),
    ] {
      let facts = facts(bytes)
      #expect(facts.format == format && facts.trouble == nil, "\(format): \(facts)")
      #expect(facts.size == PixelSize(width: width, height: height) && facts.frames == frames, "\(format): \(facts)")
    }
    for other in [
      "%PDF-1.7 and what follows", "<?xml version='1.0'?><svg/>", "BM is how this letter begins",
      "II am a text, not a TIFF",
    ] {
      #expect(facts(Array(other.utf8)).trouble == .notAPicture && facts(Array(other.utf8)).format == .unknown)
    }
    #expect(
      facts(FileBytes.box("ftyp", Array("isom\0\0\0\0isommp42".utf8)) + [UInt8](repeating: 0, count: 16)).trouble
        == .notAPicture)
  }

  @Test func `a PNG's words about the photo count before and behind its pixels`() {
    let exif = TagBytes.structure([.init(0x112, .short([3]))])
    let chunk = FileBytes.chunk("eXIf", exif)
    #expect(facts(FileBytes.png([chunk])).orientation == .upsideDown)
    #expect(facts(FileBytes.png(behind: [chunk])).orientation == .upsideDown)
  }

  @Test func `every kind has an extension of its own`() {
    #expect(Set(PhotoFormat.allCases.map(\.fileExtension)).count == PhotoFormat.allCases.count)
  }
}
