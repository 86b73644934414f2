import BoothCore
import Imaging
import Testing

@testable import Video

@Suite struct PictureFilterTests {
  /// A picture of one colour, filtered, back in red, green and blue.
  private func filtered(_ y: UInt8, _ u: UInt8, _ v: UInt8, _ filter: PhotoFilter) throws -> [UInt8] {
    let picture = try Picture(size: PixelSize(width: 4, height: 2))
    for (index, value) in [y, u, v].enumerated() {
      let plane = picture.plane(index)
      for row in 0..<(index == 0 ? 2 : 1) {
        for x in 0..<(index == 0 ? 4 : 2) { plane.bytes[row * plane.strideBytes + x] = value }
      }
    }
    PictureFilter(filter)?.apply(to: picture)
    return Array(RGBPicture(picture).bytes[..<3])
  }

  @Test(arguments: PhotoFilter.allCases)
  func `clips get the colours that photos get`(_ filter: PhotoFilter) throws {
    try FFmpegLibraries.load()
    for (y, u, v) in [(120, 128, 128), (60, 120, 140), (180, 110, 135), (100, 150, 110), (200, 125, 130)]
      as [(UInt8, UInt8, UInt8)]
    {
      let plain = try filtered(y, u, v, .none)
      var photo = Bitmap(
        size: PixelSize(width: 1, height: 1), color: RGBColor(red: plain[0], green: plain[1], blue: plain[2]))
      if let matrix = filter.matrix { photo.apply(matrix) }
      let wanted = photo.color(0, 0)
      let seen = try filtered(y, u, v, filter)
      for (a, b) in zip(seen, [wanted.red, wanted.green, wanted.blue]) {
        #expect(abs(Int(a) - Int(b)) <= 4, "\(filter) of \(plain): \(seen), should be \(wanted)")
      }
    }
  }

  @Test func `no filter does nothing`() { #expect(PictureFilter(.none) == nil) }
}
