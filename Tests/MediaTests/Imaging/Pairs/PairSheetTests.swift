import BoothCore
import ImageRegistration
import Testing

@testable import Imaging

struct PairSheetTests {
  private static let link = "https://pairs.example.org/p/3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  private static func facts(_ title: String = "The post office", link: String? = link) -> PairFacts {
    var facts = PairFacts(title: title, pair: "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    (facts.then, facts.now) = ("about 1910", "20 June 2026")
    (facts.latitude, facts.longitude) = (31.7683, -35.2137)
    (facts.archive, facts.signature, facts.author) = ("City archive", "A-12/3", "Unknown")
    (facts.licence, facts.source, facts.link) = ("Public domain", "https://archive.example.org/items/123", link)
    return facts
  }

  private static let long = String(repeating: "A place with a very long name, ", count: 30)

  /// Facts as archives have them, and as they have not.
  private static let cases: [PairFacts] = {
    var empty = PairFacts(title: "", pair: "")
    empty.archive = "  "
    var hebrew = facts("שער יפו, ירושלים")
    (hebrew.then, hebrew.archive, hebrew.author) = ("בערך 1898", "ארכיון העיר", "צלם לא ידוע")
    var arabic = facts("باب العامود — القدس", link: nil)
    (arabic.then, arabic.now) = (nil, "٢٠ يونيو ٢٠٢٦")
    var endless = facts(long)
    (endless.archive, endless.author, endless.licence) = (long, long, long)
    endless.source = "https://example.org/" + String(repeating: "a", count: 900)
    endless.then = long
    return [facts(), facts(link: nil), empty, hebrew, arabic, endless, facts("📷 Fête\u{0} \u{202E}x\n👩‍👩‍👧")]
  }()

  private static func rects(_ sheet: PairSheet) -> [PixelRect] {
    sheet.words.map {
      PixelRect(x: $0.x, y: $0.y, width: $0.block.size.width, height: $0.block.size.height)
    } + sheet.pictures + [sheet.code?.rect, sheet.rule].compactMap(\.self)
  }

  @Test(arguments: PairSheet.Paper.allCases, [0.1, 0.4, 0.67, 1, 1.5, 2.4, 5, 50, .nan])
  func `nothing on the sheet touches anything else, whatever is known`(
    _ paper: PairSheet.Paper, _ aspect: Double
  ) throws {
    for facts in Self.cases {
      let sheet = PairSheet(facts, aspect: aspect, on: paper)
      let sides = [sheet.size.width, sheet.size.height].sorted()
      #expect(sides == (paper == .a4 ? [2480, 3508] : [1200, 1800]))
      let rects = Self.rects(sheet)
      for (index, rect) in rects.enumerated() {
        #expect(rect.x > 0 && rect.y > 0, "\(rect)")
        #expect(rect.x + rect.width < sheet.size.width && rect.y + rect.height < sheet.size.height, "\(rect)")
        for other in rects[..<index] {
          let apart =
            rect.x >= other.x + other.width || other.x >= rect.x + rect.width || rect.y >= other.y + other.height
            || other.y >= rect.y + rect.height
          #expect(apart, "\(rect) and \(other), \(facts.title.prefix(12)), \(aspect)")
        }
      }
      #expect(sheet.pictures[0].size == sheet.pictures[1].size, "equal sizes")
    }
  }

  @Test func `wide pictures are below each other, high ones beside each other, and the paper lies as they want it`() {
    let wide = PairSheet(Self.facts(), aspect: 5, on: .a4)
    #expect(wide.pictures[0].x == wide.pictures[1].x && wide.size.width > wide.size.height)
    let high = PairSheet(Self.facts(), aspect: 0.67, on: .a4)
    #expect(high.pictures[0].y == high.pictures[1].y && high.size.width < high.size.height)
    #expect(high.pictures[0].x < high.pictures[1].x, "the old one is the first")
    let usual = PairSheet(Self.facts(), aspect: 1.5, on: .a4)
    #expect(usual.size.width < usual.size.height && usual.pictures[0].y < usual.pictures[1].y)
  }

  private static func texts(_ facts: PairFacts) -> [String] {
    PairSheet(facts, aspect: 1.5, on: .a4).words.map(\.block.options.text)
  }

