import BoothCore
import CPangoCairo

/// Where everything of a paper stands, page by page.
struct PaperPlan {
  enum Mark {
    case line(PaperText, PaperText.Line, x: Double, y: Double, grey: Double)
    case rule(y: Double)
    case picture(@Sendable () -> [UInt8]?, x: Double, y: Double)

    func draw(_ context: OpaquePointer?, _ paper: PagedPaper) {
      switch self {
      case .line(let text, let line, let x, let y, let grey):
        text.draw(line, context, x: x, y: y, grey: grey, paper)
      case .rule(let y):
        cairo_set_source_rgb(context, 0.82, 0.82, 0.82)
        cairo_set_line_width(context, 0.6)
        cairo_move_to(context, PagedPaper.margin, y)
        cairo_line_to(context, PagedPaper.width - PagedPaper.margin, y)
        cairo_stroke(context)
      case .picture(let bytes, let x, let y): PaperPlan.draw(bytes(), context, x: x, y: y)
      }
    }
  }

  private static let gap = 14.0
  private static let labelWidth = 140.0
  private static var contentWidth: Double { PagedPaper.width - 2 * PagedPaper.margin }
  private static var pictureWidth: Double { (contentWidth - gap) / 2 }
  private static let pictureHeight = 180.0

  private(set) var pages: [[Mark]] = [[]]
  private var y = PagedPaper.margin
  private let paper: PagedPaper
  private let context: OpaquePointer?

  init(_ paper: PagedPaper, _ context: OpaquePointer?) {
    self.paper = paper
    self.context = context
    for block in paper.blocks { place(block) }
  }

  private mutating func add(_ mark: Mark) { pages[pages.count - 1].append(mark) }

  private mutating func turn() {
    pages.append([])
    y = PagedPaper.margin
  }

  /// Turns the page where so much does not fit on it any more.
  private mutating func need(_ height: Double) {
    if y > PagedPaper.margin, y + height > PagedPaper.bottom { turn() }
  }

  private mutating func place(_ block: PagedPaper.Block) {
    switch block {
    case .title(let text): flow(PaperText(context, text, size: 20, width: Self.contentWidth, isBold: true), after: 4)
    case .heading(let text):
      let text = PaperText(context, text, size: 13, width: Self.contentWidth, isBold: true)
      // With some of what it is over.
      need(14 + text.height + 60)
      y += 14
      flow(text, after: 6)
    case .note(let text): flow(PaperText(context, text, size: 9.5, width: Self.contentWidth), after: 4, grey: 0.35)
    case .fact(let label, let text): fact(label, text)
    case .pictures(let pictures): place(pictures)
    }
  }

  private mutating func flow(_ text: PaperText, after: Double, grey: Double = 0.1) {
    need(min(text.height, PagedPaper.bottom - PagedPaper.margin))
    for line in text.lines {
      need(line.height)
      add(.line(text, line, x: PagedPaper.margin, y: y, grey: grey))
      y += line.height
    }
    y += after
  }

  private mutating func fact(_ label: String, _ text: String) {
    let valueWidth = Self.contentWidth - Self.labelWidth - Self.gap
    let label = PaperText(context, label, size: 9.5, width: Self.labelWidth, isBold: true)
    let value = PaperText(context, text, size: 10.5, width: valueWidth)
    let (labelX, valueX) =
      paper.isRightToLeft
      ? (PagedPaper.margin + valueWidth + Self.gap, PagedPaper.margin)
      : (PagedPaper.margin, PagedPaper.margin + Self.labelWidth + Self.gap)
    // Whole, where a page has room for it.
    let height = max(label.height, value.height) + 9
    if height <= PagedPaper.bottom - PagedPaper.margin { need(height) } else { need(60) }
    add(.rule(y: y))
    y += 4
    let start = y
    // Both begin on one line; what is longer goes on alone.
    for line in label.lines where start + line.top + line.height <= PagedPaper.bottom {
      add(.line(label, line, x: labelX, y: start + line.top, grey: 0.3))
    }
    let page = pages.count
    for line in value.lines {
      if y + line.height > PagedPaper.bottom { turn() }
      add(.line(value, line, x: valueX, y: y, grey: 0.05))
      y += line.height
    }
    if pages.count == page { y = max(y, start + label.height) }
    y += 5
  }

  private mutating func place(_ pictures: [@Sendable () -> [UInt8]?]) {
    for start in stride(from: 0, to: pictures.count, by: 2) {
      need(Self.pictureHeight + Self.gap)
      for (column, picture) in pictures[start..<min(start + 2, pictures.count)].enumerated() {
        let place = paper.isRightToLeft ? 1 - column : column
        add(.picture(picture, x: PagedPaper.margin + Double(place) * (Self.pictureWidth + Self.gap), y: y))
      }
      y += Self.pictureHeight + Self.gap
    }
  }

  /// In the middle of its box, whole. One that cannot be read leaves the box's frame.
  private static func draw(_ jpeg: [UInt8]?, _ context: OpaquePointer?, x: Double, y: Double) {
    guard let jpeg, let picture = bitmap(jpeg) else {
      cairo_set_source_rgb(context, 0.8, 0.8, 0.8)
      cairo_set_line_width(context, 0.6)
      cairo_rectangle(context, x, y, pictureWidth, pictureHeight)
      cairo_stroke(context)
      return
    }
    let scale = min(pictureWidth / Double(picture.width), pictureHeight / Double(picture.height))
    let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
    cairo_save(context)
    cairo_translate(context, x + (pictureWidth - width) / 2, y + (pictureHeight - height) / 2)
    cairo_scale(context, scale, scale)
    Drawing(context, isPage: true).photo(
      picture, jpeg: jpeg, in: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
    cairo_restore(context)
  }

  private static func bitmap(_ jpeg: [UInt8]) -> Bitmap? {
    do throws(ImageError) {
      let size = try PictureFacts(of: jpeg, subject: "a picture of the paper").size
      return try JPEGCodec().decode(jpeg, covering: size, subject: "a picture of the paper")
    } catch {
      // Its frame stays empty.
      return nil
    }
  }
}
