public import BoothCore

/// A point of a drawing, in pixels from its top left.
public struct Spot: Hashable, Sendable {
  /// Pixels to the right.
  public var x: Double
  /// Pixels down.
  public var y: Double

  /// A point at `x` to the right and `y` down.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// What can be filled or followed with a pen.
public enum Shape: Hashable, Sendable {
  /// With round corners.
  case rectangle(PixelRect, radius: Double = 0)
  case circle(Spot, radius: Double)
  /// A part of a circle's line, clockwise; angles are in turns, 0 is at the top.
  case arc(Spot, radius: Double, from: Double, to: Double)
  /// A rectangle whose upper half is half an ellipse: shoulders.
  case dome(PixelRect)
  /// Closed.
  case polygon([Spot])
  /// Open.
  case line([Spot])
}

/// What a shape is filled with.
public enum Fill: Hashable, Sendable {
  case color(RGBColor)
  /// From the shape's top to its bottom.
  case falling(RGBColor, RGBColor)
  /// From the middle of the shape to its farthest corner.
  case glowing(RGBColor, RGBColor)
}
