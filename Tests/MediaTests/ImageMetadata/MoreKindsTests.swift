import BoothCore
import BoothTesting
import Testing

@testable import ImageMetadata

/// Kinds of pictures that are rarer than others.
@Suite struct MoreKindsTests {
  private func facts(_ bytes: [UInt8]) -> PhotoFacts { PhotoFacts.read(MemoryBytes(bytes)) }

  private static let date = TagBytes.structure([
    .init(0x10F, .ascii("Panasonic")), .init(0x110, .ascii("DC-GH5")),
    .init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))])),
  ])
  private static let large = FileBytes.jpeg(width: 1600, height: 1200, [FileBytes.exif(date)], scan: 400)

  @Test func `a Panasonic's RW2 has its size, its camera, its date and the picture inside`() throws {
    var bytes = TagBytes.structure(
      isLittle: true, magic: 0x55,
      [
        .init(4, .short([0])), .init(5, .short([0])), .init(6, .short([3464])), .init(7, .short([4624])),
        .init(0x2E, .raw(Self.large)), .init(0x112, .short([6])),
      ])
    let facts = facts(bytes)
    #expect(facts.format == .rw2 && facts.trouble == nil && facts.format.isRaw)
    #expect(facts.size == PixelSize(width: 4624, height: 3464) && facts.orientation == .turnRight)
    #expect(facts.cameraModel == "DC-GH5" && facts.taken?.text == "2024-05-06T07:08:09")
    #expect(facts.previews.last?.size == PixelSize(width: 1600, height: 1200) && facts.hasShownPreview)
    bytes.removeLast(bytes.count - 60)
    #expect(self.facts(bytes).format == .rw2)
  }

  @Test func `a Sigma's X3F has the picture that its directory names`() {
    func number(_ value: Int) -> [UInt8] { FileBytes.little(value, 4) }
    var bytes = Array("FOVb".utf8) + number(0x20002) + [UInt8](repeating: 1, count: 16) + number(0)
    bytes += number(2640) + number(1760) + number(90)
    let start = bytes.count
    bytes += Array("SECi".utf8) + number(0x20000) + number(2) + number(18) + number(1600) + number(1200) + number(0)
    bytes += Self.large
    let directory = bytes.count
    bytes += Array("SECd".utf8) + number(0x20000) + number(1)
    bytes += number(start) + number(28 + Self.large.count) + Array("IMA2".utf8) + number(directory)
    let facts = facts(bytes)
    #expect(facts.format == .x3f && facts.trouble == nil && facts.size == PixelSize(width: 2640, height: 1760))
    #expect(facts.orientation == .turnRight && facts.taken?.text == "2024-05-06T07:08:09")
    #expect(facts.previews.last?.range == start + 28..<start + 28 + Self.large.count)
    #expect(self.facts(Array(bytes.dropLast(30))).trouble == .cut)
  }

  @Test func `a Canon's CRW has its date, its camera and the picture of its heap`() {
    func number(_ value: Int, _ size: Int) -> [UInt8] { FileBytes.little(value, size) }
    func heap(_ records: [(tag: Int, bytes: [UInt8])]) -> [UInt8] {
      var (body, table): ([UInt8], [UInt8]) = ([], [])
      for record in records {
        table += number(record.tag, 2) + number(record.bytes.count, 4) + number(body.count, 4)
        body += record.bytes
      }
      return body + number(records.count, 2) + table + number(body.count, 4)
    }
    let inner = heap([(0x080A, Array("Canon\0Canon EOS D60\0".utf8))])
    let own = heap([
      (0x300A, inner), (0x2007, Self.large), (0x180E, number(1_714_979_289, 4) + number(0, 8)),
      (0x1810, number(3072, 4) + number(2048, 4) + number(0, 4) + number(270, 4)),
    ])
    let facts = facts([0x49, 0x49] + number(26, 4) + Array("HEAPCCDR".utf8) + number(0, 12) + own)
    #expect(facts.format == .crw && facts.trouble == nil && facts.size == PixelSize(width: 3072, height: 2048))
    #expect(facts.orientation == .turnLeft && facts.cameraModel == "Canon EOS D60")
    #expect(facts.taken?.text == "2024-05-06T07:08:09")
    #expect(facts.previews.last?.size == PixelSize(width: 1600, height: 1200))
  }

  @Test func `raw files of other makers are raw files`() {
    for (make, compression) in [("PENTAX", 65_535), ("SAMSUNG", 32_770), ("Hasselblad", 1)] {
      let facts = facts(TestRaws.sensor(make, compression: compression))
      #expect(facts.format == .otherRaw && facts.hasShownPreview, "\(make): \(facts.format)")
    }
  }

  @Test func `JPEG XL, JPEG 2000 and PSD say how large they are`() {
    // 8 × 5 pixels of a small one: rows 8 = 1 · 8, and a ratio.
    let bits = 1 | 0 << 1 | 7 << 6
    let xl = [0xFF, 0x0A, UInt8(bits & 255), UInt8(bits >> 8)] + [UInt8](repeating: 0xFF, count: 40)
    #expect(facts(xl).format == .jxl && facts(xl).size == PixelSize(width: 16, height: 8))
    let stream =
      [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + FileBytes.big(320, 4) + FileBytes.big(240, 4) + FileBytes.big(20, 4)
      + FileBytes.big(40, 4)
    #expect(facts(stream).format == .jp2 && facts(stream).size == PixelSize(width: 300, height: 200))
    let boxed =
      FileBytes.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + FileBytes.box("ftyp", Array("jp2 ".utf8) + [0, 0, 0, 0])
      + FileBytes.box(
        "jp2h", FileBytes.box("ihdr", FileBytes.big(200, 4) + FileBytes.big(300, 4) + [0, 3, 7, 7, 0, 0]))
    #expect(facts(boxed).format == .jp2 && facts(boxed).size == PixelSize(width: 300, height: 200))
    var psd = Array("8BPS".utf8) + FileBytes.big(1, 2) + [0, 0, 0, 0, 0, 0] + FileBytes.big(3, 2)
    psd +=
      FileBytes.big(240, 4) + FileBytes.big(320, 4) + FileBytes.big(8, 2) + FileBytes.big(3, 2) + FileBytes.big(0, 4)
    let resource = Array("8BIM".utf8) + FileBytes.big(1058, 2) + [0, 0] + FileBytes.big(Self.date.count, 4) + Self.date
    psd += FileBytes.big(resource.count, 4) + resource
    let photoshop = facts(psd)
    #expect(photoshop.format == .psd && photoshop.size == PixelSize(width: 320, height: 240))
    #expect(photoshop.taken?.text == "2024-05-06T07:08:09" && photoshop.cameraMake == "Panasonic")
  }

  @Test func `a GIF of two pictures is animated, whether it says that it repeats or not`() {
    let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    #expect(facts(head + picture + [0x3B]).frames == 1)
    #expect(facts(head + control + picture + [0x3B]).frames == 1)
    #expect(facts(head + picture + picture + [0x3B]).frames == 2)
    #expect(facts(head + control + picture + control + picture + [0x3B]).frames == 2)
  }
}
