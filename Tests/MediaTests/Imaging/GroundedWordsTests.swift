import BoothCore
import Testing

@testable import Imaging

@Suite struct GroundedWordsTests {
  private let size = PixelSize(width: 400, height: 60)
  private var rect: PixelRect { PixelRect(x: 10, y: 5, width: 380, height: 50) }
  private let cream = RGBColor(red: 250, green: 232, blue: 200)

  private func draw(on ground: Bitmap, secondary: RGBColor) throws -> (Bitmap, GroundedWords.Outcome?) {
    var bitmap = ground
    let style = TextStyle(pixelSize: 30, isBold: true, color: cream)
    let outcome = try GroundedWords(theme: Theme(secondary: secondary, accent: cream))
      .draw("Anna & Jonas", style: style, in: rect, on: &bitmap)
    return (bitmap, outcome)
  }

  private func bricks(_ one: RGBColor, _ other: RGBColor) -> Bitmap {
    var bitmap = Bitmap(size: size, color: one)
    for x in stride(from: 0, to: size.width, by: 20) {
      bitmap.fill(PixelRect(x: x, y: 0, width: 10, height: size.height), with: other)
    }
    return bitmap
  }

  @Test func `words that can be read stay as they are`() throws {
    let ground = Bitmap(size: size, color: RGBColor(red: 53, green: 33, blue: 26))
    let (_, outcome) = try draw(on: ground, secondary: .white)
    #expect(outcome == nil)
  }

  @Test func `cream words on pale bricks are in the theme's dark colour`() throws {
    let pale = bricks(RGBColor(red: 220, green: 190, blue: 140), RGBColor(red: 200, green: 170, blue: 120))
    let (picture, outcome) = try draw(on: pale, secondary: RGBColor(red: 53, green: 33, blue: 26))
    #expect(outcome?.mending == .ink)
    #expect((outcome?.contrast ?? 21) < 2)
    #expect(picture.luminances(in: rect).contrast(to: .white) < 4.5 && picture != pale)
  }

  @Test func `words do not take the colour of the joints between bricks`() throws {
    let paper = RGBColor(red: 53, green: 33, blue: 26)
    var wall = Bitmap(size: size, color: RGBColor(red: 220, green: 190, blue: 140))
    for x in stride(from: 0, to: size.width, by: 50) {
      wall.fill(PixelRect(x: x, y: 0, width: 4, height: size.height), with: paper)
    }
    #expect(try draw(on: wall, secondary: paper).1?.mending == .band)
  }

  @Test func `words on a picture that is light and dark stand on a band`() throws {
    let paper = RGBColor(red: 53, green: 33, blue: 26)
    let mixed = bricks(.white, RGBColor(red: 60, green: 50, blue: 40))
    let (picture, outcome) = try draw(on: mixed, secondary: paper)
    #expect(outcome?.mending == .band)
    // Left of the words, within the band.
    let place = try #require(
      try TextPainter.place(
        ofLine: "Anna & Jonas", style: TextStyle(pixelSize: 30, isBold: true, color: cream), in: rect))
    #expect(picture.color(place.x - 6, 30) == paper)
    #expect(picture.color(2, 30) == mixed.color(2, 30))
  }

  @Test func `words whose colour is that of the band are black or white on it`() throws {
    let mixed = bricks(.white, .black)
    let (picture, outcome) = try draw(on: mixed, secondary: cream)
    #expect(outcome?.mending == .band)
    var dark = 0
    for x in 100..<300 where picture.color(x, 30).relativeLuminance < 0.02 { dark += 1 }
    #expect(dark > 5)
  }

  @Test(arguments: [false, true]) func `words end before a flower below their last letter`(isLeft: Bool) throws {
    let dark = RGBColor(red: 53, green: 33, blue: 26)
    let style = TextStyle(pixelSize: 30, isBold: true, color: cream)
    let plain = Bitmap(size: size, color: dark)
    let place = try #require(try TextPainter.place(ofLine: "Anna & Jonas", style: style, in: rect))
    let flower =
      isLeft
      ? PixelRect(x: 0, y: 0, width: place.x + 12, height: 60)
      : PixelRect(x: place.x + place.width - 12, y: 0, width: 400 - place.x - place.width + 12, height: 60)
    var ground = plain
    ground.fill(flower, with: .white)
    let (picture, outcome) = try draw(on: ground, secondary: dark)
    #expect(outcome == nil)
    // Nothing is written on the flower, and all words stand beside it, about the middle.
    let written = (0..<size.width).filter { x in (0..<size.height).contains { picture[x, $0] != ground[x, $0] } }
    let (first, last) = try (#require(written.first), #require(written.last))
    #expect(isLeft ? first >= flower.x + flower.width : last < flower.x)
    #expect(abs(first + last - 400) < 12 && last - first < place.width)
  }

  @Test func `words are not made tiny for the sake of a flower in their middle`() throws {
    let dark = RGBColor(red: 53, green: 33, blue: 26)
    var ground = Bitmap(size: size, color: dark)
    ground.fill(PixelRect(x: 205, y: 0, width: 14, height: 60), with: .white)
    let place = try #require(
      try TextPainter.place(
        ofLine: "Anna & Jonas", style: TextStyle(pixelSize: 30, isBold: true, color: cream), in: rect))
    let (picture, _) = try draw(on: ground, secondary: dark)
    let written = (0..<size.width).filter { x in (0..<size.height).contains { picture[x, $0] != ground[x, $0] } }
    #expect(try #require(written.last) - #require(written.first) > place.width - 4)
  }

  @Test func `turned words are held against what lies below them`() throws {
    var layout = PrintLayout(
      paper: MillimetreSize(width: 60, height: 60), dpi: 150, ground: .own(.white),
      pictures: [PrintLayout.Picture(strip: 0, box: MillimetreRect(x: 0, y: 0, width: 60, height: 20))])
    let box = MillimetreRect(x: 10, y: 35, width: 40, height: 8)
    for (ink, isMended) in [(PrintLayout.Ink.own(.white), true), (.own(.black), false)] {
      layout.texts = [PrintLayout.Text(words: "Hello", box: box, turn: 30, ink: ink)]
      let notes = try CompositeRenderer().notes(
        CompositeRequest(
          photos: [], layout: .strip, printLayout: layout, theme: Theme(), artwork: Artwork(), footer: ""))
      #expect(notes.isEmpty != isMended, "\(notes)")
    }
  }
}
