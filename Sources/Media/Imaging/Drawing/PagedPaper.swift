public import BoothCore
import CPangoCairo

/// A document of A4 pages: headings, facts with their labels, pictures two in a row; broken between them, and within one only where
/// it is longer than a page. Letters stay letters, whichever way they are written.
public struct PagedPaper: Sendable {
  /// A piece of it.
  public enum Block: Sendable {
    /// The largest letters.
    case title(String)
    /// Over what follows; it never ends a page.
    case heading(String)
    /// Small, over the whole width.
    case note(String)
    /// A label, and beside it what it is.
    case fact(label: String, text: String)
    /// Pictures as JPEG, two in a row, asked for when their page is drawn; nil for one that cannot be had.
    case pictures([@Sendable () -> [UInt8]?])
  }

  /// What the file is called where it is shown.
  public var title: String
  /// In their order.
  public var blocks: [Block]
  /// Which side lines begin at.
  public var isRightToLeft: Bool
  /// What stands at the foot of a page; its number, and how many there are.
  public var footer: @Sendable (Int, Int) -> String

  public init(
    title: String, blocks: [Block], isRightToLeft: Bool = false, footer: @escaping @Sendable (Int, Int) -> String
  ) {
    self.title = title
    self.blocks = blocks
    self.isRightToLeft = isRightToLeft
    self.footer = footer
  }

  /// A4 in 72nds of an inch, and what is left free around.
  static let width = 595.28
  static let height = 841.89
  static let margin = 51.0
  static let bottom = height - margin - 20

  /// The file. For a thread that may be busy for a while.
  /// - Throws: ``ImageError`` in cairo's words.
  public func pdf() throws(ImageError) -> [UInt8] {
    let output = PDFOutput()
    let surface = output.surface(width: Self.width, height: Self.height)
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.filter { $0 != "\0" })
    let context = cairo_create(surface)
    let plan = PaperPlan(self, context)
    for (number, page) in plan.pages.enumerated() {
      for mark in page { mark.draw(context, self) }
      let foot = PaperText(context, footer(number + 1, plan.pages.count), size: 8, width: Self.width - 2 * Self.margin)
      for line in foot.lines {
        foot.draw(line, context, x: Self.margin, y: Self.height - Self.margin + 4, grey: 0.4, self)
      }
      cairo_show_page(context)
    }
    let status = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    let end = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
    guard end == CAIRO_STATUS_SUCCESS else {
      throw ImageError(.failed, subject: "the PDF", detail: "cairo: \(String(cString: cairo_status_to_string(end)))")
    }
    return output.bytes
  }
}

/// Text that is broken into lines, each of which may stand on a page of its own.
final class PaperText {
  struct Line {
    var number: Int
    /// From the text's top, in points; and from there to what letters stand on.
    var top: Double
    var height: Double
    var baseline: Double
    /// Where its letters begin in the text's width, and how wide they are.
    var left: Double
    var width: Double
  }

  private let layout: OpaquePointer?
  private let columnWidth: Double
  private(set) var lines: [Line] = []
  var height: Double { lines.last.map { $0.top + $0.height } ?? 0 }

  /// The most that is set of one text, in characters.
  private static let longest = 100_000

  init(_ context: OpaquePointer?, _ text: String, size: Double, width: Double, isBold: Bool = false) {
    layout = pango_cairo_create_layout(context)
    columnWidth = width
    // Each paragraph reads as its own letters do.
    pango_layout_set_auto_dir(layout, 1)
    let cleaned = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(Self.longest).map { scalar in
          switch scalar.value {
          case 0x0A, 0x2028, 0x2029: "\n"
          case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: " "
          default: scalar
          }
        }))
    let bytes = Array(cleaned.utf8CString)
    pango_layout_set_text(layout, bytes, -1)
    pango_layout_set_width(layout, CInt(width * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, "Noto Sans, Noto Sans Hebrew, Noto Sans Arabic, sans")
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    measure()
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  private func measure() {
    let scale = Double(PANGO_SCALE)
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var number = 0
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let top = Double(logical.y) / scale
      let baseline = Double(pango_layout_iter_get_baseline(iterator)) / scale - top
      lines.append(
        Line(
          number: number, top: top, height: Double(logical.height) / scale, baseline: baseline,
          left: Double(logical.x) / scale, width: Double(logical.width) / scale))
      number += 1
    } while pango_layout_iter_next_line(iterator) != 0
  }

  /// Draws a line, its top at `y`, at the side of its column where the page's lines begin.
  func draw(_ line: Line, _ context: OpaquePointer?, x: Double, y: Double, grey: Double, _ paper: PagedPaper) {
    cairo_set_source_rgb(context, grey, grey, grey)
    let left = paper.isRightToLeft ? x + columnWidth - line.width : x
    cairo_move_to(context, left, y + line.baseline)
    pango_cairo_show_layout_line(context, pango_layout_get_line_readonly(layout, CInt(line.number)))
  }
}
