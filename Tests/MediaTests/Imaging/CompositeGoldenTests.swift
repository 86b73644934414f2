import BoothCore
import Testing

@testable import Imaging

/// Composites in pixels are FotoX's and stay what they are, to the last bit: before they are encoded, and without words,
/// so that neither another JPEG library nor other fonts matter.
@Suite struct CompositeGoldenTests {
  /// FNV-1a over every third pixel.
  private func hash(_ picture: Bitmap) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    picture.withPixels { pixels in
      var index = 0
      while index < pixels.count {
        hash = (hash ^ UInt64(pixels[index])) &* 0x100_0000_01B3
        index += 3
      }
    }
    return String(hash, radix: 16)
  }

  @Test func `a composite in pixels is the same as ever`() throws {
    let photos = try (1...3).map { try TestPictures.jpeg(PixelSize(width: 810, height: 540), seed: $0) }
    let layout = CompositeLayout(
      size: PixelSize(width: 500, height: 700),
      slots: [PixelRect(x: 20, y: 30, width: 300, height: 200), PixelRect(x: 180, y: 240, width: 300, height: 400)],
      logo: PixelRect(x: 330, y: 20, width: 150, height: 90))
    var ring = Bitmap(size: PixelSize(width: 300, height: 200))
    ring.fill(PixelRect(x: 0, y: 0, width: 300, height: 12), with: RGBColor(red: 250, green: 200, blue: 10, alpha: 180))
    var strip = Bitmap(size: PixelSize(width: 250, height: 350))
    strip.fill(PixelRect(x: 0, y: 0, width: 9, height: 350), with: RGBColor(red: 9, green: 200, blue: 110, alpha: 200))
    let artwork = Artwork(
      logo: try PNG.encode(TestPictures.chart(PixelSize(width: 60, height: 40))), background: photos[2],
      photoFrame: try PNG.encode(ring), stripFrame: try PNG.encode(strip))
    let renderer = CompositeRenderer()
    let full = try renderer.canvas(
      CompositeRequest(photos: photos, layout: layout, theme: Theme(), artwork: artwork, footer: ""))
    #expect(hash(full) == "5da77bcf8fd48e55")
    let few = try renderer.canvas(
      CompositeRequest(
        photos: Array(photos.prefix(1)), layout: .standard(slots: 4), theme: Theme(), artwork: Artwork(), footer: ""))
    #expect(hash(few) == "96392034e3384ec")
  }
}
