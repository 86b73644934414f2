import BoothCore
import Imaging
import Testing

@testable import Screens

struct SheetTouchTests {
  private static let now = SceneSamples.now
  private static let photo = Asset(
    id: 1, session: SessionID(randomBytes: Array(repeating: 1, count: 16)), kind: .photo, strip: 0, path: "",
    sizeBytes: 0, checksum: "")

  private func sheet(
    _ content: Scene.Content, _ event: Event = SceneSamples.wedding, size: PixelSize = SheetSamples.landscape,
    isTouched: Bool = false, cancel: Bool = false
  ) -> Sheet {
    var picture = SceneSamples.picture(content, event)
    if cancel { picture.scene.cancelAskedUntil = Self.now + .seconds(5) }
    return ScenePainter(style: PixelStyle(isTouched: isTouched)).sheet(picture, size: size, now: Self.now)
  }

  /// The point in the middle of what is written.
  private func point(of text: String, in sheet: Sheet) throws -> PicturePoint {
    let rect = try #require(sheet.layers.compactMap(\.mark.words).first { $0.text == text }?.rect)
    return PicturePoint(x: rect.middle.x / Double(sheet.size.width), y: rect.middle.y / Double(sheet.size.height))
  }

  @Test(arguments: [SheetSamples.landscape, SheetSamples.portrait])
  func `a button is pressed where its word stands`(_ size: PixelSize) throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      let language = Language.spoken(at: event)[0]
      func expect(_ phrase: Phrase, _ press: Press, in sheet: Sheet) throws {
        let point = try point(of: phrase.text(in: language), in: sheet)
        #expect(sheet.action(at: point) == .press(press), "\(phrase) of \(event.slug) at \(size)")
      }
      let review = sheet(.review(Self.photo, until: Self.now + .seconds(3)), event, size: size)
      try expect(.keep, .start, in: review)
      try expect(.again, .retake, in: review)
      let failed = sheet(.tryAgain(.focus, until: Self.now + .seconds(3)), event, size: size)
      try expect(.onceMore, .start, in: failed)
      try expect(.keyCancel, .cancel, in: failed)
      let resume = sheet(.resumeOffer(taken: 1, of: 3, until: Self.now + .seconds(3)), event, size: size)
      try expect(.goOn, .start, in: resume)
      try expect(.finish, .cancel, in: resume)
      let cancel = sheet(.countdown(until: Self.now + .seconds(2)), event, size: size, cancel: true)
      try expect(.goOn, .start, in: cancel)
      try expect(.deleteAll, .cancel, in: cancel)
    }
  }

  @Test func `an event's own words stand in place of the booth's`() throws {
    var event = SceneSamples.wedding
    event.theme.words = SceneWords([.attract: ["en": "Say hello!"], .review: ["en": "Yours?"], .qr: ["en": "Take us"]])
    event.languages = ["en"]
    for (content, words): (Scene.Content, String) in [
      (.attract, "Say hello!"), (.review(Self.photo, until: Self.now + .seconds(3)), "Yours?"),
      (.qr(link: SceneSamples.link, until: Self.now + .seconds(9)), "Take us"),
    ] {
      _ = try point(of: words, in: sheet(content, event))
      let stage = SceneRendererTests.renderer.draw(
        SceneSamples.picture(content, event), ScenePictures(), columns: 100, rows: 30, now: Self.now)
      #expect(stage.faults == [], "\(words)")
    }
    let canvas = SceneRendererTests.renderer.render(
      SceneSamples.picture(.paused, event), columns: 80, rows: 24, now: Self.now)
    #expect(!canvas.text.joined().contains("Say hello!"))
  }

  @Test func `the invitation, the code and aiming take a touch anywhere`() {
    let contents: [Scene.Content] = [
      .attract, .aim(guide: nil), .qr(link: SceneSamples.link, until: Self.now + .seconds(9)),
    ]
    for content in contents {
      for (x, y) in [(0.0, 0.5), (0.5, 0.5), (0.99, 0.99)] {
        #expect(sheet(content).action(at: PicturePoint(x: x, y: y)) == .press(.start), "\(content) at \(x), \(y)")
      }
      #expect(sheet(content).action(at: PicturePoint(x: 1, y: 0.5)) == nil)
      #expect(sheet(content).action(at: PicturePoint(x: -0.1, y: 0.5)) == nil)
    }
  }

  @Test func `an answer is given where it stands, and languages change in their corner`() throws {
    let question = ConsentQuestion(version: "1", offersKeepingHere: true)
    let asked = sheet(.consent(question, highlighted: .agree, until: Self.now + .seconds(30)))
    for choice in question.choices {
      let point = try point(of: Phrase.consent(choice).text(in: .english), in: asked)
      #expect(asked.action(at: point) == .answer(choice))
    }
    let looks = sheet(
      .look(PhotoFilter.allCases, highlighted: .none, until: Self.now + .seconds(3), isByHand: false))
    for look in PhotoFilter.allCases {
      let point = try point(of: Phrase.look(look).text(in: .english), in: looks)
      #expect(looks.action(at: point) == .look(look))
    }
    // Their own picture takes the look that they see it in.
    let live = try #require(looks.live)
    #expect(
      looks.action(
        at: PicturePoint(
          x: live.middle.x / Double(looks.size.width), y: live.middle.y / Double(looks.size.height))) == .press(.start))
    let invitation = sheet(.attract)
    let point = try point(of: Phrase.languages([.german]).text(in: .english), in: invitation)
    #expect(invitation.action(at: point) == .press(.next))
    #expect(invitation.action(at: PicturePoint(x: 0.5, y: 0.5)) == .press(.start))
  }

  @Test func `a line of the list means its event`() throws {
    let sheet = sheet(.eventSelection(highlighted: 0))
    for event in [SceneSamples.wedding, SceneSamples.sportsDay] {
      #expect(sheet.action(at: try point(of: event.name, in: sheet)) == .useEvent(event.slug))
    }
  }

  @Test func `what is asked over a scene hides the scene's buttons`() {
    let sheet = sheet(.review(Self.photo, until: Self.now + .seconds(3)), cancel: true)
    #expect(!sheet.buttons.contains { $0.action == .press(.retake) })
    #expect(sheet.buttons.count == 2)
  }

  @Test func `only a screen that is touched shows a sign that cancels`() {
    let content = Scene.Content.recording(since: Self.now, until: Self.now + .seconds(5))
    #expect(sheet(content).buttons.isEmpty)
    let buttons = sheet(content, isTouched: true).buttons
    #expect(buttons.map(\.action) == [.press(.cancel)])
    #expect(buttons[0].rect.width >= 480 / 12)
  }

  @Test(arguments: [SheetSamples.landscape, SheetSamples.portrait])
  func `what was accepted can be taken back by touch, and the sign covers nothing`(_ size: PixelSize) throws {
    let contents: [Scene.Content] = [
      .finishing(storageTrouble: false), .qr(link: SceneSamples.link, until: Self.now + .seconds(50)),
      .keptHere(until: Self.now + .seconds(50)),
    ]
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      for content in contents {
        let sheet = sheet(content, event, size: size, isTouched: true)
        let sign = try #require(sheet.buttons.last { $0.action == .press(.cancel) }?.rect, "\(content)")
        let middle = PicturePoint(x: sign.middle.x / Double(size.width), y: sign.middle.y / Double(size.height))
        #expect(sheet.action(at: middle) == .press(.cancel))
        let covered = sheet.base.contains { mark in
          switch mark {
          case .code(_, let rect): rect.intersects(sign)
          default: mark.words.map { $0.rect.intersects(sign) } ?? false
          }
        }
        #expect(!covered, "\(content) of \(event.slug) at \(size)")
      }
    }
  }

  @Test func `buttons are large enough for fingers`() async {
    for sample in SceneSamples.events.flatMap({ SceneSamples.all(of: $0) }) {
      await Task.yield()
      for size in [SheetSamples.landscape, SheetSamples.portrait] {
        for button in SheetSamples.sheet(sample, size).buttons {
          // Ten keys lie abreast, on a screen's short side too.
          let share = if case .key = button.action { 38 } else { 40 }
          #expect(
            min(button.rect.width, button.rect.height) >= share * min(size.width, size.height) / 400, "\(sample)")
        }
      }
    }
  }

  @Test func `a touch of the picture that is marked means the place in it, and the other picture nothing`() throws {
    let sample = try #require(SceneSamples.all(of: SceneSamples.wedding).first { $0.name == "mark-frame" })
    for size in SheetSamples.shapes {
      let sheet = ScenePainter(style: PixelStyle(isTouched: true)).sheet(
        sample.picture, size: size, now: SceneSamples.now)
      let frame = try #require(
        sheet.buttons.first { if case .mark(.point(.frame, _)) = $0.action { true } else { false } }?.rect)
      // The whole frame is seen, as wide for its height as it is.
      #expect(abs(Double(frame.width) * 720 / 1280 - Double(frame.height)) <= 1)
      let point = PicturePoint(
        x: (Double(frame.x) + Double(frame.width) / 4) / Double(size.width),
        y: (Double(frame.y) + Double(frame.height) * 3 / 4) / Double(size.height))
      guard case .mark(.point(.frame, let place))? = sheet.action(at: point) else {
        Issue.record("\(String(describing: sheet.action(at: point)))")
        continue
      }
      #expect(abs(place.x - 0.25) < 1e-9 && abs(place.y - 0.75) < 1e-9)
      #expect(!sheet.buttons.contains { if case .mark(.point(.old, _)) = $0.action { true } else { false } })
      let steps = sheet.buttons.map(\.action)
      for step in [MarkStep.move(.left), .move(.down), .back, .set] { #expect(steps.contains(.mark(step))) }
      #expect(steps.contains(.press(.cancel)))
    }
  }

  @Test func `the sign that begins marking is there for a location alone`() {
    for isLocation in [true, false] {
      var picture = SceneSamples.picture(.aim(guide: "attract.jpg"), SceneSamples.jerusalem)
      picture.scene.isLocation = isLocation
      let sheet = ScenePainter(style: PixelStyle(isTouched: true)).sheet(
        picture, size: SheetSamples.landscape, now: SceneSamples.now)
      #expect(sheet.buttons.contains { $0.action == .mark(.begin) } == isLocation)
    }
  }
}
