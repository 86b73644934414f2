public import BoothCore
import CPangoCairo

extension Bitmap {
  /// Draws on the picture: shapes, text and pictures, with smooth edges.
  /// - Parameter origin: the point of the drawing that lies on the picture's top left.
  /// - Throws: ``ImageError`` if cairo could not carry something out; the rest is drawn.
  public mutating func sketch(origin: Spot = Spot(0, 0), _ body: (Drawing) -> Void) throws(ImageError) {
    try draw { context in
      cairo_translate(context, -origin.x, -origin.y)
      body(Drawing(context))
    }
  }
}

/// A picture that is being drawn on, for one thread and as long as ``Bitmap/sketch(origin:_:)`` lends it.
public struct Drawing {
  let context: OpaquePointer?
  /// Of a document, whose letters are measured as a picture's are, so that lines end where the layout has them end.
  let isPage: Bool

  init(_ context: OpaquePointer?, isPage: Bool = false) {
    self.context = context
    self.isPage = isPage
  }

  /// Fills the shape's inside, with smooth edges; a colour's alpha lets what is below show through.
  public func fill(_ shape: Shape, _ fill: Fill) {
    trace(shape)
    let pattern = setSource(fill, bounds: shape.bounds)
    cairo_fill(context)
    if let pattern { cairo_pattern_destroy(pattern) }
  }

  /// Follows the shape's line with a round pen.
  public func stroke(_ shape: Shape, width: Double, _ color: RGBColor) {
    trace(shape)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    setColor(color)
    cairo_stroke(context)
  }

  /// The soft shadow of a rectangle with round corners, `blur` pixels wide.
  public func shadow(_ rect: PixelRect, radius: Double, blur: Double, _ color: RGBColor) {
    let steps = max(4, min(16, Int(blur / 2)))
    var ring = color
    ring.alpha = UInt8(max(1, Int(color.alpha) / steps))
    for step in 0..<steps {
      let grown = blur * (1 - Double(step) / Double(steps)) - blur / 3
      round(
        x: Double(rect.x) - grown, y: Double(rect.y) - grown, width: Double(rect.width) + 2 * grown,
        height: Double(rect.height) + 2 * grown, radius: max(0, radius + grown))
      setColor(ring)
      cairo_fill(context)
    }
  }

  /// Lays a picture of the rectangle's size there, its corners rounded.
  /// - Parameters:
  ///   - mirrored: left and right change places.
  ///   - share: 1 hides what is below, 0 shows nothing.
  public func picture(
    _ picture: Bitmap, in rect: PixelRect, radius: Double = 0, mirrored: Bool = false, share: Double = 1
  ) {
    var copy = picture
    copy.withSurface(opaque: false) { surface in
      cairo_save(context)
      trace(.rectangle(rect, radius: radius))
      cairo_clip(context)
      cairo_translate(context, Double(rect.x), Double(rect.y))
      if mirrored {
        cairo_translate(context, Double(rect.width), 0)
        cairo_scale(context, -1, 1)
      }
      cairo_scale(
        context, Double(rect.width) / Double(picture.width), Double(rect.height) / Double(picture.height))
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_paint_with_alpha(context, share)
      // The surface ends with this call; the context must not know it any longer.
      cairo_set_source_rgba(context, 0, 0, 0, 0)
      cairo_restore(context)
    }
  }

