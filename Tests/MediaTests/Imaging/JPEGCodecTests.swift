import BoothCore
import Imaging
import Testing

@Suite struct JPEGCodecTests {
  let size = PixelSize(width: 333, height: 221)

  @Test(arguments: [JPEGCodec.Subsampling.s444, .s422, .s420])
  func `what is encoded comes back nearly the same`(_ subsampling: JPEGCodec.Subsampling) throws {
    let codec = JPEGCodec()
    let scene = TestPictures.scene(size, seed: 1, noise: 0)
    let jpeg = try codec.encode(scene, quality: 97, subsampling: subsampling)
    #expect(try JPEGCodec.probe(jpeg) == size)
    #expect(try codec.validate(jpeg) == size)
    let difference = TestPictures.difference(try codec.decode(jpeg), scene)
    #expect(difference.mean < (subsampling == .s444 ? 1.2 : 3))
    #expect(try codec.decode(jpeg).isOpaque)
  }

  @Test func `grey pictures decode to grey pixels`() throws {
    let codec = JPEGCodec()
    let jpeg = try codec.encode(TestPictures.scene(size, seed: 2), subsampling: .gray)
    let pixel = try codec.decode(jpeg).color(50, 60)
    #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
    #expect(try codec.validate(jpeg) == size)
  }

  @Test func `a picture is decoded at the smallest scale that covers`() throws {
    let codec = JPEGCodec()
    let jpeg = try codec.encode(TestPictures.scene(PixelSize(width: 800, height: 600), seed: 3))
    func decoded(_ width: Int, _ height: Int) throws -> PixelSize {
      try codec.decode(jpeg, covering: PixelSize(width: width, height: height)).size
    }
    #expect(try decoded(90, 75) == PixelSize(width: 100, height: 75))
    #expect(try decoded(90, 76) == PixelSize(width: 200, height: 150))
    #expect(try decoded(201, 10) == PixelSize(width: 400, height: 300))
    #expect(try decoded(401, 10) == PixelSize(width: 800, height: 600))
    #expect(try decoded(4000, 10) == PixelSize(width: 800, height: 600))
  }

  @Test(arguments: [JPEGCodec.Subsampling.s444, .s422, .s420])
  func `a picture cut short anywhere is refused`(_ subsampling: JPEGCodec.Subsampling) throws {
    let codec = JPEGCodec()
    let jpeg = try TestPictures.jpeg(PixelSize(width: 480, height: 320), seed: 4, subsampling: subsampling)
    var cuts = (0..<16).map { jpeg.count * $0 / 16 }
    cuts += [1, 2, 3, 20, jpeg.count - 1, jpeg.count - 2, jpeg.count - 3]
    for cut in cuts {
      let short = Array(jpeg[..<cut])
      let error = #expect(throws: ImageError.self, "cut at \(cut)") { try codec.validate(short, subject: "photo 2") }
      #expect(error?.code == .unreadable)
      #expect(error?.subject == "photo 2")
      #expect(throws: ImageError.self, "cut at \(cut)") { try codec.decode(short) }
    }
    // The codec is as good as new.
    #expect(try codec.validate(jpeg) == PixelSize(width: 480, height: 320))
  }

  @Test func `a picture whose middle is missing is refused though it has an end`() throws {
    let codec = JPEGCodec()
    let jpeg = try TestPictures.jpeg(PixelSize(width: 480, height: 320), seed: 5)
    let holed = Array(jpeg[..<(jpeg.count / 2)]) + [0xFF, 0xD9]
    let error = #expect(throws: ImageError.self) { try codec.validate(holed) }
    #expect(error?.detail.contains("damaged") == true)
    #expect(throws: ImageError.self) { try codec.decode(holed) }
  }

  @Test func `bytes after the end are harmless`() throws {
    let jpeg = try TestPictures.jpeg(size, seed: 6)
    let padded = jpeg + [UInt8](repeating: 0, count: 5000) + [0xFF, 0xD8, 0x12]
    #expect(try JPEGCodec().validate(padded) == size)
    #expect(try JPEGCodec().decode(padded) == JPEGCodec().decode(jpeg))
  }

