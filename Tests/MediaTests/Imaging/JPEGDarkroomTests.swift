import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Testing

@Suite struct JPEGDarkroomTests {
  private func picture() throws -> [UInt8] {
    try JPEGCodec().encode(Bitmap(size: PixelSize(width: 64, height: 48), color: .white), quality: 90)
  }

  private let record = ExposureRecord(
    time: WallTime(unixSeconds: 1_780_000_000, secondsFromUTC: 7200), device: "Mock camera")

  @Test func `a photo keeps its pixels and gets its record`() throws {
    let photo = try JPEGDarkroom().develop(Photo(jpeg: try picture(), size: PixelSize(width: 64, height: 48)), record)
    #expect(photo.size == PixelSize(width: 64, height: 48))
    let exif = try Exif(jpeg: photo.jpeg)
    #expect(exif.model == "Mock camera")
    #expect(exif.offsetTimeOriginal == "+02:00")
    #expect(exif.dateTimeOriginal == "2026:05:28 22:26:40")
  }

  @Test func `what is cut short, or no picture, is refused`() throws {
    let whole = try picture()
    for bytes in [[], Array(whole.prefix(whole.count / 2)), Array("<html>".utf8)] {
      #expect(throws: ImageError.self) {
        try JPEGDarkroom().develop(Photo(jpeg: bytes, size: PixelSize(width: 64, height: 48)), record)
      }
    }
  }

  /// A picture with something on it, as a camera encodes it.
  private func camera(quality: Int) throws -> [UInt8] {
    var picture = Bitmap(size: PixelSize(width: 160, height: 120), color: .white)
    for index in 0..<60 {
      picture.paint(
        Bitmap(size: PixelSize(width: 9, height: 7), color: RGBColor(red: UInt8(index * 4), green: 90, blue: 30)),
        x: index * 37 % 151, y: index * 53 % 113)
    }
    return try JPEGCodec().encode(picture, quality: quality)
  }

  private func developed(_ jpeg: [UInt8], _ quality: PhotoQuality?, _ chain: TransformChain = TransformChain()) throws
    -> Photo
  {
    try JPEGDarkroom(chains: TransformChains(live: chain), quality: quality)
      .develop(Photo(jpeg: jpeg, size: PixelSize(width: 160, height: 120)), record)
  }

  @Test func `high keeps the camera's own picture, medium is encoded at 70 and low at 40`() throws {
    let jpeg = try camera(quality: 92)
    let own = try developed(jpeg, nil)
    #expect(try developed(jpeg, .high) == own)
    #expect(firstQuantum(of: own.jpeg) == 3)
    let (medium, low) = (try developed(jpeg, .medium), try developed(jpeg, .low))
    #expect(firstQuantum(of: medium.jpeg) == 10 && firstQuantum(of: low.jpeg) == 20)
    #expect(low.jpeg.count < medium.jpeg.count && medium.jpeg.count < own.jpeg.count)
    for photo in [medium, low] {
      #expect(photo.size == own.size)
      #expect(try Exif(jpeg: photo.jpeg).model == "Mock camera")
    }
  }

  @Test func `a photo that was coarser than asked for is kept as it came`() throws {
    let jpeg = try camera(quality: 25)
    #expect(try developed(jpeg, .medium) == developed(jpeg, nil))
  }

  @Test func `where a crop must be encoded, high loses nothing, and the others are encoded once`() throws {
    let jpeg = try camera(quality: 92)
    let chain = TransformChain(crop: .init(proportions: PixelSize(width: 1, height: 1)))
    for (quality, quantum) in [(PhotoQuality.high, 1), (.medium, 10), (.low, 20)] {
      #expect(firstQuantum(of: try developed(jpeg, quality, chain).jpeg) == quantum, "\(quality)")
    }
    #expect(firstQuantum(of: try developed(jpeg, nil, chain).jpeg) == 2)
  }
}
