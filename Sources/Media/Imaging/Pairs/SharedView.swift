public import BoothCore
public import ImageRegistration

/// What an old picture and its new one both show, in the old one's frame.
public struct SharedView: Sendable, Equatable {
  /// Upright, full size.
  public let old: PixelSize
  public let new: PixelSize
  /// From old pixels to new ones.
  public let homography: Homography
  /// The largest upright rectangle of old pixels of which the new picture shows every one; less where it is known that the
  /// rest may be off (``init(old:new:homography:region:)``).
  public let crop: PixelRect
  /// Edges of ``crop`` that lie far outside of the region, where the two may be off: not empty only where a crop to the
  /// region would leave too little.
  public let unsure: [Edge]
  /// How many new pixels lie along an old one, in the middle of ``crop``.
  public let scale: Double

  /// Less of the old picture than this is no pair that anybody would look at.
  static let leastShare = 0.1

  /// An edge of a picture.
  public enum Edge: String, Sendable, CaseIterable {
    case left, right, top, bottom
  }

  /// What a crop to the region must leave, as a share of what both pictures show: less would lose the subject.
  static let leastOfShared = 0.25
  /// The region covers clearly less where its crop has a smaller share than this: a strip without pairs at one side, as of trees
  /// before a front, is no reason.
  static let clearlyLess = 2.0 / 3
  /// What is left around the region, as a share of the old picture's width: the region has 4 % already. With 6 % the roof's end
  /// of a church and the arms of a cross were cut off.
  static let regionMargin = 0.12
  /// An edge of the crop that is farther from the region than this share of the crop's side may be off.
  static let unsureReach = 0.1

  /// The view of a transform, without a region: all that both pictures show.
  public init?(old: PixelSize, new: PixelSize, homography: Homography) {
    self.init(old: old, new: new, homography: homography, region: nil, photograph: nil)
  }

  /// Example: the left half of an old picture was found, and its right half is another house today. Both pictures show all of
  /// it, but the crop ends a little right of the middle.
  ///
  /// The crop is the largest rectangle within what both show and within the region's bounds, with a margin of 12 % of the
  /// width. Upwards it is not bounded: there are the sky, which has no pairs and is not off, and the towers that rise into it.
  /// All that both show stays where the crop leaves two thirds of it or more; also where it leaves less than a
  /// quarter, or less than a tenth of the old picture: then ``unsure`` names the edges that may be off.
  ///
  /// Nil where the transform cannot be one of two photographs of a place: with numbers that are none, a mirror, a horizon
  /// within what is shown, a scale that no lens has, or less in common than a tenth of the old picture.
  /// - Parameters:
  ///   - homography: from old to new pixels, both upright and full size.
  ///   - region: the part of the old picture that the transform was found by, in its pixels; nil if unknown.
  ///   - photograph: the old picture without the card around it; nil: all of it.
  public init?(
    old: PixelSize, new: PixelSize, homography: Homography, region: ClaimedRegion?, photograph: PixelRect? = nil
  ) {
    guard homography.values.allSatisfy(\.isFinite) else { return nil }
    let middle = SIMD2(Double(old.width - 1) / 2, Double(old.height - 1) / 2)
    let depth = homography.depth(middle)
    guard abs(depth) > 1e-12 else { return nil }
    // So that what lies before the camera has a positive depth.
    let transform = depth < 0 ? Homography(homography.values.map { -$0 }) : homography
    let part = photograph ?? PixelRect(x: 0, y: 0, width: old.width, height: old.height)
    var shown = ConvexArea(
      left: Double(part.x) - 0.5, top: Double(part.y) - 0.5, right: Double(part.x + part.width) - 0.5,
      bottom: Double(part.y + part.height) - 0.5)
    for limit in transform.limits(of: new) { shown.cut(limit) }
    guard shown.area >= Self.leastShare * Double(part.size.area),
      shown.corners.allSatisfy({ transform.depth($0) > 0 }),
      let whole = shown.largestRectangle(), whole.width >= 2, whole.height >= 2,
      Double(whole.size.area) >= Self.leastShare * Double(part.size.area)
    else { return nil }
    let (crop, unsure) = Self.crop(whole, of: shown, part.size, to: region)
    // A hundredth or the hundredfold of a size is no picture of the same place, nor is one that gets so much larger from
    // side to side: two cameras look the same way, or nearly.
    let scales = (shown.corners + [crop.middle]).map(transform.scale(at:))
    guard let least = scales.min(), let most = scales.max(), least > 0.01, most < 100, most < 4 * least else {
      return nil
    }
    self.old = old
    self.new = new
    self.homography = transform
    self.crop = crop
    self.unsure = unsure
    scale = transform.scale(at: crop.middle)
  }

  /// - Parameters:
  ///   - whole: the largest rectangle of `shown`, which is what both pictures show.
  private static func crop(
    _ whole: PixelRect, of shown: ConvexArea, _ old: PixelSize, to region: ClaimedRegion?
  ) -> (crop: PixelRect, unsure: [Edge]) {
    guard let region else { return (whole, []) }
    let margin = regionMargin * Double(old.width)
    let (least, most) = (region.bounds.least - margin, region.bounds.greatest + margin)
    var covered = shown
    for limit in [
      SIMD3(1, 0, -least.x), SIMD3(-1, 0, most.x), SIMD3(0, -1, most.y),
    ] { covered.cut(limit) }
    let crop = covered.largestRectangle()
    let part = crop.map { Double($0.size.area) } ?? 0
    if part >= clearlyLess * Double(whole.size.area) { return (whole, []) }
    if let crop, crop.width >= 2, crop.height >= 2, part >= leastOfShared * Double(whole.size.area),
      part >= leastShare * Double(old.area)
    {
      return (crop, [])
    }
    let (width, height) = (unsureReach * Double(whole.width), unsureReach * Double(whole.height))
    let unsure = Edge.allCases.filter { edge in
      switch edge {
      case .left: least.x - Double(whole.x) > width
      case .right: Double(whole.x + whole.width - 1) - most.x > width
      case .top: least.y - Double(whole.y) > height
      case .bottom: Double(whole.y + whole.height - 1) - most.y > height
      }
    }
    return (whole, unsure)
  }
}

