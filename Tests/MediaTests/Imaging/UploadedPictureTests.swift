import BoothCore
import Testing

@testable import Imaging

@Suite struct UploadedPictureTests {
  private static let sizes = [
    UploadedPicture.Size(longestSide: 2000, quality: 85), UploadedPicture.Size(longestSide: 400, quality: 70),
  ]

  @Test func `a picture becomes no larger than asked for, and a small one stays`() throws {
    let large = Bitmap(size: PixelSize(width: 3000, height: 1001), color: RGBColor(red: 200, green: 20, blue: 20))
    let made = try UploadedPicture.prepare(try JPEGCodec().encode(large), sizes: Self.sizes)
    #expect(
      try made.map { try JPEGCodec.probe($0) } == [
        PixelSize(width: 2000, height: 667), PixelSize(width: 400, height: 133),
      ])
    let small = Bitmap(size: PixelSize(width: 300, height: 1), color: RGBColor(red: 0, green: 0, blue: 255))
    let kept = try UploadedPicture.prepare(try PNG.encode(small), sizes: Self.sizes)
    #expect(try kept.map { try JPEGCodec.probe($0) } == [small.size, small.size])
  }

  @Test func `what somebody else says of how it stands counts before its EXIF`() throws {
    let wide = Bitmap(size: PixelSize(width: 640, height: 480), color: RGBColor(red: 9, green: 99, blue: 9))
    let made = try UploadedPicture.prepare(try JPEGCodec().encode(wide), sizes: Self.sizes, standing: .turnRight)
    #expect(
      try made.map { try JPEGCodec.probe($0) } == [
        PixelSize(width: 480, height: 640), PixelSize(width: 300, height: 400),
      ])
  }

  @Test func `what is translucent lies on white`() throws {
    let clear = Bitmap(size: PixelSize(width: 16, height: 16), color: RGBColor(red: 0, green: 0, blue: 0, alpha: 0))
    let made = try UploadedPicture.prepare(try PNG.encode(clear), sizes: Self.sizes)
    let color = try JPEGCodec().decode(made[0]).color(8, 8)
    #expect(color.red > 250 && color.green > 250 && color.blue > 250)
  }

  @Test func `a picture cut short is refused, and so is what is none`() throws {
    let whole = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 640, height: 480)))
    #expect(throws: ImageError.self) { try UploadedPicture.prepare(Array(whole.dropLast(20)), sizes: Self.sizes) }
    #expect(throws: ImageError.self) { try UploadedPicture.prepare(Array("<html>".utf8), sizes: Self.sizes) }
    #expect(throws: ImageError.self) { try UploadedPicture.prepare([], sizes: Self.sizes) }
  }
}
