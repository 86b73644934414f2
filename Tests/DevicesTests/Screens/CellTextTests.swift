import BoothCore
import Imaging
import Testing

@testable import Screens

struct CellTextTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("שָׁלוֹם", 4), ("a\u{200B}b", 2), ("\u{202F}", 1), ("a\tb\u{7}", 2),
    ("", 0), ("🎉", 2), ("█▚●", 3),
  ])
  func `text has the columns a terminal gives it`(text: String, columns: Int) {
    #expect(CellText.columns(text) == columns)
  }

  @Test func `lines break between words, long words anywhere, and the last line says that something is missing`() {
    #expect(CellText.wrap("one two three", width: 7) == ["one two", "three"])
    #expect(CellText.wrap("abcdefghij k", width: 4) == ["abcd", "efgh", "ij k"])
    #expect(CellText.wrap("one two three four", width: 7, limit: 2) == ["one two", "three…"])
    #expect(CellText.wrap("", width: 7) == [])
    #expect(CellText.wrap("漢字漢", width: 4) == ["漢字", "漢"])
  }

  @Test func `nothing is ever wider than asked for`() {
    var random = SeededRandom(seed: 3)
    let letters = Array("ab c漢é שא… e\u{301} ")
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
      let width = Int.random(in: 2..<20, using: &random)
      #expect(CellText.columns(CellText.cut(text, width: width)) <= width)
      for line in CellText.wrap(text, width: width, limit: 3) { #expect(CellText.columns(line) <= width) }
      #expect(CellText.split(text, width: width).joined() == text)
    }
  }
}

struct QuarterFitTests {
  private let red = Paint(200, 0, 0)
  private let blue = Paint(0, 0, 200)

  @Test func `any two colours of four quarters are exact`() {
    for quarters in 0..<16 {
      let paints = (0..<4).map { quarters & 1 << $0 != 0 ? red : blue }
      let fit = QuarterFit(paints[0], paints[1], paints[2], paints[3], .quarters)
      for bit in 0..<4 {
        #expect((fit.quarters & 1 << bit != 0 ? fit.ink : fit.paper) == paints[bit], "\(quarters) bit \(bit)")
      }
    }
  }

  @Test func `halves are exact on the console, finer things are their means`() {
    let exact = QuarterFit(red, red, blue, blue, .halves)
    #expect((exact.ink, exact.paper, exact.quarters) == (red, blue, BlockElement.upperHalf))
    let mean = QuarterFit(red, blue, red, blue, .halves)
    #expect(mean.ink == red.mixed(with: blue, 128) && mean.quarters == BlockElement.upperHalf)
  }

  @Test func `a canvas painted as a picture has its blocks where they belong`() throws {
    var canvas = CellCanvas(columns: 16, rows: 1)
    for quarters in 0..<16 {
      canvas.put(BlockElement.glyphs[quarters], column: quarters, row: 0, ink: red, paper: blue)
    }
    let bitmap = try CellPicture(cellSize: PixelSize(width: 8, height: 16)).bitmap(of: canvas)
    for quarters in 0..<16 {
      for y in 0..<16 {
        for x in 0..<8 {
          let bit = y / 8 * 2 + x / 4
          let wanted = quarters & 1 << bit != 0 ? red : blue
          #expect(bitmap[quarters * 8 + x, y] == 0xFF00_0000 | wanted.rgb)
        }
      }
    }
  }
}
