import ImageRegistration
import RegistrationTrial
import Testing

struct MarkedPointTests {
  private let pose: Pose = {
    var pose = Pose()
    pose.turn = 5
    pose.tilt = -3
    pose.roll = 7
    pose.zoom = 1.2
    return pose
  }()

  private func old(_ seed: UInt64) -> GreyPicture { StreetScene(seed: seed, era: .then).look().aged(seed: seed) }
  private func frame(_ seed: UInt64) -> GreyPicture { StreetScene(seed: seed, era: .now).look(from: pose) }

  /// Points of the walls, far from one another, missed by a few pixels.
  private func points(_ seed: UInt64, _ count: Int, noise: Double = 2.56) -> [MarkedPoint] {
    let truth = StreetScene(seed: seed, era: .then).truth(pose)
    var chosen = [truth[0]]
    while chosen.count < count {
      // The one furthest from those that are chosen.
      let far = { (p: SIMD2<Double>) in chosen.map { (($0.old - p) * ($0.old - p)).sum() }.min() ?? 0 }
      chosen.append(truth.max { far($0.old) < far($1.old) } ?? truth[0])
    }
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { i in
      let pair = chosen[i]
      let miss = { (numbers: inout SeededNumbers) in
        SIMD2(numbers.between(-1.7, 1.7), numbers.between(-1.7, 1.7)) * noise
      }
      return MarkedPoint(old: pair.old + miss(&numbers), new: pair.new + miss(&numbers))
    }
  }

  @Test func `Four marked points and polishing are within 2 % nearly always`() {
    let plan = RegistrationTable.Plan(seeds: Array(20..<30), poses: 2, mismatched: 0)
    let row = RegistrationTable.run(.points, plan, matcher: GradientFeatures())
    #expect(row.count == 20)
    #expect(row.right >= 19)
    #expect(row.wrong == 0)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `One plainly wrong point of six does no harm`(seed: UInt64) throws {
    var marked = points(seed, 6)
    marked[3].new += SIMD2(90, -70)
    let result = Registration.register(old: old(seed), new: frame(seed), points: marked)
    let transform = try #require(result.transform)
    let error = try #require(StreetScene(seed: seed, era: .then).error(of: transform, pose))
    #expect(error < 0.02)
    #expect(result.evidence.points == 5)
  }

  @Test func `What was marked exactly is found within 1 %, polished or not`() throws {
    for seed in UInt64(1)...6 {
      let marked = points(seed, 6, noise: 0)
      let result = Registration.register(old: old(seed), new: frame(seed), points: marked)
      let transform = try #require(result.transform)
      let error = try #require(StreetScene(seed: seed, era: .then).error(of: transform, pose))
      #expect(error < 0.01)
    }
  }

  @Test func `Three points are too few`() {
    let result = Registration.register(old: old(1), new: frame(1), points: points(1, 3))
    #expect(result.verdict == .tooFewPoints)
    #expect(result.transform == nil)
  }

  @Test func `Points in a line, or all in one place, are refused`() {
    let line = (0..<5).map { i in
      MarkedPoint(old: SIMD2(100 + 90 * Double(i), 200), new: SIMD2(110 + 90 * Double(i), 205))
    }
    #expect(Registration.register(old: old(1), new: frame(1), points: line).verdict == .pointsInLine)
    let heap = (0..<5).map { i in
      MarkedPoint(old: SIMD2(300 + Double(i % 2), 200 + Double(i / 2)), new: SIMD2(300, 200))
    }
    #expect(Registration.register(old: old(1), new: frame(1), points: heap).verdict == .pointsInLine)
  }

  @Test func `Points that contradict one another are refused`() {
    var marked = points(1, 4)
    marked[0].new += SIMD2(150, 80)
    #expect(Registration.register(old: old(1), new: frame(1), points: marked).verdict == .pointsContradicting)
    var more = points(1, 6)
    more[0].new += SIMD2(150, 80)
    more[3].new += SIMD2(-120, 100)
    more[5].new += SIMD2(60, -140)
    #expect(Registration.register(old: old(1), new: frame(1), points: more).verdict == .pointsContradicting)
  }

  @Test func `Points that are no numbers do not count`() {
    var marked = points(1, 4)
    marked[2].new.x = .nan
    #expect(Registration.register(old: old(1), new: frame(1), points: marked).verdict == .tooFewPoints)
  }
}
