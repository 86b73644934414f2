/// Width and height on paper, in millimetres.
public struct MillimetreSize: Hashable, Sendable, Codable {
  /// In millimetres, from left to right.
  public var width: Double
  /// In millimetres, from top to bottom.
  public var height: Double

  /// Both in millimetres; `MillimetreSize(width: 101.6, height: 152.4)` is 4×6 inches.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A place on paper, in millimetres from the top left.
public struct MillimetrePoint: Hashable, Sendable {
  /// In millimetres from the left.
  public var x: Double
  /// In millimetres from the top.
  public var y: Double

  /// Both in millimetres; may lie beyond the paper.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle on paper, in millimetres from the top left.
public struct MillimetreRect: Hashable, Sendable {
  /// The left edge, in millimetres from the left.
  public var x: Double
  /// The top edge, in millimetres from the top.
  public var y: Double
  /// In millimetres, before any turn.
  public var width: Double
  /// In millimetres, before any turn.
  public var height: Double

  /// All in millimetres; may reach beyond the paper.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The middle, about which boxes are turned.
  public var center: MillimetrePoint { MillimetrePoint(x: x + width / 2, y: y + height / 2) }

  /// The same, smaller by `margin` at each side.
  package func inset(by margin: Double) -> MillimetreRect {
    MillimetreRect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}

/// How fine paper is printed: turns millimetres into pixels.
public struct PrintScale: Hashable, Sendable {
  /// Dots an inch, and an inch is 25.4 mm.
  public var dpi: Int

  /// Takes any number; the readers of event files check the range.
  public init(dpi: Int) { self.dpi = dpi }

  /// The length in pixels, not rounded.
  public func length(_ millimetres: Double) -> Double { millimetres * Double(dpi) / 25.4 }

  /// Rounded to the nearest pixel: at 300 dpi, 101.6 mm are 1200 pixels.
  public func pixels(_ millimetres: Double) -> Int { Int(length(millimetres).rounded()) }

  /// At least one pixel each way.
  public func pixels(_ size: MillimetreSize) -> PixelSize {
    PixelSize(width: max(1, pixels(size.width)), height: max(1, pixels(size.height)))
  }

  /// Each edge is rounded by itself, so that what touches on paper touches in pixels.
  public func pixels(_ rect: MillimetreRect) -> PixelRect {
    let (left, top) = (pixels(rect.x), pixels(rect.y))
    return PixelRect(
      x: left, y: top, width: max(1, pixels(rect.x + rect.width) - left),
      height: max(1, pixels(rect.y + rect.height) - top))
  }
}
