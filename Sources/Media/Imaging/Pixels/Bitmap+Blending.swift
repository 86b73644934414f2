import BoothCore

extension Bitmap {
  /// Lays a stretch of one of the picture's rows over opaque pixels.
  /// - Parameters:
  ///   - columns: of this picture; they must lie in it.
  ///   - target: as many pixels; they stay opaque.
  public func lay(row: Int, columns: Range<Int>, over target: UnsafeMutablePointer<UInt32>) {
    precondition(
      row >= 0 && row < height && columns.lowerBound >= 0 && columns.upperBound <= width,
      "row \(row), columns \(columns) of a bitmap of \(size)")
    withPixels { pixels in
      guard let source = pixels.baseAddress.map({ $0 + row * width + columns.lowerBound }) else { return }
      for x in 0..<columns.count {
        let pixel = source[x]
        // Most of an overlay is nothing, or hides what is below.
        if pixel >= 0xFF00_0000 {
          target[x] = pixel
        } else if pixel != 0 {
          target[x] = Self.over(pixel, target[x])
        }
      }
    }
  }
}
