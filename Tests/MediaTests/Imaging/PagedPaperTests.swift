import BoothCore
import CPangoCairo
import Testing

@testable import Imaging

@Suite struct PagedPaperTests {
  /// What is planned for a paper: of each page its lines, with where they stand.
  private func planned(
    _ blocks: [PagedPaper.Block], isRightToLeft: Bool = false
  ) -> [[(x: Double, y: Double, height: Double, text: PaperText)]] {
    let paper = PagedPaper(title: "t", blocks: blocks, isRightToLeft: isRightToLeft) { "\($0) of \($1)" }
    let output = PDFOutput()
    let surface = output.surface(width: PagedPaper.width, height: PagedPaper.height)
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    return PaperPlan(paper, context).pages.map { marks in
      marks.compactMap { mark in
        if case .line(let text, let line, let x, let y, _) = mark { (x, y, line.height, text) } else { nil }
      }
    }
  }

  private static let sentence = "A sentence about the light in the gym, and who was there. "

  @Test func `pages end between facts, and within one only where it is longer than a page`() {
    let facts = (0..<40).map {
      PagedPaper.Block.fact(label: "Label \($0)", text: String(repeating: Self.sentence, count: 4))
    }
    let pages = planned(facts)
    #expect(pages.count > 1)
    // No text has lines on two pages.
    let texts = pages.map { Set($0.map { ObjectIdentifier($0.text) }) }
    for (one, other) in zip(texts, texts.dropFirst()) { #expect(one.isDisjoint(with: other)) }
    #expect(texts.reduce(0) { $0 + $1.count } == 80)
    let long = planned([.title("Title"), .fact(label: "Notes", text: String(repeating: Self.sentence, count: 300))])
    #expect(long.count > 1 && long.allSatisfy { !$0.isEmpty })
    for line in (pages + long).joined() {
      #expect(line.y >= PagedPaper.margin && line.y + line.height <= PagedPaper.bottom + 0.5)
    }
  }

  @Test func `from right to left the labels stand at the right`() throws {
    let blocks: [PagedPaper.Block] = [.fact(label: "הערות", text: "אור נהדר, and English")]
    let (left, right) = (planned(blocks)[0], planned(blocks, isRightToLeft: true)[0])
    #expect(left[0].x < left[1].x && right[0].x > right[1].x)
  }

  @Test func `a paper is a PDF, whatever is in it`() throws {
    let picture = Bitmap(size: PixelSize(width: 40, height: 30), color: .white)
    let jpeg = try JPEGCodec().encode(picture, quality: 80)
    let paper = PagedPaper(
      title: "a\0b",
      blocks: [
        .title("مرحبا"), .note(""), .fact(label: "", text: "x\0y\u{202E}\r\n\u{7}"), .heading("Pictures"),
        .pictures([{ jpeg }, { nil }, { Array("no picture".utf8) }]),
      ]
    ) { "\($0) of \($1)" }
    let bytes = try paper.pdf()
    #expect(bytes.starts(with: Array("%PDF-".utf8)) && bytes.count > 1000)
    // The picture as it is.
    #expect(bytes.contains(jpeg))
    #expect(try PagedPaper(title: "", blocks: []) { _, _ in "" }.pdf().starts(with: Array("%PDF-".utf8)))
  }
}
