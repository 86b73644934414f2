import ImageRegistration
import RegistrationTrial
import Testing

/// Scenes from seeds, aged by a century: few and quick. The long table is the bench's.
struct RegistrationTests {
  private static let width = 640
  private static let height = 480

  private func pose(turn: Double, tilt: Double, roll: Double, zoom: Double) -> Pose {
    var pose = Pose()
    pose.turn = turn
    pose.tilt = tilt
    pose.roll = roll
    pose.zoom = zoom
    return pose
  }

  private func old(_ seed: UInt64) -> GreyPicture { StreetScene(seed: seed, era: .then).look().aged(seed: seed) }

  private func isRight(_ result: RegistrationResult, _ seed: UInt64, _ pose: Pose) -> Bool {
    guard let transform = result.transform, let error = StreetScene(seed: seed, era: .then).error(of: transform, pose)
    else {
      return false
    }
    return error <= 0.02
  }

  @Test(arguments: [UInt64(1), 2, 6, 8])
  func `A street is found a century later, without anything learned`(seed: UInt64) {
    let there = pose(turn: 4, tilt: -2, roll: 5, zoom: 1.12)
    let frame = StreetScene(seed: seed, era: .now).look(from: there)
    let result = Registration.register(old: old(seed), new: frame)
    #expect(result.verdict == .accepted)
    #expect(result.method == .gradients)
    #expect(result.confidence >= 0.5)
    #expect(isRight(result, seed, there))
  }

  @Test(arguments: [UInt64(2), 9, 10])
  func `A street is found a century later by features`(seed: UInt64) {
    let there = pose(turn: -5, tilt: 2, roll: -4, zoom: 0.95)
    let frame = StreetScene(seed: seed, era: .now).look(from: there)
    let result = Registration.register(old: old(seed), new: frame, matcher: GradientFeatures())
    #expect(result.verdict == .accepted)
    #expect(isRight(result, seed, there))
  }

  @Test(arguments: [(UInt64(1), UInt64(2)), (6, 9), (8, 5), (10, 3)])
  func `A street is never claimed to be another`(seed: UInt64, other: UInt64) {
    let frame = StreetScene(seed: other, era: .now).look(from: pose(turn: 2, tilt: 1, roll: -2, zoom: 1))
    #expect(Registration.register(old: old(seed), new: frame).transform == nil)
    #expect(Registration.register(old: old(seed), new: frame, matcher: GradientFeatures()).transform == nil)
  }

  @Test(arguments: [UInt64(40), 41])
  func `A front whose windows are all alike is not claimed in the wrong place`(seed: UInt64) {
    let old = StreetScene(seed: seed, era: .then, repeated: true).look().aged(seed: seed)
    let there = pose(turn: 6, tilt: 2, roll: 2, zoom: 1.1)
    let frame = StreetScene(seed: seed, era: .now, repeated: true).look(from: there)
    for result in [
      Registration.register(old: old, new: frame),
      Registration.register(old: old, new: frame, matcher: GradientFeatures()),
    ] {
      #expect(result.transform == nil || isRight(result, seed, there))
      #expect(result.confidence < 0.5 || isRight(result, seed, there))
    }
  }

  @Test func `The same pictures give the same answer`() {
    let frame = StreetScene(seed: 2, era: .now).look(from: pose(turn: 3, tilt: 0, roll: 2, zoom: 1.05))
    let first = Registration.register(old: old(2), new: frame, matcher: GradientFeatures())
    #expect(first.transform != nil)
    #expect(Registration.register(old: old(2), new: frame, matcher: GradientFeatures()) == first)
  }

  @Test func `The transform is for the pictures as given, whatever their sizes`() throws {
    let there = pose(turn: 3, tilt: 1, roll: 3, zoom: 1.1)
    let small = StreetScene(seed: 2, era: .then).look(width: 512, height: 384).aged(seed: 2)
    let large = StreetScene(seed: 2, era: .now).look(from: there, width: 1280, height: 960)
    let transform = try #require(Registration.register(old: small, new: large).transform)
    let scene = StreetScene(seed: 2, era: .then)
    let known = scene.truth(there, width: 512, height: 384)
    let distances = known.map { pair -> Double in
      // The frame is 2.5 times as large; pixel centres lie half a pixel in.
      let d = transform(pair.old) - ((pair.new + 0.5) * 2.5 - 0.5)
      return (d * d).sum().squareRoot() / 1280
    }.sorted()
    #expect(distances[distances.count / 2] < 0.02)
  }

  @Test func `A matcher that fails leaves the gradients to speak`() {
    struct Broken: FeatureMatcher {
      func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
        throw FeatureError("the weights are not there")
      }
      func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] { [] }
    }
    let there = pose(turn: 4, tilt: -2, roll: 5, zoom: 1.12)
    let frame = StreetScene(seed: 1, era: .now).look(from: there)
    let result = Registration.register(old: old(1), new: frame, matcher: Broken())
    #expect(result.method == .gradients)
    #expect(isRight(result, 1, there))
  }

  @Test func `What is hidden by a mask is not looked at`() {
    // The left half of the frame shows another street.
    let there = pose(turn: 2, tilt: 0, roll: 1, zoom: 1)
    var frame = StreetScene(seed: 1, era: .now).look(from: there)
    let other = StreetScene(seed: 7, era: .now).look()
    var mask = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 255, count: 640 * 480))
    for y in 0..<480 {
      for x in 0..<200 {
        frame.pixels[y * 640 + x] = other.pixels[y * 640 + x]
        mask.pixels[y * 640 + x] = 0
      }
    }
    let result = Registration.register(old: old(1), new: frame, mask: mask)
    #expect(result.transform == nil || isRight(result, 1, there))
  }

  @Test(arguments: [(1, 1), (63, 400), (640, 8)])
  func `A picture too small to see anything in is refused`(width: Int, height: Int) {
    let tiny = GreyPicture(width: width, height: height, pixels: [UInt8](repeating: 7, count: width * height))
    let large = old(1)
    #expect(Registration.register(old: tiny, new: large).verdict == .tooSmall)
    #expect(Registration.register(old: large, new: tiny, matcher: GradientFeatures()).verdict == .tooSmall)
  }

  @Test func `Empty and very long pictures are refused without harm`() {
    let empty = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 120, count: 640 * 480))
    #expect(Registration.register(old: empty, new: old(1)).transform == nil)
    #expect(Registration.register(old: old(1), new: empty, matcher: GradientFeatures()).transform == nil)
    let long = GreyPicture(width: 3000, height: 64, pixels: [UInt8](repeating: 90, count: 3000 * 64))
    #expect(Registration.register(old: old(1), new: long).transform == nil)
    #expect(Registration.register(old: long, new: old(1), matcher: GradientFeatures()).transform == nil)
  }

  @Test func `A table of a few scenes claims nothing wrong`() {
    let plan = RegistrationTable.Plan(seeds: [1, 2, 8], poses: 1, mismatched: 3)
    let row = RegistrationTable.run(.gradients, plan, matcher: GradientFeatures())
    #expect(row.count == 3)
    #expect(row.wrong == 0)
    #expect(row.right >= 1)
    #expect(row.mismatchedClaimed == 0)
  }
}
