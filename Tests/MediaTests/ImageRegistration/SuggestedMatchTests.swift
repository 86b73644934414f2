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

  @Test(arguments: [UInt64(1), 2, 3]) func `Nearly all are right, and lie apart`(seed: UInt64) throws {
    let (right, all) = try check(GradientFeatures(), seed: seed)
    #expect(right >= 4 && right * 10 >= all * 8, "\(right) of \(all)")
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