  @Test func `stray bytes before the end marker are harmless`() throws {
    let jpeg = try TestPictures.jpeg(size, seed: 7)
    let stray = Array(jpeg.dropLast(2)) + [0x00, 0x00, 0x11, 0xFF, 0xD9]
    #expect(try JPEGCodec().validate(stray) == size)
  }

  @Test func `what is no JPEG is refused by name`() throws {
    let codec = JPEGCodec()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(throws: ImageError(.unreadable, subject: "a.jpg", detail: "is empty; expected a JPEG picture")) {
      try codec.validate([], subject: "a.jpg")
    }
    let error = #expect(throws: ImageError.self) { try codec.validate(png, subject: "a.jpg") }
    #expect(error?.detail == "is a PNG picture, not a JPEG picture; set the camera to JPEG")
  }

  @Test func `absurd sizes are refused before memory is asked for`() throws {
    var jpeg = try TestPictures.jpeg(PixelSize(width: 64, height: 64), seed: 8)
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xF0, 0xFF, 0xF0])
    let error = #expect(throws: ImageError.self) { try JPEGCodec.probe(jpeg) }
    #expect(error?.code == .tooLarge)
    #expect(error?.detail.contains("65520x65520") == true)
    #expect(throws: ImageError.self) { try JPEGCodec().decode(jpeg) }
  }

  @Test func `a picture without Huffman tables gets the standard ones, not those of the picture before`() throws {
    let codec = JPEGCodec()
    let jpeg = try TestPictures.jpeg(size, seed: 9)
    let bare = removingSegments(0xC4, from: jpeg)
    #expect(bare.count < jpeg.count)
    let expected = try JPEGCodec().decode(jpeg)
    #expect(try codec.decode(bare) == expected)
    // A picture with tables of its own comes between: two codes change places in its first table. Whether it decodes
    // is all the same; its tables stay behind in the library's handle.
    var other = jpeg
    let table = try #require(other.indices.first { other[$0] == 0xFF && other[$0 + 1] == 0xC4 })
    other.swapAt(table + 21 + 3, table + 21 + 4)
    if case .success(let garbled) = Result(catching: { try codec.decode(other) }) { #expect(garbled != expected) }
    #expect(try codec.decode(bare) == expected)
  }

  @Test func `a picture without quantisation tables is refused`() throws {
    let codec = JPEGCodec()
    let jpeg = try TestPictures.jpeg(size, seed: 10)
    _ = try codec.decode(jpeg)
    let error = #expect(throws: ImageError.self) { try codec.decode(removingSegments(0xDB, from: jpeg)) }
    #expect(error?.detail.contains("DQT") == true)
  }

  @Test func `planes are encoded without a detour`() throws {
    var picture = I420Picture(size: PixelSize(width: 64, height: 48))
    // Orange by BT.601 full range: R 255, G 128, B 0.
    picture.y = picture.y.map { _ in 151 }
    picture.u = picture.u.map { _ in 43 }
    picture.v = picture.v.map { _ in 202 }
    let codec = JPEGCodec()
    let orange = RGBColor(red: 255, green: 128, blue: 0)
    #expect(try codec.decode(codec.encode(picture, quality: 95)).color(30, 20).isNear(orange, within: 4))

    let bytes = picture.y + picture.u + picture.v
    var target = [UInt8](repeating: 0, count: 10_000)
    let count = try bytes.withUnsafeBytes { source in
      try target.withUnsafeMutableBytes { target in
        try codec.encode(i420: source, size: picture.size, strideBytes: 64, quality: 95, into: target)
      }
    }
    #expect(try codec.decode(Array(target[..<count])).color(30, 20).isNear(orange, within: 4))
    #expect(throws: ImageError.self) {
      try bytes.withUnsafeBytes { source in
        try target.withUnsafeMutableBytes { target in
          try codec.encode(
            i420: source, size: picture.size, strideBytes: 64, quality: 95,
            into: UnsafeMutableRawBufferPointer(rebasing: target[..<100]))
        }
      }
    }
  }
}
