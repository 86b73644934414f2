/// How stored pixels must be turned to stand upright: the values of EXIF's tag 0x0112 (CIPA DC-008, 4.6.4 A).
///
/// ```swift
/// Orientation.turnRight.then(.turnLeft)  // .upright
/// Orientation.turnRight.apply(to: PixelSize(width: 1920, height: 1080))  // 1080x1920
/// ```
///
/// Each is rows and columns changing places or not, then left and right, then top and bottom; so the eight are closed:
/// one after the other is again one of them.
public enum Orientation: Int, Sendable, Codable, CaseIterable {
  /// As it is.
  case upright = 1
  /// Left and right change places.
  case mirrored = 2
  /// Turn by 180°.
  case upsideDown = 3
  /// Top and bottom change places.
  case mirroredUpsideDown = 4
  /// Mirror along the diagonal from the top left.
  case transposed = 5
  /// Turn by 90° clockwise.
  case turnRight = 6
  /// Mirror along the diagonal from the top right.
  case transverse = 7
  /// Turn by 90° counter-clockwise.
  case turnLeft = 8

  /// The turn that first swaps rows and columns, then mirrors.
  private init(swaps: Bool, flipsX: Bool, flipsY: Bool) {
    self =
      switch (swaps, flipsX, flipsY) {
      case (false, false, false): .upright
      case (false, true, false): .mirrored
      case (false, true, true): .upsideDown
      case (false, false, true): .mirroredUpsideDown
      case (true, false, false): .transposed
      case (true, true, false): .turnRight
      case (true, true, true): .transverse
      case (true, false, true): .turnLeft
      }
  }

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }
  /// Whether left and right change places, after the swap.
  var flipsX: Bool { self == .mirrored || self == .upsideDown || self == .turnRight || self == .transverse }
  /// Whether top and bottom change places, after the swap.
  var flipsY: Bool { self == .upsideDown || self == .mirroredUpsideDown || self == .transverse || self == .turnLeft }
  /// Whether writing becomes mirror writing, which no rotation does.
  public var isMirror: Bool { swapsSides != (flipsX != flipsY) }

  /// This turn, and then `next`.
  public func then(_ next: Orientation) -> Orientation {
    Orientation(
      swaps: swapsSides != next.swapsSides,
      flipsX: next.flipsX != (next.swapsSides ? flipsY : flipsX),
      flipsY: next.flipsY != (next.swapsSides ? flipsX : flipsY))
  }

  /// The turn that undoes this one.
  public var inverse: Orientation {
    swapsSides ? Orientation(swaps: true, flipsX: flipsY, flipsY: flipsX) : self
  }

  /// The size of a picture of `size` once it stands upright, or back again.
  public func apply(to size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where the stored picture has the pixel that stands at (`x`, `y`) of the upright one.
  /// - Parameter stored: the stored picture's size.
  public func source(ofX x: Int, y: Int, in stored: PixelSize) -> (x: Int, y: Int) {
    let upright = apply(to: stored)
    let column = flipsX ? upright.width - 1 - x : x
    let row = flipsY ? upright.height - 1 - y : y
    return swapsSides ? (row, column) : (column, row)
  }

  /// Where the stored picture has the part that is `rect` of the upright one.
  public func source(of rect: PixelRect, in stored: PixelSize) -> PixelRect {
    let upright = apply(to: stored)
    let x = flipsX ? upright.width - rect.x - rect.width : rect.x
    let y = flipsY ? upright.height - rect.y - rect.height : rect.y
    return swapsSides
      ? PixelRect(x: y, y: x, width: rect.height, height: rect.width)
      : PixelRect(x: x, y: y, width: rect.width, height: rect.height)
  }

  /// A point of the stored picture, in fractions of its sides, as a point of the upright one.
  public func apply(to point: PicturePoint) -> PicturePoint {
    let (x, y) = swapsSides ? (point.y, point.x) : (point.x, point.y)
    return PicturePoint(x: flipsX ? 1 - x : x, y: flipsY ? 1 - y : y)
  }
}

/// A point of a picture in fractions of its sides, from the top left; outside of it below 0 or above 1.
public struct PicturePoint: Sendable, Hashable, Codable {
  /// 0 is the left edge, 1 the right.
  public var x: Double
  /// 0 is the top edge, 1 the bottom.
  public var y: Double

  /// Takes any numbers; `PicturePoint(x: 0.5, y: 0.5)` is the middle.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
