/// The same point of the scene, marked by a person in the old picture and in the new one, in pixels of each.
public struct MarkedPoint: Sendable, Equatable {
  /// In the old picture.
  public var old: SIMD2<Double>
  /// In the new picture.
  public var new: SIMD2<Double>

  /// A pair.
  public init(old: SIMD2<Double>, new: SIMD2<Double>) {
    self.old = old
    self.new = new
  }
}

extension Registration {
  /// A marked point is believed within this share of the width: five times the 0.4 % by which people miss.
  static let markReach = 0.03
  /// Points that lie nearer to one line than this, as a share of the width, tell nothing of perspective: they are fitted by
  /// a similarity.
  static let leastSpread = 0.06
  /// Points that lie nearer together than this tell nothing of size and roll.
  static let leastExtent = 0.06
  /// How far people miss a point, and how far perspective bends what a similarity says at half the width from the points:
  /// deviations, as shares of the width.
  private static let (markMiss, unknownBend) = (0.005, 0.02)

  /// Registers by points that a person marked, four or more; one of five or more may be plainly wrong. Then templates of
  /// gradients make it exact, where many of them agree and none of the points says otherwise.
  ///
  /// Points along a skyline or on one tower are claimed for what they tell: a similarity, whose
  /// ``RegistrationResult/deviation`` grows with the distance from them, and a ``RegistrationResult/region`` around them.
  /// - Parameter mask: as large as `new`; 0 where it shows nothing that counts. Nil: all of it counts.
  public static func register(
    old: GreyPicture, new: GreyPicture, mask: GreyPicture? = nil, points: [MarkedPoint],
    effort: Effort = .live
  ) -> RegistrationResult {
    guard let pair = PicturePair(old: old, new: new, mask: mask, side: effort.rawValue),
      let toWork = pair.workToNew.inverse
    else { return .silent(.tooSmall, RegistrationEvidence(), by: .points) }
    let marks = points.filter { $0.old.x.isFinite && $0.old.y.isFinite && $0.new.x.isFinite && $0.new.y.isFinite }
    guard marks.count >= 4 else { return .silent(.tooFewPoints, RegistrationEvidence(), by: .points) }
    var pairs = PointPairs()
    for mark in marks { pairs.append(pair.oldToWork(mark.old), toWork(mark.new), 1) }
    let width = Double(pair.oldSize.width)
    let found = PointsFit(pairs, size: pair.oldSize)
    var evidence = RegistrationEvidence()
    evidence.points = found.agreeing
    guard found.verdict == .accepted, let fitted = found.transform else {
      return .silent(found.verdict, evidence, by: .points)
    }
    let isFlat = found.isFlat
    let size = pair.oldSize
    var result = RegistrationResult(
      verdict: .accepted, transform: fitted, confidence: 0, evidence: evidence, method: .points)
    // Polished: only where many templates agree, and not further than people miss.
    var plan = GradientRefinement.Plan(radii: [9, 6], limit: 240)
    plan.least = 0.55
    plan.tolerance = FeatureRegistration.tolerance
    let polished = GradientPair(pair).refine(fitted, plan: plan)
    let moved = innerDistance(polished.transform, fitted, size) / width
    if moved < 0.02 {
      result.evidence.templates = polished.agreeing
      result.evidence.correlation = polished.sum
      result.evidence.cells = polished.cells
    }
    let isStrong = polished.agreeing >= 16 && polished.cells >= 6
    let believed = pairs.old.indices.filter { (fitted(pairs.old[$0]) - pairs.new[$0]).length < markReach * width }
    let miss = { (transform: Homography) -> Double in
      let distances = believed.map { (transform(pairs.old[$0]) - pairs.new[$0]).length }
      return distances.reduce(0, +) / width / Double(max(1, distances.count))
    }
    // People miss by 0.4 %: what is half a percent further from their marks than they were is no polish.
    if isStrong, moved < 0.02, miss(polished.transform) < miss(fitted) + 0.005 { result.transform = polished.transform }
    result.confidence = result.evidence.confidence(of: .points)
    let agreeing = believed.map { pairs.old[$0] }
    result.deviation = deviation(agreeing, size, isFlat: isFlat && !isStrong)
    result.region = ClaimedRegion(around: agreeing, margin: 0.1 * width, size: size).flatMap { pair.given($0) }
    result.transform = result.transform.map { pair.given($0) }
    return result
  }

