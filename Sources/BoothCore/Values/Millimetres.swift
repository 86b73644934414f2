/// Width and height on paper, in millimetres.
public struct MillimetreSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A place on paper, in millimetres from the top left.
public struct MillimetrePoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle on paper, in millimetres from the top left.
public struct MillimetreRect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

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

  public init(dpi: Int) { self.dpi = dpi }

  /// Not rounded.
  public func length(_ millimetres: Double) -> Double { millimetres * Double(dpi) / 25.4 }

  public func pixels(_ millimetres: Double) -> Int { Int(length(millimetres).rounded()) }

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
