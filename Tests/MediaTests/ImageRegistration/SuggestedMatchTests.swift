import ImageRegistration
import RegistrationTrial
import Testing

/// Matches for a person to confirm.
struct SuggestedMatchTests {
  private let pose: Pose = {
    var pose = Pose()
    pose.turn = 4
    pose.roll = 3
    pose.zoom = 1.1
    return pose
  }()

  /// How far a match is from the truth, as a share of the old picture's width; nil where the scene does not say.
  private func miss(_ match: SuggestedMatch, _ truth: [(old: SIMD2<Double>, new: SIMD2<Double>)]) -> Double? {
    let near = truth.map { (apart: ($0.old - match.old), pair: $0) }.min {
      ($0.apart * $0.apart).sum() < ($1.apart * $1.apart).sum()
    }
    guard let near, (near.apart * near.apart).sum().squareRoot() < 25 else { return nil }
    let off = near.pair.new - near.apart - match.new
    return (off * off).sum().squareRoot() / 640
  }

  private func check(_ matcher: (any FeatureMatcher)?, seed: UInt64) throws -> (right: Int, all: Int) {
    let old = StreetScene(seed: seed, era: .then).look().aged(seed: seed)
    let new = StreetScene(seed: seed, era: .now).look(from: pose)
    let truth = StreetScene(seed: seed, era: .then).truth(pose).map { (old: $0.old, new: $0.new) }
    let found = Registration.suggestions(old: old, new: new, matcher: matcher)
    #expect(found.count <= 12)
    for (i, a) in found.enumerated() {
      for b in found[..<i] {
        let apart = a.old - b.old
        #expect((apart * apart).sum().squareRoot() >= 0.07 * 640 - 1, "they are spread over the picture")
      }
    }
    let misses = found.compactMap { miss($0, truth) }
    return (misses.count { $0 < 0.03 }, misses.count)
  }

  /// Pairs as a test has them, in pixels of pictures of the size that is worked in.
  private struct ToldPairs: FeatureMatcher {
    var pairs: [FeatureMatch]

    func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
      FeatureSet(width: picture.width, height: picture.height, points: [], descriptors: [])
    }

    func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] { pairs }
  }

  private let blank = GreyPicture(width: 960, height: 640, pixels: [UInt8](repeating: 90, count: 960 * 640))
  private let truth = Homography([1.02, 0.03, 20, -0.03, 1.02, 15, 1e-5, 0, 1])

  private func pairs(
    _ count: Int, _ probability: Double, _ numbers: inout SeededNumbers, shift: SIMD2<Double>? = .zero
  ) -> [FeatureMatch] {
    (0..<count).map { _ in
      let old = SIMD2(numbers.between(60, 860), numbers.between(60, 560))
      let elsewhere = SIMD2(numbers.between(60, 860), numbers.between(60, 560))
      return FeatureMatch(old: old, new: shift.map { truth(old) + $0 } ?? elsewhere, probability: probability)
    }
  }

  private func off(_ match: SuggestedMatch, _ shift: SIMD2<Double> = .zero) -> Double {
    let miss = truth(match.old) + shift - match.new
    return (miss * miss).sum().squareRoot()
  }

  @Test func `Improbable pairs that agree come before probable ones that do not`() {
    var numbers = SeededNumbers(seed: 5)
    let told = pairs(40, 0.1, &numbers) + pairs(40, 0.9, &numbers, shift: nil)
    let found = Registration.suggestions(old: blank, new: blank, matcher: ToldPairs(pairs: told))
    #expect((6...12).contains(found.count))
    #expect(found.allSatisfy { off($0) < 0.02 * 960 }, "\(found.map { off($0) })")
  }

  @Test func `A marked point says which of two groups is meant`() {
    var numbers = SeededNumbers(seed: 6)
    let shift = SIMD2(170.0, 0)
    let told = pairs(40, 0.5, &numbers) + pairs(16, 0.4, &numbers, shift: shift)
    let matcher = ToldPairs(pairs: told)
    #expect(
      Registration.suggestions(old: blank, new: blank, matcher: matcher).allSatisfy { off($0) < 0.02 * 960 })
    let point = SIMD2(400.0, 300)
    let mark = MarkedPoint(old: point, new: truth(point) + shift)
    let found = Registration.suggestions(old: blank, new: blank, matcher: matcher, beside: [mark])
    #expect(found.count >= 4 && found.allSatisfy { off($0, shift) < 0.05 * 960 }, "\(found.map { off($0, shift) })")
  }

  @Test func `Where nothing agrees only sure pairs are suggested, the surest first`() {
    let places = [SIMD2(200.0, 200), SIMD2(700.0, 200), SIMD2(400.0, 500)]
    let told = zip(places, [0.5, 0.9, 0.2]).map { FeatureMatch(old: $0, new: SIMD2(960, 640) - $0, probability: $1) }
    let found = Registration.suggestions(old: blank, new: blank, matcher: ToldPairs(pairs: told))
    #expect(found.map(\.probability) == [0.9, 0.5])
  }

  @Test func `Without a matcher gradients find some`() throws {
    let (right, all) = try check(nil, seed: 1)
    #expect(right >= 4 && right * 10 >= all * 7, "\(right) of \(all)")
  }

  @Test func `Matches that agree with a marked point come first, and none lies on it`() throws {
    let old = StreetScene(seed: 1, era: .then).look().aged(seed: 1)
    let new = StreetScene(seed: 1, era: .now).look(from: pose)
    let truth = StreetScene(seed: 1, era: .then).truth(pose)
    let mark = try #require(truth.first)
    // A person knows better: the picture lies a fifth of the width further right.
    let wrong = MarkedPoint(old: mark.old, new: mark.new + SIMD2(130, 0))
    for point in [MarkedPoint(old: mark.old, new: mark.new), wrong] {
      let found = Registration.suggestions(old: old, new: new, matcher: GradientFeatures(), beside: [point])
      for match in found {
        let apart = match.old - point.old
        #expect((apart * apart).sum().squareRoot() >= 0.07 * 640 - 1)
      }
      let agrees = found.map { match -> Bool in
        let off = (match.old - point.old) - (match.new - point.new)
        return (off * off).sum().squareRoot() < 0.16 * 640
      }
      #expect(!agrees.contains(true) || agrees.first == true, "those that agree come first: \(agrees)")
    }
  }

  @Test func `Nothing is suggested of nothing`() {
    let blank = GreyPicture(width: 300, height: 200, pixels: [UInt8](repeating: 90, count: 300 * 200))
    #expect(Registration.suggestions(old: blank, new: blank, matcher: GradientFeatures()).isEmpty)
    #expect(Registration.suggestions(old: blank, new: blank, matcher: nil).isEmpty)
    let tiny = GreyPicture(width: 20, height: 20, pixels: [UInt8](repeating: 90, count: 400))
    #expect(Registration.suggestions(old: tiny, new: blank, matcher: GradientFeatures()).isEmpty)
  }
}
