import BoothCore

extension PixelRect {
  var right: Int { x + width }
  var bottom: Int { y + height }
  var middle: (x: Double, y: Double) { (Double(x) + Double(width) / 2, Double(y) + Double(height) / 2) }

  func inset(_ horizontal: Int, _ vertical: Int) -> PixelRect {
    PixelRect(
      x: x + horizontal, y: y + vertical, width: max(1, width - 2 * horizontal), height: max(1, height - 2 * vertical))
  }

  func grown(_ by: Int) -> PixelRect {
    PixelRect(x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by)
  }

  /// A rectangle of this size in the middle of this one.
  func centered(_ size: PixelSize) -> PixelRect {
    PixelRect(
      x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, width: size.width, height: size.height)
  }

  /// The largest rectangle of these proportions in the middle of this one.
  func fitting(_ proportions: PixelSize) -> PixelRect {
    guard proportions.width > 0, proportions.height > 0 else { return self }
    let widest = height * proportions.width / proportions.height
    return centered(
      widest <= width
        ? PixelSize(width: max(1, widest), height: height)
        : PixelSize(width: width, height: max(1, width * proportions.height / proportions.width)))
  }

  func intersects(_ other: PixelRect) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && right >= other.right && bottom >= other.bottom
  }

  func intersection(_ other: PixelRect) -> PixelRect? {
    guard intersects(other) else { return nil }
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// What of it is left beside another: at most four rectangles, which do not overlap.
  func subtracting(_ other: PixelRect) -> [PixelRect] {
    guard let hole = intersection(other) else { return [self] }
    return [
      PixelRect(x: x, y: y, width: width, height: hole.y - y),
      PixelRect(x: x, y: hole.bottom, width: width, height: bottom - hole.bottom),
      PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelRect(x: hole.right, y: hole.y, width: right - hole.right, height: hole.height),
    ].filter { $0.width > 0 && $0.height > 0 }
  }
}
