import RegistrationTrial
import Testing

@testable import ImageRegistration

/// Points in space, seen by cameras that are known: what two frames, an old picture and a live frame say of them.
struct WalkingTests {
  private struct Lens {
    var turn = 0.0
    var place = SIMD3<Double>.zero
    var focal = 640.0

    var rotation: Rotation { Rotation(about: SIMD3(0, -turn * .pi / 180, 0)) }

    func see(_ point: SIMD3<Double>) -> SIMD2<Double> {
      let p = rotation(point - place)
      return SIMD2(319.5, 239.5) + focal * SIMD2(p.x, p.y) / p.z
    }
  }

  private static let size = PictureSize(width: 640, height: 480)

  /// - Parameter depths: metres; the points' depths lie between.
  private static func points(_ count: Int = 160, depths: ClosedRange<Double> = 14...40, seed: UInt64 = 4) -> [SIMD3<
    Double
  >] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { _ in
      let z = numbers.between(depths.lowerBound, depths.upperBound)
      return SIMD3(numbers.between(-0.4, 0.4) * z, numbers.between(-0.3, 0.3) * z, z)
    }
  }

  private static func pairs(
    _ points: [SIMD3<Double>], _ a: Lens, _ b: Lens, noise: Double, seed: UInt64 = 9
  ) -> [FeatureMatch] {
    var numbers = SeededNumbers(seed: seed)
    func miss() -> SIMD2<Double> { SIMD2(numbers.between(-noise, noise), numbers.between(-noise, noise)) }
    return points.map { FeatureMatch(old: a.see($0), new: b.see($0) + miss(), probability: 1) }
  }

  private static func views(_ points: [SIMD3<Double>], _ a: Lens, _ b: Lens) -> TwoViews? {
    let pairs = pairs(points, a, b, noise: 0.3)
    let direction = { (p: SIMD2<Double>) in (p - Self.size.centre) / 640 }
    return TwoViews(first: pairs.map { direction($0.old) }, second: pairs.map { direction($0.new) }, pixel: 1.0 / 640)
  }

  private let here = Lens(turn: 1)
  private let aside = Lens(turn: -0.5, place: SIMD3(1.2, 0, 0))

  @Test func `A step to the side makes points in space, in units of the step`() throws {
    let points = Self.points()
    let views = try #require(Self.views(points, here, aside))
    var errors: [Double] = []
    for (point, found) in zip(points, views.points) {
      guard let found else { continue }
      errors.append(abs(found.z * 1.2 / here.rotation(point).z - 1))
    }
    #expect(errors.count > 140)
    #expect(errors.sorted()[errors.count / 2] < 0.08)
  }

  @Test func `Turning, zooming, standing still and a flat scene make none`() {
    let points = Self.points()
    #expect(Self.views(points, here, Lens(turn: -2)) == nil)
    #expect(Self.views(points, here, here) == nil)
    #expect(Self.views(points, here, Lens(turn: 0, focal: 760)) == nil)
    #expect(Self.views(Self.points(depths: 25...25.2), here, aside) == nil)
    #expect(Self.views(Array(points.prefix(20)), here, aside) == nil)
  }

  @Test func `Pairs that are wrong make none`() {
    var numbers = SeededNumbers(seed: 3)
    let any = (0..<200).map { _ in SIMD2(numbers.between(-0.5, 0.5), numbers.between(-0.4, 0.4)) }
    let other = (0..<200).map { _ in SIMD2(numbers.between(-0.5, 0.5), numbers.between(-0.4, 0.4)) }
    #expect(TwoViews(first: any, second: other, pixel: 1.0 / 640) == nil)
  }

  /// - Parameter expected: the old points' noise, as a share of the width.
  private static func surroundings(
    _ points: [SIMD3<Double>], _ here: Lens, _ aside: Lens, old: Lens, noise: Double, expected: Double? = nil
  ) throws -> PointsInSpace {
    let views = try #require(Self.views(points, here, aside))
    var known: [SIMD2<Double>: SIMD3<Double>] = [:]
    for (point, found) in zip(points, views.points) { if let found { known[here.see(point)] = found } }
    var seen = OldPoints(
      pairs(points, here, old, noise: noise).map { FeatureMatch(old: $0.new, new: $0.old, probability: 1) })
    if let expected { for i in seen.points.indices { seen.points[i].noise = expected } }
    return try #require(
      PointsInSpace(views, points: known, old: seen, size: size, oldSize: size, focalLength: 1))
  }

  /// From where the live camera stands, what must be walked; pictures of blank frames are not asked.
  private func walk(old: Lens, live: Lens, noise: Double = 2) throws -> WalkAdvice {
    let points = Self.points(240)
    let surroundings = try Self.surroundings(points, here, aside, old: old, noise: noise)
    let camera = try #require(surroundings.place(Self.pairs(points, here, live, noise: 0.6, seed: 12)))
    return surroundings.walk(from: camera)
  }

  @Test(arguments: [SIMD3<Double>(-1.6, 0, 0), SIMD3(2, 0.1, -1.5), SIMD3(0.3, 0, 3)])
  func `What must be walked comes out, with how sure it is`(_ place: SIMD3<Double>) throws {
    let old = Lens(turn: 2, place: place, focal: 660)
    for live in [here, Lens(turn: -1, place: SIMD3(0.7, 0, -0.8))] {
      let walk = try walk(old: old, live: live)
      let depth = 27.0
      let wanted = live.rotation(place - live.place) / depth
      #expect(abs(walk.right - wanted.x) < max(0.02, 3 * walk.rightError))
      #expect(abs(walk.forward - wanted.z) < max(0.03, 3 * walk.forwardError))
      if abs(wanted.x) > 0.04 { #expect(walk.saysRight && walk.right * wanted.x > 0) }
    }
  }

  @Test(arguments: [-2.4, -1.5, 1.5, 2.4])
  func `Exact old points tell a step forward from a zoom`(_ forward: Double) throws {
    let points = Self.points(240)
    let old = Lens(place: SIMD3(0.5, 0, forward), focal: 640 * (1 - forward / 27))
    let surroundings = try Self.surroundings(
      points, here, aside, old: old, noise: 0.8, expected: OldPoints.templateNoise)
    let camera = try #require(surroundings.place(Self.pairs(points, here, here, noise: 0.6, seed: 12)))
    let walk = surroundings.walk(from: camera)
    #expect(walk.saysForward && walk.forward * forward > 0)
  }

  @Test(arguments: [-1.5, 1.5])
  func `Where all is about as deep a step forward stays silent, as a zoom explains it`(_ forward: Double) throws {
    let points = Self.points(240, depths: 24...30)
    let old = Lens(place: SIMD3(0.5, 0, forward), focal: 640 * (1 - forward / 27))
    let surroundings = try Self.surroundings(points, here, aside, old: old, noise: 4)
    let camera = try #require(surroundings.place(Self.pairs(points, here, here, noise: 0.6, seed: 12)))
    #expect(!surroundings.walk(from: camera).saysForward)
  }

  @Test(arguments: [2, 8] as [UInt64])
  func `Points of an old picture are found in a frame to a pixel, a century later`(_ seed: UInt64) throws {
    let old = StreetScene(seed: seed, era: .then).look().aged(seed: seed)
    var pose = Pose()
    pose.turn = 1
    let frame = StreetScene(seed: seed, era: .now).look(from: pose)
    // Turning moves all depths alike; the transform that is given is some pixels off.
    let truth = { (p: SIMD2<Double>) -> SIMD2<Double> in
      let q = Rotation(about: SIMD3(0, -Double.pi / 180, 0))(SIMD3((p.x - 319.5) / 640, (p.y - 239.5) / 640, 1))
      return SIMD2(319.5, 239.5) + 640 * SIMD2(q.x, q.y) / q.z
    }
    let shift = truth(SIMD2(319.5, 239.5)) - SIMD2(319.5, 239.5)
    let rough = Homography([1, 0, shift.x + 7, 0, 1, shift.y - 5, 0, 0, 1])
    let found = OldPoints([], old: old, frame: frame, mask: nil, transform: rough).points
    let off = found.map { (truth($0.old) - $0.new).length }.sorted()
    try #require(off.count > 40)
    #expect(off[off.count / 2] < 1)
    let blind = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 0, count: 640 * 480))
    #expect(OldPoints([], old: old, frame: frame, mask: blind, transform: rough).points.isEmpty)
  }

  @Test func `A point is found among several places, or none where they are alike`() throws {
    let scene = StreetScene(seed: 3, era: .now)
    let first = scene.look()
    let tracker = PatchTracker(first, first)
    let corners = strongCorners(of: FloatPicture(first), limit: 60, apart: 12)
    let along = [-24.0, -16, -8, 0, 8, 16, 24].map { SIMD2($0, 0) }
    let found = corners.compactMap { corner in
      tracker.find(corner, among: along.map { corner + $0 + SIMD2(1, 0) }).map { ($0 - corner).length }
    }
    #expect(found.count > 20)
    #expect(found.allSatisfy { $0 < 0.1 })
    let board = GreyPicture(
      width: 128, height: 128, pixels: (0..<128 * 128).map { ($0 % 128 / 8 + $0 / 128 / 8) % 2 == 0 ? 40 : 210 })
    #expect(PatchTracker(board, board).find(SIMD2(64, 64), among: [SIMD2(64, 64), SIMD2(80, 64)]) == nil)
  }

  @Test func `Old points that are hardly right leave it unsure`() throws {
    let sure = try walk(old: Lens(place: SIMD3(1, 0, 1)), live: here, noise: 1)
    let unsure = try walk(old: Lens(place: SIMD3(1, 0, 1)), live: here, noise: 25)
    #expect(unsure.rightError > 2 * sure.rightError)
  }

  @Test func `A patch is followed to a tenth of a pixel`() throws {
    let scene = StreetScene(seed: 3, era: .now)
    var pose = Pose()
    pose.turn = 0.13
    let (first, second) = (scene.look(), scene.look(from: pose))
    let tracker = PatchTracker(first, second)
    let shift = -640 * 0.13 * Double.pi / 180
    var errors: [Double] = []
    for corner in strongCorners(of: FloatPicture(first), limit: 200, apart: 12) {
      // Near the middle a turn is a shift.
      guard abs(corner.x - 320) < 90, abs(corner.y - 240) < 90,
        let found = tracker.follow(corner, near: corner + SIMD2((shift).rounded(), 0))
      else { continue }
      errors.append((found - corner - SIMD2(shift, 0)).length)
    }
    #expect(errors.count >= 6)
    #expect(errors.sorted()[errors.count / 2] < 0.15)
    #expect(tracker.follow(SIMD2(3, 3), near: SIMD2(3, 3)) == nil)
  }

  @Test func `Rotations compose and are undone`() {
    let a = Rotation(about: SIMD3(0.2, -0.1, 0.3))
    let b = Rotation(about: SIMD3(-0.4, 0.2, 0.1))
    let p = SIMD3(1.0, 2, 3)
    #expect(((a * b)(p) - a(b(p))).length < 1e-12)
    #expect((a.inverse(a(p)) - p).length < 1e-12)
  }
}
