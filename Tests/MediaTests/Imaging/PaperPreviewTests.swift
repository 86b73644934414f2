import BoothCore
import Testing

@testable import Imaging

/// What a host sees of a print on its paper before the event.
@Suite struct PaperPreviewTests {
  private static let canvas = PixelSize(width: 1240, height: 1844)
  private static let paper = MillimetreSize(width: 101.6, height: 152.4)
  private static let red = RGBColor(red: 214, green: 40, blue: 40)

  private func preview(_ size: PixelSize) throws -> Bitmap {
    let layout = CompositeLayout(size: size, slots: [PixelRect(x: 0, y: 0, width: size.width, height: size.height)])
    let photo = Bitmap(size: size, color: .white)
    let request = CompositeRequest(
      photos: [try JPEGCodec().encode(photo, quality: 95)], layout: layout, theme: Theme(), artwork: Artwork(),
      footer: "")
    return try Bitmap(
      decoding: try PaperPreview.png(of: request, canvas: Self.canvas, paper: Self.paper, dpi: 300), subject: "paper")
  }

  @Test func `what is cut off is red, and the safe line is 3 mm within the paper`() throws {
    let sheet = try preview(PixelSize(width: 1200, height: 1800))
    #expect(sheet.size == Self.canvas)
    // The paper is 1200×1800 pixels in the middle.
    for (x, y) in [(0, 0), (1239, 1843), (19, 900), (1220, 900), (600, 21), (600, 1822)] {
      #expect(sheet.color(x, y).isNear(Self.red, within: 2), "\(x), \(y)")
    }
    for (x, y) in [(24, 900), (1215, 900), (600, 26), (600, 1817), (620, 900)] {
      #expect(sheet.color(x, y).isNear(.white, within: 3), "\(x), \(y)")
    }
    // 3 mm are 35 pixels.
    let line = sheet.color(20 + 35, 900)
    #expect(line.green > line.red + 60, "\(line)")
  }

  @Test func `where strips are cut there is a line`() throws {
    let cut = try preview(PixelSize(width: 600, height: 1800)).color(620, 900)
    #expect(cut.blue > cut.red + 60, "\(cut)")
  }
}
