import BoothCore
import Testing

@testable import Imaging

@Suite struct PhotoFilterTests {
  private func seen(_ color: RGBColor, _ filter: PhotoFilter) throws -> RGBColor {
    var picture = Bitmap(size: PixelSize(width: 3, height: 2), color: color)
    picture.apply(try #require(filter.matrix))
    #expect(Set(picture.pixels).count == 1)
    return picture.color(1, 1)
  }

  /// All brightnesses of each colour, and mixtures; a count that is no multiple of eight.
  @Test(arguments: [PhotoFilter.blackAndWhite, .sepia, .warm])
  func `a live view in a look has to the bit the composite's colours`(_ filter: PhotoFilter) throws {
    var random: UInt32 = 7
    let size = PixelSize(width: 251, height: 13)
    var wanted = Bitmap(size: size, color: .black)
    wanted.withMutablePixels { pixels in
      for index in pixels.indices {
        random = random &* 1_664_525 &+ 1_013_904_223
        let value = UInt32(index & 255)
        switch index / 256 {
        case 0: pixels[index] = 0xFF00_0000 | value << 16
        case 1: pixels[index] = 0xFF00_0000 | value << 8
        case 2: pixels[index] = 0xFF00_0000 | value
        case 3: pixels[index] = 0xFF00_0000 | value << 16 | value << 8 | value
        default: pixels[index] = 0xFF00_0000 | random >> 8
        }
      }
    }
    var live = wanted
    let before = live.pixels
    wanted.apply(try #require(filter.matrix))
    let colors = try #require(PixelColors(filter))
    live.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      colors.apply(to: base, count: pixels.count - 1)
    }
    #expect(live.pixels.dropLast() == wanted.pixels.dropLast() && live.pixels.dropLast() != before.dropLast())
    // Nothing beyond the count.
    #expect(live.pixels.last == before.last)
  }

  @Test func `no look leaves the live view as it is`() { #expect(PixelColors(.none) == nil) }

  @Test func `no filter has nothing to do`() { #expect(PhotoFilter.none.matrix == nil) }

  @Test func `black and white has no colours, keeps the middle, black and white`() throws {
    for (red, green, blue) in [(200, 30, 90), (0, 255, 0), (12, 200, 250)] as [(UInt8, UInt8, UInt8)] {
      let grey = try seen(RGBColor(red: red, green: green, blue: blue), .blackAndWhite)
      #expect(grey.red == grey.green && grey.green == grey.blue)
    }
    #expect(try seen(.black, .blackAndWhite) == .black && seen(.white, .blackAndWhite) == .white)
    let middle = try seen(RGBColor(red: 128, green: 128, blue: 128), .blackAndWhite)
    #expect(abs(Int(middle.red) - 128) <= 1)
    let (dark, light) = try (
      seen(RGBColor(red: 0, green: 0, blue: 255), .blackAndWhite),
      seen(RGBColor(red: 255, green: 255, blue: 0), .blackAndWhite)
    )
    #expect(dark.red < 40 && light.red > 220, "blue is dark and yellow is light, as eyes have it")
  }

  @Test func `sepia goes from brown to cream, warm keeps its colours apart`() throws {
    let (shadow, light) = try (seen(.black, .sepia), seen(.white, .sepia))
    #expect(shadow.red > shadow.green && shadow.green > shadow.blue)
    #expect(light.red == 255 && light.green > light.blue && light.blue > 200)
    for level in stride(from: 10, to: 250, by: 20) as StrideTo<Int> {
      let grey = RGBColor(red: UInt8(level), green: UInt8(level), blue: UInt8(level))
      let brown = try seen(grey, .sepia)
      #expect(brown.red >= brown.green && brown.green >= brown.blue)
      let warm = try seen(grey, .warm)
      #expect(warm.red > warm.green && warm.green > warm.blue)
      #expect(abs(Int(warm.green) - level) < 8)
    }
  }

  @Test func `translucent pixels stay within their alpha`() throws {
    var picture = Bitmap(
      size: PixelSize(width: 2, height: 1), pixels: [0x8080_4020, 0x0000_0000])
    for filter in PhotoFilter.allCases {
      guard let matrix = filter.matrix else { continue }
      picture.apply(matrix)
      #expect(picture[0, 0] >> 24 == 0x80 && picture[1, 0] == 0)
      for shift: UInt32 in [0, 8, 16] { #expect(picture[0, 0] >> shift & 255 <= 0x80) }
    }
  }
}
