public import BoothCore

/// How stored pixels must be turned to stand upright: the values of EXIF's tag 0x0112 (CIPA DC-008, 4.6.4 A).
public enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  /// Mirror along the diagonal from the top left.
  case transposed = 5
  /// Turn by 90° clockwise.
  case turnRight = 6
  /// Mirror along the diagonal from the top right.
  case transverse = 7
  /// Turn by 90° counter-clockwise.
  case turnLeft = 8

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The size of a picture of `size` once it stands upright, or back again.
  public func apply(to size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where the stored picture has the pixel that stands at (`x`, `y`) of the upright one.
  /// - Parameter stored: the stored picture's size.
  func source(ofX x: Int, y: Int, in stored: PixelSize) -> (x: Int, y: Int) {
    let right = stored.width - 1
    let bottom = stored.height - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .upsideDown: (right - x, bottom - y)
    case .mirroredUpsideDown: (x, bottom - y)
    case .transposed: (y, x)
    case .turnRight: (y, bottom - x)
    case .transverse: (right - y, bottom - x)
    case .turnLeft: (right - y, x)
    }
  }
}

extension Bitmap {
  /// The picture turned as `orientation` asks.
  public func turned(_ orientation: Orientation) -> Bitmap {
    if orientation == .upright { return self }
    let upright = orientation.apply(to: size)
    let origin = orientation.source(ofX: 0, y: 0, in: size)
    // The source index is linear in x and in y: two steps are all it takes.
    let start = origin.y * width + origin.x
    let right = orientation.source(ofX: 1, y: 0, in: size)
    let down = orientation.source(ofX: 0, y: 1, in: size)
    let stepX = right.y * width + right.x - start
    let stepY = down.y * width + down.x - start
    let turned = [UInt32](unsafeUninitializedCapacity: upright.area) { target, count in
      withPixels { source in
        for y in 0..<upright.height {
          var index = start + y * stepY
          for x in 0..<upright.width {
            target[y * upright.width + x] = source[index]
            index += stepX
          }
        }
      }
      count = upright.area
    }
    return Bitmap(size: upright, pixels: turned)
  }
}
