import BoothCore
import BoothImaging
import FoundationEssentials
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
}
