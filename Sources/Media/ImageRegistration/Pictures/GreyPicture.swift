/// A picture's brightness, row by row from the top, upright: what registration and guidance work on.
public struct GreyPicture: Sendable, Equatable {
  /// In pixels, at least 1 each.
  public let width: Int
  public let height: Int
  /// `width × height` values, 0 black to 255 white.
  public var pixels: [UInt8]

  /// Stops the program where the number of pixels is not `width × height`.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "a picture of \(width)×\(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
