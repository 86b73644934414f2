import BoothCore
import Testing

@testable import Imaging

struct GuideTests {
  private static let size = PixelSize(width: 320, height: 240)
  private static let square = PixelRect(x: 80, y: 60, width: 160, height: 120)

  private static func grey(_ level: UInt8) -> RGBColor { RGBColor(red: level, green: level, blue: level) }

  /// A square before an even ground.
  private static func picture(ground: UInt8 = 200, square: UInt8 = 40, scale: Int = 1) -> Bitmap {
    var picture = Bitmap(
      size: PixelSize(width: size.width * scale, height: size.height * scale), color: grey(ground))
    let rect = Self.square
    picture.fill(
      PixelRect(x: rect.x * scale, y: rect.y * scale, width: rect.width * scale, height: rect.height * scale),
      with: grey(square))
    return picture
  }

  /// How far a point is from the square's line, in pixels.
  private static func distance(_ x: Int, _ y: Int) -> Double {
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let (left, top) = (Double(square.x), Double(square.y))
    let (right, bottom) = (left + Double(square.width), top + Double(square.height))
    let (dx, dy) = (max(left - px, px - right, 0), max(top - py, py - bottom, 0))
    let outside = (dx * dx + dy * dy).squareRoot()
    return outside > 0 ? outside : min(px - left, right - px, py - top, bottom - py)
  }

  private static func alpha(_ picture: Bitmap, _ x: Int, _ y: Int) -> UInt32 { picture[x, y] >> 24 }

  // MARK: Contrast and grid

  @Test func `contrast leaves the middle grey and moves everything else away from it`() {
    for (level, expected) in [(0, 0), (64, 32), (127, 127), (128, 128), (150, 161), (191, 223), (255, 255)] {
      let made = GuidePainter.contrast(of: Bitmap(size: PixelSize(width: 3, height: 2), color: Self.grey(UInt8(level))))
      #expect(abs(Int(made.color(1, 1).red) - expected) <= 1, "\(level) became \(made.color(1, 1).red)")
    }
    let clear = Bitmap(size: PixelSize(width: 2, height: 2))
    #expect(GuidePainter.contrast(of: clear) == clear, "what is transparent stays so")
  }

  @Test func `the grid cuts the picture into thirds with half transparent white lines`() {
    let made = GuidePainter.grid(over: Bitmap(size: PixelSize(width: 300, height: 240), color: .black))
    for (x, y) in [(100, 10), (200, 10), (10, 80), (10, 160), (100, 80), (200, 160)] {
      #expect(made.color(x, y) == Self.grey(128), "\(x), \(y)")
    }
    for (x, y) in [(99, 10), (101, 10), (10, 79), (10, 81), (150, 120)] { #expect(made.color(x, y) == .black) }
    let whole = made.withPixels { $0.count { $0 != 0xFF00_0000 } }
    #expect(whole == 2 * 300 + 2 * 240 - 4, "lines of one pixel, and none twice")
    let clear = GuidePainter.grid(of: PixelSize(width: 3840, height: 2160))
    #expect((1278...1282).map { Self.alpha(clear, $0, 0) } == [0, 128, 128, 128, 0], "thicker on a large screen")
    #expect(GuidePainter.grid(of: PixelSize(width: 1, height: 1)).size == PixelSize(width: 1, height: 1))
  }

  // MARK: Outlines

  @Test(arguments: [1, 3])
  func `outlines run where the old picture changes, and nowhere else`(_ scale: Int) throws {
    let made = try GuidePainter.outlines(of: Self.picture(scale: scale))
    #expect(made.width == Self.size.width * scale)
    var (onLine, near) = (0, 0)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let far = Self.distance(x, y)
        let alphas = (0..<scale * scale).map { Self.alpha(made, x * scale + $0 % scale, y * scale + $0 / scale) }
        let alpha = alphas.max() ?? 0
        if far > 6 { #expect(alpha == 0, "\(x), \(y)") }
        if far < 1 {
          near += 1
          if alpha > 200 { onLine += 1 }
        }
      }
    }
    #expect(onLine > near * 8 / 10, "\(onLine) of \(near)")
  }

  @Test func `outlines have a light line in a dark casing, so that they can be read before any wall`() throws {
    for ground in [Self.grey(255), Self.grey(128), Self.grey(0)] {
      var seen = Bitmap(size: Self.size, color: ground)
      try seen.paint(GuidePainter.outlines(of: Self.picture()), x: 0, y: 0)
      // Across the left side of the square, and across its upper one.
      for levels in [
        (70..<90).map { seen.color($0, 120).red }, (50..<70).map { seen.color(160, $0).red },
      ] {
        #expect(levels.max()! > 200 && Int(levels.max()!) - Int(levels.min()!) > 100, "\(levels) on \(ground.red)")
      }
    }
  }

