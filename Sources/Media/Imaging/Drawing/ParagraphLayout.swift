import BoothCore
import CPangoCairo

/// A Pango layout of a paragraph whose direction is given, freed with it; for one thread and one drawing.
final class ParagraphLayout {
  private let context: OpaquePointer?
  private let layout: OpaquePointer?

  /// - Parameter context: what is drawn on; nil measures only, on a picture of one pixel, as letters are measured as they
  ///   are drawn.
  init(_ context: OpaquePointer?, _ options: TextBlock.Options, size: Double, wrap: Int) {
    if let context {
      self.context = cairo_reference(context)
    } else {
      let pixel = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
      self.context = cairo_create(pixel)
      cairo_surface_destroy(pixel)
    }
    layout = pango_cairo_create_layout(self.context)
    let own = pango_layout_get_context(layout)
    pango_context_set_base_dir(own, options.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    // The direction is the language's, whatever the first letter is; sides then stay the sides they are.
    pango_layout_set_auto_dir(layout, 0)
    pango_layout_context_changed(layout)
    let bytes = Array(Self.cleaned(options.text).utf8CString)
    pango_layout_set_text(layout, bytes, -1)
    let alignment: PangoAlignment =
      switch options.side {
      case .left: PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .right: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    pango_layout_set_width(layout, CInt(min(max(wrap, 1), 16_384)) * PANGO_SCALE)
    pango_layout_set_wrap(layout, options.breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    pango_layout_set_height(layout, CInt(-max(1, options.lines)))
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_line_spacing(layout, 0.94)
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, Self.families(options.family))
    pango_font_description_set_weight(font, options.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_absolute_size(font, min(max(size, 1), 4096) * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
    cairo_destroy(context)
  }

  /// The wanted family, and those that have what it lacks: Latin, Hebrew and Arabic of one make, and then anything.
  private static func families(_ wanted: String) -> String {
    let wanted = wanted.filter { $0 != "\0" }
    let others = "Noto Sans, Noto Sans Hebrew, Noto Sans Arabic, sans"
    return wanted.isEmpty || wanted == "system" ? others : "\(wanted), \(others)"
  }

  private static func cleaned(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(2000).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }

  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }
  var unknownGlyphs: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

  /// Where the lines begin, how wide and how high they are, in whole pixels.
  var extents: (inset: Int, width: Int, height: Int) {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    let scale = Double(PANGO_SCALE)
    let left = (Double(logical.x) / scale).rounded(.down)
    let right = (Double(logical.x + logical.width) / scale).rounded(.up)
    return (Int(left), Int(right - left), Int((Double(logical.height) / scale).rounded(.up)))
  }

  /// What is dark, from the layout's origin.
  var ink: (x: Double, y: Double, width: Double, height: Double) {
    var ink = PangoRectangle()
    pango_layout_get_extents(layout, &ink, nil)
    let scale = Double(PANGO_SCALE)
    return (Double(ink.x) / scale, Double(ink.y) / scale, Double(ink.width) / scale, Double(ink.height) / scale)
  }

  /// Draws the letters at the current point of what may be another drawing than the one they were measured for.
  func show(on drawing: OpaquePointer?) { pango_cairo_show_layout(drawing, layout) }
  /// Adds the letters' outlines to the path, from the current point.
  func trace() { pango_cairo_layout_path(context, layout) }
}
