import BoothCore
import Testing

@testable import Imaging

/// A composite as the sheet that a printer need not scale.
@Suite struct PrintSheetTests {
  private static let canvas = PixelSize(width: 1240, height: 1844)
  private static let green = RGBColor(red: 40, green: 160, blue: 60)

  /// One photo over the whole composite, whose left half is red, and whose top right is green.
  private func sheet(_ size: PixelSize, on canvas: PixelSize = Self.canvas) throws -> Bitmap {
    var picture = Bitmap(size: size, color: RGBColor(red: 200, green: 40, blue: 40))
    picture.fill(
      PixelRect(x: size.width / 2, y: 0, width: size.width - size.width / 2, height: size.height), with: .white)
    picture.fill(
      PixelRect(x: size.width / 2, y: 0, width: size.width - size.width / 2, height: size.height / 2), with: Self.green)
    let layout = CompositeLayout(size: size, slots: [PixelRect(x: 0, y: 0, width: size.width, height: size.height)])
    let request = CompositeRequest(
      photos: [try JPEGCodec().encode(picture, quality: 95)], layout: layout, theme: Theme(), artwork: Artwork(),
      footer: "")
    let sheet = try CompositeRenderer().sheet(request, canvas: canvas, page: canvas)
    let jpeg = sheet.jpeg
    // Twice beside itself, a printer that cuts makes two of it.
    let isStrip = size.height >= 2 * size.width
    #expect(sheet.pieces == (isStrip ? 2 : 1))
    #expect(try JPEGCodec().validate(jpeg) == canvas)
    return try JPEGCodec().decode(jpeg)
  }

  private func expect(_ sheet: Bitmap, _ x: Double, _ y: Double, _ color: RGBColor, _ place: Comment) {
    let found = sheet.color(Int(x * Double(sheet.size.width - 1)), Int(y * Double(sheet.size.height - 1)))
    #expect(found.isNear(color, within: 12), place)
  }

  @Test func `a layout of 4x6 fills the sheet to its edges`() throws {
    let sheet = try sheet(PixelSize(width: 1200, height: 1800))
    expect(sheet, 0, 0, RGBColor(red: 200, green: 40, blue: 40), "top left")
    expect(sheet, 1, 0, Self.green, "top right")
    expect(sheet, 1, 1, .white, "bottom right")
  }

  @Test func `a lying layout is turned, not cut to a strip`() throws {
    let sheet = try sheet(PixelSize(width: 1800, height: 1200))
    // Turned to the left: what was at the right is at the top, what was at the top at the left.
    expect(sheet, 0.1, 0.1, Self.green, "top left")
    expect(sheet, 0.9, 0.1, .white, "top right")
    expect(sheet, 0.5, 0.9, RGBColor(red: 200, green: 40, blue: 40), "bottom")
  }

  @Test func `nothing of a layout is cut off with what reaches beyond the paper, and no edge is white`() throws {
    let page = PixelSize(width: 1200, height: 1800)
    var picture = Bitmap(size: page, color: RGBColor(red: 200, green: 40, blue: 40))
    // A line of four pixels along each edge.
    picture.fill(PixelRect(x: 4, y: 4, width: page.width - 8, height: page.height - 8), with: .white)
    let layout = CompositeLayout(size: page, slots: [PixelRect(x: 0, y: 0, width: page.width, height: page.height)])
    let request = CompositeRequest(
      photos: [try JPEGCodec().encode(picture, quality: 95)], layout: layout, theme: Theme(), artwork: Artwork(),
      footer: "")
    let sheet = try JPEGCodec().decode(
      try CompositeRenderer().sheet(request, canvas: Self.canvas, page: page).jpeg)
    #expect(sheet.size == Self.canvas)
    let red = RGBColor(red: 200, green: 40, blue: 40)
    // The paper begins 20 pixels from the left and 22 from the top; there is the line, and outside of it once more.
    for (x, y) in [(21, 900), (18, 900), (1218, 900), (1221, 900), (600, 23), (600, 20), (600, 1820), (600, 1823)] {
      #expect(sheet.color(x, y).isNear(red, within: 30), "\(x), \(y)")
    }
    for (x, y) in [(28, 900), (0, 900), (1211, 900), (1239, 900), (600, 30), (600, 0), (600, 1813), (600, 1843)] {
      #expect(sheet.color(x, y).isNear(.white, within: 30), "\(x), \(y)")
    }
  }

  @Test func `a strip stands twice beside itself, and is cut in the middle`() throws {
    let sheet = try sheet(PixelSize(width: 600, height: 1800))
    for start in [0.0, 0.5] {
      expect(sheet, start + 0.05, 0.1, RGBColor(red: 200, green: 40, blue: 40), "left half at \(start)")
      expect(sheet, start + 0.45, 0.1, Self.green, "top right at \(start)")
      expect(sheet, start + 0.45, 0.9, .white, "bottom right at \(start)")
    }
  }

  @Test func `a lying sheet of a printer that feeds the long side is filled likewise`() throws {
    let sheet = try sheet(PixelSize(width: 600, height: 1800), on: PixelSize(width: 1844, height: 1240))
    // Turned to the left, and one below the other.
    for start in [0.0, 0.5] {
      expect(sheet, 0.1, start + 0.05, Self.green, "top left at \(start)")
      expect(sheet, 0.1, start + 0.45, RGBColor(red: 200, green: 40, blue: 40), "bottom left at \(start)")
    }
  }

  @Test(arguments: [PixelSize(width: 0, height: 5), PixelSize(width: 100_000, height: 100_000)])
  func `a sheet that cannot be held is refused`(_ canvas: PixelSize) throws {
    #expect(throws: ImageError.self) { try sheet(PixelSize(width: 60, height: 90), on: canvas) }
  }
}
