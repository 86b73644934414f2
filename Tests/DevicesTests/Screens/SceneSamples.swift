import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Screens

/// Every scene the flow can ask for, at events of several languages, with the bundled artwork.
enum SceneSamples {
  static let now = Instant(nanoseconds: 1_000_000_000_000)
  static let link = "http://192.168.178.123:8080/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10"

  static let wedding = Event(
    id: 101, slug: "wedding", name: "Anna & Jonas", date: "2026-06-20",
    theme: theme("#F2B8A6", "#1D3A2F", "#FBF1E1", logo: "logo.png"), languages: ["en", "de"], attract: "attract.jpg",
    screenFlash: true)

  static let sportsDay = Event(
    id: 102, slug: "sports-day", name: "Hillside School Sports Day", date: "2026-07-03",
    theme: theme("#FFCB2E", "#12388A", "#FFF8E1", logo: "logo.png"), languages: ["de", "es", "fr"],
    attract: "attract.jpg")

  static let jerusalem = Event(
    id: 103, slug: "jerusalem", name: "Jerusalem Then & Now", date: "2026-10-15",
    theme: theme("#EBB04B", "#35211A", "#FAE8C8", logo: "logo.png"), languages: ["he", "ar", "en"],
    names: [
      "he": "ירושלים אז ועכשיו", "ar": "القدس بين الماضي والحاضر", "en": "Jerusalem Then & Now",
    ], attract: "attract.jpg")

  /// A theme as ugly as themes get: light on light, and everything alike.
  static let pale = Event(
    id: 104, slug: "pale", name: "معرض الصور الكبير في المدينة القديمة", date: "tomorrow",
    theme: theme("#FEFEFE", "#FFFFFF", "#FFFFFF"), languages: ["ar", "fr", "he", "en"])

  /// A strip twice on a sheet, a lying card, and a layout in pixels.
  static let layouts = [
    LayoutChoice(
      id: "strips", name: "Strips", names: ["de": "Streifen", "he": "רצועות", "ar": "شرائط"],
      layout: PrintLayout.preset(.strips2x6, strips: 3).outline(strips: 3),
      printLayout: .preset(.strips2x6, strips: 3)),
    LayoutChoice(
      id: "postcard", name: "Postcard", names: ["de": "Postkarte", "he": "גלויה", "ar": "بطاقة بريدية"],
      layout: PrintLayout.preset(.postcard, strips: 3).outline(strips: 3),
      printLayout: .preset(.postcard, strips: 3)),
    LayoutChoice(id: "sheet", name: "All three on one sheet", layout: .strip),
  ]

  static let events = [wedding, sportsDay, jerusalem, pale]

  private static func theme(_ primary: String, _ secondary: String, _ accent: String, logo: String? = nil) -> Theme {
    Theme(
      primary: RGBColor(hex: primary) ?? .white, secondary: RGBColor(hex: secondary) ?? .black,
      accent: RGBColor(hex: accent) ?? .white, logo: logo)
  }

  struct Sample: Sendable, CustomStringConvertible {
    var name: String
    var picture: ScreenPicture
    var description: String { "\(picture.event?.slug ?? "no event"): \(name)" }
  }

