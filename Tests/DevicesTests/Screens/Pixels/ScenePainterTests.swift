import BoothCore
import Imaging
import Testing

@testable import Screens

struct ScenePainterTests {
  static let sizes = SheetSamples.shapes + [SheetSamples.landscape, SheetSamples.portrait]
  private static let now = SceneSamples.now

  @Test(arguments: sizes)
  func `no text leaves the screen or lies over other text`(_ size: PixelSize) async {
    for sample in SceneSamples.events.flatMap({ SceneSamples.all(of: $0) }) {
      await Task.yield()
      let sheet = SheetSamples.sheet(sample, size)
      #expect(sheet.faults == [], "\(sample) at \(size)")
      for button in sheet.buttons {
        let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        #expect(all.contains(button.rect), "\(sample) at \(size): \(button)")
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `every phrase fits in every scene, alone and beside two other languages`(_ language: Language) async {
    for languages in [[language], [language] + Language.allCases.filter { $0 != language }.suffix(2)] {
      var event = SceneSamples.wedding
      event.languages = languages.map(\.rawValue)
      for size in [SheetSamples.landscape, SheetSamples.portrait] {
        // The list shows other events' names, which may be as long as they like.
        for sample in SceneSamples.all(of: event) where sample.name != "events" {
          await Task.yield()
          let sheet = SheetSamples.sheet(sample, size)
          #expect(sheet.faults == [], "\(sample) in \(languages) at \(size)")
          for case .text(let block, _, _, _) in sheet.layers.map(\.mark) {
            #expect(!block.isCut, "“\(block.options.text)” is cut in \(sample) in \(languages) at \(size)")
          }
        }
      }
    }
  }

  /// As long as an event's file may have them.
  @Test(arguments: [SheetSamples.landscape, SheetSamples.portrait], ["en", "he"])
  func `an event's own words fit in every scene`(_ size: PixelSize, _ language: String) async {
    let words =
      language == "en" ? "Come closer, all of you, and say Annaben" : "תגידו שלום לאנה ולבן ותחייכו הכי שאפשר!!"
    #expect(words.count == 40)
    var event = SceneSamples.wedding
    event.languages = [language]
    for scene in SceneKind.allCases {
      event.theme.words.texts[scene] = [language: scene == .recording ? String(words.prefix(20)) : words]
    }
    for sample in SceneSamples.all(of: event) where sample.name != "events" {
      await Task.yield()
      let sheet = SheetSamples.sheet(sample, size)
      #expect(sheet.faults == [], "\(sample) at \(size)")
      for case .text(let block, _, _, _) in sheet.layers.map(\.mark) {
        #expect(!block.isCut, "“\(block.options.text)” is cut in \(sample) at \(size)")
      }
    }
  }

  @Test(arguments: [SheetSamples.landscape, SheetSamples.portrait])
  func `words stand out from whatever is behind them`(_ size: PixelSize) async throws {
    for event in SceneSamples.events {
      for sample in SceneSamples.all(of: event) {
        await Task.yield()
        // Faces may be as bright and as dark as can be.
        for frame in sample.picture.scene.showsLiveView ? [RGBColor.white, .black] : [.white] {
          let sheet = SheetSamples.sheet(sample, size)
          var picture = Bitmap(size: size, color: .black)
          var isLive = false
          for (index, layer) in sheet.layers.enumerated() {
            if index >= sheet.base.count, !isLive, let live = sheet.live {
              picture.fill(live, with: frame)
              isLive = true
            }
            if let words = layer.mark.words {
              let contrast = leastContrast(of: words.color, on: picture, in: words.rect)
              #expect(contrast >= 4.5, "“\(words.text)” in \(sample) at \(size) over \(frame.hex): \(contrast)")
            }
            let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
            try picture.draw([layer.mark], in: all, load: SheetSamples.load)
          }
        }
      }
    }
  }

  /// The contrast that all but a few points have.
  private func leastContrast(of color: RGBColor, on picture: Bitmap, in rect: PixelRect) -> Double {
    var contrasts: [Double] = []
    for row in 1..<6 {
      for column in 1..<16 {
        let (x, y) = (rect.x + rect.width * column / 16, rect.y + rect.height * row / 6)
        if picture.contains(x, y) { contrasts.append(color.contrast(to: picture.color(x, y))) }
      }
    }
    contrasts.sort()
    return contrasts.count > 3 ? contrasts[2] : contrasts.first ?? 21
  }

  @Test func `whatever the theme, words stand out from paper, cards and buttons`() {
    let colors = [0x000000, 0xFFFFFF, 0x808080, 0xFF4081, 0x212121, 0xFFFF00, 0x0000FF, 0x777777].map {
      RGBColor(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 255), blue: UInt8($0 & 255))
    }
    for primary in colors {
      for secondary in colors {
        for accent in colors {
          let tones = Tones(Theme(primary: primary, secondary: secondary, accent: accent))
          for paper in [tones.paper, tones.card] {
            #expect(tones.ink.contrast(to: paper) >= 4.5)
            #expect(tones.dim.contrast(to: paper) >= 4.5)
            #expect(tones.warning.contrast(to: paper) >= 4.5)
            #expect(tones.highlight.contrast(to: paper) >= 3)
          }
          #expect(tones.highlightInk.contrast(to: tones.highlight) >= 4.5)
        }
      }
    }
    // White words on a veil over white.
    let veiled = RGBColor.white.mixed(with: .black, Double(Tones.veil.alpha) / 255)
    #expect(RGBColor.white.contrast(to: veiled) >= 4.5)
  }

  @Test func `Hebrew and Arabic have the mirror image of the layout`() throws {
    func code(_ event: Event) throws -> PixelRect {
      let picture = SceneSamples.picture(.qr(link: SceneSamples.link, until: Self.now + .seconds(9)), event)
      let sheet = SheetSamples.painter.sheet(picture, size: SheetSamples.landscape, now: Self.now)
      let places = sheet.base.compactMap { if case .code(_, let rect) = $0 { rect } else { nil } }
      return try #require(places.first)
    }
    let (left, right) = (try code(SceneSamples.wedding), try code(SceneSamples.jerusalem))
    #expect(left.width == right.width)
    #expect(abs(left.x - (800 - right.x - right.width)) <= 1)
    #expect(left.x < 100)
  }

  @Test func `the live view has the proportions of its photo on the composite`() throws {
    for slot in [(780, 520), (400, 400), (300, 600)] {
      var event = SceneSamples.wedding
      event.layout.slots = [PixelRect(x: 0, y: 0, width: slot.0, height: slot.1)]
      for size in Self.sizes {
        let sheet = SheetSamples.painter.sheet(
          SceneSamples.picture(.getReady, event), size: size, now: Self.now)
        let live = try #require(sheet.live)
        #expect(abs(Double(live.width) / Double(live.height) - Double(slot.0) / Double(slot.1)) < 0.02)
        // As large as the screen lets it be.
        #expect(live.width == size.width || live.height == size.height)
      }
    }
  }

  @Test func `the guide lies over the live view, as mirrored as it is`() throws {
    let picture = SceneSamples.picture(.aim(guide: "attract.jpg"), SceneSamples.wedding)
    for isMirrored in [true, false] {
      let painter = ScenePainter(style: PixelStyle(isMirrored: isMirrored))
      let sheet = painter.sheet(picture, size: SheetSamples.landscape, now: Self.now)
      let guide = sheet.overlays.flatMap(\.marks).compactMap { mark in
        if case .picture(_, let rect, _, let mirrored, _) = mark { (rect, mirrored) } else { nil }
      }
      #expect(guide.count == 1)
      #expect(guide[0].0 == sheet.live && guide[0].1 == isMirrored)
    }
  }

  @Test func `a countdown's digit is large, and stands in a ring that empties`() throws {
    func marks(_ left: Duration, reduced: Bool = false) -> (figure: (String, Double)?, share: Double) {
      let painter = ScenePainter(style: PixelStyle(reducesMotion: reduced))
      let sheet = painter.sheet(
        SceneSamples.picture(.countdown(until: Self.now + left), SceneSamples.wedding), size: SheetSamples.landscape,
        now: Self.now)
      var (figure, share): ((String, Double)?, Double) = (nil, 0)
      for mark in sheet.overlays.flatMap(\.marks) {
        if case .figure(let text, _, _, let height, _, _, _) = mark { figure = (text, height) }
        if case .stroke(.arc(_, _, let from, let to), _, _) = mark { share = max(share, to - from) }
      }
      return (figure, share)
    }
    let three = marks(.milliseconds(2600))
    #expect(three.figure?.0 == "3" && (three.figure?.1 ?? 0) > 480 / 4)
    #expect(abs(three.share - 2.6 / 3) < 0.01)
    #expect(marks(.milliseconds(900)).figure?.0 == "1")
    #expect(abs(marks(.milliseconds(300)).share - 0.1) < 0.01)
    // Without motion, the ring goes in steps of a second.
    #expect(abs(marks(.milliseconds(2600), reduced: true).share - 1) < 0.01)
    #expect(abs(marks(.milliseconds(1600), reduced: true).share - 2 / 3) < 0.01)
  }

  @Test func `a countdown leaves the middle of the live view to faces`() throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      for size in SheetSamples.shapes {
        for seconds in [3, 42] {
          let scene = SceneSamples.picture(.countdown(until: Self.now + .seconds(seconds)), event)
          let sheet = SheetSamples.painter.sheet(scene, size: size, now: Self.now)
          let live = try #require(sheet.live)
          let discs = sheet.overlays.filter { overlay in
            overlay.marks.contains { if case .figure = $0 { true } else { false } }
          }
          let disc = try #require(discs.first?.rect)
          #expect(discs.count == 1)
          let isBeside = disc.y >= live.bottom
          let (left, right) = (live.x + live.width * 3 / 10, live.x + live.width * 7 / 10)
          #expect(
            isBeside || disc.x + disc.width <= left || disc.x >= right, "\(event.slug) \(size): \(disc) in \(live)")
          #expect(isBeside || disc.y + disc.height <= live.y + live.height / 2, "\(event.slug) \(size): \(disc)")
        }
      }
    }
  }

  @Test func `the languages stand below the artwork, among the words`() throws {
    for size in SheetSamples.shapes {
      let sheet = SheetSamples.painter.sheet(
        SceneSamples.picture(.attract, SceneSamples.jerusalem), size: size, now: Self.now)
      let languages = try #require(sheet.buttons.first { $0.action == .press(.next) }).rect
      let starts = sheet.buttons.filter { $0.action == .press(.start) && $0.rect.width < size.width }
      let button = try #require(starts.first).rect
      #expect(languages.y + languages.height / 2 > button.bottom, "\(size): \(languages) at \(button)")
    }
  }

  @Test func `the light is on before zero, where the camera is told early`() {
    var picture = SceneSamples.picture(.countdown(until: Self.now + .milliseconds(300)), SceneSamples.wedding)
    picture.scene.isTriggered = true
    let sheet = SheetSamples.painter.sheet(picture, size: SheetSamples.landscape, now: Self.now)
    #expect(sheet.live == nil)
    let all = PixelRect(x: 0, y: 0, width: 800, height: 480)
    #expect(sheet.base.first == .fill(.rectangle(all, radius: 0), .color(.white)))
  }

  @Test func `whoever waits for a camera is told so, but not for the blink of an eye`() {
    let picture = SceneSamples.picture(.getReady, SceneSamples.wedding)
    func texts(_ view: ScenePainter.LiveView) -> [String] {
      SheetSamples.painter.sheet(picture, size: SheetSamples.landscape, live: view, now: Self.now).layers.compactMap {
        $0.mark.words?.text
      }
    }
    let waiting = Phrase.starting.text(in: .english)
    #expect(texts(.missing).contains(waiting))
    #expect(!texts(.awaited).contains(waiting) && !texts(.shown).contains(waiting))
  }

  @Test func `out of order has a number of its own for every reason`() {
    let reasons: [OutOfOrder] = [
      .camera("x"), .storage("x", AttemptID(1), until: Self.now), .noRoom("x"), .noEvents,
    ]
    #expect(Set(reasons.map(\.number)).count == reasons.count)
    for reason in reasons {
      let sheet = SheetSamples.painter.sheet(
        SceneSamples.picture(.outOfOrder(reason), SceneSamples.jerusalem), size: SheetSamples.landscape, now: Self.now)
      #expect(sheet.layers.contains { $0.mark.words?.text == "\(reason.number)" })
    }
  }

  @Test func `still scenes never change by themselves, moving ones at their pace`() {
    let painter = ScenePainter(style: PixelStyle(reducesMotion: true))
    let refresh = Duration.nanoseconds(16_666_667)
    for sample in SceneSamples.all(of: SceneSamples.wedding) {
      let next = painter.nextChange(sample.picture, live: .shown, after: Self.now, refresh: refresh)
      #expect((next != nil) == sample.picture.scene.counts, "\(sample)")
    }
    let moving = SheetSamples.painter
    let countdown = SceneSamples.picture(.countdown(until: Self.now + .seconds(2)), nil)
    #expect(moving.nextChange(countdown, live: .shown, after: Self.now, refresh: refresh) == Self.now + refresh)
    // Without a live view guests are not hurried.
    #expect(
      moving.nextChange(countdown, live: .missing, after: Self.now, refresh: refresh) == Self.now + .seconds(1))
    let attract = SceneSamples.picture(.attract, SceneSamples.wedding)
    let step = moving.nextChange(attract, live: .missing, after: Self.now, refresh: refresh)
    #expect(step.map { $0 - Self.now >= .milliseconds(50) && $0 - Self.now <= .milliseconds(200) } == true)
  }
}
