/// The part of an old picture that a claim covers: beyond it nothing was found that bears the transform out. Things at
/// another depth, or a front that is gone, lie beyond.
///
/// ```swift
/// if let region = result.region, region.share < 0.9 { crop(region.bounds) }
/// ```
public struct ClaimedRegion: Sendable, Equatable {
  /// A convex polygon, in pixels of the old picture as it was given, turning from x towards y.
  public var corners: [SIMD2<Double>]
  /// Its area as a share of the picture's, 0 to 1.
  public var share: Double

  /// A region that was kept; nil of fewer than three corners.
  public init?(corners: [SIMD2<Double>], share: Double) {
    guard corners.count >= 3 else { return nil }
    self.corners = corners
    self.share = share
  }

  /// The upright rectangle around it: its least and its greatest corner.
  public var bounds: (least: SIMD2<Double>, greatest: SIMD2<Double>) {
    corners.dropFirst().reduce((corners.first ?? .zero, corners.first ?? .zero)) { found, corner in
      (pointwiseMin(found.0, corner), pointwiseMax(found.1, corner))
    }
  }

  /// Whether a point of the old picture lies in it.
  public func contains(_ point: SIMD2<Double>) -> Bool {
    guard corners.count >= 3 else { return false }
    for (i, corner) in corners.enumerated() {
      let next = corners[(i + 1) % corners.count]
      if (next.x - corner.x) * (point.y - corner.y) - (next.y - corner.y) * (point.x - corner.x) < 0 { return false }
    }
    return true
  }

  /// Around points, each with `margin` pixels on all sides, within the picture; nil where there are none.
  init?(around points: [SIMD2<Double>], margin: Double, size: PictureSize) {
    let greatest = SIMD2(Double(size.width - 1), Double(size.height - 1))
    var around: [SIMD2<Double>] = []
    for point in points {
      for side in [SIMD2(-margin, -margin), SIMD2(margin, -margin), SIMD2(margin, margin), SIMD2(-margin, margin)] {
        around.append(pointwiseMax(.zero, pointwiseMin(greatest, point + side)))
      }
    }
    corners = Self.hull(around)
    guard corners.count >= 3 else { return nil }
    var area = 0.0
    for (i, corner) in corners.enumerated() {
      let next = corners[(i + 1) % corners.count]
      area += (corner.x * next.y - next.x * corner.y) / 2
    }
    share = min(1, area / (greatest.x * greatest.y))
  }

  /// Around the pairs that agree. A pair that agrees all alone agrees by chance: two others must lie within a tenth of the
  /// width.
  init?(of pairs: PointPairs, agrees: [Bool], size: PictureSize) {
    let width = Double(size.width)
    let agreeing = pairs.old.indices.filter { agrees[$0] }.map { pairs.old[$0] }
    let together = agreeing.filter { point in agreeing.count { ($0 - point).length < 0.1 * width } >= 3 }
    self.init(around: together, margin: 0.04 * width, size: size)
  }

  /// In pixels of the same picture in another size.
  package func resized(by transform: Homography) -> ClaimedRegion {
    var result = self
    result.corners = corners.map { transform($0) }
    return result
  }

  /// The convex hull (Andrew 1979).
  private static func hull(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count >= 2 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return Array(chain.dropLast())
    }
    return chain(sorted) + chain(sorted.reversed())
  }
}
