import RegistrationTrial
import Testing

@testable import ImageRegistration

/// Pairs of features as they were planned, whatever the pictures show but for a mark in a corner: a picture with the mark
/// on the right is a mirror image.
private struct Planned: FeatureMatcher {
  var pairs: [FeatureMatch]
  /// What the old picture's mirror image has.
  var mirrored: [FeatureMatch] = []
  /// What the old picture has once it was brought upon the new one, between places in the new one.
  var again: [FeatureMatch] = []

  func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
    // A mask: the old picture, brought upon the new one, which shows it in a part of itself.
    let count = picture.isMirrored ? 1 : mask != nil ? 2 : 0
    return FeatureSet(
      width: picture.width, height: picture.height, points: [SIMD2<Float>](repeating: .zero, count: count),
      descriptors: [Float](repeating: 0.125, count: 64 * count))
  }

  func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
    // Planned for pictures 640 pixels wide, whatever size is worked in.
    let (x, y) = (Double(old.width) / 640, Double(new.width) / 640)
    return [pairs, mirrored, again][old.points.count].filter { $0.probability >= Double(least) }.map {
      FeatureMatch(old: $0.old * x, new: $0.new * y, probability: $0.probability)
    }
  }
}

extension RegistrationResult {
  /// The mean of some columns of cells.
  fileprivate func columns(_ columns: ClosedRange<Int>, of cells: [Double]) -> Double {
    let all = cells.indices.filter { columns.contains($0 % 8) }.map { cells[$0] }
    return all.reduce(0, +) / Double(all.count)
  }
}

extension GreyPicture {
  /// Grey, with a light mark in its left upper corner.
  fileprivate static func marked(width: Int, height: Int) -> GreyPicture {
    var result = GreyPicture(width: width, height: height, pixels: [UInt8](repeating: 90, count: width * height))
    for y in 0..<8 { for x in 0..<8 { result.pixels[y * width + x] = 200 } }
    return result
  }

  fileprivate var isMirrored: Bool { pixels[2 * width + width - 3] > 120 }
}

/// What a homography that nothing holds claims, and what it does not.
@Suite struct FreeClaimTests {
  private let blank = GreyPicture.marked(width: 640, height: 480)
  private let size = PictureSize(width: 640, height: 480)
  /// A front seen aslant: no similarity comes nearer than some percent of the width.
  private let aslant = Homography([1.02, 0.05, -12, 0.01, 1.03, 8, 0.00028, 0.00006, 1])

