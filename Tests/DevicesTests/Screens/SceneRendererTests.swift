import BoothCore
import Imaging
import Testing

@testable import Screens

struct SceneRendererTests {
  /// One for all, as it remembers drawn letters.
  static let renderer = SceneRenderer()
  static let sizes = [(80, 24), (100, 30), (200, 60), (40, 12), (20, 6), (3, 2), (1, 1)]
  static let samples = SceneSamples.events.flatMap { SceneSamples.all(of: $0) }

  @Test(arguments: sizes)
  func `every scene has exactly the terminal's size and whole characters`(columns: Int, rows: Int) async throws {
    let renderer = Self.renderer
    for event in columns > 100 ? [SceneSamples.jerusalem] : SceneSamples.events {
      let pictures = try ScenePictures.samples(of: event, size: PixelSize(width: 160, height: 100))
      for sample in SceneSamples.all(of: event) {
        await Task.yield()
        let canvas = renderer.render(
          sample.picture, pictures: pictures, columns: columns, rows: rows, now: SceneSamples.now)
        #expect(canvas.columns == columns && canvas.rows == rows, "\(sample)")
        #expect(canvas.isWhole, "\(sample)")
      }
    }
  }

  @Test(arguments: [(80, 24), (100, 30), (200, 60), (40, 12)])
  func `no text leaves the screen or lies over other text`(columns: Int, rows: Int) async {
    let renderer = Self.renderer
    for sample in Self.samples {
      await Task.yield()
      let stage = renderer.draw(
        sample.picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
      #expect(stage.faults == [], "\(sample) at \(columns)×\(rows)")
    }
  }

  @Test func `from 80×24 on no phrase is cut in any language`() async {
    let renderer = Self.renderer
    for language in Language.allCases {
      var event = SceneSamples.wedding
      event.languages = [language.rawValue]
      // The live view without a picture says so, with dots of its own.
      let waiting = VisualText.reorder(Phrase.starting.text(in: language), rightToLeft: language.isRightToLeft)
      for sample in SceneSamples.all(of: event) where !["starting", "events"].contains(sample.name) {
        await Task.yield()
        let canvas = renderer.render(sample.picture, columns: 80, rows: 24, now: SceneSamples.now)
        #expect(canvas.text.filter { $0.contains("…") && !$0.contains(waiting) } == [], "\(sample) in \(language)")
      }
    }
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `an event's own words fit on a terminal`(columns: Int, rows: Int) {
    var event = SceneSamples.wedding
    event.languages = ["en"]
    let words = "Come closer, all of you, and say Annaben"
    for scene in SceneKind.allCases { event.theme.words.texts[scene] = ["en": words] }
    event.theme.words.texts[.recording] = ["en": String(words.prefix(20))]
    for sample in SceneSamples.all(of: event) where !["starting", "events"].contains(sample.name) {
      let stage = Self.renderer.draw(
        sample.picture, ScenePictures(), columns: columns, rows: rows, now: SceneSamples.now)
      #expect(stage.faults == [], "\(sample)")
      let canvas = Self.renderer.render(sample.picture, columns: columns, rows: rows, now: SceneSamples.now)
      #expect(canvas.text.filter { $0.contains("…") && $0.contains("closer") } == [], "\(sample)")
    }
  }

  @Test func `a small terminal is told so, a large one is not`() {
    let renderer = Self.renderer
    let picture = SceneSamples.picture(.paused, SceneSamples.wedding)
    let small = renderer.render(picture, columns: 40, rows: 12, now: SceneSamples.now)
    #expect(small.text[11].contains("40×12 is small, better 80×24"))
    let large = renderer.render(picture, columns: 80, rows: 24, now: SceneSamples.now)
    #expect(!large.text.joined().contains("80×24"))
  }

  @Test func `Hebrew stands in visual order at the right edge`() throws {
    let picture = SceneSamples.picture(.settings, SceneSamples.jerusalem)
    var withTrouble = picture
    withTrouble.troubles = ["x"]
    let canvas = Self.renderer.render(withTrouble, columns: 80, rows: 24, now: SceneSamples.now)
    // "תקלות" is spoken from the right: its last letter stands leftmost.
    let row = try #require(canvas.text.first { $0.contains("תולקת") })
    #expect(row.drop { $0 == " " }.count < 12, "not at the right edge: \(row)")
    #expect(!canvas.text.contains { $0.contains("תקלות") })
  }

  @Test func `facts stand on the side where their language begins`() throws {
    for (event, isFromRight) in [(SceneSamples.jerusalem, true), (SceneSamples.wedding, false)] {
      var picture = SceneSamples.picture(.settings, event)
      picture.facts = [OperatorFact.camera("X").text(in: isFromRight ? .hebrew : .english)]
      let canvas = Self.renderer.render(picture, columns: 80, rows: 24, now: SceneSamples.now)
      let row = try #require(canvas.text.first { $0.contains("X") })
      #expect((row.prefix { $0 == " " }.count > 40) == isFromRight, "\(row)")
    }
  }

  @Test func `a terminal that reorders by itself gets Hebrew as it is spoken`() {
    let renderer = SceneRenderer(style: SceneStyle(order: .logical))
    var picture = SceneSamples.picture(.settings, SceneSamples.jerusalem)
    picture.troubles = ["x"]
    let canvas = renderer.render(picture, columns: 80, rows: 24, now: SceneSamples.now)
    #expect(canvas.text.contains { $0.contains("תקלות") })
  }

  @Test func `the review tells how long it still waits, in words that change every second`() {
    let asset = Asset(
      id: 1, session: SessionID(randomBytes: Array(repeating: 1, count: 16)), kind: .photo, strip: 0, path: "",
      sizeBytes: 0, checksum: "")
    let now = SceneSamples.now
    let picture = SceneSamples.picture(.review(asset, until: now + .seconds(5)), SceneSamples.wedding)
    for (after, seconds) in [(0, 5), (1, 5), (1000, 4), (1001, 4), (4000, 1), (4999, 1), (5000, 0), (9000, 0)] {
      let canvas = Self.renderer.render(
        picture, columns: 80, rows: 24, now: now + .milliseconds(after))
      #expect(canvas.text.joined().contains("Kept in \(seconds) s"), "after \(after) ms")
    }
  }

  @Test func `still scenes never change by themselves, counting ones at the next full second`() {
    let now = SceneSamples.now
    for sample in SceneSamples.all(of: SceneSamples.wedding) {
      let next = SceneRenderer.nextChange(sample.picture.scene, after: now)
      #expect((next != nil) == sample.picture.scene.counts, "\(sample)")
    }
    let scene = SceneSamples.picture(.countdown(until: now + .milliseconds(2600)), nil).scene
    #expect(SceneRenderer.nextChange(scene, after: now) == now + .milliseconds(600))
    #expect(SceneRenderer.nextChange(scene, after: now + .milliseconds(600)) == now + .milliseconds(1600))
    #expect(SceneRenderer.nextChange(scene, after: now + .milliseconds(2600)) == nil)
  }

  @Test func `the live view is a mirror, the photo is none`() {
    // Left half red, right half blue.
    var half = Bitmap(size: PixelSize(width: 300, height: 200), color: RGBColor(red: 0, green: 0, blue: 255))
    for y in 0..<200 { for x in 0..<150 { half[x, y] = 0xFFFF_0000 } }
    let renderer = Self.renderer
    let live = renderer.render(
      SceneSamples.picture(.getReady, SceneSamples.wedding), pictures: ScenePictures(live: half), columns: 80, rows: 24,
      now: SceneSamples.now)
    #expect(live[20, 10].paper.blue > 200 && live[60, 10].paper.red > 200)
    let asset = Asset(
      id: 1, session: SessionID(randomBytes: Array(repeating: 1, count: 16)), kind: .photo, strip: 0, path: "",
      sizeBytes: 0, checksum: "")
    let photo = renderer.render(
      SceneSamples.picture(.review(asset, until: SceneSamples.now), SceneSamples.wedding),
      pictures: ScenePictures(photo: half), columns: 80, rows: 24, now: SceneSamples.now)
    #expect(photo[30, 10].paper.red > 200 && photo[50, 10].paper.blue > 200)
  }

  @Test func `the live view has the proportions of its photo on the composite`() {
    let renderer = Self.renderer
    for slot in [
      PixelSize(width: 780, height: 520), PixelSize(width: 400, height: 400), PixelSize(width: 300, height: 600),
    ] {
      var event = SceneSamples.wedding
      event.layout.slots = [PixelRect(x: 0, y: 0, width: slot.width, height: slot.height)]
      let wanted = renderer.wantedPictures(SceneSamples.picture(.getReady, event), columns: 120, rows: 41)
      let size = wanted.first?.size ?? PixelSize(width: 1, height: 1)
      let ratio = Double(size.width) / Double(size.height)
      #expect(abs(ratio - Double(slot.width) / Double(slot.height)) < 0.05, "\(slot) became \(size)")
    }
  }

  @Test func `whatever the theme, words stand out from what is behind them`() {
    let colors = [0x000000, 0xFFFFFF, 0x808080, 0xFF4081, 0x212121, 0xFFFF00, 0x0000FF, 0x777777].map {
      RGBColor(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 255), blue: UInt8($0 & 255))
    }
    for primary in colors {
      for secondary in colors {
        for accent in colors {
          let palette = Palette(Theme(primary: primary, secondary: secondary, accent: accent))
          #expect(palette.ink.color.contrast(to: palette.paper.color) >= 4.5)
          #expect(palette.dim.color.contrast(to: palette.paper.color) >= 4.5)
          #expect(palette.highlightInk.color.contrast(to: palette.highlight.color) >= 4.5)
          #expect(palette.highlight.color.contrast(to: palette.paper.color) >= 3)
          #expect(palette.warning.color.contrast(to: palette.paper.color) >= 4.5)
        }
      }
    }
  }

  @Test func `a countdown's digit is at least five rows high, and of blocks`() {
    let picture = SceneSamples.picture(.countdown(until: SceneSamples.now + .seconds(3)), SceneSamples.wedding)
    for (columns, rows) in [(80, 24), (40, 12), (200, 60)] {
      let canvas = Self.renderer.render(picture, columns: columns, rows: rows, now: SceneSamples.now)
      let white = (0..<rows).filter { row in
        (0..<columns).contains {
          canvas[$0, row].paper == .white
            || canvas[$0, row].ink == .white && BlockElement.quarters(of: canvas[$0, row].glyph) ?? 0 > 0
        }
      }
      #expect(white.count >= 5, "\(columns)×\(rows): rows \(white)")
      // Faces are in the middle.
      let middle = (columns * 4 / 10..<columns * 6 / 10).filter { column in
        (0..<rows).contains { canvas[column, $0].paper == .white }
      }
      #expect(middle.isEmpty, "\(columns)×\(rows): columns \(middle)")
    }
  }
}

extension CellCanvas {
  /// Every wide character has its continuation, every continuation its character, and none is a control.
  var isWhole: Bool {
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let glyph = self[column, row].glyph
        if glyph == .continuation || glyph.scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
          return false
        }
        if glyph.columns == 2 {
          guard column + 1 < columns, self[column + 1, row].glyph == .continuation else { return false }
        }
        column += glyph.columns
      }
    }
    return true
  }
}
