import BoothCore
import Imaging

extension Bitmap {
  /// No larger than so many pixels a side.
  func fitted(_ longestSide: Int) -> Bitmap {
    let factor = Double(longestSide) / Double(max(width, height))
    guard factor < 1 else { return self }
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
    return Resampler.scale(self, to: PixelSize(width: side(width), height: side(height)))
  }
}
