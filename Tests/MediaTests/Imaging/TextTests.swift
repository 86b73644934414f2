import BoothCore
import Imaging
import Testing

@Suite struct TextTests {
  private func inkBox(_ bitmap: Bitmap) -> PixelRect? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] != 0 {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
    }
    return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  @Test func `text is painted in its colour, at its size, and bold is heavier`() throws {
    let red = RGBColor(red: 255, green: 0, blue: 0)
    let plain = try TextPainter.picture(of: "Hello", style: TextStyle(pixelSize: 40, color: red))
    let large = try TextPainter.picture(of: "Hello", style: TextStyle(pixelSize: 80, color: red))
    let bold = try TextPainter.picture(of: "Hello", style: TextStyle(pixelSize: 40, isBold: true, color: red))
    let ink = { (bitmap: Bitmap) in bitmap.withPixels { $0.reduce(0) { $0 + Int($1 >> 24) } } }
    #expect(plain.withPixels { $0.allSatisfy { $0 & 0xFFFF == 0 } } && ink(plain) > 0)
    #expect(ink(bold) > ink(plain) * 11 / 10)
    #expect(abs(Double(large.width) / Double(plain.width) - 2) < 0.15)
    #expect((35...60).contains(plain.height))
    #expect(try TextPainter.size(of: "Hello", style: TextStyle(pixelSize: 40)) == plain.size)
  }

  @Test func `lines break where they must`() throws {
    let style = TextStyle(pixelSize: 20)
    let one = try TextPainter.size(of: "one two three four", style: style)
    let narrow = try TextPainter.size(of: "one two three four", style: style, maximumWidth: one.width / 2)
    #expect(narrow.width <= one.width / 2 + 1 && narrow.height >= one.height * 19 / 10)
    #expect(try TextPainter.size(of: "one\ntwo", style: style).height >= one.height * 19 / 10)
  }

  @Test func `a line begins where its language begins`() throws {
    let rect = PixelRect(x: 10, y: 10, width: 280, height: 40)
    func box(_ text: String, _ alignment: TextStyle.Alignment) throws -> PixelRect {
      var bitmap = Bitmap(size: PixelSize(width: 300, height: 60))
      try TextPainter.drawLine(text, style: TextStyle(pixelSize: 24, alignment: alignment), in: rect, on: &bitmap)
      return try #require(inkBox(bitmap))
    }
    for text in ["abc", "שלום", "سلام"] {
      let isRight = text != "abc"
      let leading = try box(text, .leading)
      let trailing = try box(text, .trailing)
      let center = try box(text, .center)
      let (left, right) = isRight ? (trailing, leading) : (leading, trailing)
      #expect(left.x - rect.x < 6)
      #expect(rect.x + rect.width - right.x - right.width < 6)
      #expect(abs(2 * center.x + center.width - 300) < 8)
    }
  }

  @Test func `text that is too long is made smaller, then cut, and never leaves its rectangle`() throws {
    let rect = PixelRect(x: 20, y: 20, width: 200, height: 40)
    for length in [1, 12, 20, 40, 200, 5000] {
      var bitmap = Bitmap(size: PixelSize(width: 240, height: 80))
      let text = String(repeating: "Wj", count: length)
      try TextPainter.drawLine(text, style: TextStyle(pixelSize: 30), in: rect, on: &bitmap)
      let box = try #require(inkBox(bitmap))
      #expect(box.x >= 20 && box.y >= 20 && box.x + box.width <= 220 && box.y + box.height <= 60)
      // What was cut still fills the line, and is large enough to read.
      if length >= 12 { #expect(box.width > 150 && box.height >= 9) }
    }
  }

  @Test func `strange text and styles draw something or nothing, and never crash`() throws {
    var bitmap = Bitmap(size: PixelSize(width: 100, height: 40))
    let rect = PixelRect(x: 0, y: 0, width: 100, height: 40)
    for text in ["", "\0\0", "\u{202E}abc", "\u{FFFE}\u{10FFFF}", "a\u{0301}\u{0301}", "👨‍👩‍👧‍👦🇩🇪", "\u{2028}\u{2029}"] {
      for family in ["system", "", "No Such Font", "a\0b", "sans,serif", String(repeating: "f", count: 10_000)] {
        for size in [-5.0, 0, 1, 30, 1e9] {
          try TextPainter.drawLine(text, style: TextStyle(family: family, pixelSize: size), in: rect, on: &bitmap)
        }
        _ = try TextPainter.picture(of: text, style: TextStyle(family: family, pixelSize: 12), maximumWidth: 0)
      }
    }
  }

  @Test(arguments: [
    ("plain text (1)", "plain text (1)"), ("", ""), ("שלום", "םולש"), ("abc שלום def", "abc םולש def"),
    // Right-to-left paragraphs: words of the other direction and numbers keep their order; brackets are mirrored.
    ("שלום abc", "abc םולש"), ("(שלום) 12.5", "12.5 (םולש)"), ("שלום, 50% [x]", "[x] 50% ,םולש"),
    // Arabic takes the forms of its place in the word: initial seen, medial lam-alef becomes one, final meem.
    ("سلام", "\u{FEE1}\u{FEFC}\u{FEB3}"), ("بيت", "\u{FE96}\u{FEF4}\u{FE91}"),
    // Emoji of several parts stay whole, flags too, and marks stay behind their letters.
    ("שלום 👍🏽👨‍👩‍👧", "👨‍👩‍👧👍🏽 םולש"), ("שָׁלוֹם", "םוֹלשָׁ"), ("a\u{200F}b", "ab"),
  ])
  func `visual order`(_ logical: String, _ visual: String) {
    let result = VisualText.reorder(logical)
    #expect(Array(result.unicodeScalars) == Array(visual.unicodeScalars), "\(result.debugDescription)")
  }

  @Test func `the paragraph's direction can be given`() {
    #expect(VisualText.reorder("abc!", rightToLeft: true) == "!abc")
    #expect(VisualText.reorder("abc!", rightToLeft: false) == "abc!")
    #expect(VisualText.reorder("שלום!", rightToLeft: false) == "םולש!")
    #expect(VisualText.reorder("", rightToLeft: true) == "")
  }

  @Test func `the first letter says which way text reads`() {
    #expect(
      VisualText.isRightToLeft("שלום abc") && VisualText.isRightToLeft("123 سلام") && VisualText.isRightToLeft("!ש"))
    #expect(!VisualText.isRightToLeft("abc שלום") && !VisualText.isRightToLeft("123") && !VisualText.isRightToLeft(""))
  }
}
