import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import ConfigFiles

@Suite struct EventFileTests {
  static func read(_ text: String, folder: String = "fair") -> EventFile {
    EventFile(bytes: Array(text.utf8), file: "Events/\(folder)/event.json", folder: folder)
  }

  /// An event with `extra` keys; `theme` is left to the defaults.
  static func event(_ extra: String) -> EventFile { read("{id: 7, name: 'Fair', date: '2026-06-20', \(extra)}") }

  private func problem(_ extra: String) -> [String] { Self.event(extra).problems.map(\.description) }

  // MARK: The format

  static let fotoX = """
    {"events": [{"id": 1, "name": "Demo", "date": "2025-02-01", "theme": {"id": 4, "primary_color": "ff0080",
      "secondary_color": "#80112233", "accent_color": " #FFFFFF ", "font_family": "Futura", "logo_url": null,
      "background_url": null, "photo_frame_url": null, "strip_frame_url": null}}]}
    """

  @Test func `every mistake of a file is named at once, slips of writing too`() {
    let text = """
      {
        "id": "x", "name": \u{201C}Anna\u{201D}
        "date" = 2026,
        "sound": 3, "attract": next.jpg
        "spoken": maybe
        "email": "yes,
        films: ["gif" "strip"], "languages": 7
      """
    let file = EventFile(bytes: Array(text.utf8), file: "event.json", folder: "anna")
    #expect(file.events == [])
    #expect(
      file.problems.prefix { $0.key.hasPrefix("line") }.map { $0.key } == [
        "line 2, column 22", "line 3, column 3", "line 3, column 10", "line 4, column 26", "line 5, column 3",
        "line 5, column 13", "line 6, column 3", "line 6, column 12", "line 7, column 17", "line 7, column 41",
      ])
    #expect(
      Set(file.problems.map(\.key)).isSuperset(of: ["id", "date", "sound", "spoken", "email", "languages"]),
      "\(file.problems.map(\.description))")
    #expect(file.problems.filter { $0.severity == .error }.count == 11)
  }

  @Test(arguments: [
    "", "{", "[[[[", "\u{201C}", "{\u{201C}", "}{", "{a", "{a:", "{a:\u{201C}x", "{\"", "{id: 5 5 5 5}", "{a==b}",
  ])
  func `a file that cannot be guessed at gives no event and at least one mistake`(_ text: String) {
    let file = EventFile(bytes: Array(text.utf8), file: "event.json", folder: "a")
    #expect(file.events == [] && (1...23).contains(file.problems.count), "\(file.problems)")
    #expect(file.problems.first?.severity == .error)
  }

  @Test func `FotoX's own file is read as FotoX reads it`() throws {
    let file = Self.read(Self.fotoX)
    #expect(file.problems == [])
    let event = try #require(file.events.first)
    #expect(event.id == 1)
    #expect(event.slug == "fair")
    #expect(event.folder == "fair")
    #expect(event.theme.id == 4)
    #expect(event.theme.primary == RGBColor(red: 0xFF, green: 0, blue: 0x80))
    #expect(event.theme.secondary == RGBColor(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x80))
    #expect(event.theme.fontFamily == "Futura")
    #expect(event.gallery == .open)
    #expect(event.plan == .fotoX(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)))
    #expect(event.layout == .strip)
    #expect(event.expiresAt == nil)
    #expect(event.keep.days == nil)
  }

  @Test(arguments: [
    "{id: 1, name: 'A', date: '2026-01-01'}", "[{id: 1, name: 'A', date: '2026-01-01'}]",
    "// ours\n{events: [{id: 1.0, name: ' A ', date: '2026-01-01',},],}",
    "\u{FEFF}{'id': 0x1, name: 'A', date: '2026-01-01'}",
  ])
  func `an event alone, a list and the wrapper are all accepted`(_ text: String) {
    let file = Self.read(text)
    #expect(file.events.map(\.name) == ["A"])
    #expect(file.events.map(\.id) == [1])
    #expect(file.problems == [])
  }

  @Test func `several events of a file have slugs of their own and one folder`() {
    let file = Self.read("[{id: 1, name: 'A', date: '2026-01-01'}, {id: 2, name: 'B', date: '2026-01-02'}]")
    #expect(file.events.map(\.slug) == ["fair", "fair-2"])
    #expect(file.events.map(\.folder) == ["fair", "fair"])
  }

  @Test(arguments: [
    ("{name: 'A'}", "id", "a positive whole number", "nothing"),
    ("{id: null, name: 'A'}", "id", "a positive whole number", "null"),
    ("{id: 0, name: 'A'}", "id", "a positive whole number", "0"),
    ("{id: -3, name: 'A'}", "id", "a positive whole number", "-3"),
    ("{id: 1.5, name: 'A'}", "id", "a positive whole number", "1.5"),
    ("{id: '7', name: 'A'}", "id", "a positive whole number", "\"7\""),
    ("{id: 1e308, name: 'A'}", "id", "a positive whole number", "1e+308"),
    ("{id: NaN, name: 'A'}", "id", "a positive whole number", "nan"),
    ("{id: 9007199254740992, name: 'A'}", "id", "a positive whole number", "9007199254740992"),
    ("{id: 1}", "name", "a text that is not empty", "nothing"),
    ("{id: 1, name: ' '}", "name", "a text that is not empty", "\" \""),
    ("{id: 1, name: 7}", "name", "a text that is not empty", "7"),
    ("{id: 1, name: '\\u0007'}", "name", "a text that can be shown", #""\u{7}""#),
    ("[7]", "[0]", "an event, which is an object", "7"), ("[]", "", "at least one event", "an empty list"),
    ("{events: {}}", "events", "a list of events", "an object"),
    ("{events: null}", "events", "a list of events", "null"),
    ("{events: []}", "events", "at least one event", "an empty list"),
    ("42", "", "an event, a list of events, or {\"events\": […]}", "42"),
    ("{id: 1,\nname 'A'}", "line 2, column 6", "\":\" after the key", "\"'A'}\""),
    ("", "line 1, column 1", "a value", "the end of the file"),
  ])
  func `an event that cannot be used is told with file, key and what was expected`(
    _ text: String, _ key: String, _ expected: String, _ found: String
  ) {
    let file = Self.read(text)
    #expect(file.events == [])
    #expect(
      file.problems.filter { $0.severity == .error } == [
        EventProblem(.error, file: "Events/fair/event.json", key: key, expected: expected, found: found)
      ])
  }

  @Test func `a broken event leaves the others of its file alone`() {
    let file = Self.read(
      "{events: [{id: 1, name: 'A', date: '2026-01-01'}, {id: 'x', name: 7}, {id: 3, name: 'C', date: '2026-01-01'}]}")
    #expect(file.events.map(\.id) == [1, 3])
    #expect(file.problems.filter { $0.severity == .error }.map(\.key) == ["events[1].id", "events[1].name"])
  }

  @Test func `a problem reads as one sentence`() {
    #expect(
      problem("theme: {primary_color: 'pinkish'}") == [
        "Events/fair/event.json: theme.primary_color: expected a colour as #RRGGBB or #AARRGGBB, found \"pinkish\"; "
          + "#FF4081 is used."
      ])
    #expect(
      Self.read("{id: 1}").problems.first { $0.key == "name" }?.description
        == "Events/fair/event.json: name: expected a text that is not empty, found nothing; the event cannot be used.")
  }

  // MARK: Theme

  @Test(arguments: [
    ("", ["#FF4081", "#212121", "#FFFFFF"]),
    ("primary_color: 'red', secondary_color: '#12', accent_color: 7", ["#FF4081", "#000000", "#FFFFFF"]),
    ("theme_style: 'casino'", ["#DC143C", "#000000", "#FFD700"]),
    ("theme_style: 'balatro', accent_color: '#010203'", ["#FF2D6A", "#1A1A2E", "#010203"]),
    ("theme_style: 'mahjong'", ["#B22222", "#1D4E3E", "#F5F5DC"]),
    ("theme_style: 'disco'", ["#FF4081", "#212121", "#FFFFFF"]),
    ("primary_color: null", ["#FF4081", "#212121", "#FFFFFF"]),
  ])
  func `colours fall back as FotoX's do`(_ theme: String, _ expected: [String]) throws {
    let event = try #require(Self.event("theme: {\(theme)}").events.first)
    #expect([event.theme.primary, event.theme.secondary, event.theme.accent].map(\.hex) == expected)
  }

  @Test(arguments: [
    ("#12345680", "#345680", 0), ("#80112233", "#112233", 0), ("#FFFFFFFF", "#FFFFFF", 0), ("#FF123456", "#123456", 0),
    ("#123456FF", "#123456", 1), ("#FF1234FF", "#1234FF", 1),
  ])
  func `a colour that has its opacity last, as on web pages, is said`(_ text: String, _ taken: String, _ problems: Int)
    throws
  {
    let file = Self.event("theme: {accent_color: '\(text)'}")
    #expect(file.events.first?.theme.accent.hex == taken)
    let said = file.problems.filter { $0.key == "theme.accent_color" && $0.description.contains("opacity") }
    #expect(said.count == problems)
  }

  @Test func `languages may be named in words`() {
    let file = Self.event("languages: ['English', 'Deutsch', 'עברית', 'Español', 'arabe'], names: {German: 'Fest'}")
    #expect(file.events.first?.languages == ["en", "de", "he", "es", "ar"] && file.events.first?.names["de"] == "Fest")
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd.png", "a/../../b.png", "./a.png", ".hidden.png", "a//b.png", "a/.png/b.png",
    "a\\\\..\\\\b.png",
    "file:///etc/x.png", "data:image/png", "passwd", "a.svg", ".png", "a\\u0000.png", "a\\nb.png",
  ])
  func `artwork outside of the event's folder is refused`(_ name: String) throws {
    let file = Self.event("attract: '\(name)', theme: {logo_url: '\(name)'}, plan: {strips: [{guide: '\(name)'}]}")
    let event = try #require(file.events.first)
    #expect(event.attract == nil)
    #expect(event.theme.logo == nil)
    #expect(event.plan.strips[0].guide == nil)
    #expect(Set(file.problems.map(\.key)) == ["attract", "theme.logo_url", "plan.strips[0].guide"])
    #expect(file.problems.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: ["asset:frame_gold", "https://example.org/logo.png", "HTTP://example.org/logo.png"])
  func `addresses are kept and noted as not fetched`(_ address: String) throws {
    let file = Self.event("theme: {strip_frame_url: '\(address)'}")
    #expect(file.events.first?.theme.stripFrame == address)
    #expect(file.problems.map(\.key) == ["theme.strip_frame_url"])
    #expect(file.problems.first?.consequence == "it is not fetched, and nothing is shown in its place")
  }

  @Test(
    arguments: [
      ("logo_asset: 'gold.png', logo_url: 'silver.png'", "gold.png", 0),
      ("logo_asset: 'gold', logo_url: 'silver.png'", "silver.png", 0),
      ("logo_asset: 'gold'", nil, 1), ("logo_asset: '', logo_url: 'art/silver.jpg'", "art/silver.jpg", 0),
    ] as [(String, String?, Int)])
  func `an asset that is a file wins over the address`(_ theme: String, _ logo: String?, _ problems: Int) {
    let file = Self.event("theme: {\(theme)}")
    #expect(file.events.first?.theme.logo == logo)
    #expect(file.problems.count == problems)
  }

  // MARK: Our own keys

  @Test(arguments: [
    ("", Event.GalleryAccess.open, 0), ("languages: ['de']", .link, 0), ("keep: {}", .link, 0),
    ("gallery: 'open'", .open, 0),
    ("gallery: 'link'", .link, 0), ("gallery: 'everybody'", .link, 1), ("gallery: 1, languages: ['de']", .link, 1),
    ("unknown: 1", .open, 1),
  ])
  func `the gallery of FotoX's events is open, that of ours is by link`(
    _ extra: String, _ expected: Event.GalleryAccess, _ problems: Int
  ) {
    let file = Self.event(extra)
    #expect(file.events.first?.gallery == expected)
    #expect(file.problems.count == problems)
  }

  @Test(arguments: [
    ("['he', 'AR', 'en']", ["he", "ar", "en"], 0), ("['PT-br', 'zh-hant-tw']", ["pt-BR", "zh-Hant-TW"], 0),
    ("[]", ["en"], 1),
    ("['de', 'de', 'x', 7, '', 'en_US', 'de-']", ["de"], 6), ("'de'", ["en"], 1), ("null", ["en"], 0),
    ("['\\u05d0\\u05d1']", ["en"], 1),
  ])
  func `languages are codes of BCP 47`(_ list: String, _ expected: [String], _ problems: Int) {
    let file = Self.event("languages: \(list)")
    #expect(file.events.first?.languages == expected)
    #expect(file.problems.count { $0.severity != .advice } == problems)
  }

  @Test func `what guests could not read is advice, and no fault of the file`() {
    let file = Self.event(
      """
      languages: ['en', 'nl', 'he'], names: {en: 'Fair'},
      theme: {primary_color: '#333333', secondary_color: '#222222', accent_color: '#444444'}
      """)
    let advice = file.problems.filter { $0.severity == .advice }.map(\.key).sorted()
    #expect(advice == ["languages[1]", "names.he", "theme.accent_color", "theme.primary_color"])
    #expect(file.problems.count == advice.count, "\(file.problems)")
    let one = Self.event("languages: ['de'], theme: {secondary_color: '#000000', accent_color: '#FFFFFF'}")
    #expect(one.problems.isEmpty, "a name in one language is that language's")
  }

  @Test func `names are by language`() {
    let file = Self.event("names: {HE: 'יריד', 'pt-br': ' Feira ', '': 'x', en: 5}")
    #expect(file.events.first?.names == ["he": "יריד", "pt-BR": "Feira"])
    #expect(file.problems.map(\.key) == ["names.", "names.en"])
  }

  @Test(
    arguments: [
      ("{days: 30}", 30, 0), ("{days: 0}", 0, 0), ("{days: null}", nil, 0), ("{}", nil, 0), ("{days: -1}", nil, 1),
      ("{days: 1e308}", nil, 1),
      ("{days: 1.5}", nil, 1), ("{days: NaN}", nil, 1), ("{days: '3'}", nil, 1), ("30", nil, 1), ("{day: 3}", nil, 1),
    ] as [(String, Int?, Int)])
  func `a number of days that makes no sense deletes nothing`(_ keep: String, _ days: Int?, _ problems: Int) {
    let file = Self.event("keep: \(keep)")
    #expect(file.events.first?.keep.days == days)
    #expect(file.problems.count == problems)
  }

  @Test(
    arguments: [
      ("'2025-02-01'", 1_738_454_400, 0), ("'2025-02-01T18:20:15Z'", 1_738_434_015, 0), ("'soon'", nil, 1),
      ("5", nil, 1), ("null", nil, 0),
    ] as [(String, Int64?, Int)])
  func `an event expires at a moment or at the end of a day`(_ expires: String, _ moment: Int64?, _ problems: Int) {
    let file = Self.event("expires: \(expires)")
    #expect(file.events.first?.expiresAt == moment)
    #expect(file.problems.count == problems)
  }

  @Test(
    arguments: [
      ("clip_seconds", \Timings.clip, "4", 4000, nil), ("clip_seconds", \.clip, "4.5", 4500, nil),
      ("clip_seconds", \.clip, "2", 3000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "1e308", 10000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "Infinity", 10000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "-1e308", 3000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "NaN", 10000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "'5'", 10000, "3 to 10 seconds"),
      ("clip_seconds", \.clip, "null", 10000, nil), ("countdown_seconds", \.countdown, "0", 0, nil),
      ("countdown_seconds", \.countdown, "-1", 0, "0 to 5 seconds"),
      ("countdown_seconds", \.countdown, "6", 5000, "0 to 5 seconds"),
      ("review_seconds", \.review, "0", 0, nil), ("review_seconds", \.review, "2", 5000, "0 or 5 to 30 seconds"),
      ("review_seconds", \.review, "99", 30000, "0 or 5 to 30 seconds"), ("qr_seconds", \.qr, "90", 90000, nil),
      ("qr_ignore_seconds", \.qrIgnore, "1", 1000, nil), ("previous_qr_seconds", \.previousQR, "0", 0, nil),
      ("patience_seconds", \.patience, "45", 45000, nil), ("resume_offer_seconds", \.resumeOffer, "20", 20000, nil),
      ("cancel_seconds", \.cancelQuestion, "5", 5000, nil), ("get_ready_seconds", \.getReady, "8", 8000, nil),
      ("settings_seconds", \.settings, "60", 60000, nil),
    ] as [(String, any KeyPath<Timings, Duration> & Sendable, String, Int, String?)])
  func `timings are clamped to their ranges, and the range is named`(
    _ key: String, _ path: any KeyPath<Timings, Duration> & Sendable, _ value: String, _ milliseconds: Int,
    _ expected: String?
  ) throws {
    let file = Self.event("timings: {\(key): \(value)}")
    #expect(try #require(file.events.first).timings[keyPath: path] == .milliseconds(milliseconds))
    #expect(file.problems.map(\.expected) == (expected.map { [$0] } ?? []))
    #expect(file.problems.allSatisfy { $0.key == "timings.\(key)" && $0.severity == .warning })
  }

  @Test(
    arguments: [
      ("{strips: 2, clip: false}", 2, nil, 0), ("{strips: 1}", 1, 4000, 0), ("{clip: true}", 3, 4000, 0),
      ("{strips: 0}", 1, 4000, 1),
      ("{strips: 1e9}", 12, 4000, 1), ("{strips: -1e308}", 1, 4000, 1), ("{strips: NaN}", 3, 4000, 1),
      ("{strips: 'two'}", 3, 4000, 1),
      ("{strips: []}", 3, 4000, 1), ("{clip: 'yes'}", 3, 4000, 1), ("7", 3, 4000, 1),
    ] as [(String, Int, Int?, Int)])
  func `a plan of strips alike is a number`(_ plan: String, _ count: Int, _ clip: Int?, _ problems: Int) throws {
    let file = Self.event("timings: {clip_seconds: 4, countdown_seconds: 1, review_seconds: 6}, plan: \(plan)")
    let event = try #require(file.events.first)
    #expect(
      event.plan
        == .fotoX(count: count, clip: clip.map { .milliseconds($0) }, countdown: .seconds(1), review: .seconds(6)))
    #expect(event.layout.slots.count == count)
    #expect(file.problems.count == problems)
  }

  @Test func `a plan may describe each strip`() throws {
    let file = Self.event(
      """
      plan: {clip: false, strips: [{guide: 'then/1910.jpg', countdown_seconds: 5, review_seconds: 0},
        {clip_seconds: 3, start: 'press'}, {clip_seconds: 0, guide: 'b.png', start: 'automatic'}, 7, {clip_seconds: 99, start: 'now'}]}
      """)
    let strips = try #require(file.events.first).plan.strips
    #expect(
      strips == [
        .init(start: .onPress, clip: nil, countdown: .seconds(5), review: .zero, guide: "then/1910.jpg"),
        .init(start: .onPress, clip: .seconds(3), countdown: .seconds(3), review: .seconds(5)),
        .init(start: .automatic, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "b.png"),
        .init(clip: nil, countdown: .seconds(3), review: .seconds(5)),
        .init(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)),
      ])
    #expect(file.problems.map(\.key) == ["plan.strips[3]", "plan.strips[4].clip_seconds", "plan.strips[4].start"])
  }

  @Test func `a layout is taken as it is, or bent into its canvas`() throws {
    let good = Self.event(
      "plan: {strips: 1}, layout: {size: [1800, 1200], slots: [[10, 20, 1000, 900]], logo: [0, 0, 100, 50]}")
    #expect(good.problems == [])
    #expect(
      good.events.first?.layout
        == CompositeLayout(
          size: PixelSize(width: 1800, height: 1200), slots: [PixelRect(x: 10, y: 20, width: 1000, height: 900)],
          logo: PixelRect(x: 0, y: 0, width: 100, height: 50)))
    let bent = Self.event("plan: {strips: 1}, layout: {size: [100, 1200], slots: [[-5, 1e308, 1000, 0]]}")
    #expect(
      bent.events.first?.layout
        == CompositeLayout(
          size: PixelSize(width: 200, height: 1200), slots: [PixelRect(x: 0, y: 1184, width: 200, height: 16)]))
    #expect(bent.problems.count == 5)
    #expect(bent.problems.first?.expected == "a whole number from 200 to 6000")
  }

  @Test(arguments: [
    "7", "{size: 7, slots: [[0,0,50,50]]}", "{size: [600, NaN], slots: [[0,0,50,50]]}",
    "{size: [6000, 6000], slots: [[0,0,50,50]]}",
    "{size: [600, 600], slots: [[0,0,50]]}", "{size: [600, 600], slots: []}", "{size: [600, 600]}",
    "{slots: [[0,0,50,50]]}", "{}",
    "{size: [600, 600], slots: [[0,0,'a',50]]}",
  ])
  func `a layout that cannot be used gives way to the standard one`(_ layout: String) {
    let file = Self.event("layout: \(layout)")
    #expect(file.events.first?.layout == .strip)
    #expect(!file.problems.isEmpty)
    #expect(file.problems.allSatisfy { $0.key.hasPrefix("layout") && $0.severity == .warning })
  }

  @Test(arguments: 1...12) func `the standard layout has a slot for every strip inside its canvas`(_ count: Int) {
    let layout = CompositeLayout.standard(slots: count)
    #expect(layout.slots.count == count)
    for (index, slot) in layout.slots.enumerated() {
      #expect(slot.x >= 0 && slot.y >= 0 && slot.width > 200 && slot.height > 100)
      #expect(slot.x + slot.width <= layout.size.width && slot.y + slot.height <= layout.footer?.y ?? 0)
      for other in layout.slots[..<index] {
        #expect(slot.x >= other.x + other.width || slot.y >= other.y + other.height || other.x >= slot.x + slot.width)
      }
    }
  }

  // MARK: Hostile files

  @Test func `a file that is too large is refused unread`() {
    let file = EventFile(bytes: Array(repeating: 0x20, count: 10 << 20), file: "f", folder: "x")
    #expect(file.events == [])
    #expect(file.problems.map(\.found) == ["10485760 bytes"])
  }

  @Test func `thousands of events and of mistakes are bounded`() {
    let many = Self.read(
      "[" + (1...5000).map { "{id: \($0), name: 'A', date: '2026-01-01', x: 1}" }.joined(separator: ",") + "]")
    #expect(many.events.count == 200)
    #expect(many.problems.count { $0.severity == .error } == 1)
    #expect(many.problems.count == 101)
    #expect(many.problems.last?.found == "101 more")
    let keys = Self.read(
      "{id: 1, name: 'A', date: '2026-01-01', " + (0..<50000).map { "k\($0): 1" }.joined(separator: ",") + "}")
    #expect(keys.events.count == 1)
    #expect(keys.problems.count == 101)
  }

  @Test func `long and strange texts are cut and cleaned`() throws {
    let file = Self.read("{id: 1, name: 'A\\nB\\u0000\(String(repeating: "x", count: 5000))', date: 'Summer', id: 1}")
    let event = try #require(file.events.first)
    #expect(event.name.hasPrefix("A B x"))
    #expect(event.name.count == 200)
    #expect(event.date == "Summer")
    #expect(file.problems.map(\.key) == ["id", "name", "name", "date"])
    let zalgo = try #require(
      Self.read("{id: 1, name: 'a" + String(repeating: "\u{301}", count: 9000) + "'}").events.first)
    #expect(zalgo.name.unicodeScalars.count <= 1600)
  }

  @Test func `what a problem shows of the file is short and safe to print`() {
    let file = Self.event("'\\u001b]0;x': 1, gallery: '\\u001b[2J\(String(repeating: "y", count: 500))'")
    #expect(file.problems.count == 2)
    for problem in file.problems {
      #expect(problem.description.utf8.count < 400)
      #expect(!problem.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  // MARK: The bundled events

  @Test(arguments: [("wedding", 101), ("sports-day", 102), ("jerusalem", 103)])
  func `the bundled events have no problems`(_ slug: String, _ id: Int) throws {
    let data = try Data(contentsOf: SourceTree.root.appending(path: "Events/\(slug)/event.json"))
    let file = EventFile(bytes: [UInt8](data), file: "Events/\(slug)/event.json", folder: slug)
    #expect(file.problems.map(\.description) == [])
    #expect(file.events.map(\.id) == [id])
    #expect(file.events.first?.gallery == .link)
    #expect(file.events.first?.keep.days == 30)
    #expect(file.events.first?.attract == "attract.jpg")
  }
}
