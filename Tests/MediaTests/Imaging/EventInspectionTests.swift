import BoothCore
import Testing

@testable import Imaging

@Suite struct EventInspectionTests {
  private func event(_ theme: Theme = Theme(), name: String = "Fair", layout: PrintLayout? = nil) -> Event {
    Event(id: 1, slug: "fair", name: name, date: "2026-06-20", theme: theme, printLayout: layout)
  }

  private func problems(
    _ event: Event, pictures: [(key: String, name: String, bytes: [UInt8])] = [], artwork: Artwork = Artwork(),
    link: String = LayoutPreview.sampleLink
  ) -> [EventProblem] {
    EventInspection(of: event, file: "event.json", artwork: artwork, pictures: pictures, link: link).problems()
  }

  @Test func `an event without faults has no problems`() throws {
    let logo = try PNG.encode(TestPictures.chart(PixelSize(width: 60, height: 40)))
    #expect(problems(event(), pictures: [("theme.logo_url", "logo.png", logo)], artwork: Artwork(logo: logo)) == [])
  }

  @Test func `half a PNG, half a JPEG, a picture of Apple's own and one of 55 megapixels are problems`() throws {
    let png = try PNG.encode(TestPictures.scene(PixelSize(width: 200, height: 150), seed: 1))
    var jpeg = try TestPictures.jpeg(PixelSize(width: 200, height: 150), seed: 2)
    var apple = png
    apple.insert(contentsOf: PNGWriter.chunk("CgBI", [0x50, 0, 0x20, 0x02]), at: 8)
    let half = Array(jpeg[..<(jpeg.count / 2)])
    let header = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange(header + 5..<header + 9, with: [0x15, 0x7C, 0x27, 0x10])  // 5500 rows of 10,000
    let found = problems(
      event(),
      pictures: [
        ("theme.logo_url", "logo.png", Array(png[..<(png.count / 2)])), ("theme.background_url", "half.jpg", half),
        ("theme.photo_frame_url", "apple.png", apple), ("attract", "huge.jpg", jpeg), ("a", "good.png", png),
      ])
    #expect(found.map(\.key) == ["theme.logo_url", "theme.background_url", "theme.photo_frame_url", "attract"])
    #expect(found.allSatisfy { $0.severity == .warning && $0.consequence == "nothing is shown in its place" })
    let words = ["cut short", "cut short", "CgBI", "limit for artwork is 50 megapixels"]
    for (problem, word) in zip(found, words) { #expect(problem.found.contains(word), "\(problem)") }
  }

  @Test func `letters that no font has are named with the text they are in`() {
    // Letters of a plane for private use, which no font of a distribution has.
    let found = problems(event(name: "Fair \u{F1234}\u{F1235}\u{F1234}"))
    #expect(found.map(\.key) == ["name"])
    #expect(found.first?.found == "U+F1234, U+F1235")
    #expect(found.first?.consequence?.contains("boxes") == true)
  }

  @Test func `a font that is not installed is a problem, and one that is, is none`() {
    let found = problems(event(Theme(fontFamily: "No Such Face")))
    #expect(found.map(\.key) == ["theme.font_family"])
    for family in ["system", "Sans", "DejaVu Sans", "No Such Face, DejaVu Sans"] {
      #expect(problems(event(Theme(fontFamily: family))) == [], "\(family)")
    }
  }

  @Test func `a code whose modules are too small for a phone is told with the box that it takes`() {
    func layout(_ side: Double) -> PrintLayout {
      PrintLayout(
        paper: MillimetreSize(width: 100, height: 150),
        pictures: [PrintLayout.Picture(strip: 0, box: MillimetreRect(x: 5, y: 5, width: 90, height: 60))],
        code: MillimetreRect(x: 5, y: 100, width: side, height: side))
    }
    let small = problems(event(layout: layout(14)))
    #expect(small.map(\.key) == ["layout.qr_mm"])
    #expect(small.first?.found == "modules of 0.25 mm", "\(small)")
    #expect(small.first?.expected.contains("a box of 20 mm") == true, "\(small)")
    #expect(problems(event(layout: layout(20))) == [])
    let none = problems(event(layout: layout(3)))
    #expect(none.first?.consequence == "no code is printed")
  }

  @Test func `a footer that had to be mended is advice, and says how`() throws {
    let pale = try JPEGCodec().encode(
      Bitmap(size: PixelSize(width: 120, height: 180), color: RGBColor(red: 225, green: 200, blue: 150)))
    let theme = Theme(
      secondary: RGBColor(red: 53, green: 33, blue: 26), accent: RGBColor(red: 250, green: 232, blue: 200),
      footerText: "Then & Now")
    let found = problems(event(theme), artwork: Artwork(background: pale))
    #expect(found.map(\.key) == ["theme.strip_footer_text"] && found.first?.severity == .advice)
    #expect(found.first?.description.contains("on the composite; the words are in secondary_color there") == true)
  }
}
