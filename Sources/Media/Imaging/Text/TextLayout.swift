import BoothCore
import CPangoCairo

/// A Pango layout on a cairo context, freed with it; for one thread and one drawing.
final class TextLayout {
  /// Pixels from the layout's origin.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private let context: OpaquePointer?
  private let layout: OpaquePointer?

  init(_ context: OpaquePointer?, _ text: String, _ style: TextStyle, size: Double, wrappingAt width: Int? = nil) {
    self.context = context
    layout = pango_cairo_create_layout(context)
    let bytes = Array(text.utf8CString)
    pango_layout_set_text(layout, bytes, -1)
    let alignment: PangoAlignment =
      switch style.alignment {
      case .leading: PANGO_ALIGN_LEFT  // Pango turns it round for text that reads from the right
      case .center: PANGO_ALIGN_CENTER
      case .trailing: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    if let width {
      pango_layout_set_width(layout, CInt(min(max(width, 1), 16_384)) * PANGO_SCALE)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    setFont(style, size: size)
  }

  /// How many characters no font has a picture for.
  var unknownGlyphs: Int32 { pango_layout_get_unknown_glyphs_count(layout) }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  private func setFont(_ style: TextStyle, size: Double) {
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    let family = style.family.filter { $0 != "\0" }
    pango_font_description_set_family(font, family.isEmpty || family == "system" ? "sans" : family)
    pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_absolute_size(font, min(max(size, 1), 4096) * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
  }

  /// Makes the text small enough for a rectangle, and cuts it with an ellipsis if that were too small to read.
  func fit(width: Double, height: Double, style: TextStyle) {
    let smallest = style.pixelSize * 0.45
    var size = style.pixelSize
    // Widths grow with the size, but not quite in proportion (hinting), so it may take a second step.
    for _ in 0..<4 {
      let box = box
      if box.width <= width && box.height <= height { return }
      let ratio = min(width / max(box.width, 1), height / max(box.height, 1))
      let next = max(size * ratio * 0.99, smallest)
      if next >= size { break }
      size = next
      setFont(style, size: size)
    }
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_width(layout, CInt(max(width, 1)) * PANGO_SCALE)
    // A line's ink may still be wider than its advance, or taller than the rectangle; legibility yields to fitting.
    for _ in 0..<8 {
      let box = box
      if box.width <= width && box.height <= height { return }
      size *= min(width / max(box.width, 1), height / max(box.height, 1), 0.95)
      setFont(style, size: size)
    }
  }

  /// What holds both the ink and the lines' own height and advance.
  var box: Box {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    let left = min(ink.x, logical.x)
    let top = min(ink.y, logical.y)
    let right = max(ink.x + ink.width, logical.x + logical.width)
    let bottom = max(ink.y + ink.height, logical.y + logical.height)
    let scale = Double(PANGO_SCALE)
    return Box(
      x: Double(left) / scale, y: Double(top) / scale, width: Double(right - left) / scale,
      height: Double(bottom - top) / scale)
  }

  func show(x: Double, y: Double, color: RGBColor) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
    cairo_move_to(context, x, y)
    pango_cairo_show_layout(context, layout)
  }
}
