import CFeatures
import ImageRegistration

/// Finds points in a picture, and describes each by 64 numbers. For one thread at a time; memory is kept from call to call,
/// about 34 bytes a pixel.
final class XFeat {
  /// Pictures may be so large, in pixels a side; the network works on sides that are multiples of 32, to which they are
  /// scaled.
  static let sides = 64...4000
  /// A point of interest is one whose heat is above this.
  static let threshold: Float = 0.05

  private let network: XFeatNetwork
  private var peaks: [Int32] = []

  init(_ weights: Weights, _ kernels: Kernels) throws(WeightsFault) {
    network = try XFeatNetwork(weights, kernels)
  }

  /// The points of a picture, the best by heat × reliability first.
  ///
  /// Pictures are scaled to the multiple of 32 below, by at most 31 pixels a side, bilinearly: with so little to take away an
  /// average over areas would only blur. Who wants a large picture's points in less time scales it down first.
  func features(
    of picture: GreyPicture, mask: GreyPicture?, limit: Int
  ) throws(FeatureError) -> FeatureSet {
    guard Self.sides.contains(picture.width), Self.sides.contains(picture.height) else {
      throw FeatureError(
        "a picture of \(picture.width)×\(picture.height) is too \(min(picture.width, picture.height) < 64 ? "small" : "large") "
          + "for finding points in it: expected \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels a side; scale it first"
      )
    }
    guard mask.map({ $0.width == picture.width && $0.height == picture.height }) ?? true else {
      throw FeatureError("the mask of a picture must be as large as the picture")
    }
    let (width, height) = (picture.width / 32 * 32, picture.height / 32 * 32)
    let answer = picture.pixels.withUnsafeBufferPointer { pixels in
      // The array has a pixel: sizes are at least 64.
      network.run(
        pixels.baseAddress!, sourceWidth: picture.width, sourceHeight: picture.height, width: width, height: height)
    }
    let best = best(answer, mask: mask, limit: limit)
    var points: [SIMD2<Float>] = []
    points.reserveCapacity(best.count)
    let scale = SIMD2(Float(picture.width) / Float(width), Float(picture.height) / Float(height))
    let descriptors = [Float](unsafeUninitializedCapacity: best.count * XFeatNetwork.descriptorWidth) {
      numbers, count in
      for (index, point) in best.enumerated() {
        points.append(SIMD2(Float(point.x), Float(point.y)) * scale)
        let target = numbers.baseAddress! + index * XFeatNetwork.descriptorWidth
        Self.sample(answer.descriptors, x: point.x, y: point.y, width: width, height: height, into: target)
        cf_normalise_length(target, 1, XFeatNetwork.descriptorWidth)
      }
      count = best.count * XFeatNetwork.descriptorWidth
    }
    return FeatureSet(width: picture.width, height: picture.height, points: points, descriptors: descriptors)
  }

  private struct Point {
    var x: Int
    var y: Int
    var score: Float
  }

  private func best(_ answer: XFeatNetwork.Answer, mask: GreyPicture?, limit: Int) -> [Point] {
    let (width, height) = (answer.heat.width, answer.heat.height)
    // Each 8 × 8 pixels share a heat of 1, so at most 20 of them are above 0.05; neighbours of equal heat are all peaks.
    let most = answer.descriptors.cells * 20
    if peaks.count < most { peaks = Array(repeating: 0, count: most) }
    let count = min(most, cf_peaks(answer.heat.start, width, height, Self.threshold, &peaks, most))
    var points: [Point] = []
    for index in peaks.prefix(count) {
      let (x, y) = (Int(index) % width, Int(index) / width)
      if let mask, !Self.isInside(mask, x: x, y: y, width: width, height: height) { continue }
      var reliability: Float = 0
      Self.sample(answer.reliability, x: x, y: y, width: width, height: height, into: &reliability)
      let score = answer.heat.start[Int(index)] * reliability
      points.append(Point(x: x, y: y, score: score))
    }
    // In reading order where the scores are the same, so that every machine finds the same points.
    points.sort { $0.score != $1.score ? $0.score > $1.score : ($0.y, $0.x) < ($1.y, $1.x) }
    return Array(points.prefix(max(0, limit)))
  }

  /// Whether the mask is set in all of the 9 × 9 pixels around a point, of those within the picture.
  private static func isInside(_ mask: GreyPicture, x: Int, y: Int, width: Int, height: Int) -> Bool {
    for v in max(0, y - 4)...min(height - 1, y + 4) {
      let row = v * mask.height / height * mask.width
      for u in max(0, x - 4)...min(width - 1, x + 4) where mask.pixels[row + u * mask.width / width] == 0 {
        return false
      }
    }
    return true
  }

  /// Between the four nearest cells, where torch's `grid_sample(align_corners=False)` looks for a pixel of a picture whose
  /// coordinates were divided by its side less one, as XFeat was trained.
  private static func sample(
    _ cells: ChannelPlane, x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<Float>
  ) {
    func place(_ at: Int, _ side: Int, _ count: Int) -> (Int, Float) {
      let exact = Double(at) / Double(side - 1) * Double(count) - 0.5
      let inside = min(max(exact, 0), Double(count) - 1.001)
      return (Int(inside), Float(inside - inside.rounded(.down)))
    }
    let (left, across) = place(x, width, cells.width)
    let (top, down) = place(y, height, cells.height)
    let (a, b) = (cells.pixel(left, top), cells.pixel(left + 1, top))
    let (c, d) = (cells.pixel(left, top + 1), cells.pixel(left + 1, top + 1))
    for i in 0..<cells.channels {
      target[i] =
        a[i] * (1 - across) * (1 - down) + b[i] * across * (1 - down) + c[i] * (1 - across) * down
        + d[i] * across * down
    }
  }
}
