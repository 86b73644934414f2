import BoothCore
import Imaging
import Testing

struct DrawingTests {
  private static let box = PixelSize(width: 300, height: 80)
  private static let texts = [
    "Press to start", "Bitte sagt den Gastgebern Bescheid", "לחצו כדי להתחיל", "اضغطوا عندما تكونون جاهزين", "7 s",
  ]

  /// The rectangle of what is not transparent.
  private func inkBox(_ bitmap: Bitmap) -> PixelRect? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] >> 24 > 40 {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
    }
    return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private func drawn(_ block: TextBlock, margin: Int = 20) throws -> Bitmap {
    var bitmap = Bitmap(
      size: PixelSize(width: block.size.width + 2 * margin, height: block.size.height + 2 * margin))
    try bitmap.sketch { $0.text(block, x: margin, y: margin, .white) }
    return bitmap
  }

  @Test(arguments: texts, [TextBlock.Side.left, .center, .right])
  func `text stands where its block says, whatever its side and direction`(_ text: String, _ side: TextBlock.Side)
    throws
  {
    for isRightToLeft in [false, true] {
      for lines in [1, 3] {
        let block = TextBlock(
          .init(text, isRightToLeft: isRightToLeft, side: side, sizes: 8...60, lines: lines), in: Self.box)
        #expect(!block.isCut && block.size.width <= 300 && block.size.height <= 80)
        let ink = try #require(inkBox(drawn(block)))
        // Letters may lean a little out of their advance.
        #expect(ink.x >= 17 && ink.x + ink.width <= 23 + block.size.width, "\(ink) for \(block.size)")
        #expect(ink.y >= 17 && ink.y + ink.height <= 23 + block.size.height)
        #expect(ink.width > block.size.width * 8 / 10)
      }
    }
  }

  @Test func `text is as large as its box lets it be`() {
    let options = TextBlock.Options("Which event?", isBold: true, sizes: 6...200)
    let small = TextBlock(options, in: PixelSize(width: 150, height: 400))
    let large = TextBlock(options, in: PixelSize(width: 300, height: 400))
    #expect(abs(large.pixelSize / small.pixelSize - 2) < 0.15)
    #expect(large.size.width > 280)
    let low = TextBlock(options, in: PixelSize(width: 3000, height: 40))
    #expect(low.size.height <= 40 && low.size.height > 33)
    let most = TextBlock(options, in: PixelSize(width: 9000, height: 9000))
    #expect(most.pixelSize == 200)
  }

  @Test func `what does not fit at its least size is cut, and says so`() {
    let options = TextBlock.Options("Please tell your host about it.", sizes: 20...40)
    let cut = TextBlock(options, in: PixelSize(width: 100, height: 60))
    #expect(cut.isCut && cut.size.width <= 100)
    let broken = TextBlock(
      TextBlock.Options("Please tell your host about it.", sizes: 10...40, lines: 3),
      in: PixelSize(width: 100, height: 90)
    )
    #expect(!broken.isCut && broken.size.height <= 90)
  }

  @Test func `lines are about as long as each other`() throws {
    let text = "The photobooth needs a hand"
    let options = TextBlock.Options(text, side: .center, sizes: 30...30, lines: 2)
    let whole = TextBlock(.init(text, sizes: 30...30), in: PixelSize(width: 1000, height: 100))
    // Wide enough for all but a word.
    let block = TextBlock(options, in: PixelSize(width: whole.size.width - 20, height: 100))
    #expect(block.size.width < whole.size.width * 65 / 100)
  }

  @Test func `a figure's ink is as high as asked for, around its middle`() throws {
    for text in ["1", "3", "10", "✓"] {
      var bitmap = Bitmap(size: PixelSize(width: 300, height: 200))
      try bitmap.sketch {
        $0.figure(
          text, family: "system", middle: Spot(150, 100), height: 120, .white, outline: .black, width: 4)
      }
      let ink = try #require(inkBox(bitmap))
      #expect(abs(ink.height - 128) <= 3, "\(text): \(ink)")
      #expect(abs(2 * ink.y + ink.height - 200) <= 4 && abs(2 * ink.x + ink.width - 300) <= 4)
    }
  }

  @Test func `shapes and pictures stand where they are put`() throws {
    let red = RGBColor(red: 255, green: 0, blue: 0)
    let rect = PixelRect(x: 30, y: 20, width: 60, height: 40)
    for shape in [
      Shape.rectangle(rect), .rectangle(rect, radius: 12), .dome(rect),
      .polygon([Spot(30, 20), Spot(90, 20), Spot(90, 60), Spot(30, 60)]),
    ] {
      var bitmap = Bitmap(size: PixelSize(width: 120, height: 90))
      try bitmap.sketch { $0.fill(shape, .color(red)) }
      #expect(inkBox(bitmap) == rect, "\(shape)")
      // The same from another origin.
      var part = Bitmap(size: rect.size)
      try part.sketch(origin: Spot(30, 20)) { $0.fill(shape, .color(red)) }
      #expect(part == bitmap.cropped(to: rect))
    }
    var picture = Bitmap(size: PixelSize(width: 2, height: 1), color: red)
    picture[1, 0] = 0xFF00_00FF
    for mirrored in [false, true] {
      var bitmap = Bitmap(size: PixelSize(width: 120, height: 90))
      try bitmap.sketch { $0.picture(picture, in: rect, mirrored: mirrored) }
      let left = bitmap.color(35, 40)
      #expect((left.red > 200) != mirrored && (left.blue > 200) == mirrored)
      #expect(bitmap.color(20, 40).alpha == 0)
    }
  }

  @Test func `laying a row over pixels is what painting a picture does`() throws {
    let below = TestPictures.scene(PixelSize(width: 64, height: 20), seed: 5)
    var above = Bitmap(size: PixelSize(width: 64, height: 20))
    try above.sketch {
      $0.fill(.circle(Spot(30, 10), radius: 9), .color(RGBColor(red: 9, green: 200, blue: 90, alpha: 130)))
      $0.fill(.rectangle(PixelRect(x: 50, y: 3, width: 9, height: 9)), .color(.white))
    }
    var painted = below
    painted.paint(above, x: 0, y: 0)
    var laid = below
    laid.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<20 {
        // In two stretches, as overlays are cut by what is drawn anew.
        above.lay(row: y, columns: 0..<23, over: base + y * 64)
        above.lay(row: y, columns: 23..<64, over: base + y * 64 + 23)
      }
    }
    #expect(laid == painted)
  }
}
