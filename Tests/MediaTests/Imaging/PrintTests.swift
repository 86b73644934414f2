import BoothCore
import Testing

@testable import Imaging

@Suite struct PrintTests {
  private static let red = RGBColor(red: 200, green: 20, blue: 20)
  private static let green = RGBColor(red: 20, green: 170, blue: 20)
  private static let ground = RGBColor(red: 30, green: 60, blue: 90)

  /// 254 dpi: a millimetre is ten pixels.
  private func layout(
    _ pictures: [PrintLayout.Picture], _ change: (inout PrintLayout) -> Void = { _ in }
  ) -> PrintLayout {
    var layout = PrintLayout(paper: MillimetreSize(width: 60, height: 40), dpi: 254, pictures: pictures)
    change(&layout)
    return layout
  }

  private func request(
    _ layout: PrintLayout, photos: [[UInt8]] = [], artwork: Artwork = Artwork(), filter: PhotoFilter = .none,
    link: String? = nil
  ) -> CompositeRequest {
    var theme = Theme()
    theme.secondary = Self.ground
    return CompositeRequest(
      photos: photos, layout: layout.outline(strips: 1), printLayout: layout, theme: theme, artwork: artwork,
      footer: "", filter: filter, link: link)
  }

  private func draw(
    _ layout: PrintLayout, photos: [[UInt8]] = [], artwork: Artwork = Artwork(), filter: PhotoFilter = .none,
    link: String? = nil
  ) throws -> Bitmap {
    try CompositeRenderer().canvas(
      request(layout, photos: photos, artwork: artwork, filter: filter, link: link))
  }

