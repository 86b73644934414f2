import BoothCore
import Testing

@testable import Video

@Suite struct GIFPaletteTests {
  private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> (Int, Int, Int)) -> RGBPicture {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        bytes += [UInt8(red), UInt8(green), UInt8(blue)]
      }
    }
    return RGBPicture(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  @Test func `few colours are kept as they are`() {
    let colors = [(250, 10, 10), (10, 240, 10), (10, 10, 230), (128, 128, 128), (255, 255, 255)]
    let palette = GIFPalette(of: [picture(50, 10) { x, _ in colors[x / 10] }])
    #expect(Set(palette.colors) == [0xFA0A0A, 0x0AF00A, 0x0A0AE6, 0x808080, 0xFFFFFF])
    let indices = palette.indices(of: picture(5, 1) { x, _ in colors[x] })
    for (x, index) in indices.enumerated() {
      let color = palette.colors[Int(index)]
      #expect(color == UInt32(colors[x].0 << 16 | colors[x].1 << 8 | colors[x].2))
    }
  }

  @Test func `many colours become 255, spread over all of them, and a small bright thing keeps its own`() {
    let picture = picture(256, 256) { x, y in
      x < 5 && y < 5 ? (255, 0, 255) : (x / 2 + 60, y / 2 + 60, (x + y) / 4 + 60)
    }
    let palette = GIFPalette(of: [picture])
    #expect(palette.colors.count == 255)
    #expect(palette.colors.contains { $0 >> 16 > 245 && $0 >> 8 & 255 < 10 && $0 & 255 > 245 })
    var sums = (0, 0)
    for (at, index) in palette.indices(of: picture).enumerated() where at % 7 == 0 {
      let color = palette.colors[Int(index)]
      sums.0 += abs(Int(color >> 16) - Int(picture.bytes[3 * at]))
      sums.1 += Int(color >> 16) - Int(picture.bytes[3 * at])
    }
    let count = 256 * 256 / 7
    #expect(Double(sums.0) / Double(count) < 8, "\(Double(sums.0) / Double(count))")
    #expect(abs(Double(sums.1)) / Double(count) < 1, "the pattern makes nothing lighter or darker")
  }

  @Test func `pictures stand still where nothing moves`() {
    let still = picture(64, 64) { x, y in (x * 4, y * 4, 128) }
    let palette = GIFPalette(of: [still])
    #expect(palette.indices(of: still) == palette.indices(of: still))
    #expect(Set(palette.indices(of: still)).count > 100)
  }

  @Test func `a picture of one colour has one`() {
    let palette = GIFPalette(of: [picture(8, 8) { _, _ in (7, 8, 9) }])
    #expect(palette.colors == [0x070809])
    #expect(Set(palette.indices(of: picture(9, 3) { _, _ in (255, 255, 255) })) == [0])
  }
}
