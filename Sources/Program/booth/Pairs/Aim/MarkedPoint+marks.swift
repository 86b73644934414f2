package import BoothCore
package import ImageRegistration

extension MarkedPoint {
  /// In pixels of the upright pictures, whose middles count from 0.
  package init(_ pair: MarkPair, old: PixelSize, frame: PixelSize) {
    func pixel(_ point: PicturePoint, _ size: PixelSize) -> SIMD2<Double> {
      SIMD2(point.x * Double(size.width) - 0.5, point.y * Double(size.height) - 0.5)
    }
    self.init(old: pixel(pair.old, old), new: pixel(pair.frame, frame))
  }
}
