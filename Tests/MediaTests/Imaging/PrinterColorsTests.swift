import BoothCore
import Testing

@testable import Imaging

/// Sheets in a printer's own colours, by its ICC profile.
@Suite struct PrinterColorsTests {
  /// A profile of a display, as ISO 15076-1 lays one out: its three colours and their common gamma.
  private struct MatrixProfile {
    /// Adapted to D50, as the standard wants them: X, Y, Z of red, green, blue.
    var primaries = [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
    var space = "RGB "
    var kind = "mntr"
    var leavesOut = ""

    var bytes: [UInt8] {
      func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
      func fixed(_ value: Double) -> [UInt8] { number(UInt32(bitPattern: Int32((value * 65536).rounded()))) }
      func place(_ xyz: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0) + xyz.flatMap(fixed) }
      // 2.19921875, in eight bits after the point.
      let curve = Array("curv".utf8) + number(0) + number(1) + [2, 0x33, 0, 0]
      let white = [0.9642, 1, 0.8249]
      let tags =
        zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ($0, place($1)) }
        + [("wtpt", place(white)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve)]
      let kept = tags.filter { $0.0 != leavesOut }
      var table = number(UInt32(kept.count))
      var data: [UInt8] = []
      for (name, value) in kept {
        table += Array(name.utf8) + number(UInt32(128 + 4 + 12 * kept.count + data.count)) + number(UInt32(value.count))
        data += value
      }
      let head =
        number(UInt32(128 + table.count + data.count)) + number(0) + number(0x0210_0000)
        + Array((kind + space + "XYZ ").utf8)
        + Array(repeating: 0, count: 12) + Array("acsp".utf8) + Array(repeating: 0, count: 28) + white.flatMap(fixed)
      return head + Array(repeating: 0, count: 128 - head.count) + table + data
    }
  }

  private static func turned(_ color: RGBColor, by profile: MatrixProfile = MatrixProfile()) throws -> RGBColor {
    var picture = Bitmap(size: PixelSize(width: 3, height: 2), color: color)
    try picture.turn(into: ColorProfile(bytes: profile.bytes, name: "test.icc"))
    #expect(picture.isOpaque)
    return picture.color(2, 1)
  }

  /// The wide colours are Adobe RGB (1998)'s; the numbers of sRGB's in it are those that follow from its primaries and gamma.
  @Test(
    arguments: [
      ([255, 0, 0], [219, 0, 0]), ([0, 255, 0], [144, 255, 60]), ([255, 255, 255], [255, 255, 255]),
      ([0, 0, 0], [0, 0, 0]),
      ([128, 128, 128], [127, 127, 127]),
    ] as [([UInt8], [UInt8])])
  func `a colour is turned into what the profile says`(_ from: [UInt8], _ to: [UInt8]) throws {
    let found = try Self.turned(RGBColor(red: from[0], green: from[1], blue: from[2]))
    #expect(found.isNear(RGBColor(red: to[0], green: to[1], blue: to[2]), within: 3), "\(found)")
  }

  @Test func `red and blue are not exchanged`() throws {
    // Of a device whose red is what others call blue.
    var exchanged = MatrixProfile()
    exchanged.primaries.swapAt(0, 2)
    let found = try Self.turned(RGBColor(red: 255, green: 0, blue: 0), by: exchanged)
    #expect(found.red < 20 && found.blue > 200, "\(found)")
  }

  @Test func `a sheet is in the printer's colours, and the picture of it on the screen is not`() throws {
    let canvas = PixelSize(width: 300, height: 450)
    let green = Bitmap(size: canvas, color: RGBColor(red: 0, green: 255, blue: 0))
    let layout = CompositeLayout(
      size: canvas, slots: [PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)])
    let request = CompositeRequest(
      photos: [try JPEGCodec().encode(green, quality: 95)], layout: layout, theme: Theme(), artwork: Artwork(),
      footer: "")
    let profile = ColorProfile(bytes: MatrixProfile().bytes, name: "test.icc")
    let renderer = CompositeRenderer()
    let sheet = try JPEGCodec().decode(try renderer.sheet(request, canvas: canvas, page: canvas, colors: profile).jpeg)
    #expect(sheet.color(150, 225).isNear(RGBColor(red: 144, green: 255, blue: 60), within: 6))
    let plain = try JPEGCodec().decode(try renderer.sheet(request, canvas: canvas, page: canvas).jpeg)
    #expect(plain.color(150, 225).isNear(RGBColor(red: 0, green: 255, blue: 0), within: 6))
  }

  @Test func `what is no profile of a printer is refused in words`() {
    var inks = MatrixProfile()
    inks.space = "CMYK"
    var link = MatrixProfile()
    link.kind = "link"
    var part = MatrixProfile()
    part.leavesOut = "gTRC"
    let whole = MatrixProfile().bytes
    let samples: [(bytes: [UInt8], words: String)] = [
      ([], "is no ICC profile"), (Array("not a profile".utf8), "is no ICC profile"),
      (Array(whole.prefix(60)), "is no ICC profile"),
      (Array(whole.prefix(300)), "is no ICC profile"), (Array(repeating: 0xff, count: 4096), "is no ICC profile"),
      (part.bytes, "is no ICC profile"), (inks.bytes, "CMYK"), (link.bytes, "link"),
    ]
    for sample in samples {
      do throws(ImageError) {
        try ColorProfile(bytes: sample.bytes, name: "DS620.icc").prove()
        Issue.record("was taken: \(sample.words), \(sample.bytes.count) bytes")
      } catch {
        #expect(error.description.contains("DS620.icc") && error.description.contains(sample.words), "\(error)")
      }
    }
  }

  @Test func `a damaged profile is refused, or does something harmless`() throws {
    let whole = MatrixProfile().bytes
    var generator = SeededRandom(seed: 45)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      var picture = Bitmap(size: PixelSize(width: 4, height: 4), color: RGBColor(red: 1, green: 2, blue: 3))
      do throws(ImageError) {
        try picture.turn(into: ColorProfile(bytes: bytes, name: "x.icc"))
      } catch {
        #expect(!error.detail.isEmpty)
      }
      #expect(picture.isOpaque)
    }
  }
}
