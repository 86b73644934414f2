package import BoothCore

/// A rectangle with round corners, as a share of each pixel that it covers.
package struct RoundedRect {
  package let rect: PixelRect
  package let radius: Double

  package init(rect: PixelRect, radius: Double) {
    self.rect = rect
    self.radius = radius
  }

  /// How much of the pixel at (`x`, `y`) lies inside, 0 to 1; the edge of a corner is one pixel wide.
  package func coverage(_ x: Int, _ y: Int) -> Double {
    guard x >= rect.x, y >= rect.y, x < rect.x + rect.width, y < rect.y + rect.height else { return 0 }
    // How far the pixel's middle lies beyond the middle of the nearest corner's circle, both ways.
    let beyondX = radius - (Double(min(x - rect.x, rect.x + rect.width - 1 - x)) + 0.5)
    let beyondY = radius - (Double(min(y - rect.y, rect.y + rect.height - 1 - y)) + 0.5)
    guard beyondX > 0, beyondY > 0 else { return 1 }
    let distance = (beyondX * beyondX + beyondY * beyondY).squareRoot()
    return min(max(radius - distance + 0.5, 0), 1)
  }
}
