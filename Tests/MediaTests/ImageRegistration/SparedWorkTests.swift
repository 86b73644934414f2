import RegistrationTrial
import Testing

@testable import ImageRegistration

/// Pictures that do not match are refused without looking at all of them in full.
@Suite struct SparedWorkTests {
  /// Pairs of low probability, anywhere; counts how often it is asked for.
  private final class Guessing: FeatureMatcher, @unchecked Sendable {
    // Sendable: one test at a time asks it, on one thread.
    private(set) var asked = 0
    private let probability: Double
    private let points: Int
    var most = 60

    init(probability: Double, points: Int = 0) { (self.probability, self.points) = (probability, points) }

    func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
      let count = min(points, limit)
      return FeatureSet(
        width: picture.width, height: picture.height, points: Array(repeating: .zero, count: count),
        descriptors: Array(repeating: 0.125, count: 64 * count))
    }

    func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
      asked += 1
      return (0..<most).map { i in
        let at = SIMD2(Double(40 + i % 10 * 60), Double(40 + i / 10 * 70))
        return FeatureMatch(old: at, new: at, probability: probability)
      }
    }
  }

  @Test func `where features say next to nothing they are not paired again`() {
    let old = StreetScene(seed: 1, era: .then).look()
    let frame = StreetScene(seed: 2, era: .now).look()
    let (hopeless, hopeful) = (Guessing(probability: 0.05), Guessing(probability: 0.2))
    #expect(Registration.register(old: old, new: frame, matcher: hopeless).transform == nil)
    #expect(hopeless.asked == 1)
    _ = Registration.register(old: old, new: frame, matcher: hopeful)
    #expect(hopeful.asked == 2)
  }

  @Test func `where the surest points of a kept photo say nothing, twice as many are not asked`() {
    let old = StreetScene(seed: 1, era: .then).look()
    let frame = StreetScene(seed: 2, era: .now).look()
    // Ten pairs of no probability agree, or sixty.
    let (hopeless, hopeful) = (Guessing(probability: 0.05, points: 2000), Guessing(probability: 0.05, points: 2000))
    hopeless.most = 10
    #expect(Registration.register(old: old, new: frame, matcher: hopeless, effort: .final).transform == nil)
    #expect(hopeless.asked == 1)
    _ = Registration.register(old: old, new: frame, matcher: hopeful, effort: .final)
    #expect(hopeful.asked > 2)
  }

  @Test func `where no place of the search comes to enough, the rest of it is spared`() throws {
    let old = StreetScene(seed: 2, era: .then).look().aged(seed: 2)
    let pair = try #require(
      PicturePair(old: old, new: StreetScene(seed: 2, era: .now).look(), mask: nil, side: 640))
    let search = GradientSizes(pair).search.search
    let best = try #require(search.places().first)
    #expect(best.score > 0.3)
    #expect(search.places(least: best.score * 0.8).first?.score == best.score)
    #expect(search.places(least: best.score * 1.1).isEmpty)
  }

  @Test func `places that cannot come to what is asked for are no places`() throws {
    let old = StreetScene(seed: 2, era: .then).look().aged(seed: 2)
    var pose = Pose()
    pose.turn = 3
    let frame = StreetScene(seed: 2, era: .now).look(from: pose)
    let pair = try #require(PicturePair(old: old, new: frame, mask: nil, side: 640))
    let search = GradientRegistration(sizes: GradientSizes(pair))
    let found = search.run()
    #expect(found.isAccepted && found.evidence.correlation > 14)
    #expect(search.run(least: found.evidence.correlation * 0.9).evidence.correlation == found.evidence.correlation)
    #expect(search.run(least: found.evidence.correlation * 3).evidence.correlation == 0)
  }

  @Test(arguments: [1, 3, 4, 13, 40])
  func `a mask loses what has an unknown pixel near`(radius: Int) {
    var mask = PixelMask(width: 37, height: 23)
    for (x, y) in [(0, 0), (20, 7), (36, 22), (5, 19)] { mask.known[y * 37 + x] = false }
    let found = mask.eroded(by: radius)
    for y in 0..<23 {
      for x in 0..<37 {
        var isKnown = true
        for v in max(0, y - radius)...min(22, y + radius) {
          for u in max(0, x - radius)...min(36, x + radius) where !mask.known[v * 37 + u] { isKnown = false }
        }
        #expect(found.known[y * 37 + x] == isKnown)
      }
    }
  }

  @Test func `a wide blur is the mean of the same pixels in every line`() {
    var picture = FloatPicture(width: 50, height: 7)
    for i in picture.values.indices { picture.values[i] = Float(i * 7919 % 101) / 101 }
    let soft = picture.blurredWidely(sigma: 2)
    // Three running means of two pixels to each side; down and across.
    var slow = picture
    for _ in 0..<3 {
      for isAcross in [true, false] {
        let from = slow
        for y in 0..<7 {
          for x in 0..<50 {
            let sum = (-2...2).reduce(Float(0)) { sum, k in
              sum
                + (isAcross
                  ? from.values[y * 50 + mirrored(x + k, 50)] : from.values[mirrored(y + k, 7) * 50 + x])
            }
            slow.values[y * 50 + x] = sum / 5
          }
        }
      }
    }
    for (a, b) in zip(soft.values, slow.values) { #expect(abs(a - b) < 1e-4) }
  }
}
