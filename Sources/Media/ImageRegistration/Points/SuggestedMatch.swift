/// The same point of the scene as a program believes to have found it in both pictures: to be confirmed by a person, and never
/// claimed by itself.
public struct SuggestedMatch: Sendable, Equatable {
  /// In pixels of the old picture, and of the new one.
  public var old: SIMD2<Double>
  public var new: SIMD2<Double>
  /// 0 to 1, as the matcher believes.
  public var probability: Double
}

extension Registration {
  /// A pair that agrees with the marked points lies within this share of the width of where they have it; with one point alone,
  /// which tells neither size nor roll, within three times that.
  private static let besideMarks = 0.05
  /// No two matches, and no match and a marked point, lie nearer to one another than these shares of the width: the first that
  /// leaves enough matches counts.
  private static let distances = [0.16, 0.11, 0.07]
  /// So many pairs that agree on one transform are a group; fewer do so by chance.
  private static let leastGroup = 6
  /// A match nearer to a picture's edge than this share of its width is hard to see and to press.
  private static let edge = 0.02

  /// Looks for matches that a person can confirm where nothing is claimed: the largest group of pairs that agree on one transform,
  /// however small, else the surest pairs. Takes about as long as a registration; call it on a thread of your own.
  /// - Parameters:
  ///   - matcher: nil, or one that fails: gradients alone.
  ///   - points: that a person has marked already, in pixels: pairs that agree with them come first.
  ///   - most: at most so many, well spread over the old picture.
  /// - Returns: the surest first; empty where a picture is too small, or nothing is found.
  public static func suggestions(
    old: GreyPicture, new: GreyPicture, matcher: (any FeatureMatcher)?, beside points: [MarkedPoint] = [],
    most: Int = 12
  ) -> [SuggestedMatch] {
    let side: Effort = matcher == nil ? .live : .final
    guard let pair = PicturePair(old: old, new: new, mask: nil, side: side.rawValue),
      let toWork = pair.workToNew.inverse,
      let fromOld = pair.oldToWork.inverse
    else { return [] }
    let marks = points.map { (old: pair.oldToWork($0.old), new: toWork($0.new)) }
    let found = learned(pair, matcher, side.points) ?? byGradients(pair, marks)
    let isBeside = beside(marks, pair)
    var agrees = agreeing(found, pair, marks)
    // A few agree on something by chance.
    let isGroup = agrees.count { $0 } >= leastGroup
    if !isGroup { agrees = agrees.map { _ in false } }
    // What agrees with the marked points and with one another, then what agrees with either, then what is sure by itself.
    let order = (0..<found.count).sorted { i, j in
      let (a, b) = (rank(i, agrees, isBeside, found), rank(j, agrees, isBeside, found))
      return a != b ? a > b : (found.weights[i], j) > (found.weights[j], i)
    }
    let usable = order.filter { i in
      guard isWithin(found.old[i], pair.oldSize), isWithin(found.new[i], pair.newSize) else { return false }
      return agrees[i] || isBeside?(found.old[i], found.new[i]) == true || (!isGroup && isSure(found.weights[i]))
    }
    return spread(usable, found, marks.map(\.old), width: Double(pair.oldSize.width), most).map {
      SuggestedMatch(old: fromOld(found.old[$0]), new: pair.workToNew(found.new[$0]), probability: found.weights[$0])
    }
  }

  private static func isWithin(_ point: SIMD2<Double>, _ size: PictureSize) -> Bool {
    let margin = edge * Double(size.width)
    return point.x >= margin && point.y >= margin && point.x <= Double(size.width - 1) - margin
      && point.y <= Double(size.height - 1) - margin
  }

  private static func isSure(_ probability: Double) -> Bool { probability >= 0.3 }

  private static func rank(
    _ i: Int, _ agrees: [Bool], _ isBeside: ((SIMD2<Double>, SIMD2<Double>) -> Bool)?, _ pairs: PointPairs
  ) -> Int {
    let beside = isBeside?(pairs.old[i], pairs.new[i]) ?? false
    return (beside ? 2 : 0) + (agrees[i] ? 1 : 0)
  }