  /// All scenes of one event.
  static func all(of event: Event) -> [Sample] {
    let photo = Asset(
      id: AssetID(1), session: SessionID(randomBytes: Array(repeating: 7, count: 16)), kind: .photo, strip: 0,
      path: "photo.jpg", sizeBytes: 1,
      checksum: "")
    let pairs = [(0.2, 0.3), (0.8, 0.25), (0.45, 0.4)].map { x, y in
      MarkPair(old: PicturePoint(x: x, y: y), frame: PicturePoint(x: x * 0.8 + 0.05, y: y * 0.9))
    }
    let contents: [(String, Scene.Content)] = [
      (
        "mark-old", .mark(Marking(pairs: pairs, cursor: PicturePoint(x: 0.25, y: 0.7)), until: now + .seconds(200))
      ),
      (
        "mark-frame",
        .mark(
          Marking(pairs: pairs, begun: PicturePoint(x: 0.25, y: 0.7), cursor: PicturePoint(x: 0.3, y: 0.6)),
          until: now + .seconds(200))
      ),
      ("starting", .starting),
      ("events", .eventSelection(highlighted: events.firstIndex { $0.slug == event.slug } ?? 0)),
      ("attract", .attract),
      (
        "consent",
        .consent(
          ConsentQuestion(version: "1", offersKeepingHere: true), highlighted: .keepHere, until: now + .seconds(41))
      ),
      (
        "look",
        .look(PhotoFilter.allCases, highlighted: .blackAndWhite, until: now + .seconds(3), isByHand: false)
      ),
      ("ready", .getReady),
      ("aim", .aim(guide: "attract.jpg")),
      ("aim-freely", .aim(guide: nil)),
      ("recording", .recording(since: now - .seconds(3), until: now + .seconds(7))),
      ("countdown", .countdown(until: now + .milliseconds(2600))),
      ("shutter", .shutter(since: nil)),
      ("review", .review(photo, until: now + .seconds(4))),
      ("try-again", .tryAgain(.focus, until: now + .seconds(24))),
      ("try-again-storage", .tryAgain(.storage, until: now + .seconds(3))),
      ("finishing", .finishing(storageTrouble: false)),
      ("finishing-slowly", .finishing(storageTrouble: true)),
      ("code", .qr(link: link, until: now + .seconds(52))),
      ("no-code", .qr(link: nil, until: now + .seconds(52))),
      ("kept-here", .keptHere(until: now + .seconds(7))),
      ("resume", .resumeOffer(taken: 2, of: 3, until: now + .seconds(28))),
      ("settings", .settings),
      ("paused", .paused),
      (
        "camera-trouble",
        .outOfOrder(.camera("/dev/video0 is gone. Check the camera's plug; it is used again as soon as it is back."))
      ),
      (
        "disk-trouble",
        .outOfOrder(.storage("the disk is full. Free some room in the data folder.", AttemptID(7), until: now))
      ),
      ("no-room", .outOfOrder(.noRoom("the disk is full: less than 80 MB are left, so no session begins"))),
      ("no-events", .outOfOrder(.noEvents)),
      ("stopped", .stopped),
    ]
    var samples = contents.map { name, content in Sample(name: name, picture: picture(content, event)) }
    for index in samples.indices {
      switch samples[index].name {
      case "code": samples[index].picture.upload = UploadProgress(uploaded: 3, total: 7)
      case "mark-old", "mark-frame":
        samples[index].picture.scene.heldGuide = "attract.jpg"
        samples[index].picture.stillFrame = StillFrame(path: "/frame.jpg", size: PixelSize(width: 1280, height: 720))
      case "review": samples[index].picture.photoPath = "/photo.jpg"
      case "settings":
        let facts: [OperatorFact] = [
          .event(event.slug), .camera("mock (test pattern)"), .queue(jobs: 2, waiting: 1),
          .links("http://192.168.178.123:8080"),
        ]
        samples[index].picture.facts = facts.map { $0.text(in: Language.spoken(at: event)[0]) }
        samples[index].picture.troubles = ["The gallery does not answer; uploads go on by themselves when it does."]
      default: break
      }
    }
    var cancelled = picture(.countdown(until: now + .seconds(2)), event)
    cancelled.scene.cancelAskedUntil = now + .seconds(6)
    var pending = picture(.getReady, event)
    pending.scene.pending = .shutDown
    var previous = picture(.attract, event)
    previous.scene.previousLink = link
    // The next guests begin, and the last ones still hold a phone at their code.
    var recording = picture(.recording(since: now - .seconds(3), until: now + .seconds(7)), event)
    recording.scene.previousLink = link
    var reviewing = picture(.review(photo, until: now + .seconds(4)), event)
    reviewing.scene.previousLink = link
    reviewing.photoPath = "/photo.jpg"
    var last = previous
    last.lastPrints = ["/photo.jpg", "/photo.jpg", "/photo.jpg"]
    var done = picture(.qr(link: link, until: now + .seconds(9)), event)
    done.upload = UploadProgress(uploaded: 7, total: 7)
    var closed = picture(.paused, event)
    closed.scene.closing = Closing(opensAt: 570, weekday: 0)
    var joining = picture(.qr(link: link, until: now + .seconds(52)), event)
    joining.upload = UploadProgress(uploaded: 3, total: 7)
    joining.wifi = try? WifiAccess(name: "Anna & Ben", password: "dance-all-night")
    var offered = picture(.qr(link: link, until: now + .seconds(52)), event)
    offered.scene.takesEmails = true
    var noted = done
    (noted.scene.takesEmails, noted.scene.addresses) = (true, 1)
    func typed(_ text: String, _ presses: Press...) -> ScreenPicture {
      var address = picture(.address(until: now + .seconds(44), isKeeping: false), event)
      var entry = AddressEntry()
      for character in text { _ = entry.take(.character(character)) }
      for press in presses { _ = entry.take(press) }
      address.address = entry
      return address
    }
    var refused = typed("maria.k@exam")
    _ = refused.address?.take(.done)
    func asked(_ highlighted: Int, byHand: Bool) -> ScreenPicture {
      picture(
        .print([1, 2, 0], highlighted: highlighted, until: now + .seconds(24), isByHand: byHand, isKeeping: false),
        event)
    }
    var several = event
    several.layouts = layouts
    func chosen(_ highlighted: String?, byHand: Bool, isDrawn: Bool) -> ScreenPicture {
      var choice = picture(
        .printLayout(layouts.map(\.id), highlighted: highlighted, until: now + .seconds(24), isByHand: byHand), several)
      if isDrawn { choice.layoutPictures = Dictionary(uniqueKeysWithValues: layouts.map { ($0.id, "/photo.jpg") }) }
      return choice
    }
    var printed = done
    printed.scene.prints = .comes
    var waiting = picture(.qr(link: link, until: now + .seconds(52)), event)
    waiting.scene.prints = .waits
    return samples + [
      Sample(name: "print-layout", picture: chosen("postcard", byHand: false, isDrawn: false)),
      Sample(name: "print-layout-none", picture: chosen(nil, byHand: true, isDrawn: true)),
      Sample(name: "print", picture: asked(1, byHand: false)),
      Sample(name: "print-none", picture: asked(0, byHand: true)),
      Sample(name: "code-print", picture: printed), Sample(name: "code-print-waits", picture: waiting),
      Sample(name: "code-wifi", picture: joining), Sample(name: "closed", picture: closed),
      Sample(name: "code-email", picture: offered), Sample(name: "code-noted", picture: noted),
      Sample(name: "address", picture: typed("maria.k@exam")),
      Sample(name: "address-refused", picture: refused),
      Sample(name: "address-buttons", picture: typed("maria", .next, .next, .next)),
      Sample(name: "cancel", picture: cancelled), Sample(name: "pending", picture: pending),
      Sample(name: "attract-previous", picture: previous), Sample(name: "recording-previous", picture: recording),
      Sample(name: "review-previous", picture: reviewing),
      Sample(name: "attract-last", picture: last),
      Sample(name: "code-done", picture: done),
    ]
  }

  static func picture(_ content: Scene.Content, _ event: Event?) -> ScreenPicture {
    var scene = Scene(BoothFlow())
    scene.content = content
    scene.event = event?.slug
    if scene.showsLiveView || scene.counts {
      scene.strip = 1
      scene.strips = 3
    }
    return ScreenPicture(scene: scene, event: event, events: events)
  }
}
