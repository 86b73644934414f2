/// What marked points say together, before a pixel is looked at: the rule by which they are accepted when the photo is aligned.
///
/// ```swift
/// let fit = PointsFit(points, old: (3000, 2000), new: (4000, 3000))
/// fit.wrong.first.map { "Point \($0 + 1) is \(fit.misses[$0] * 100) % off" }
/// ```
public struct PointsFit: Sendable, Equatable {
  /// Accepted, or `tooFewPoints`, `pointsInLine`, `pointsContradicting`.
  public var verdict: RegistrationVerdict
  /// From the old picture's pixels to the new one's. Of points that contradict one another: what most of them say. Nil where
  /// fewer than four are marked, or they lie too close together.
  public var transform: Homography?
  /// How far each point of the new picture lies from where the transform has it, as a share of the old picture's width; empty
  /// where there is no transform.
  public var misses: [Double]
  /// The points that do not fit, by their place in the list, the worst first: left out where the verdict is accepted.
  public var wrong: [Int]
  /// Whether the points lie along a line, so that they tell nothing of perspective.
  public var isFlat: Bool
  /// See ``RegistrationResult/deviation``; nil where nothing is claimed.
  public var deviation: Double?
  /// See ``RegistrationResult/region``; nil where nothing is claimed.
  public var region: ClaimedRegion?
  /// How many points agree.
  var agreeing = 0

  /// - Parameters:
  ///   - points: in pixels of the pictures.
  ///   - old: the old picture's size in pixels.
  ///   - new: the new one's.
  public init(_ points: [MarkedPoint], old: (width: Int, height: Int), new: (width: Int, height: Int)) {
    let oldGiven = PictureSize(width: max(1, old.width), height: max(1, old.height))
    let newGiven = PictureSize(width: max(1, new.width), height: max(1, new.height))
    let (oldWork, newWork) = PicturePair.workingSizes(
      old: oldGiven, new: newGiven, side: Registration.Effort.final.rawValue)
    let (toOld, toNew) = (
      Homography.resizing(oldGiven, to: oldWork), Homography.resizing(newGiven, to: newWork)
    )
    var pairs = PointPairs()
    for point in points { pairs.append(toOld(point.old), toNew(point.new), 1) }
    self.init(pairs, size: oldWork)
    transform = transform.map { .resizing(newWork, to: newGiven) * $0 * toOld }
    region = region?.resized(by: .resizing(oldWork, to: oldGiven))
  }

  /// In pixels of the working sizes, as is what it says.
  init(_ pairs: PointPairs, size: PictureSize) {
    let width = Double(size.width)
    (verdict, misses, wrong, isFlat) = (.tooFewPoints, [], [], false)
    guard pairs.count >= 4 else { return }
    verdict = .pointsInLine
    guard Registration.extent(pairs.old) > Registration.leastExtent * width,
      Registration.extent(pairs.new) > Registration.leastExtent / 2 * width
    else { return }
    isFlat = min(Registration.spread(pairs.old), 2 * Registration.spread(pairs.new)) <= Registration.leastSpread * width
    let n = pairs.count
    let found = Registration.fit(pairs, size: size, isFlat: isFlat)
    agreeing = found?.agreeing.count ?? 0
    // All points agree, or all but one of five or more, or all but two of seven or more.
    let allowed = n >= 7 ? 2 : n >= 5 ? 1 : 0
    let isAccepted = found != nil && n - agreeing <= allowed
    verdict = isAccepted ? .accepted : .pointsContradicting
    guard let transform = isAccepted ? found?.transform : Self.mostSay(pairs, size) else { return }
    self.transform = transform
    misses = pairs.old.indices.map { i in
      let miss = (transform(pairs.old[i]) - pairs.new[i]).length / width
      // Beyond the transform's horizon.
      return miss.isFinite ? min(miss, 9) : 9
    }
    let misses = misses
    wrong = misses.indices.filter { misses[$0] >= Registration.markReach }.sorted { misses[$0] > misses[$1] }
    guard isAccepted else {
      if wrong.isEmpty { wrong = misses.indices.max { misses[$0] < misses[$1] }.map { [$0] } ?? [] }
      return
    }
    let believed = misses.indices.filter { misses[$0] < Registration.markReach }.map { pairs.old[$0] }
    deviation = Registration.deviation(believed, size, isFlat: isFlat)
    region = ClaimedRegion(around: believed, margin: 0.1 * width, size: size)
  }

  /// Of points that contradict one another: the similarity that is nearest to most. A point that is far off counts as little as
  /// one that is a tenth of the width off.
  private static func mostSay(_ pairs: PointPairs, _ size: PictureSize) -> Homography? {
    let most = 0.1 * Double(size.width)
    func miss(_ similarity: Similarity, _ i: Int) -> Double { (similarity(pairs.old[i]) - pairs.new[i]).length }
    func loss(_ similarity: Similarity) -> Double {
      pairs.old.indices.reduce(0) { $0 + min(most, miss(similarity, $1)) }
    }
    let tried = Registration.similarities(pairs, size).map { (similarity: $0, loss: loss($0)) }
    guard let best = tried.min(by: { $0.loss < $1.loss })?.similarity else { return nil }
    let weights = pairs.old.indices.map { miss(best, $0) < 3 * Registration.markReach * Double(size.width) ? 1.0 : 0 }
    guard let all = similarity(pairs.old, pairs.new, weights: weights), loss(all) <= loss(best) else {
      return best.homography
    }
    return all.homography
  }
}