  @Test func `the sheet names what each fact is, and says of a date that it is not known`() {
    let all = Self.texts(Self.facts())
    for text in [
      "Archive: City archive, Reference: A-12/3", "Photographer: Unknown", "Rights: Public domain",
      "Source: https://archive.example.org/items/123", "about 1910", "20 June 2026",
    ] { #expect(all.contains(text), "\(text)") }
    var facts = PairFacts(title: "The gate", pair: "P-1")
    facts.now = "20 June 2026"
    facts.signature = "A-12/3"
    #expect(Self.texts(facts).contains("Date not known") && Self.texts(facts).contains("Reference: A-12/3"))
    #expect(!Self.texts(facts).contains { $0.contains("Archive") || $0.contains("Rights") })
    (facts.now, facts.language) = ("  ", .german)
    #expect(Self.texts(facts).filter { $0 == "Datum unbekannt" }.count == 2)
    #expect(Self.texts(facts).contains("Signatur: A-12/3"))
    // Facts in Hebrew have Hebrew words around them.
    facts.title = "שער יפו"
    #expect(Self.texts(facts).contains("סימן מדף: A-12/3") && Self.texts(facts).contains("תאריך לא ידוע"))
  }

  @Test func `every word of a pair is there in every language`() {
    for word in PairWord.allCases {
      for language in Language.allCases {
        #expect(!word.text(in: language).isEmpty)
        let isHebrew = word.text(in: language).contains { ("א"..."ת").contains($0) }
        #expect(isHebrew == (language == .hebrew), "\(word) in \(language)")
      }
    }
  }

  @Test func `dates stand on one line in one size`() throws {
    var facts = Self.facts()
    facts.then = "between the spring of 1898 and the autumn of 1914, by the stamp on its back, or a little later"
    let sheet = PairSheet(facts, aspect: 0.7, on: .photo)
    let dates = sheet.words.filter { [facts.then, facts.now].contains($0.block.options.text) }
    #expect(dates.count == 2 && dates[0].y == dates[1].y && dates[0].block.pixelSize == dates[1].block.pixelSize)
  }

  @Test func `a sheet in Hebrew begins at the right, and its code stands at the left`() throws {
    let hebrew = PairSheet(Self.cases[3], aspect: 1.5, on: .a4)
    let right = hebrew.pictures.map { $0.x + $0.width }.max()!
    for word in hebrew.words { #expect(abs(word.x + word.block.size.width - right) <= 1, "\(word.block.options.text)") }
    #expect(
      hebrew.words.allSatisfy {
        $0.block.options.isRightToLeft == $0.block.options.text.contains { ("א"..."ת").contains($0) }
      },
      "degrees and years keep their order")
    let latin = PairSheet(Self.cases[0], aspect: 1.5, on: .a4)
    let left = latin.pictures.map(\.x).min()!
    for word in latin.words { #expect(abs(word.x - left) <= 1, "\(word.block.options.text)") }
    let (leftCode, rightCode) = (try #require(hebrew.code).rect, try #require(latin.code).rect)
    #expect(leftCode.x < rightCode.x)
  }

  @Test func `there is a code only where there is a link, and never one that phones cannot read`() throws {
    #expect(PairSheet(Self.facts(link: nil), aspect: 1.5, on: .a4).code == nil)
    #expect(PairSheet(Self.facts(link: ""), aspect: 1.5, on: .a4).code == nil)
    for paper in PairSheet.Paper.allCases {
      for count in [0, 100, 300, 5000] {
        let sheet = PairSheet(
          Self.facts(link: Self.link + String(repeating: "x", count: count)), aspect: 1.5, on: paper)
        guard let code = sheet.code else {
          #expect(count >= 300)
          continue
        }
        let module = 25.4 / 300 * Double(code.rect.width) / Double(code.code.side + 2 * QRCode.standardQuietZone)
        #expect(module >= PlacedCode.leastModule, "\(module) mm")
      }
    }
  }

  @Test func `coordinates are written as the app writes them, and impossible ones not at all`() {
    var facts = PairFacts(title: "x", pair: "y")
    for (latitude, longitude, text) in [
      (31.7683, 35.2137, "31.768300, 35.213700"), (-0.0000001, 0, "0.000000, 0.000000"),
      (-33.9999999, 151.000004, "-34.000000, 151.000004"), (91, 0, nil), (.nan, 0, nil), (0, -180.1, nil),
    ] as [(Double, Double, String?)] {
      (facts.latitude, facts.longitude) = (latitude, longitude)
      #expect(facts.place == text)
    }
    facts.longitude = nil
    #expect(facts.place == nil)
  }

  private static func pictures() throws -> PairPictures {
    let size = PixelSize(width: 600, height: 400)
    return try PairPictures(
      old: TestPictures.jpeg(size, seed: 1), new: TestPictures.jpeg(size, seed: 2), homography: .identity)
  }

  @Test(arguments: PairSheet.Paper.allCases)
  func `the printed sheet shows both pictures and knows its size on paper`(_ paper: PairSheet.Paper) throws {
    let pictures = try Self.pictures()
    let sheet = PairSheet(Self.facts(), of: pictures, on: paper)
    let jpeg = try sheet.jpeg(of: pictures)
    #expect(Array(jpeg[13..<18]) == [1, 1, 44, 1, 44], "300 dots an inch")
    let page = try JPEGCodec().decode(jpeg)
    #expect(page.size == sheet.size)
    for (rect, picture) in zip(sheet.pictures, [pictures.frame.old, pictures.frame.new]) {
      let seen = try #require(page.cropped(to: rect))
      #expect(TestPictures.difference(seen, Resampler.scale(picture, to: rect.size)).mean < 4)
    }
    for word in sheet.words {
      let rect = PixelRect(x: word.x, y: word.y, width: word.block.size.width, height: word.block.size.height)
      let seen = try #require(page.cropped(to: rect))
      #expect(seen.withPixels { $0.contains { $0 & 255 < 110 } }, "\(word.block.options.text) is not seen")
    }
    if QRCodeTests.reader != nil { #expect(try PrintCodeTests.read(jpeg) == [Self.link]) }
  }

  @Test func `the document is one page of the paper's size with both photos in it as JPEG`() throws {
    let pictures = try Self.pictures()
    let sheet = PairSheet(Self.facts(), of: pictures, on: .a4)
    let pdf = try sheet.pdf(of: pictures, title: "The post office")
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1."))
    #expect(text.contains("595.2 841.92") || text.contains("841.92 595.2"), "A4 in points")
    #expect(text.split(separator: "/DCTDecode", omittingEmptySubsequences: false).count == 3, "two photos")
    #expect(text.contains("/Count 1"), "one page")
    #expect(pdf.count < 1_000_000)
  }

  // MARK: Stills

  @Test func `side by side, both have one height; wide ones stand below each other`() throws {
    func sizes(_ width: Int, _ height: Int) throws -> PixelSize {
      let jpeg = try TestPictures.jpeg(PixelSize(width: width, height: height), seed: 1)
      return try JPEGCodec.probe(PairStills(PairPictures(old: jpeg, new: jpeg, homography: .identity)).sideBySide())
    }
    #expect(try sizes(600, 400) == PixelSize(width: 1218, height: 412))
    #expect(try sizes(400, 600) == PixelSize(width: 830, height: 620))
    #expect(try sizes(1000, 200) == PixelSize(width: 1032, height: 448))
  }

  @Test func `the slider shows the old picture at the left of the bar and the new one at its right`() throws {
    let size = PixelSize(width: 600, height: 400)
    let pictures = try PairPictures(
      old: JPEGCodec().encode(Bitmap(size: size, color: .black)),
      new: JPEGCodec().encode(Bitmap(size: size, color: RGBColor(red: 200, green: 0, blue: 0))), homography: nil)
    let seen = try JPEGCodec().decode(PairStills(pictures).slider())
    #expect(seen.color(290, 20).isNear(.black) && seen.color(310, 20).isNear(RGBColor(red: 200, green: 0, blue: 0)))
    #expect(seen.color(300, 20).red > 220 && seen.color(300, 200).isNear(.white), "the bar and its grip")
  }
}
