import BoothCore
import CTurboJPEG
import Testing

@testable import ImageMetadata
@testable import Thumbnails

@Suite struct ThumbnailContentTests {
  private let maker = ThumbnailMaker(program: nil)

  private func color(_ thumbnail: Thumbnail, _ x: Double, _ y: Double) throws -> SIMD3<Int> {
    let (size, rgb) = try #require(TestPhotos.decode(thumbnail.jpeg))
    let at = (Int(Double(size.height) * y) * size.width + Int(Double(size.width) * x)) * 3
    return SIMD3(Int(rgb[at]), Int(rgb[at + 1]), Int(rgb[at + 2]))
  }

  @Test func `inks without Adobe's marker are what they say, with it the other way round`() throws {
    // One colour: cyan by 200, magenta and yellow by 128, black by 0, as the samples have it.
    let size = PixelSize(width: 64, height: 64)
    let pixels = [UInt8]((0..<size.area).flatMap { _ in [55, 55, 55, 0] as [UInt8] })
    let marked = TestPhotos.encode(pixels, size, TJPF_CMYK, TJSAMP_444, 95)
    let marker = try #require((0..<marked.count - 18).first { marked[$0] == 0xFF && marked[$0 + 1] == 0xEE })
    let bare = Array(marked[..<marker] + marked[(marker + 16)...])
    let plain = try color(try maker.thumbnail(of: .bytes(bare), size: .ptm256), 0.5, 0.5)
    #expect(abs(plain.x - 55) < 8 && abs(plain.y - 127) < 8 && abs(plain.z - 127) < 8, "\(plain)")
    let black = try color(try maker.thumbnail(of: .bytes(marked), size: .ptm256), 0.5, 0.5)
    #expect(black.x < 8 && black.y < 8 && black.z < 8, "no black sample is all black where inks are inverted: \(black)")
  }

  @Test
  func
    `PTM-256 is baseline with halved colours, without words about the photo, and at most 50 KB where quality allows`()
    throws
  {
    let made = try maker.thumbnail(
      of: .bytes(TestPhotos.jpeg(.turnRight, segments: [TestPhotos.segment(0xFE, Array("secret".utf8))])), size: .ptm256
    )
    #expect(
      made.jpeg.firstRange(of: Array("secret".utf8)) == nil && made.jpeg.firstRange(of: Array("Exif".utf8)) == nil)
    let frame = try #require((0..<made.jpeg.count - 20).first { made.jpeg[$0] == 0xFF && made.jpeg[$0 + 1] == 0xC0 })
    #expect(Array(made.jpeg[frame + 10..<frame + 19]) == [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])

    // Noise is the hardest to pack.
    var state: UInt64 = 1
    func noise(_ range: UInt64) -> [UInt8] {
      (0..<512 * 256).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: 128 - range / 2 + (state >> 33) % range)
      }
    }
    var counts: [Int] = []
    for range: UInt64 in [2, 60, 90, 255] {
      let made = try FinishedPicture.make(
        PlanePicture(size: PixelSize(width: 512, height: 256), grey: noise(range)), .size(.ptm256))
      counts.append(made.jpeg.count)
    }
    #expect(counts[0] < 20_000 && counts[1] <= 51_200, "\(counts)")
    #expect(counts[3] > counts[2], "below 70 quality does not go, whatever the size")
  }

  /// The four colours, with another small picture inside: noise, from a row on; above, it is as the whole.
  private func photo(with inside: PixelSize, noisyFrom row: Int, segments: [[UInt8]] = []) -> [UInt8] {
    var (_, pixels) = TestPhotos.stored(size: inside)
    for at in row * inside.width * 3..<pixels.count { pixels[at] = UInt8(truncatingIfNeeded: 118 + at % 20) }
    let small = TestPhotos.encode(pixels, inside, TJPF_RGB, TJSAMP_420, 90)
    var exif: [UInt8] = [0x4D, 0x4D, 0, 42] + TestPhotos.big(8, 4) + TestPhotos.big(0, 2)
    exif += TestPhotos.big(14, 4) + TestPhotos.big(2, 2)
    for (tag, value) in [(0x201, 44), (0x202, small.count)] {
      exif += TestPhotos.big(tag, 2) + TestPhotos.big(4, 2) + TestPhotos.big(1, 4) + TestPhotos.big(value, 4)
    }
    exif += TestPhotos.big(0, 4)
    return TestPhotos.jpeg(
      size: PixelSize(width: 1920, height: 1280),
      segments: [TestPhotos.segment(0xE1, Array("Exif\0\0".utf8) + exif + small)] + segments)
  }

  private func isPreviewTaken(_ file: [UInt8], _ size: ThumbnailSize = .ptm256) throws -> Bool {
    #expect(PhotoFacts.read(MemoryBytes(file)).previews.count == 1)
    // Blue in the picture, grey inside.
    let corner = try color(try maker.thumbnail(of: .bytes(file), size: size), 0.25, 0.75)
    return abs(corner.y - 128) < 20 && abs(corner.z - 128) < 20
  }

  @Test func `a picture inside serves where it is large and of the same shape, and only there`() throws {
    for (width, height, isTaken) in [(600, 400, true), (150, 100, false), (600, 450, false)] {
      let file = photo(with: PixelSize(width: width, height: height), noisyFrom: height / 2)
      #expect(try isPreviewTaken(file) == isTaken, "\(width)x\(height)")
    }
  }

  @Test func `a picture inside that shows something else does not serve, and none for what is looked at or handed on`()
    throws
  {
    let inside = PixelSize(width: 600, height: 400)
    #expect(try !isPreviewTaken(photo(with: inside, noisyFrom: 0)))
    let good = photo(with: inside, noisyFrom: 200)
    #expect(try isPreviewTaken(good))
    // 600 pixels are enough for this size, too.
    #expect(try !isPreviewTaken(good, .edge512))
    // Adobe's programs were there after the camera.
    let changed = TestPhotos.segment(0xED, Array("Photoshop 3.0\0".utf8) + [0, 0])
    #expect(try !isPreviewTaken(photo(with: inside, noisyFrom: 200, segments: [changed])))
  }

  @Test func `colours of a telephone's profile are shown as sRGB`() throws {
    let wide = ProfileBytes.displayP3
    let segment = TestPhotos.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + wide)
    let plain = try color(try maker.thumbnail(of: .bytes(TestPhotos.jpeg()), size: .ptm256), 0.75, 0.25)
    let managed = try color(
      try maker.thumbnail(of: .bytes(TestPhotos.jpeg(segments: [segment])), size: .ptm256), 0.75, 0.25)
    // The green of (30, 190, 40) lies outside of sRGB: less red, more green.
    #expect(managed.x < plain.x - 8 && managed.y > plain.y, "\(plain), \(managed)")
  }
}
