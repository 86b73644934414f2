import BoothCore
import Testing

@testable import BoothImaging

/// The drawn guests.
@Suite struct SamplePhotoTests {
  @Test func `a photo that is drawn strip by strip is the one that is drawn at once, byte for byte`() throws {
    let sizes = [
      PixelSize(width: 1800, height: 1200), PixelSize(width: 640, height: 480), PixelSize(width: 334, height: 130),
      PixelSize(width: 2, height: 258), PixelSize(width: 200, height: 128), PixelSize(width: 333, height: 221),
    ]
    for (number, size) in sizes.enumerated() {
      for seconds in [nil, 12.5] {
        let whole = try SamplePhoto.picture(number, size: size, at: seconds)
        #expect(
          try SamplePhoto.jpeg(number, size: size, at: seconds) == JPEGCodec().encode(whole, quality: 92), "\(size)")
      }
    }
  }
}
