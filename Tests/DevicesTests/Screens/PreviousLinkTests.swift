import BoothCore
import Imaging
import Testing

@testable import Screens

/// The last guests' way to their pictures, while the next guests begin.
struct PreviousLinkTests {
  private static let now = SceneSamples.now
  private static let link = SceneSamples.link
  private static let long = "https://gallery.example.org/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10?key=QmFzZTY0dXJsLWtleQ"
  /// What guests see before and in front of the camera; questions may be so long that they take the corner.
  private static let inSession: Set = [
    "attract", "ready", "aim", "aim-freely", "recording", "countdown", "review",
  ]

  private static func samples(_ event: Event, _ link: String = link) -> [SceneSamples.Sample] {
    SceneSamples.all(of: event).map { sample in
      var sample = sample
      sample.picture.scene.previousLink = link
      return sample
    }
  }

  // MARK: Displays

  @Test(arguments: ScenePainterTests.sizes)
  func `on a display it lies over nothing`(_ size: PixelSize) async {
    for event in SceneSamples.events {
      for sample in Self.samples(event) {
        await Task.yield()
        #expect(SheetSamples.sheet(sample, size).faults == [], "\(sample) at \(size)")
      }
    }
  }

  @Test(arguments: [SheetSamples.landscape, SheetSamples.portrait, PixelSize(width: 1024, height: 768)])
  func `on a display it stays in one place while guests look into the camera`(_ size: PixelSize) async {
    for event in SceneSamples.events {
      var places: Set<PixelRect> = []
      for sample in Self.samples(event) where !sample.name.hasPrefix("code") && sample.name != "pending" {
        await Task.yield()
        let codes = SheetSamples.sheet(sample, size).layers.compactMap { layer in
          if case .code(Self.link, let rect) = layer.mark { rect } else { nil }
        }
        if Self.inSession.contains(sample.name) { #expect(codes.count == 1, "\(sample) at \(size)") }
        places.formUnion(codes)
      }
      #expect(places.count == 1, "\(event.slug) at \(size): \(places)")
    }
  }

  @Test(arguments: [PixelSize(width: 480, height: 600), PixelSize(width: 480, height: 540)])
  func `the photo under review stays one that can be judged`(_ size: PixelSize) throws {
    func photo(_ sample: SceneSamples.Sample) throws -> PixelRect {
      let pictures = SheetSamples.sheet(sample, size).base.compactMap { mark in
        if case .picture(_, let rect, _, _, _) = mark { rect } else { nil }
      }
      return try #require(pictures.first)
    }
    let name = "review"
    let sample = try #require(Self.samples(SceneSamples.wedding).first { $0.name == name })
    let plain = try #require(SceneSamples.all(of: SceneSamples.wedding).first { $0.name == name })
    let (small, whole) = (try photo(sample), try photo(plain))
    #expect(small.size.area * 3 >= whole.size.area, "\(small) of \(whole)")
    #expect(SheetSamples.sheet(sample, size).faults == [])
  }

  @Test func `a question to cancel moves nothing that stands behind it`() throws {
    var sample = try #require(Self.samples(SceneSamples.wedding).first { $0.name == "review" })
    let before = SheetSamples.sheet(sample, SheetSamples.landscape)
    sample.picture.scene.cancelAskedUntil = Self.now + .seconds(5)
    let after = SheetSamples.sheet(sample, SheetSamples.landscape)
    func pictures(_ sheet: Sheet) -> [Mark] { sheet.base.filter { if case .picture = $0 { true } else { false } } }
    #expect(pictures(before) == pictures(after) && !pictures(before).isEmpty)
    #expect(!after.layers.contains { if case .code = $0.mark { true } else { false } })
  }

  @Test(.enabled(if: PhoneReader.isThere, "zbarimg (Debian: zbar-tools) is not installed"))
  func `a phone reads it off a display while the next guests are recorded`() async throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      for sample in Self.samples(event) where ["recording", "review", "countdown"].contains(sample.name) {
        await Task.yield()
        for size in [SheetSamples.landscape, SheetSamples.portrait] {
          let picture = try SheetSamples.bitmap(of: SheetSamples.sheet(sample, size))
          #expect(try PhoneReader.read(PNG.encode(picture)) == Self.link, "\(sample) at \(size)")
        }
      }
    }
  }

  // MARK: Terminals

  @Test(arguments: [(80, 24), (100, 30), (150, 48), (200, 60), (40, 12)], [link, long])
  func `on a terminal it lies over nothing`(_ size: (columns: Int, rows: Int), _ link: String) async {
    for event in SceneSamples.events {
      for sample in Self.samples(event, link) {
        await Task.yield()
        let stage = SceneRendererTests.renderer.draw(
          sample.picture, ScenePictures(), columns: size.columns, rows: size.rows, now: Self.now)
        #expect(stage.faults == [], "\(sample) at \(size)")
      }
    }
  }

  @Test(arguments: [(80, 24), (100, 30)])
  func `where a code would be as large as the picture, the link stands in words`(columns: Int, rows: Int) {
    for link in [Self.link, Self.long] {
      for sample in Self.samples(SceneSamples.wedding, link) where Self.inSession.contains(sample.name) {
        let text = text(of: sample, columns, rows)
        #expect(text.contains("The last guests’ pictures"), "\(sample)")
        // It may stand in two lines.
        #expect(text.filter { $0 != " " }.contains(link.withoutScheme), "\(sample)")
      }
    }
  }

  @Test func `a large terminal has the code`() throws {
    for sample in Self.samples(SceneSamples.wedding) where Self.inSession.contains(sample.name) {
      let stage = SceneRendererTests.renderer.draw(
        sample.picture, ScenePictures(), columns: 200, rows: 60, now: Self.now)
      let (panel, card) = try #require(stage.previous?.code)
      let text = text(of: sample, 200, 60)
      #expect(text.contains("The last guests’ pictures") && !text.contains(Self.link.withoutScheme), "\(sample)")
      // The quiet zone stands, and the first finder pattern in it.
      let zone = panel.quietZone
      #expect(stage.grid.pixels[card.y * 2 * stage.grid.width + card.x * 2] == .white, "\(sample)")
      #expect(
        stage.grid.pixels[(card.y * 2 + zone) * stage.grid.width + (card.x + zone) * 2] == .black, "\(sample)")
    }
  }

  @Test(.enabled(if: PhoneReader.isThere, "zbarimg (Debian: zbar-tools) is not installed"))
  func `a phone reads it off a large terminal while the next guests are recorded`() throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      for sample in Self.samples(event) where ["attract", "recording", "review"].contains(sample.name) {
        let canvas = SceneRendererTests.renderer.render(sample.picture, columns: 200, rows: 60, now: Self.now)
        #expect(try PhoneReader.read(CellPicture().png(of: canvas)) == Self.link, "\(sample)")
      }
    }
  }

  // MARK: Where it does not belong

  @Test func `it is no neighbour of another code, and nothing for the operator's pages`() {
    for sample in Self.samples(SceneSamples.wedding)
    where ["code", "code-done", "settings", "events", "stopped", "starting", "cancel"].contains(sample.name) {
      #expect(!text(of: sample, 80, 24).contains("The last guests’ pictures"), "\(sample)")
      let marks = SheetSamples.sheet(sample, SheetSamples.landscape).layers.map(\.mark)
      #expect(!marks.contains { $0.words?.text == "The last guests’ pictures" }, "\(sample)")
    }
  }

  @Test func `the photo's light is not dimmed by it`() {
    for content in [Scene.Content.shutter(since: nil), .countdown(until: Self.now + .milliseconds(300))] {
      var picture = SceneSamples.picture(content, SceneSamples.wedding)
      picture.scene.previousLink = Self.link
      picture.scene.isTriggered = true
      let sheet = SheetSamples.painter.sheet(picture, size: SheetSamples.landscape, now: Self.now)
      #expect(!sheet.layers.contains { if case .code = $0.mark { true } else { false } })
    }
  }

  private func text(of sample: SceneSamples.Sample, _ columns: Int, _ rows: Int) -> String {
    SceneRendererTests.renderer.render(sample.picture, columns: columns, rows: rows, now: Self.now).text.joined()
  }

}
