import BoothCore
import ImageRegistration
import Testing

@testable import Imaging

struct PairPicturesTests {
  /// A place as a function of old pixels: smooth waves, so that a pixel's error is seen and none is a jump.
  private static func place(_ at: SIMD2<Double>, _ size: PixelSize) -> UInt32 {
    func wave(_ x: Double, _ length: Double) -> Double {
      let t = (x / length).truncatingRemainder(dividingBy: 1)
      let part = t < 0 ? t + 1 : t
      return part < 0.5 ? 4 * part - 1 : 3 - 4 * part
    }
    func byte(_ value: Double) -> UInt32 { UInt32(min(max(128 + 100 * value, 0), 255)) }
    return 0xFF00_0000 | byte(wave(at.x, 97)) << 16 | byte(wave(at.y, 71)) << 8 | byte(wave(at.x + at.y, 130))
  }

  private static func picture(_ size: PixelSize, _ old: PixelSize, _ toOld: (SIMD2<Double>) -> SIMD2<Double>) -> Bitmap
  {
    var picture = Bitmap(size: size, color: .black)
    for y in 0..<size.height {
      for x in 0..<size.width { picture[x, y] = place(toOld(SIMD2(Double(x), Double(y))), old) }
    }
    return picture
  }

  private static func inverse(_ transform: Homography) -> Homography {
    let m = transform.values
    return Homography([
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ])
  }

  @Test(arguments: [
    (0.7, 0.0, SIMD2(0.0, 0.0)), (1, 0, SIMD2(30.0, -20)), (1.3, 6, SIMD2(20, 10)), (2.5, -3, SIMD2(0, 0)),
    (4.2, 1, SIMD2(-40, 25)),
  ])
  func `a registered pair shows the same place, pixel on pixel`(
    _ scale: Double, _ degrees: Double, _ shift: SIMD2<Double>
  ) throws {
    let old = PixelSize(width: 360, height: 240)
    let new = PixelSize(width: Int(420 * scale), height: Int(300 * scale))
    let transform = SharedViewTests.transform(
      scale: scale, degrees: degrees, shift: shift, tilt: SIMD2(0.0001, -0.0002), from: old, to: new)
    let back = Self.inverse(transform)
    let pictures = try PairPictures(
      old: PNG.encode(Self.picture(old, old) { $0 }), new: PNG.encode(Self.picture(new, old) { back($0) }),
      homography: transform)
    let view = try #require(pictures.view)
    let (one, other) = pictures.frame
    #expect(one.size == other.size && one.isOpaque && other.isOpaque)
    #expect(abs(Double(one.width) / Double(view.crop.width) - max(1, view.scale)) < 0.02, "as fine as the finer")
    let difference = TestPictures.difference(one, other)
    #expect(difference.mean < 3, "\(difference)")
    #expect(pictures.shown.old == one && pictures.shown.new == other)
  }

  @Test func `what the new picture does not show is transparent in the old one's frame`() {
    let size = PixelSize(width: 60, height: 40)
    let made = PairWarp.picture(
      of: Bitmap(size: size, color: .white), fullSize: size, through: Homography([1, 0, 20, 0, 1, 0, 0, 0, 1]),
      part: PixelRect(x: 0, y: 0, width: 60, height: 40), to: size)
    #expect(made[0, 0] == 0xFFFF_FFFF && made[38, 39] == 0xFFFF_FFFF)
    #expect((41..<60).allSatisfy { made[$0, 20] == 0 })
  }

  @Test(arguments: Orientation.allCases)
  func `pictures of every orientation stand upright`(_ orientation: Orientation) throws {
    let size = PixelSize(width: 96, height: 64)
    let chart = TestPictures.chart(size)
    let stored = try JPEGCodec().encode(chart.turned(orientation.inverse), quality: 95, subsampling: .s444)
    let tag =
      Array("Exif\0\0MM".utf8)
      + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
    let tagged = insertingSegment(0xE1, tag, into: stored)
    for transform in [Homography?.none, .identity] {
      let pictures = try PairPictures(old: tagged, new: PNG.encode(chart), homography: transform)
      #expect(pictures.frame.old.size == size && pictures.frame.new.size == size)
      #expect(TestPictures.difference(pictures.frame.old, pictures.frame.new).mean < 4)
      #expect((pictures.view == nil) == (transform == nil))
    }
  }

  @Test func `of a pair that is not registered both are shown whole, and the new one fills the old one's frame`() throws
  {
    let wide = try JPEGCodec().encode(TestPictures.scene(PixelSize(width: 1000, height: 200), seed: 1))
    let high = try JPEGCodec().encode(
      TestPictures.scene(PixelSize(width: 400, height: 600), seed: 2), subsampling: .gray)
    let pictures = try PairPictures(old: wide, new: high, homography: nil)
    #expect(pictures.shown.old.size == PixelSize(width: 1000, height: 200))
    #expect(pictures.shown.new.size == PixelSize(width: 400, height: 600))
    #expect(pictures.frame.new.size == PixelSize(width: 1000, height: 200))
    // A transform that cannot be is as none.
    let mirrored = Homography([-1, 0, 999, 0, 1, 0, 0, 0, 1])
    #expect(try PairPictures(old: wide, new: high, homography: mirrored).view == nil)
  }

  @Test func `large pictures become no larger than products need`() throws {
    let large = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 9000, height: 300), color: .white))
    let pictures = try PairPictures(old: large, new: large, homography: .identity)
    #expect(pictures.frame.old.size == PixelSize(width: 2400, height: 80))
    #expect(pictures.frame.new.isOpaque)
  }

  @Test func `a picture that is none is named, with what it is`() throws {
    let fine = try JPEGCodec().encode(TestPictures.chart(PixelSize(width: 40, height: 30)))
    for (bytes, words) in [
      ([], "is empty"), (Array(fine.dropLast(200)), "cut short"), (Array("II*\0rest of it".utf8), "RAW or TIFF"),
      (Array("\0\0\0\u{18}ftypheic".utf8), "HEIF"), (Array("hello there".utf8), "no JPEG"),
    ] {
      let error = #expect(throws: ImageError.self) {
        try PairPictures(old: bytes, new: fine, homography: nil, names: ("old.jpg", "new.jpg"))
      }
      #expect(error?.subject == "old.jpg" && error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    }
    // 0xC0's size says 20000 by 20000.
    var huge = fine
    let frame = try #require(huge.indices.dropLast().first { huge[$0] == 0xFF && huge[$0 + 1] == 0xC0 })
    huge.replaceSubrange(frame + 5..<frame + 9, with: [0x4E, 0x20, 0x4E, 0x20])
    #expect(throws: ImageError.self) { try PairPictures(old: fine, new: huge, homography: nil) }
  }
}