  /// Draws a QR code as large as whole modules let it be, with its quiet zone, in the middle of a rectangle.
  public func code(_ code: QRCode, quietZone: Int = QRCode.standardQuietZone, in rect: PixelRect) {
    let modules = code.side + 2 * quietZone
    let size = min(rect.width, rect.height) / modules
    guard size > 0 else { return }
    let (left, top) = (rect.x + (rect.width - modules * size) / 2, rect.y + (rect.height - modules * size) / 2)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    for y in 0..<code.side {
      for x in 0..<code.side where code.isDark(x, y) {
        cairo_rectangle(
          context, Double(left + (x + quietZone) * size), Double(top + (y + quietZone) * size), Double(size),
          Double(size))
      }
    }
    setColor(.black)
    cairo_fill(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
  }

  // MARK: Paths and colours

  private func trace(_ shape: Shape) {
    cairo_new_path(context)
    switch shape {
    case .rectangle(let rect, let radius):
      round(
        x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height), radius: radius)
    case .circle(let middle, let radius): cairo_arc(context, middle.x, middle.y, radius, 0, 2 * .pi)
    case .arc(let middle, let radius, let from, let to):
      cairo_arc(context, middle.x, middle.y, radius, (from - 0.25) * 2 * .pi, (to - 0.25) * 2 * .pi)
    case .dome(let rect):
      let (x, y, half) = (Double(rect.x), Double(rect.y), Double(rect.width) / 2)
      cairo_move_to(context, x, y + Double(rect.height))
      cairo_save(context)
      cairo_translate(context, x + half, y + Double(rect.height))
      cairo_scale(context, half, Double(rect.height))
      cairo_arc(context, 0, 0, 1, .pi, 2 * .pi)
      cairo_restore(context)
      cairo_close_path(context)
    case .polygon(let spots):
      for (index, spot) in spots.enumerated() {
        if index == 0 { cairo_move_to(context, spot.x, spot.y) } else { cairo_line_to(context, spot.x, spot.y) }
      }
      cairo_close_path(context)
    case .line(let spots):
      for (index, spot) in spots.enumerated() {
        if index == 0 { cairo_move_to(context, spot.x, spot.y) } else { cairo_line_to(context, spot.x, spot.y) }
      }
    }
  }

  private func round(x: Double, y: Double, width: Double, height: Double, radius: Double) {
    let radius = min(radius, width / 2, height / 2)
    guard radius > 0 else {
      cairo_rectangle(context, x, y, width, height)
      return
    }
    cairo_new_sub_path(context)
    cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
    cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
    cairo_close_path(context)
  }

  func setColor(_ color: RGBColor) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  /// Returns the pattern to give back once it is used.
  private func setSource(_ fill: Fill, bounds: PixelRect) -> OpaquePointer? {
    let (top, bottom) = (Double(bounds.y), Double(bounds.y + bounds.height))
    let pattern: OpaquePointer?
    let ends: (RGBColor, RGBColor)
    switch fill {
    case .color(let color):
      setColor(color)
      return nil
    case .falling(let from, let to):
      pattern = cairo_pattern_create_linear(0, top, 0, bottom)
      ends = (from, to)
    case .glowing(let from, let to):
      let (x, y) = (Double(bounds.x) + Double(bounds.width) / 2, (top + bottom) / 2)
      let (a, b) = (Double(bounds.width) / 2, Double(bounds.height) / 2)
      pattern = cairo_pattern_create_radial(x, y, 0, x, y, (a * a + b * b).squareRoot())
      ends = (from, to)
    }
    for (offset, color) in [(0.0, ends.0), (1.0, ends.1)] {
      cairo_pattern_add_color_stop_rgba(
        pattern, offset, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
    }
    cairo_set_source(context, pattern)
    return pattern
  }
}

extension Shape {
  /// The rectangle around it, for fills that change from side to side.
  var bounds: PixelRect {
    switch self {
    case .rectangle(let rect, _), .dome(let rect): return rect
    case .circle(let middle, let radius), .arc(let middle, let radius, _, _):
      return PixelRect(
        x: Int(middle.x - radius), y: Int(middle.y - radius), width: Int(2 * radius), height: Int(2 * radius))
    case .polygon(let spots), .line(let spots):
      let (left, top) = (spots.map(\.x).min() ?? 0, spots.map(\.y).min() ?? 0)
      return PixelRect(
        x: Int(left), y: Int(top), width: Int((spots.map(\.x).max() ?? 0) - left),
        height: Int((spots.map(\.y).max() ?? 0) - top))
    }
  }
}