  private func photo(_ color: RGBColor) throws -> [UInt8] {
    try JPEGCodec().encode(Bitmap(size: PixelSize(width: 300, height: 200), color: color), quality: 95)
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> MillimetreRect {
    MillimetreRect(x: x, y: y, width: width, height: height)
  }

  @Test func `photos stand where the millimetres say, and missing ones are coloured`() throws {
    let layout = layout([
      PrintLayout.Picture(strip: 1, box: box(5, 4, 20, 15)), PrintLayout.Picture(strip: 5, box: box(30, 4, 20, 15)),
    ])
    let print = try draw(layout, photos: [photo(Self.green), photo(Self.red)])
    #expect(print.size == PixelSize(width: 600, height: 400))
    for (x, y) in [(50, 40), (249, 40), (50, 189), (249, 189)] { #expect(print.color(x, y).isNear(Self.red)) }
    for (x, y) in [(49, 40), (250, 100), (100, 39), (100, 190)] { #expect(print.color(x, y) == Self.ground) }
    #expect(print.color(300, 40) == Theme().primary && print.color(499, 189) == Theme().primary)
  }

  @Test(arguments: [2000, 5000])
  func `a link too long for its place, or for any code, is left out`(_ length: Int) throws {
    let layout = layout([PrintLayout.Picture(strip: 0, box: box(5, 4, 20, 15))]) { $0.code = box(40, 20, 15, 15) }
    let photos = [try photo(Self.green)]
    #expect(try draw(layout, photos: photos, link: "https://b.example/s/1") != draw(layout, photos: photos))
    let link = String(repeating: "x", count: length)
    #expect(try draw(layout, photos: photos, link: link) == draw(layout, photos: photos))
  }

  @Test func `a quarter's turn gives the very pixels, turned`() throws {
    let chart = try JPEGCodec().encode(TestPictures.chart(PixelSize(width: 300, height: 200)), quality: 95)
    let flat = try draw(layout([PrintLayout.Picture(strip: 0, box: box(10, 10, 20, 16))]), photos: [chart])
    let upright = try #require(flat.cropped(to: PixelRect(x: 100, y: 100, width: 200, height: 160)))
    for (degrees, orientation) in [
      (90.0, Orientation.turnRight), (180, .upsideDown), (270, .turnLeft), (-90, .turnLeft),
    ] {
      let turned = try draw(
        layout([PrintLayout.Picture(strip: 0, box: box(10, 10, 20, 16), turn: degrees)]), photos: [chart])
      let expected = upright.turned(orientation)
      let seen = turned.cropped(
        to: PixelRect(
          x: 200 - expected.width / 2, y: 180 - expected.height / 2, width: expected.width, height: expected.height))
      #expect(seen == expected, "\(degrees)")
    }
  }

  @Test func `a turned photo looks like the photo`() throws {
    let scene = TestPictures.scene(PixelSize(width: 600, height: 400), seed: 5, noise: 0)
    let jpeg = try JPEGCodec().encode(scene, quality: 95)
    let layout = layout([PrintLayout.Picture(strip: 0, box: box(15, 10, 30, 20), turn: 20)])
    let print = try draw(layout, photos: [jpeg])
    // Turned back pixel by pixel, from the nearest neighbour: only its own roughness is left.
    let upright = try draw(self.layout([PrintLayout.Picture(strip: 0, box: box(15, 10, 30, 20))]), photos: [jpeg])
    let turn = Turn(degrees: 20)
    var sum = 0.0
    var count = 0.0
    for y in stride(from: 110, to: 290, by: 3) {
      for x in stride(from: 160, to: 440, by: 3) {
        let at = turn.apply(x: Double(x) + 0.5 - 300, y: Double(y) + 0.5 - 200)
        let seen = print.color(Int((at.x + 300).rounded(.down)), Int((at.y + 200).rounded(.down)))
        let wanted = upright.color(x, y)
        sum += Double(abs(Int(seen.green) - Int(wanted.green)))
        count += 1
      }
    }
    #expect(sum / count < 3, "mean difference \(sum / count)")
    // Its corners are where trigonometry says, and the ground is beside them.
    for (x, y) in [(-148.0, -98.0), (148, -98), (148, 98), (-148, 98)] {
      let corner = turn.apply(x: x, y: y)
      #expect(print.color(Int(300 + corner.x), Int(200 + corner.y)) != Self.ground)
      let beyond = turn.apply(x: x * 1.03, y: y * 1.03)
      #expect(print.color(Int(300 + beyond.x), Int(200 + beyond.y)) == Self.ground)
    }
  }

  @Test(arguments: [3.0, 45, 89.9, 133, 271, -20]) func `a turned edge is smooth and has no seam`(_ degrees: Double)
    throws
  {
    let white = try photo(.white)
    let print = try draw(
      layout([PrintLayout.Picture(strip: 0, box: box(20, 10, 20, 20), turn: degrees)]) { $0.ground = .own(.black) },
      photos: [white])
    var area = 0.0
    for pixel in print.pixels { area += Double(pixel & 255) / 255 }
    #expect(abs(area - 40_000) < 150, "\(area)")
    #expect(print.pixels.allSatisfy { $0 >> 24 == 255 })
  }

  @Test func `corners are round and borders lie around`() throws {
    let picture = PrintLayout.Picture(
      strip: 0, box: box(10, 10, 30, 20), radius: 4, border: 2, borderInk: .own(.white))
    for turn in [0.0, 90, 0.001] {
      var picture = picture
      picture.turn = turn
      let print = try draw(layout([picture]), photos: [photo(Self.red)])
      let (middle, side) = turn == 90 ? ((250, 200), (100, 150)) : ((250, 200), (150, 100))
      #expect(print.color(middle.0, middle.1).isNear(Self.red))
      #expect(print.color(middle.0 - side.0 - 10, middle.1).isNear(.white, within: 2), "\(turn)")
      #expect(print.color(middle.0 - side.0 - 25, middle.1) == Self.ground)
      #expect(print.color(middle.0 - side.0 + 3, middle.1 - side.1 + 3).isNear(.white, within: 2), "the photo's corner")
      #expect(print.color(middle.0 - side.0 - 18, middle.1 - side.1 - 18) == Self.ground, "the border's corner")
    }
  }

  @Test func `frames lie below and above the photos, the logo and the words above all`() throws {
    let frame = try PNG.encode(Bitmap(size: PixelSize(width: 10, height: 10), color: Self.green))
    let other = try PNG.encode(Bitmap(size: PixelSize(width: 10, height: 10), color: .black))
    let logo = try PNG.encode(Bitmap(size: PixelSize(width: 20, height: 10), color: .white))
    let layout = layout([PrintLayout.Picture(strip: 0, box: box(5, 5, 30, 20))]) {
      $0.under = [PrintLayout.Frame(name: "under.png", box: box(2, 2, 40, 30)), PrintLayout.Frame(name: "gone.png")]
      $0.over = [PrintLayout.Frame(name: "over.png", box: box(20, 0, 10, 40))]
      $0.logo = box(20, 6, 10, 10)
      $0.texts = [
        PrintLayout.Text(words: "", box: box(20, 30, 10, 5), plate: .own(Self.red)),
        PrintLayout.Text(words: "MMMM", box: box(45, 5, 6, 30), turn: 90, ink: .own(.white), plate: .own(.black)),
      ]
    }
    let artwork = Artwork(logo: logo, frames: ["under.png": frame, "over.png": other])
    let print = try draw(layout, photos: [photo(Self.red)], artwork: artwork)
    #expect(print.color(30, 30) == Self.green && print.color(10, 10) == Self.ground)
    #expect(print.color(100, 100).isNear(Self.red))
    #expect(print.color(250, 20) == .black && print.color(250, 240) == .black)
    #expect(print.color(250, 110) == .white && print.color(250, 70) == .black, "the logo keeps its proportions")
    #expect(print.color(250, 325) == Self.red)
    // The turned text's plate lies across its box: 30 mm wide, 6 high.
    #expect(print.color(340, 200) == .black && print.color(595, 200) == .black)
    let words = try #require(print.cropped(to: PixelRect(x: 330, y: 170, width: 270, height: 60)))
    #expect(words.pixels.contains { $0 & 255 > 200 })
  }

  @Test func `a panel is printed wherever the paper has it`() throws {
    let one = layout([PrintLayout.Picture(strip: 0, box: box(5, 5, 20, 10))]) {
      $0.panel = MillimetreSize(width: 30, height: 36)
      $0.panels = [MillimetrePoint(x: 0, y: 2), MillimetrePoint(x: 30, y: 2)]
      $0.texts = [PrintLayout.Text(words: "Anna", box: box(3, 20, 24, 8))]
    }
    let print = try draw(one, photos: [photo(Self.red)])
    let left = try #require(print.cropped(to: PixelRect(x: 0, y: 20, width: 300, height: 360)))
    let right = try #require(print.cropped(to: PixelRect(x: 300, y: 20, width: 300, height: 360)))
    #expect(left == right)
    #expect(print.color(100, 10) == .white && print.color(400, 390) == .white, "plain paper around the panels")
    #expect(left.color(150, 100).isNear(Self.red))
  }

  @Test func `words that read from the right begin at the right`() throws {
    func ink(_ words: String, _ align: PrintLayout.Text.Align) throws -> (left: Int, right: Int) {
      let layout = layout([]) {
        $0.ground = .own(.black)
        $0.texts = [PrintLayout.Text(words: words, box: box(5, 10, 50, 6), align: align, ink: .own(.white))]
      }
      let print = try draw(layout)
      let columns = (0..<600).filter { x in (100..<160).contains { print[x, $0] & 255 > 128 } }
      return (columns.first ?? -1, columns.last ?? -1)
    }
    #expect(try ink("Anna", .start).left < 60 && ink("Anna", .start).right < 300)
    #expect(try ink("Anna", .end).right > 540)
    #expect(try ink("שלום", .start).right > 540 && ink("שלום", .start).left > 300)
    #expect(try ink("שלום", .end).left < 60)
    let middle = try ink("2026 · يريد", .center)
    #expect(abs(middle.left + middle.right - 600) < 12)
  }

  @Test func `a filter changes the photos and nothing else`() throws {
    let layout = layout([PrintLayout.Picture(strip: 0, box: box(5, 5, 30, 20))])
    let print = try draw(layout, photos: [photo(Self.red)], filter: .blackAndWhite)
    let grey = print.color(200, 150)
    #expect(grey.red == grey.green && grey.green == grey.blue)
    #expect(print.color(2, 2) == Self.ground)
  }

  @Test func `the file says how large it is on paper`() throws {
    let jpeg = try CompositeRenderer().composite(request(layout([])))
    #expect(Array(jpeg[2..<18]) == [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 1, 0, 254, 0, 254])
    #expect(try JPEGCodec().validate(jpeg) == PixelSize(width: 600, height: 400))
  }

  @Test func `the artwork is kept between sessions, whose words differ`() throws {
    let renderer = CompositeRenderer()
    func print(_ words: String, _ paper: MillimetreSize) throws -> Bitmap {
      var layout = layout([]) { $0.texts = [PrintLayout.Text(words: words, box: box(5, 10, 30, 6))] }
      layout.paper = paper
      layout.panel = paper
      return try renderer.canvas(request(layout))
    }
    let size = MillimetreSize(width: 60, height: 40)
    let first = try print("Anna", size)
    #expect(try print("Otto", size) != first)
    #expect(try print("Anna", size) == first)
    #expect(try print("Anna", MillimetreSize(width: 50, height: 40)).size == PixelSize(width: 500, height: 400))
  }

  @Test func `a paper that is too large is refused`() {
    var huge = layout([])
    huge.paper = MillimetreSize(width: 10_000, height: 10_000)
    huge.panel = huge.paper
    let error = #expect(throws: ImageError.self) { try draw(huge) }
    #expect(error?.code == .tooLarge && error?.subject == "the print's paper")
    let error2 = #expect(throws: ImageError.self) {
      try draw(layout([PrintLayout.Picture(strip: 0, box: box(0, 0, 1e5, 9))]))
    }
    #expect(error2?.subject == "picture 1 of the print")
  }
}