  /// How far off a transform by marked points may be: the root of the mean square over the picture, as a share of its width.
  static func deviation(_ points: [SIMD2<Double>], _ size: PictureSize, isFlat: Bool) -> Double {
    let width = Double(size.width)
    let n = Double(max(1, points.count))
    let mean = points.reduce(.zero, +) / n
    let square = points.reduce(0.0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    var sum = 0.0
    for row in 0..<5 {
      for column in 0..<5 {
        let point = SIMD2(
          (Double(column) + 0.5) / 5 * Double(size.width), (Double(row) + 0.5) / 5 * Double(size.height))
        let apart = ((point - mean) * (point - mean)).sum()
        sum += 2 * markMiss * markMiss * (1 / n + apart / max(1, square))
        if isFlat {
          // Perspective bends with the square of the distance from the nearest point.
          let far = points.map { ($0 - point).length }.min() ?? width
          let bent = unknownBend * (2 * far / width) * (2 * far / width)
          sum += bent * bent
        }
      }
    }
    return (sum / 25).squareRoot()
  }

  /// The greatest distance of two points.
  static func extent(_ points: [SIMD2<Double>]) -> Double {
    var most = 0.0
    for a in points { for b in points { most = max(most, (a - b).length) } }
    return most
  }

  /// How far points lie from the line that fits them best, the root of the mean square.
  static func spread(_ points: [SIMD2<Double>]) -> Double {
    let n = Double(points.count)
    let mean = points.reduce(.zero, +) / n
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let d = point - mean
      xx += d.x * d.x / n
      xy += d.x * d.y / n
      yy += d.y * d.y / n
    }
    let half = (xx - yy) / 2
    return max(0, (xx + yy) / 2 - (half * half + xy * xy).squareRoot()).squareRoot()
  }

  /// The homography near a similarity on which most points agree; nil where fewer than four do.
  static func fit(
    _ pairs: PointPairs, size: PictureSize, isFlat: Bool
  ) -> (agreeing: [Int], transform: Homography)? {
    let n = pairs.count
    let reach = markReach * Double(size.width)
    var best: (agreeing: [Int], error: Double, transform: Homography)?
    for start in similarities(pairs, size) {
      // Perspective and depth bend what a similarity says: first within three times the reach.
      let wide = (0..<n).filter { (start(pairs.old[$0]) - pairs.new[$0]).length < 3 * reach }
      guard wide.count >= max(4, n - (n - 3) / 2), let tried = tamed(pairs, wide, size, isFlat) else { continue }
      let near = wide.filter { (tried(pairs.old[$0]) - pairs.new[$0]).length < reach }
      guard near.count >= 4, let again = tamed(pairs, near, size, isFlat) else { continue }
      let errors = near.map { (again(pairs.old[$0]) - pairs.new[$0]).length }
      guard errors.allSatisfy({ $0 < reach }) else { continue }
      let error = errors.reduce(0, +) / Double(near.count)
      if best.map({ near.count > $0.agreeing.count || (near.count == $0.agreeing.count && error < $0.error) }) ?? true {
        best = (near, error, again)
      }
    }
    return best.map { ($0.agreeing, $0.transform) }
  }

  /// The similarity of each two points that lie apart.
  static func similarities(_ pairs: PointPairs, _ size: PictureSize) -> [Similarity] {
    var found: [Similarity] = []
    for i in 0..<pairs.count {
      for j in 0..<i {
        let across = pairs.old[i] - pairs.old[j]
        guard across.length > 0.02 * Double(size.width) else { continue }
        let factor = divided(pairs.new[i] - pairs.new[j], across)
        let start = Similarity(factor: factor, shift: pairs.new[i] - multiplied(factor, pairs.old[i]))
        if (0.2...5).contains(start.zoom) { found.append(start) }
      }
    }
    return found
  }

  private static func tamed(_ pairs: PointPairs, _ chosen: [Int], _ size: PictureSize, _ isFlat: Bool) -> Homography? {
    var few = PointPairs()
    for i in chosen { few.append(pairs.old[i], pairs.new[i], 1) }
    guard let start = similarity(few.old, few.new, weights: few.weights), (0.2...5).contains(start.zoom) else {
      return nil
    }
    if isFlat { return start.homography }
    // Every chosen point counts nearly in full, so the truncation lies far out.
    let fitted = TamedHomography(
      start.homography, few, size: size, reach: 0.12 * Double(size.width), pull: few.count > 4 ? 0.15 : 0.3)
    return fitted.transform.values.allSatisfy(\.isFinite) ? fitted.transform : nil
  }
}
