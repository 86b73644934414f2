public import BoothCore
import CPangoCairo

/// How text looks.
public struct TextStyle: Sendable, Equatable {
  /// Which side the lines keep to, by the direction the text is read in.
  public enum Alignment: Sendable {
    /// Where the text's reading begins: the left, or the right for Arabic and Hebrew.
    case leading
    case center
    case trailing
  }

  /// A font family's name, or several with commas between; `system` is whatever sans serif the machine has. Letters
  /// that a font lacks come from others.
  public var family: String
  /// The font's size: about the distance between two lines without extra space.
  public var pixelSize: Double
  /// Whether it is set in the family's bold face.
  public var isBold: Bool
  /// The letters' colour; its alpha counts.
  public var color: RGBColor
  /// Which side lines keep to in the room they are given.
  public var alignment: Alignment

  /// White, centred, in the system's font, unless said otherwise; `pixelSize` is in pixels.
  public init(
    family: String = "system", pixelSize: Double, isBold: Bool = false, color: RGBColor = .white,
    alignment: Alignment = .center
  ) {
    self.family = family
    self.pixelSize = pixelSize
    self.isBold = isBold
    self.color = color
    self.alignment = alignment
  }
}

/// Draws text with Pango: any script, shaped and in its reading order, direction found from the text itself.
/// Callable from any thread; Pango keeps its fonts per thread.
public enum TextPainter {
  /// Draws one line into a rectangle so that it always fits: smaller than asked for if needed, but no smaller than
  /// 45 % of that, and then with an ellipsis at its end. Line breaks become spaces. Nothing is drawn outside.
  public static func drawLine(
    _ text: String, style: TextStyle, in rect: PixelRect, on bitmap: inout Bitmap
  ) throws(ImageError) {
    let line = cleaned(text, keepingLines: false)
    guard !line.isEmpty, let rect = rect.clipped(to: bitmap.size) else { return }
    try bitmap.draw { context in
      cairo_rectangle(context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
      cairo_clip(context)
      let layout = TextLayout(context, line, style, size: style.pixelSize)
      layout.fit(width: Double(rect.width), height: Double(rect.height), style: style)
      let box = layout.box
      let corner = corner(of: box, line, style, in: rect)
      layout.show(x: corner.x - box.x, y: corner.y - box.y, color: style.color)
    }
  }

  /// Where ``drawLine(_:style:in:on:)`` puts a line: what holds its letters, in whole pixels. Nil for no words.
  static func place(
    ofLine text: String, style: TextStyle, in rect: PixelRect
  ) throws(ImageError) -> PixelRect? {
    let line = cleaned(text, keepingLines: false)
    guard line.contains(where: { !$0.isWhitespace }), rect.width > 0, rect.height > 0 else { return nil }
    var scratch = Bitmap(size: PixelSize(width: 1, height: 1))
    var place: PixelRect?
    try scratch.draw { context in
      let layout = TextLayout(context, line, style, size: style.pixelSize)
      layout.fit(width: Double(rect.width), height: Double(rect.height), style: style)
      let box = layout.box
      let corner = corner(of: box, line, style, in: rect)
      let (x, y) = (Int(corner.x.rounded(.down)), Int(corner.y.rounded(.down)))
      place = PixelRect(
        x: x, y: y, width: Int((corner.x + box.width).rounded(.up)) - x,
        height: Int((corner.y + box.height).rounded(.up)) - y)
    }
    return place
  }

  private static func corner(
    of box: TextLayout.Box, _ line: String, _ style: TextStyle, in rect: PixelRect
  ) -> (x: Double, y: Double) {
    let free = Double(rect.width) - box.width
    let fromLeft = style.alignment == .leading ? 0 : free
    let fromStart = VisualText.isRightToLeft(line) ? free - fromLeft : fromLeft
    return (
      Double(rect.x) + (style.alignment == .center ? free / 2 : fromStart),
      Double(rect.y) + (Double(rect.height) - box.height) / 2
    )
  }

  /// Draws text on a transparent picture that is just large enough for it.
  /// - Parameter maximumWidth: breaks lines between words (or letters) that are wider than this, in pixels.
  public static func picture(
    of text: String, style: TextStyle, maximumWidth: Int? = nil
  ) throws(ImageError) -> Bitmap {
    let lines = cleaned(text, keepingLines: true)
    var size = PixelSize(width: 1, height: 1)
    var scratch = Bitmap(size: size)
    var origin = (x: 0.0, y: 0.0)
    try scratch.draw { context in
      let box = TextLayout(context, lines, style, size: style.pixelSize, wrappingAt: maximumWidth).box
      size = PixelSize(
        width: min(max(Int(box.width.rounded(.up)), 1), 16_384),
        height: min(max(Int(box.height.rounded(.up)), 1), 16_384))
      origin = (-box.x, -box.y)
    }
    var bitmap = Bitmap(size: size)
    try bitmap.draw { context in
      TextLayout(context, lines, style, size: style.pixelSize, wrappingAt: maximumWidth)
        .show(x: origin.x, y: origin.y, color: style.color)
    }
    return bitmap
  }

  /// The size that ``picture(of:style:maximumWidth:)`` would have.
  public static func size(
    of text: String, style: TextStyle, maximumWidth: Int? = nil
  ) throws(ImageError) -> PixelSize {
    try picture(of: text, style: style, maximumWidth: maximumWidth).size
  }

  /// Control characters become spaces; what is longer than any booth's footer is cut, as Pango's time grows with it.
  private static func cleaned(_ text: String, keepingLines: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(2000) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        result.append(keepingLines && scalar == "\n" ? "\n" : " ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
