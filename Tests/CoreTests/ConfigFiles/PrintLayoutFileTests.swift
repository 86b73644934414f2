import Testing

@testable import BoothCore
@testable import ConfigFiles

@Suite struct PrintLayoutFileTests {
  private func read(_ layout: String, strips: Int = 3) -> EventFile {
    EventFileTests.event("plan: {strips: \(strips)}, layout: \(layout)")
  }

  /// A print on 4×6 inches with `pictures`, and further keys.
  private func print(_ pictures: String, _ more: String = "", strips: Int = 1) -> EventFile {
    read("{paper_mm: [101.6, 152.4], pictures: [\(pictures)]\(more.isEmpty ? "" : ", ")\(more)}", strips: strips)
  }

  @Test func `events of today have no print and their layout in pixels`() throws {
    for text in ["sound: false", "plan: {strips: 3}, layout: 'strip'"] {
      let file = EventFileTests.event(text)
      let event = try #require(file.events.first)
      #expect(file.problems == [] && event.printLayout == nil && event.layout == .strip)
    }
    let file = read("{size: [1800, 1200], slots: [[10, 20, 1000, 900]]}", strips: 1)
    #expect(file.events.first?.printLayout == nil && file.problems == [])
  }

  @Test func `every mistake of a layout is named at once`() {
    let file = read(
      """
      {paper_mm: [1, 2], dpi: 9999, panels_mm: [[0], 'x'], ground: 'pinkish',
        pictures: [{box_mm: [1, 2]}, {strip: 99, box_mm: [1, 2, 30, 40], turn: 999}, 'x'],
        over: [{box_mm: 3}], texts: [{box_mm: 1, align: 'x', bold: 2}], logo_mm: 1, qr_mm: 3, overlap: 7}
      """)
    #expect(file.events.first?.printLayout == nil)
    #expect(
      Set(file.problems.map(\.key)) == [
        "layout.paper_mm", "layout.dpi", "layout.panels_mm[0]", "layout.panels_mm[1]", "layout.ground",
        "layout.pictures[0].box_mm", "layout.pictures[1].strip", "layout.pictures[1].turn", "layout.pictures[2]",
        "layout.over[0].picture", "layout.over[0].box_mm", "layout.texts[0].box_mm", "layout.texts[0].align",
        "layout.texts[0].bold", "layout.logo_mm", "layout.qr_mm", "layout.overlap",
      ])
    let pixels = read("{size: [1800, 'x'], slots: [[1, 2], 7], logo: 3, footer: 'x'}")
    #expect(
      pixels.problems.map(\.key) == [
        "layout.size", "layout.slots[0]", "layout.slots[1]", "layout.logo", "layout.footer",
      ])
  }

  @Test func `every key of a print is read`() throws {
    let file = read(
      """
      {paper_mm: [101.6, 152.4], dpi: 200, panel_mm: [50.8, 152.4], panels_mm: [[0, 0], [50.8, 0]],
        ground: '#102030', under: 'paper.png',
        pictures: [{box_mm: [4, 5, 42, 30.5]}, {strip: 0, box_mm: [4, 40, 42, 30], turn: -7.5, radius_mm: 2,
          border_mm: 1.5, border_color: 'primary'}],
        over: ['frame.png', {picture: 'star.png', box_mm: [30, 3, 12, 12]}],
        logo_mm: [4, 80, 42, 15],
        texts: [{words: {en: 'Hello', de: 'Hallo {date}'}, box_mm: [4, 100, 42, 8], align: 'start', color: '#ff0000',
          plate: 'secondary', size_mm: 4, bold: false}],
        qr_mm: [15, 125, 20, 20]}
      """, strips: 1)
    #expect(file.problems == [])
    let layout = try #require(file.events.first?.printLayout)
    #expect(layout.scale.pixels(layout.paper) == PixelSize(width: 800, height: 1200))
    #expect(layout.panel == MillimetreSize(width: 50.8, height: 152.4))
    #expect(layout.panels == [MillimetrePoint(x: 0, y: 0), MillimetrePoint(x: 50.8, y: 0)])
    #expect(layout.ground == .own(RGBColor(red: 16, green: 32, blue: 48)))
    #expect(layout.under == [PrintLayout.Frame(name: "paper.png")])
    #expect(
      layout.pictures == [
        PrintLayout.Picture(strip: 0, box: MillimetreRect(x: 4, y: 5, width: 42, height: 30.5)),
        PrintLayout.Picture(
          strip: 0, box: MillimetreRect(x: 4, y: 40, width: 42, height: 30), turn: -7.5, radius: 2, border: 1.5,
          borderInk: .primary),
      ])
    #expect(
      layout.over == [
        PrintLayout.Frame(name: "frame.png"),
        PrintLayout.Frame(name: "star.png", box: MillimetreRect(x: 30, y: 3, width: 12, height: 12)),
      ])
    #expect(layout.logo == MillimetreRect(x: 4, y: 80, width: 42, height: 15))
    #expect(
      layout.texts == [
        PrintLayout.Text(
          words: "Hello", translations: ["en": "Hello", "de": "Hallo {date}"],
          box: MillimetreRect(x: 4, y: 100, width: 42, height: 8), align: .start,
          ink: .own(RGBColor(red: 255, green: 0, blue: 0)), plate: .secondary, size: 4, isBold: false)
      ])
    #expect(layout.code == MillimetreRect(x: 15, y: 125, width: 20, height: 20))
    #expect(
      file.events.first?.layout
        == CompositeLayout(
          size: PixelSize(width: 400, height: 1200), slots: [PixelRect(x: 31, y: 39, width: 331, height: 241)],
          logo: PixelRect(x: 31, y: 630, width: 331, height: 118)), "its outline in pixels")
  }

  @Test(arguments: PrintLayout.Preset.allCases, 1...6)
  func `a preset has its places on the paper, and nothing over anything`(_ preset: PrintLayout.Preset, _ strips: Int)
    throws
  {
    for hasCode in [false, true] {
      let layout = PrintLayout.preset(preset, strips: strips, hasCode: hasCode)
      #expect(layout.pictures.count == preset.pictures(strips: strips))
      #expect(layout.pictures.map(\.strip) == Array(0..<layout.pictures.count))
      #expect((layout.code != nil) == hasCode)
      #expect(layout.overlaps.isEmpty, "\(layout.overlaps)")
      let boxes =
        layout.pictures.map(\.box) + layout.texts.map(\.box) + [layout.code, layout.logo].compactMap { $0 }
      for box in boxes {
        #expect(box.width > 10 && box.height > 3)
        #expect(PrintLayout.Part("", box).overhang(of: layout.panel) < 0.001, "\(box) on \(layout.panel)")
      }
      for picture in layout.pictures { #expect(picture.box.width > 35 && picture.box.height > 19) }
      for place in layout.panels {
        #expect(place.x + layout.panel.width <= layout.paper.width + 0.001)
        #expect(place.y + layout.panel.height <= layout.paper.height + 0.001)
      }
      #expect(layout.outline(strips: strips).slots.count == strips)
    }
  }

  @Test func `a preset goes by its name, and single parts of it may be replaced`() throws {
    let plain = read("'postcard'")
    #expect(plain.problems == [] && plain.events.first?.printLayout == .preset(.postcard, strips: 3))
    let coded = read("{preset: 'postcard', qr: true, ground: 'primary', over: 'frame.png', dpi: 600}")
    var expected = PrintLayout.preset(.postcard, strips: 3, hasCode: true)
    expected.ground = .primary
    expected.over = [PrintLayout.Frame(name: "frame.png")]
    expected.scale = PrintScale(dpi: 600)
    #expect(coded.problems == [] && coded.events.first?.printLayout == expected)
    let few = read("'four-4x6'")
    #expect(few.problems.map(\.consequence) == ["the last places stay empty"])
    #expect(read("'single-4x6'").problems.map(\.consequence) == ["the last photos are not in the composite"])
  }

  @Test(arguments: [
    ("'poster'", "layout", "one of strip, single-4x6, two-4x6, four-4x6, strips-2x6, square, postcard"),
    ("{preset: 'strip'}", "layout.preset", "one of single-4x6, two-4x6, four-4x6, strips-2x6, square, postcard"),
    ("{preset: 7}", "layout.preset", "one of single-4x6, two-4x6, four-4x6, strips-2x6, square, postcard"),
    ("{paper_mm: 7, pictures: []}", "layout.paper_mm", "[width, height] in millimetres, 40 to 330 each"),
    ("{paper_mm: [10, 4000], pictures: []}", "layout.paper_mm", "[width, height] in millimetres, 40 to 330 each"),
    ("{paper_mm: [100, NaN], pictures: []}", "layout.paper_mm", "[width, height] in millimetres, 40 to 330 each"),
    ("{paper_mm: [100, 150]}", "layout.pictures", "a list of pictures"),
    ("{paper_mm: [100, 150], dpi: 72, pictures: [{}]}", "layout.dpi", "a whole number from 150 to 600"),
    ("{paper_mm: [300, 300], dpi: 600, pictures: [{}]}", "layout.dpi", "at most 24 million dots on the paper"),
    (
      "{paper_mm: [100, 150], panel_mm: [120, 150], pictures: [{}]}", "layout.panel_mm",
      "a panel within the paper's 100 x 150 mm"
    ),
    (
      "{paper_mm: [100, 150], panel_mm: [50, 150], panels_mm: [[0, 0], [51, 0]], pictures: [{}]}",
      "layout.panels_mm[1]", "[x, y] in millimetres, with the whole panel on the paper"
    ),
    ("{paper_mm: [100, 150], pictures: [7]}", "layout.pictures[0]", "a picture, which is an object"),
    (
      "{paper_mm: [100, 150], pictures: [{box_mm: [0, 0, 50]}]}", "layout.pictures[0].box_mm",
      "[x, y, width, height] in millimetres, the latter two at least 5"
    ),
    (
      "{paper_mm: [100, 150], pictures: [{box_mm: [95, 0, 50, 50]}]}", "layout.pictures[0]",
      "a box on the 100 x 150 mm of the paper"
    ),
    (
      "{paper_mm: [100, 150], pictures: [{box_mm: [-200, -200, 500, 600]}]}", "layout.pictures[0]",
      "a box on the 100 x 150 mm of the paper"
    ),
    (
      "{paper_mm: [100, 150], pictures: [{box_mm: [5, 0, 50, 50], strip: -1}]}", "layout.pictures[0].strip",
      "the number of a strip, from 0"
    ),
  ])
  func `a print that cannot be used gives way to the standard layout, and says why`(
    _ layout: String, _ key: String, _ expected: String
  ) throws {
    let file = read(layout)
    let event = try #require(file.events.first)
    #expect(event.printLayout == nil && event.layout == .strip)
    let problem = try #require(file.problems.first)
    #expect(problem.key == key && problem.expected == expected && problem.severity == .warning)
    #expect(problem.consequence == "the standard layout is used")
    // What else is wrong with the pictures is said at once.
    #expect(file.problems.dropFirst().allSatisfy { $0.key.hasPrefix("layout.pictures") })
  }

  @Test func `numbers beyond the paper and parts over each other are told in words`() throws {
    let cut = print("{box_mm: [50, 20, 60, 40]}")
    #expect(
      cut.problems.map(\.description) == [
        "Events/fair/event.json: layout.pictures[0]: expected a box on the 101.6 x 152.4 mm of the paper, or at most 3 mm "
          + "beyond its edge, found 8.4 mm beyond it; it is cut off there."
      ])
    #expect(cut.events.first?.printLayout?.pictures.count == 1)
    #expect(print("{box_mm: [-3, -3, 107.6, 158.4]}").problems == [], "a full bleed is what printers want")
    let over = "{box_mm: [5, 5, 60, 40]}, {box_mm: [40, 30, 60, 40]}"
    #expect(
      print(over, strips: 2).problems.map(\.description) == [
        "Events/fair/event.json: layout.pictures[1]: expected it beside layout.pictures[0], or \"overlap\": true where "
          + "that is meant, found it over layout.pictures[0]; it hides a part of it."
      ])
    #expect(print(over, "overlap: true", strips: 2).problems == [])
    let code = print("{box_mm: [5, 5, 90, 60]}", "qr_mm: [70, 40, 20, 20]")
    #expect(code.problems.map(\.key) == ["layout.qr_mm"])
    let text = "{words: 'Hello', box_mm: [10, 80, 80, 10]}"
    let twice = print("{box_mm: [5, 5, 90, 60]}", "texts: [\(text), \(text)], qr_mm: [40, 75, 20, 20]")
    #expect(twice.problems.map(\.key) == ["layout.qr_mm", "layout.qr_mm", "layout.texts[1]"])
  }

  @Test func `a turned picture is measured where it lies`() {
    // On end, this box would not fit; turned by a quarter it does.
    #expect(print("{box_mm: [-20, 50, 140, 50], turn: 90}").problems == [])
    #expect(print("{box_mm: [-20, 50, 140, 50]}").problems.map(\.key) == ["layout.pictures[0]"])
    // Two that only touch when turned by 45°: diamonds with their corners side by side.
    let diamonds = "{box_mm: [20, 20, 20, 20], turn: 45}, {box_mm: [41, 41, 20, 20], turn: 45}"
    #expect(print(diamonds, strips: 2).problems == [])
    #expect(
      print(diamonds.replacing("turn: 45", with: "turn: 0").replacing("41, 41", with: "38, 38"), strips: 2)
        .problems == [], "a hair's overlap is nobody's mistake")
    #expect(
      print(diamonds.replacing("turn: 45", with: "turn: 0").replacing("41, 41", with: "30, 30"), strips: 2)
        .problems.map(\.key) == ["layout.pictures[1]"])
  }

  @Test func `parts that cannot be used are left out one by one`() throws {
    let file = print(
      "{box_mm: [5, 5, 90, 60], turn: 'x', radius_mm: 99, border_mm: -1, border_color: 'pinkish', what: 1}",
      """
      ground: 7, under: [7, {box_mm: [0, 0, 9, 9]}, '../x.png', 'good.png', {picture: 'b.png', box_mm: [1]},
        {picture: 'c.png', box_mm: [-400, 0, 900, 900]}],
      texts: [3, {words: 'a'}, {words: 'b {nonsense} {date:xx} {event:de}', box_mm: [5, 80, 90, 8], align: 'left', size_mm: 0},
        {words: 'out', box_mm: [60, 140, 90, 8]}],
      logo_mm: [90, 140, 30, 20], qr_mm: [5, 100, 8, 8]
      """)
    let layout = try #require(file.events.first?.printLayout)
    #expect(layout.pictures == [PrintLayout.Picture(strip: 0, box: MillimetreRect(x: 5, y: 5, width: 90, height: 60))])
    #expect(layout.ground == nil && layout.logo == nil && layout.code == nil)
    #expect(layout.under == [PrintLayout.Frame(name: "good.png")])
    #expect(layout.texts.map(\.words) == ["b {nonsense} {date:xx} {event:de}"])
    #expect(layout.texts.first?.align == .center)
    #expect(
      Set(file.problems.map(\.key)) == [
        "layout.pictures[0].turn", "layout.pictures[0].radius_mm", "layout.pictures[0].border_mm",
        "layout.pictures[0].border_color", "layout.pictures[0].what", "layout.ground", "layout.under[0]",
        "layout.under[1].picture", "layout.under[2]", "layout.under[4].box_mm", "layout.under[5].box_mm",
        "layout.texts[0]",
        "layout.texts[1].box_mm", "layout.texts[2].words", "layout.texts[2].align", "layout.texts[2].size_mm",
        "layout.texts[3].box_mm", "layout.logo_mm", "layout.qr_mm",
      ])
    #expect(file.problems.allSatisfy { $0.severity == .warning })
    #expect(
      file.problems.filter { $0.key == "layout.texts[2].words" }.map(\.found) == ["\"{date:xx}\"", "\"{nonsense}\""])
  }

  @Test func `a strip without a place is named`() {
    let file = print("{box_mm: [5, 5, 90, 60], strip: 1}", strips: 3)
    #expect(file.problems.map(\.found) == ["none of strip 0"])
    #expect(file.problems.map(\.consequence) == ["those photos are not in the composite"])
  }

  @Test func `a print without a place for any photo is none`() throws {
    let file = print("{box_mm: [5, 5, 90, 60], strip: 1}, {box_mm: [5, 70, 90, 60], strip: 2}")
    #expect(
      file.problems.map(\.key) == ["layout.pictures[0].strip", "layout.pictures[1].strip", "layout.pictures"])
    #expect(file.problems.last?.consequence == "the standard layout is used")
    let event = try #require(file.events.first)
    #expect(event.printLayout == nil && event.layout == .standard(slots: 1))
  }

  @Test func `the artwork of a print is loaded by its names`() throws {
    let file = print("{box_mm: [5, 5, 90, 60]}", "under: 'paper.png', over: ['frame.png', 'paper.png', 'gone.png']")
    let event = try #require(file.events.first)
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let files = FewFiles(files: ["paper.png": png + [1], "frame.png": png + [2]])
    let (artwork, problems) = files.artwork(for: event)
    #expect(artwork.frames == ["paper.png": png + [1], "frame.png": png + [2]])
    #expect(problems.map(\.key) == ["layout.over[2]"])
    #expect(files.artworkProblems(of: event).map(\.key) == ["layout.over[2]"])
  }

  private struct FewFiles: EventFiles {
    var files: [String: [UInt8]]

    func path(of name: String?, in folder: String?) -> String { "\(folder ?? "")/\(name ?? "")" }
    func folders() throws(EventFilesError) -> [String] { [] }
    func read(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
      guard let bytes = files[name] else { throw EventFilesError(.missing, subject: name, detail: "no such file") }
      return bytes
    }
    func head(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
      Array(try read(name, in: folder, limit: limit).prefix(32))
    }
  }
}
