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

  private func apart(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

  /// Where the pose has a wall 24 m away, as a person marks it.
  private func seen(_ points: [SIMD2<Double>], seed: UInt64) -> [MarkedPoint] {
    let truth = StreetScene(seed: seed, era: .then, flat: true).truth(pose)
    var numbers = SeededNumbers(seed: seed)
    return points.compactMap { wanted in
      guard
        let near = truth.min(by: {
          (($0.old - wanted) * ($0.old - wanted)).sum() < (($1.old - wanted) * ($1.old - wanted)).sum()
        })
      else { return nil }
      let miss = { (numbers: inout SeededNumbers) in
        SIMD2(numbers.between(-2, 2), numbers.between(-2, 2))
      }
      return MarkedPoint(old: near.old + miss(&numbers), new: near.new + miss(&numbers))
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Points along a skyline are claimed, right around them, and less surely elsewhere`(seed: UInt64) throws {
    let line = seen((1...6).map { SIMD2(Double($0) * 90, 200) }, seed: seed)
    let frame = StreetScene(seed: seed, era: .now, flat: true).look(from: pose)
    let old = StreetScene(seed: seed, era: .then, flat: true).look().aged(seed: seed)
    let result = Registration.register(old: old, new: frame, points: line)
    #expect(result.verdict == .accepted)
    let transform = try #require(result.transform)
    for point in line { #expect(apart(transform(point.old), point.new) < 0.02 * 640) }
    let error = try #require(StreetScene(seed: seed, era: .then, flat: true).error(of: transform, pose))
    #expect(error < 0.02)
    let around = seen([SIMD2(60, 80), SIMD2(580, 80), SIMD2(580, 250), SIMD2(60, 250)], seed: seed)
    let spread = Registration.register(old: old, new: frame, points: around)
    let (narrow, wide) = (try #require(result.region), try #require(spread.region))
    #expect(narrow.share < 0.6)
    #expect(wide.share > narrow.share)
  }

  @Test func `Points in a line say that they tell less`() throws {
    // Nothing is in the pictures that could make them exact.
    let blank = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 90, count: 640 * 480))
    let line = (0..<6).map {
      MarkedPoint(old: SIMD2(100 + 80 * Double($0), 120), new: SIMD2(110 + 80 * Double($0), 125))
    }
    let corners = [SIMD2(60.0, 60), SIMD2(580, 60), SIMD2(580, 420), SIMD2(60, 420)].map {
      MarkedPoint(old: $0, new: $0 + SIMD2(10, 5))
    }
    let few = Registration.register(old: blank, new: blank, points: line)
    let wide = Registration.register(old: blank, new: blank, points: corners)
    #expect(few.verdict == .accepted)
    let (less, more) = (try #require(few.deviation), try #require(wide.deviation))
    #expect(less > 1.5 * more)
    // A similarity, not more: far from the line it goes on as along it.
    let transform = try #require(few.transform)
    #expect(apart(transform(SIMD2(320, 460)), SIMD2(330, 465)) < 2)
    let region = try #require(few.region)
    #expect(region.contains(SIMD2(300, 130)))
    #expect(!region.contains(SIMD2(300, 400)))
  }

  @Test func `Points in a line of which one is wrong are refused where it cannot be told which`() {
    let blank = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 90, count: 640 * 480))
    var line = (0..<4).map {
      MarkedPoint(old: SIMD2(100 + 90 * Double($0), 200), new: SIMD2(110 + 90 * Double($0), 205))
    }
    line[1].new += SIMD2(0, 80)
    #expect(Registration.register(old: blank, new: blank, points: line).verdict == .pointsContradicting)
  }

  @Test func `Points all in one place are refused`() {
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