extension Homography {
  /// What a point's coordinates are divided by.
  func depth(_ point: SIMD2<Double>) -> Double { values[6] * point.x + values[7] * point.y + values[8] }

  /// How many pixels lie along one there; 0 or less for a mirror.
  func scale(at point: SIMD2<Double>) -> Double {
    let (to, depth) = (self(point), depth(point))
    let (a, b) = ((values[0] - to.x * values[6]) / depth, (values[1] - to.x * values[7]) / depth)
    let (c, d) = ((values[3] - to.y * values[6]) / depth, (values[4] - to.y * values[7]) / depth)
    let area = a * d - b * c
    return area > 0 ? area.squareRoot() : area
  }

  /// This transform after `first`.
  func after(_ first: Homography) -> Homography {
    let (a, b) = (values, first.values)
    return Homography(
      (0..<9).map { at in
        let (row, column) = (at / 3 * 3, at % 3)
        return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]
      })
  }

  /// The four edges of a picture of `size`, as half-planes of the points that are taken into it.
  fileprivate func limits(of size: PixelSize) -> [SIMD3<Double>] {
    let (across, down) = (
      SIMD3(values[0], values[1], values[2]), SIMD3(values[3], values[4], values[5])
    )
    let depth = SIMD3(values[6], values[7], values[8])
    return [
      depth, across + 0.5 * depth, (Double(size.width) - 0.5) * depth - across, down + 0.5 * depth,
      (Double(size.height) - 0.5) * depth - down,
    ]
  }
}

extension PixelRect {
  fileprivate var middle: SIMD2<Double> {
    SIMD2(Double(x) + Double(width - 1) / 2, Double(y) + Double(height - 1) / 2)
  }
}

/// An area without dents; pixels' middles are whole numbers.
struct ConvexArea {
  private(set) var corners: [SIMD2<Double>]

  init(left: Double, top: Double, right: Double, bottom: Double) {
    corners = [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)]
  }

  var area: Double {
    guard corners.count > 2 else { return 0 }
    var sum = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      sum += corner.x * next.y - next.x * corner.y
    }
    return abs(sum) / 2
  }

  /// Leaves what lies where `limit.x * x + limit.y * y + limit.z` is not negative (Sutherland and Hodgman).
  mutating func cut(_ limit: SIMD3<Double>) {
    func side(_ point: SIMD2<Double>) -> Double { limit.x * point.x + limit.y * point.y + limit.z }
    var left: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      let (here, there) = (side(corner), side(next))
      if here >= 0 { left.append(corner) }
      if (here >= 0) != (there >= 0) { left.append(corner + (next - corner) * (here / (here - there))) }
    }
    corners = left
  }

  /// From where to where it reaches at `x`; nil where it is not.
  private func reach(at x: Double) -> (top: Double, bottom: Double)? {
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      guard x >= min(corner.x, next.x), x <= max(corner.x, next.x) else { continue }
      let ends =
        corner.x == next.x
        ? [corner.y, next.y] : [corner.y + (next.y - corner.y) * (x - corner.x) / (next.x - corner.x)]
      for y in ends { (top, bottom) = (min(top, y), max(bottom, y)) }
    }
    return top < bottom ? (top, bottom) : nil
  }

  /// The largest rectangle of whole pixels inside. As nothing has dents, a rectangle is inside if its corners are: so
  /// every pair of left and right edges has one that is highest.
  func largestRectangle() -> PixelRect? {
    guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(), right > left else { return nil }
    var best = (left: left, right: right, top: 0.0, bottom: 0.0)
    func look(_ lefts: [Double], _ rights: [Double]) {
      let (starts, ends) = (lefts.map { ($0, reach(at: $0)) }, rights.map { ($0, reach(at: $0)) })
      for case (let start, .some(let first)) in starts {
        for case (let end, .some(let last)) in ends where end > start {
          let (top, bottom) = (max(first.top, last.top), min(first.bottom, last.bottom))
          guard bottom > top, (end - start) * (bottom - top) > (best.right - best.left) * (best.bottom - best.top)
          else { continue }
          best = (start, end, top, bottom)
        }
      }
    }
    let steps = 128
    var step = (right - left) / Double(steps)
    let all = (0...steps).map { left + Double($0) * step }
    look(all, all)
    // Then finer and finer around what was found.
    while step > 0.25 {
      let around = (-4...4).map { Double($0) * step / 4 }
      let (x, end) = (best.left, best.right)
      look(around.map { min(max(x + $0, left), right) }, around.map { min(max(end + $0, left), right) })
      step /= 4
    }
    let (x, y) = (Int((best.left + 0.5).rounded(.up)), Int((best.top + 0.5).rounded(.up)))
    let (endX, endY) = (Int((best.right - 0.5).rounded(.down)), Int((best.bottom - 0.5).rounded(.down)))
    guard endX >= x, endY >= y else { return nil }
    return PixelRect(x: x, y: y, width: endX - x + 1, height: endY - y + 1)
  }
}