  @Test func `a faded print has the outlines of a fresh one`() throws {
    let fresh = Outlines(of: Self.picture(), intensity: 5)
    let faded = Outlines(of: Self.picture(ground: 150, square: 110), intensity: 5)
    func length(_ outlines: Outlines) -> Int { outlines.lines.reduce(0) { $0 + $1.spots.count } }
    #expect(length(fresh) > 200 && abs(length(fresh) - length(faded)) < 10)
  }

  @Test func `grain, dots and an empty picture have no outlines`() throws {
    var dots = Bitmap(size: PixelSize(width: 640, height: 480), color: Self.grey(180))
    for place in 0..<60 {
      dots.fill(
        PixelRect(x: 20 + place % 10 * 60, y: 20 + place / 10 * 75, width: 4, height: 4), with: Self.grey(60))
    }
    #expect(Outlines(of: dots, intensity: 5).lines.isEmpty)
    var random = SeededRandom(seed: 4)
    let grain = (0..<640 * 480).map { _ in Self.grey(UInt8.random(in: 120...136, using: &random)).premultiplied }
    #expect(Outlines(of: Bitmap(size: dots.size, pixels: grain), intensity: 5).lines.isEmpty)
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 4000, height: 1), PixelSize(width: 3, height: 900)] {
      let made = try GuidePainter.outlines(of: Bitmap(size: size, color: .white))
      #expect(made == Bitmap(size: size))
    }
  }

  // MARK: Live edges

  @Test func `the live picture's edges are found and laid over its rows`() throws {
    var edges = LiveEdges()
    #expect(edges.bitmap() == nil)
    let picture = Self.picture()
    edges.find(in: picture)
    let made = try #require(edges.bitmap())
    #expect(made.size == Self.size)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where Self.distance(x, y) > 4 { #expect(Self.alpha(made, x, y) == 0) }
    }
    #expect(Self.alpha(made, 80, 120) > 200 && Self.alpha(made, 160, 60) > 200)
    // Over rows, any part of them, it is the same picture.
    var laid = picture
    for (y, columns) in [(60, 0..<320), (61, 7..<313), (120, 79..<82), (239, 0..<1), (100, 0..<0)] {
      laid.withMutablePixels { pixels in
        edges.lay(row: y, columns: columns, over: pixels.baseAddress! + y * 320 + columns.lowerBound)
      }
      var expected = picture
      expected.paint(made, x: 0, y: 0)
      for x in columns {
        #expect(laid.color(x, y).isNear(expected.color(x, y), within: 3), "\(x), \(y)")
      }
    }
    #expect(laid.isOpaque)
  }

  @Test(arguments: Orientation.allCases)
  func `edges of a turned and mirrored screen lie where its picture has them`(_ screen: Orientation) throws {
    let sensor = PixelSize(width: 320, height: 180)
    let jpeg = try TestPictures.jpeg(sensor, seed: 5)
    for size in [sensor, PixelSize(width: 270, height: 180), PixelSize(width: 160, height: 90)] {
      let live = LivePicture(chain: TransformChain(screen: screen))
      try live.take(TestPictures.frame(jpeg, .jpeg, sensor, strideBytes: 0), size: screen.apply(to: size))
      var (edges, expected) = (LiveEdges(), LiveEdges())
      edges.find(in: live)
      expected.find(in: live.painted())
      let (found, wanted) = (try #require(edges.bitmap()), try #require(expected.bitmap()))
      #expect(found.size == wanted.size)
      #expect(TestPictures.difference(found, wanted).mean < 3)
      #expect(wanted.withPixels { $0.count { $0 >> 24 > 100 } } > 200)
    }
  }

  @Test func `a picture that is gone has no edges, and tiny ones do no harm`() {
    var edges = LiveEdges()
    edges.find(in: Self.picture())
    edges.find(in: LivePicture(chain: TransformChain()))
    #expect(edges.bitmap() == nil && edges.size == nil)
    for size in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (5, 4)] {
      edges.find(in: Bitmap(size: PixelSize(width: size.0, height: size.1), color: .white))
      #expect(edges.bitmap()?.withPixels { $0.allSatisfy { $0 == 0 } } == true)
    }
  }
}
