/// Width and height in pixels.
///
/// ```swift
/// PixelSize(width: 1920, height: 1080).description  // "1920x1080"
/// ```
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// In pixels, from left to right.
  public var width: Int
  /// In pixels, from top to bottom.
  public var height: Int

  /// Takes any numbers, zero and less too.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// How many pixels it has.
  public var area: Int { width * height }
  /// As `1280x720`, which logs and device profiles write too.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle in pixels, origin at the top left.
///
/// ```swift
/// let photo = PixelSize(width: 6000, height: 4000)
/// PixelRect.crop(of: photo, toFill: PixelSize(width: 400, height: 400))  // 4000x4000, from x = 1000
/// ```
public struct PixelRect: Hashable, Sendable, Codable {
  /// The left edge, in pixels from the picture's left.
  public var x: Int
  /// The top edge, in pixels from the picture's top.
  public var y: Int
  /// In pixels; the right edge, `x + width`, is the first column outside.
  public var width: Int
  /// In pixels; the bottom edge, `y + height`, is the first row outside.
  public var height: Int

  /// Takes any numbers; whether it lies within a picture is not checked.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Its width and height without its place.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The largest rectangle of the proportions of `target`, centred in `source` (aspect-fill crop).
  public static func crop(of source: PixelSize, toFill target: PixelSize) -> PixelRect {
    guard source.width > 0, source.height > 0, target.width > 0, target.height > 0 else {
      return PixelRect(x: 0, y: 0, width: max(source.width, 0), height: max(source.height, 0))
    }
    if source.width * target.height > source.height * target.width {
      let width = max(1, source.height * target.width / target.height)
      return PixelRect(x: (source.width - width) / 2, y: 0, width: width, height: source.height)
    }
    let height = max(1, source.width * target.height / target.width)
    return PixelRect(x: 0, y: (source.height - height) / 2, width: source.width, height: height)
  }
}