  /// Points all over a part of the picture, where `transform` has them but for a pixel, as probable as is said.
  private func pairs(
    _ transform: Homography, x: ClosedRange<Double> = 20...620, y: ClosedRange<Double> = 20...460, count: Int,
    probability: Double = 0.6, seed: UInt64 = 1
  ) -> [FeatureMatch] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { _ in
      let old = SIMD2(numbers.between(x.lowerBound, x.upperBound), numbers.between(y.lowerBound, y.upperBound))
      let miss = SIMD2(numbers.between(-1.5, 1.5), numbers.between(-1.5, 1.5))
      return FeatureMatch(old: old, new: transform(old) + miss, probability: probability)
    }
  }

  /// Pairs that agree on nothing.
  private func noise(_ count: Int, seed: UInt64 = 9) -> [FeatureMatch] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { _ in
      FeatureMatch(
        old: SIMD2(numbers.between(0, 639), numbers.between(0, 479)),
        new: SIMD2(numbers.between(0, 639), numbers.between(0, 479)), probability: numbers.between(0.05, 0.4))
    }
  }

  private func register(_ matcher: any FeatureMatcher) -> RegistrationResult {
    Registration.register(old: blank, new: blank, matcher: matcher)
  }

  private func register(_ pairs: [FeatureMatch]) -> RegistrationResult { register(Planned(pairs: pairs)) }

  private func error(_ found: Homography, _ known: Homography, _ points: [SIMD2<Double>]) -> Double {
    points.map { (found($0) - known($0)).length / 640 }.max() ?? 1
  }

  @Test func `A front seen aslant is found right to its edges among twice as many wrong pairs`() throws {
    let good = pairs(aslant, count: 120)
    let result = register(good + noise(240))
    let transform = try #require(result.transform)
    #expect(error(transform, aslant, size.corners) < 0.012)
    // The nearest similarity is off by more than 2 % of the width.
    let near = try #require(
      similarity(good.map(\.old), good.map(\.new), weights: good.map(\.probability)))
    #expect(error(near.homography, aslant, size.corners) > 0.04)
    #expect(register(good + noise(240)) == result)
  }

  @Test func `Another depth of the scene is no rival, and the claim says which part it covers`() throws {
    let far = Homography([1, 0, 52, 0, 1, 0, 0, 0, 1])
    let front = pairs(aslant, x: 20...400, count: 120)
    let result = register(front + pairs(far, x: 460...620, count: 55, seed: 2) + noise(60))
    #expect(result.verdict == .accepted)
    let transform = try #require(result.transform)
    #expect(error(transform, aslant, front.map(\.old)) < 0.01)
    let region = try #require(result.region)
    #expect((0.55...0.75).contains(region.share))
    #expect(region.contains(SIMD2(210, 240)))
    #expect(!region.contains(SIMD2(560, 240)))
    #expect(region.bounds.greatest.x < 460)
  }

  @Test func `The same things in another place are a rival`() {
    let shifted = Homography([1, 0, 90, 0, 1, 0, 0, 0, 1]) * aslant
    let result = register(pairs(aslant, count: 90) + pairs(shifted, count: 60, seed: 4))
    #expect(result.transform == nil)
    #expect(result.region == nil)
    #expect(result.deviation == nil)
  }

  @Test func `Many pairs of which none is probable claim nothing`() {
    // As an old street and its mirror image: 57 pairs agreed, and their probabilities summed to 13.
    #expect(register(pairs(aslant, count: 57, probability: 0.22) + noise(150)).transform == nil)
    #expect(register(pairs(aslant, count: 57, probability: 0.6) + noise(150)).transform != nil)
  }

  @Test func `Pairs of which none is probable claim what is found there once more`() throws {
    let weak = pairs(aslant, count: 57, probability: 0.22)
    /// The old picture, brought there, shows the same things within a pixel, or where `other` brings these.
    func again(_ count: Int, _ other: Homography = .identity, probability: Double = 0.2) -> [FeatureMatch] {
      pairs(.identity, count: count, probability: probability, seed: 3).map {
        FeatureMatch(old: $0.old, new: other($0.new), probability: $0.probability)
      }
    }
    let found = register(Planned(pairs: weak + noise(90), again: again(60)))
    #expect(error(try #require(found.transform), aslant, size.corners) < 0.02)
    #expect(found.confidence < Registration.sureAlone)
    #expect(found.evidence.strength > 0 && found.evidence.strength < FeatureRegistration.leastStrength)
    // Nothing is found there, or little.
    #expect(register(Planned(pairs: weak + noise(90))).transform == nil)
    #expect(register(Planned(pairs: weak + noise(90), again: noise(200, seed: 4))).transform == nil)
    #expect(register(Planned(pairs: weak + noise(90), again: again(20))).transform == nil)
    // As many agree there, but more lead on to another place.
    let onward = Homography([1, 0, 40, 0, 1, 0, 0, 0, 1])
    #expect(register(Planned(pairs: weak + noise(90), again: again(30) + again(120, onward))).transform == nil)
    // All on one thing, as a car of the same make.
    let car = pairs(aslant, x: 300...400, y: 300...360, count: 57, probability: 0.22)
    #expect(register(Planned(pairs: car + noise(90), again: again(60))).transform == nil)
  }

  @Test func `A front that is its own mirror image is claimed only if it fits better than in a mirror`() {
    let found = pairs(aslant, count: 120)
    // Nothing but itself, and a few pairs by chance.
    #expect(register(Planned(pairs: found, mirrored: noise(60))).isAccepted)
    // A symmetric house among other things.
    let some = register(Planned(pairs: found, mirrored: pairs(aslant, x: 200...420, count: 40, seed: 8)))
    #expect(some.isAccepted)
    #expect((0.2...0.5).contains(some.evidence.mirror))
    // Where less is found, less of it may be so.
    let few = pairs(aslant, count: 40)
    #expect(register(Planned(pairs: few, mirrored: noise(60))).isAccepted)
    #expect(!register(Planned(pairs: few, mirrored: pairs(aslant, x: 200...420, count: 18, seed: 8))).isAccepted)
    // The mirror image fits as well, wherever it lies in the new picture.
    for shift in [0.0, 120] {
      let moved = Homography([1, 0, shift, 0, 1, 0, 0, 0, 1]) * aslant
      let alike = register(Planned(pairs: found, mirrored: pairs(moved, count: 110, seed: 8)))
      #expect(alike.verdict == .ambiguous)
      #expect(alike.transform == nil)
      #expect(alike.evidence.mirror > 0.7)
      #expect(alike.confidence < 0.5)
    }
    // A print from the wrong side of the negative: what is found is on one side, and far more of it in the mirror.
    let part = pairs(aslant, x: 60...260, count: 60)
    #expect(!register(Planned(pairs: part, mirrored: pairs(aslant, count: 180, seed: 8))).isAccepted)
  }

  @Test func `A claim that cannot be compared with its mirror image is not heard`() {
    struct Failing: FeatureMatcher {
      var planned: Planned
      func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
        if picture.isMirrored { throw FeatureError("the process ended") }
        return try planned.features(of: picture, mask: mask, limit: limit)
      }
      func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
        try planned.matches(old, new, least: least)
      }
    }
    let result = register(Failing(planned: Planned(pairs: pairs(aslant, count: 120))))
    #expect(!result.isAccepted)
    #expect(result.fault != nil)
  }

  @Test func `a fault among the pairs that advice rests on is told with the silence`() {
    struct Failing: FeatureMatcher {
      let planned = Planned(pairs: [])
      func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
        if limit == Advisor.limit { throw FeatureError("the process ended") }
        return try planned.features(of: picture, mask: mask, limit: limit)
      }
      func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
        try planned.matches(old, new, least: least)
      }
    }
    let result = Registration.register(old: blank, new: blank, matcher: Failing(), effort: .final)
    #expect(result.fault != nil)
  }

  @Test func `fewer than thirty pairs, or a place where no one aims, are not claimed`() {
    #expect(register(pairs(aslant, count: 18)).evidence.pairs == 18)
    let away = Homography([1, 0, 260, 0, 1, 0, 0, 0, 1])
    #expect(register(pairs(away, count: 200)).transform == nil)
    let folded = Homography([-1, 0, 639, 0, 1, 0, 0, 0, 1])
    #expect(register(pairs(folded, count: 200)).transform == nil)
  }

  @Test func `What was found in one corner is less sure elsewhere`() throws {
    let all = register(pairs(aslant, count: 120))
    let corner = register(pairs(aslant, x: 20...200, y: 20...180, count: 120))
    let (wide, narrow) = (try #require(all.deviation), try #require(corner.deviation))
    #expect(wide < 0.01)
    #expect(narrow > 2 * wide)
    #expect(try #require(all.region).share > 0.85)
    #expect(try #require(corner.region).share < 0.25)
  }

  @Test func `Each part of the picture is as sure as the pairs in it`() throws {
    let all = try #require(register(pairs(aslant, count: 260)).cells)
    #expect(all.values.count == 64)
    #expect(all.values.count { $0 >= ClaimedCells.sure } > 48)
    // Many at the left; at the right some that miss by a hundredth of the width.
    let left = pairs(aslant, x: 20...300, count: 160)
    let right = pairs(aslant, x: 420...620, count: 30, seed: 3).enumerated().map { i, pair in
      FeatureMatch(
        old: pair.old, new: pair.new + SIMD2(i % 2 == 0 ? 7 : -7, i % 4 < 2 ? 3 : -3), probability: pair.probability)
    }
    let half = register(left + right)
    let cells = try #require(half.cells).values
    let (first, last) = (half.columns(0...2, of: cells), half.columns(5...7, of: cells))
    #expect(first > ClaimedCells.sure && last < first - 0.15 && last > 0)
    // Beyond the region nothing is sure.
    let corner = try #require(register(pairs(aslant, x: 20...200, y: 20...180, count: 120)).cells)
    #expect(corner.values[63] == 0 && corner.values[7] == 0 && corner.values[9] > ClaimedCells.sure)
    #expect(register(pairs(aslant, count: 12)).cells == nil)
  }

  @Test func `The region is in pixels of the picture that was given`() throws {
    let large = GreyPicture.marked(width: 1280, height: 960)
    let matcher = Planned(pairs: pairs(aslant, x: 20...300, count: 120))
    let region = try #require(Registration.register(old: large, new: large, matcher: matcher).region)
    #expect(region.bounds.greatest.x > 600)
    #expect(region.bounds.greatest.x < 700)
  }

  // MARK: Advice and the kept photo

  /// Two frames' advice.
  private func cue(_ matcher: any FeatureMatcher) throws -> GuidanceCue {
    var advisor = try Advisor(old: blank, matcher: matcher)
    var guidance = Guidance()
    for _ in 0..<3 { guidance.take(try advisor.advise(blank)) }
    return guidance.cue
  }

  @Test func `What is said to fit is claimed when it is kept, and what would be refused is not said to fit`() throws {
    let sure = Planned(pairs: pairs(.identity, count: 80) + noise(40))
    #expect(try cue(sure) == .fits)
    #expect(Registration.register(old: blank, new: blank, matcher: sure, effort: .final).isAccepted)
    // Enough to say whither to turn, and too little to keep.
    let doubtful = Planned(pairs: pairs(.identity, count: 50, probability: 0.28) + noise(20))
    #expect(try Advisor(old: blank, matcher: doubtful).focalLength == 1)
    #expect(try cue(doubtful) == .notSure)
    #expect(!Registration.register(old: blank, new: blank, matcher: doubtful, effort: .final).isAccepted)
    // As many pairs in a mirror.
    let alike = Planned(pairs: sure.pairs, mirrored: sure.pairs)
    #expect(try cue(alike) == .notSure)
    #expect(!Registration.register(old: blank, new: blank, matcher: alike, effort: .final).isAccepted)
  }
}