  /// Pairs of learned features; nil where there is no matcher, or it fails.
  private static func learned(_ pair: PicturePair, _ matcher: (any FeatureMatcher)?, _ limit: Int) -> PointPairs? {
    guard let matcher else { return nil }
    do throws(FeatureError) {
      let old = try matcher.features(of: pair.old, mask: nil, limit: limit)
      let new = try matcher.features(of: pair.new, mask: nil, limit: limit)
      return PointPairs(try matcher.matches(old, new, least: FeatureRegistration.leastProbability))
    } catch { return nil }
  }

  /// Pieces of the old picture, found in the new one about where gradients or the marked points have them.
  private static func byGradients(_ pair: PicturePair, _ marks: [(old: SIMD2<Double>, new: SIMD2<Double>)])
    -> PointPairs
  {
    let sizes = GradientSizes(pair)
    let plan = GradientRefinement.Plan(radii: [14], limit: .max)
    guard let guess = guess(marks) ?? GradientRegistration(sizes: sizes).run().transform,
      let found = FoundTemplates(sizes.full.old, sizes.full.new, at: guess, radius: 14, plan: plan)
    else { return PointPairs() }
    var pairs = found.pairs
    // How well a piece is found is how sure it is.
    pairs.weights = found.peaks
    return pairs
  }

  /// What two or more marked points say, roughly.
  private static func guess(_ marks: [(old: SIMD2<Double>, new: SIMD2<Double>)]) -> Homography? {
    guard marks.count >= 2 else { return nil }
    return similarity(marks.map(\.old), marks.map(\.new), weights: marks.map { _ in 1 })?.homography
  }

  /// Whether a pair agrees with the marked points; nil where none are.
  private static func beside(
    _ marks: [(old: SIMD2<Double>, new: SIMD2<Double>)], _ pair: PicturePair
  ) -> ((SIMD2<Double>, SIMD2<Double>) -> Bool)? {
    let width = Double(pair.oldSize.width)
    if let guess = guess(marks) { return { (guess($0) - $1).length < besideMarks * width } }
    guard let mark = marks.first else { return nil }
    // In the working sizes a picture that is aimed by the old one has about its size.
    return { (old, new) in ((old - mark.old) - (new - mark.new)).length < 3 * besideMarks * width }
  }

  /// The pairs of the largest group that agrees on one transform: with the marked points, where there are some.
  private static func agreeing(
    _ pairs: PointPairs, _ pair: PicturePair, _ marks: [(old: SIMD2<Double>, new: SIMD2<Double>)]
  ) -> [Bool] {
    let reach = FeatureRegistration.freeReach * Double(pair.oldSize.width)
    let slack = besideMarks * Double(pair.oldSize.width)
    var numbers = SeededNumbers(seed: 7)
    let keepsMarks = { (transform: (SIMD2<Double>) -> SIMD2<Double>) in
      marks.allSatisfy { (transform($0.old) - $0.new).length < slack }
    }
    let near = SimilarityConsensus(pairs, reach: 2 * reach, numbers: &numbers) { similarity in
      pair.prior.allows(similarity) && keepsMarks { similarity($0) }
    }
    let free = FreeHomography(
      pairs, size: pair.oldSize, reach: reach, starts: near.map { [$0.similarity.homography] } ?? [], numbers: &numbers
    ) { homography in pair.prior.isPlausible(homography) && keepsMarks { homography($0) } }
    if let free { return free.agrees }
    guard let near else { return pairs.old.map { _ in false } }
    return pairs.old.indices.map { (near.similarity(pairs.old[$0]) - pairs.new[$0]).length < 2 * reach }
  }

  /// So many of these in this order that lie apart in the old picture.
  private static func spread(
    _ order: [Int], _ pairs: PointPairs, _ marked: [SIMD2<Double>], width: Double, _ most: Int
  ) -> [Int] {
    var chosen: [Int] = []
    for distance in distances {
      for i in order where chosen.count < most {
        let taken = chosen.map { pairs.old[$0] } + marked
        if !chosen.contains(i), taken.allSatisfy({ ($0 - pairs.old[i]).length >= distance * width }) {
          chosen.append(i)
        }
      }
    }
    return order.filter(chosen.contains)
  }
}
