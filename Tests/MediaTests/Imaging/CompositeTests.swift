import BoothCore
import Testing

@testable import Imaging

@Suite struct CompositeTests {
  private let size = PixelSize(width: 450, height: 300)
  /// ``CompositeLayout/strip`` at a third of its size, since debug builds are slow.
  private static let strip = CompositeLayout(
    size: PixelSize(width: 400, height: 600),
    slots: [23, 210, 397].map { PixelRect(x: 70, y: $0, width: 260, height: 173) },
    footer: PixelRect(x: 20, y: 572, width: 360, height: 25))

  private func request(
    _ photos: [[UInt8]], artwork: Artwork = Artwork(), layout: CompositeLayout = Self.strip, footer: String = ""
  ) -> CompositeRequest {
    var theme = Theme()
    theme.secondary = RGBColor(red: 30, green: 60, blue: 90)
    return CompositeRequest(photos: photos, layout: layout, theme: theme, artwork: artwork, footer: footer)
  }

  private func compose(_ request: CompositeRequest) throws -> Bitmap {
    let jpeg = try CompositeRenderer().composite(request)
    #expect(try JPEGCodec().validate(jpeg) == request.layout.size)
    return try JPEGCodec().decode(jpeg)
  }

  private func center(_ rect: PixelRect) -> (Int, Int) { (rect.x + rect.width / 2, rect.y + rect.height / 2) }

  @Test func `the layout of 4x6 inches is filled`() throws {
    let yellow = RGBColor(red: 240, green: 200, blue: 20)
    let photo = try JPEGCodec().encode(Bitmap(size: size, color: yellow))
    let composite = try compose(request([photo, photo, photo], layout: .strip, footer: "Anna & Ben"))
    #expect(composite.size == PixelSize(width: 1200, height: 1800))
    for slot in CompositeLayout.strip.slots {
      let (x, y) = center(slot)
      #expect(composite.color(x, y).isNear(yellow, within: 4))
    }
  }

  @Test(arguments: 0...4) func `any number of photos gives a composite`(_ count: Int) throws {
    let photos = try (0..<count).map { _ in
      try JPEGCodec().encode(Bitmap(size: size, color: RGBColor(red: 240, green: 200, blue: 20)))
    }
    let composite = try compose(request(photos))
    for (index, slot) in Self.strip.slots.enumerated() {
      let (x, y) = center(slot)
      let expected = index < count ? RGBColor(red: 240, green: 200, blue: 20) : Theme().primary
      #expect(composite.color(x, y).isNear(expected, within: 4))
    }
    #expect(composite.color(5, 5).isNear(RGBColor(red: 30, green: 60, blue: 90), within: 3))
  }

  /// Slots much and a little smaller than the photo, of its proportions, and larger.
  @Test(arguments: [(195, 130), (234, 156), (480, 320), (840, 560)])
  func `slots look like their photos scaled by Lanczos`(_ width: Int, _ height: Int) throws {
    let slot = PixelRect(x: 3, y: 5, width: width, height: height)
    let layout = CompositeLayout(size: PixelSize(width: width + 9, height: height + 9), slots: [slot])
    // Quality 90 itself blurs grain (0.985 is what it leaves of the grainy photo, however well scaled), so that one is
    // looked at before it is encoded.
    for (noise, least) in [(2, 0.98), (6, 0.99)] {
      let scene = TestPictures.scene(PixelSize(width: 810, height: 540), seed: UInt64(width), noise: noise)
      let photo = try JPEGCodec().encode(scene, quality: 92, subsampling: .s422)
      let expected = LanczosReference.scale(try JPEGCodec().decode(photo), to: slot.size)
      let seen =
        noise == 2
        ? try #require(compose(request([photo], layout: layout)).cropped(to: slot))
        : try CompositeRenderer.photo(photo, filling: slot.size, JPEGCodec(), subject: "photo")
      let ssim = LanczosReference.ssim(expected, seen)
      #expect(ssim >= least, "SSIM \(ssim) with noise \(noise)")
    }
  }