/// The robust estimator by itself.
@Suite struct FreeHomographyTests {
  @Test(arguments: [UInt64(1), 2, 3, 4, 5])
  func `a homography is found among four times as many wrong pairs, the same each time`(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let size = PictureSize(width: 960, height: 720)
    let known = Homography([
      1 + numbers.between(-0.1, 0.1), numbers.between(-0.1, 0.1), numbers.between(-60, 60), numbers.between(-0.1, 0.1),
      1 + numbers.between(-0.1, 0.1), numbers.between(-60, 60), numbers.between(-0.0002, 0.0002),
      numbers.between(-0.0002, 0.0002), 1,
    ])
    var pairs = PointPairs()
    for i in 0..<400 {
      let old = SIMD2(numbers.between(0, 959), numbers.between(0, 719))
      let miss = SIMD2(numbers.between(-2, 2), numbers.between(-2, 2))
      let anywhere = SIMD2(numbers.between(0, 959), numbers.between(0, 719))
      pairs.append(old, i % 5 == 0 ? known(old) + miss : anywhere, numbers.between(0.1, 0.9))
    }
    func find() -> FreeHomography? {
      var own = SeededNumbers(seed: 5)
      return FreeHomography(pairs, size: size, reach: 12, numbers: &own) { _ in true }
    }
    let found = try #require(find())
    for corner in size.corners { #expect((found.transform(corner) - known(corner)).length < 9) }
    #expect(found.count >= 78)
    #expect(find()?.transform == found.transform)
  }

  @Test func `four points give the homography that has them`() throws {
    let known = Homography([1.1, 0.1, 20, -0.05, 0.9, 10, 0.0003, -0.0002, 1])
    let from = [SIMD2(0.0, 0), SIMD2(600, 30), SIMD2(580, 450), SIMD2(-20, 400)]
    let found = try #require(Homography(from: from, to: from.map { known($0) }))
    #expect((found(SIMD2(300, 200)) - known(SIMD2(300, 200))).length < 1e-6)
    #expect(Homography(from: [SIMD2(0, 0), SIMD2(1, 1), SIMD2(2, 2), SIMD2(3, 3)], to: from) == nil)
  }
}