  @Test(arguments: Orientation.allCases)
  func `photos stand upright and are cut around their middle`(_ orientation: Orientation) throws {
    // Upright it is a chart twice as wide as its slot's proportions, with black ends that must be cut away.
    var upright = Bitmap(size: PixelSize(width: 1200, height: 400), color: .black)
    upright.paint(TestPictures.chart(PixelSize(width: 600, height: 400)), x: 300, y: 0)
    let inverse: Orientation =
      orientation == .turnRight ? .turnLeft : orientation == .turnLeft ? .turnRight : orientation
    let exif =
      Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue)]
      + [0, 0, 0, 0, 0, 0]
    let jpeg = insertingSegment(0xE1, exif, into: try JPEGCodec().encode(upright.turned(inverse), quality: 95))
    let composite = try compose(request([jpeg]))
    let slot = Self.strip.slots[0]
    let chart = TestPictures.chart(PixelSize(width: 4, height: 4))
    // Near the corners, so that a wrong cut shows black.
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let seen = composite.color(slot.x + (x == 0 ? 8 : slot.width - 9), slot.y + (y == 0 ? 8 : slot.height - 9))
      #expect(seen.isNear(chart.color(2 * x, 2 * y)), "\(x), \(y): \(seen)")
    }
  }

  @Test func `an unreadable photo is named`() throws {
    let good = try TestPictures.jpeg(size, seed: 1)
    for bad in [[], Array("GIF89a".utf8), Array(good[..<(good.count * 3 / 4)])] {
      let error = #expect(throws: ImageError.self) { try CompositeRenderer().composite(request([good, bad])) }
      #expect(error?.subject == "photo 2")
    }
  }

  @Test func `artwork lies where it belongs`() throws {
    let red = RGBColor(red: 200, green: 0, blue: 0)
    let green = RGBColor(red: 0, green: 180, blue: 0)
    let blue = RGBColor(red: 0, green: 0, blue: 200)
    var frame = Bitmap(size: PixelSize(width: 390, height: 260))
    frame.fill(PixelRect(x: 0, y: 0, width: 390, height: 30), with: green)
    var strip = Bitmap(size: PixelSize(width: 400, height: 600))
    strip.fill(PixelRect(x: 0, y: 0, width: 20, height: 600), with: blue)
    let logo = Bitmap(size: PixelSize(width: 50, height: 25), color: red)
    var layout = Self.strip
    layout.logo = PixelRect(x: 334, y: 40, width: 60, height: 60)
    let artwork = Artwork(
      logo: try PNG.encode(logo),
      background: try JPEGCodec().encode(Bitmap(size: PixelSize(width: 700, height: 300), color: .white), quality: 95),
      photoFrame: try PNG.encode(frame), stripFrame: try PNG.encode(strip))
    let renderer = CompositeRenderer()
    let request = request([try JPEGCodec().encode(Bitmap(size: size, color: .black))], artwork: artwork, layout: layout)
    let jpeg = try renderer.composite(request)
    let composite = try JPEGCodec().decode(jpeg)
    #expect(composite.color(6, 300).isNear(blue))
    #expect(composite.color(380, 560).isNear(.white))
    #expect(composite.color(200, 30).isNear(green))
    #expect(composite.color(200, 110).isNear(.black))
    #expect(composite.color(200, 220).isNear(Theme().primary), "an empty slot has no frame")
    #expect(
      composite.color(364, 70).isNear(red) && composite.color(364, 45).isNear(.white),
      "the logo keeps its proportions")
    // From the cache, the same again; with other artwork, not.
    #expect(try renderer.composite(request) == jpeg)
    var plain = request
    plain.artwork = Artwork()
    #expect(try JPEGCodec().decode(renderer.composite(plain)).color(6, 300).isNear(request.theme.secondary))
  }

  @Test func `artwork that cannot be used gives way to colours`() throws {
    let png = try PNG.encode(Bitmap(size: PixelSize(width: 40, height: 40), color: .white))
    var monster = png
    monster.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
    let photo = try TestPictures.jpeg(size, seed: 1)
    let plain = try CompositeRenderer().composite(request([photo]))
    for bad in [
      [], [0xFF, 0xD8], Array("<svg/>".utf8), Array(png[..<30]), Array(photo[..<(photo.count / 2)]), monster,
    ] {
      let artwork = Artwork(logo: bad, background: bad, photoFrame: bad, stripFrame: bad)
      #expect(try CompositeRenderer().composite(request([photo], artwork: artwork)) == plain)
    }
  }

  @Test(arguments: [
    "Anna & Ben", "مرحبا بكم في حفل الزفاف", "שלום 2026 Photobooth",
    "Ein sehr langer Text, der niemals in eine Zeile passt "
      + String(repeating: "und immer weiter geht ", count: 40), "two\nlines", "🎉🎉🎉", "Z̸̢̛̟͎͔̭̈́͊̓ȃ̵̧̛̗̠̮̱l̴͈̈́g̷̢̖̏o̵̮͝",
  ])
  func `the footer always shows and always fits`(_ text: String) throws {
    let empty = try compose(request([]))
    let composite = try compose(request([], footer: text))
    let footer = try #require(Self.strip.footer)
    let changed = try #require(composite.cropped(to: footer))
    #expect(TestPictures.difference(changed, try #require(empty.cropped(to: footer))).greatest > 60)
    // JPEG blocks carry a little over the edge; letters would carry a lot.
    for rect in [
      PixelRect(x: 0, y: 0, width: 400, height: footer.y - 8),
      PixelRect(x: 0, y: footer.y, width: footer.x - 8, height: 28),
      PixelRect(x: footer.x + footer.width + 8, y: footer.y, width: 12, height: 28),
    ] {
      let (a, b) = (try #require(composite.cropped(to: rect)), try #require(empty.cropped(to: rect)))
      #expect(TestPictures.difference(a, b).greatest < 30)
    }
  }

  @Test func `strange layouts make errors or pictures, never crashes`() throws {
    let photo = try TestPictures.jpeg(size, seed: 1)
    func layout(_ width: Int, _ height: Int, _ slot: PixelRect, footer: PixelRect? = nil) -> CompositeLayout {
      CompositeLayout(size: PixelSize(width: width, height: height), slots: [slot], logo: footer, footer: footer)
    }
    let slot = PixelRect(x: 0, y: 0, width: 50, height: 50)
    for bad in [
      layout(0, 100, slot), layout(-5, 100, slot), layout(1_000_000, 1_000_000, slot), layout(Int.max, 2, slot),
      layout(100, 100, PixelRect(x: 0, y: 0, width: 0, height: 10)),
      layout(100, 100, PixelRect(x: 0, y: 0, width: Int.max, height: Int.max)),
    ] {
      #expect(throws: ImageError.self) { try CompositeRenderer().composite(request([photo], layout: bad)) }
    }
    for odd in [
      layout(1, 1, slot), layout(100, 100, PixelRect(x: -20, y: 80, width: 60, height: 60)),
      layout(100, 100, PixelRect(x: 500, y: -500, width: 60, height: 60)),
      layout(100, 100, slot, footer: PixelRect(x: 90, y: 90, width: Int.max, height: Int.max)),
      layout(100, 100, slot, footer: PixelRect(x: Int.min, y: 0, width: 3, height: -3)),
    ] {
      let artwork = Artwork(logo: try PNG.encode(Bitmap(size: PixelSize(width: 9, height: 9), color: .white)))
      let composite = try compose(request([photo], artwork: artwork, layout: odd, footer: "Footer"))
      #expect(composite.size == odd.size)
    }
  }
}
