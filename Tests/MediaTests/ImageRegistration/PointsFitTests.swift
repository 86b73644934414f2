import ImageRegistration
import RegistrationTrial
import Testing

/// What points say before a pixel is looked at.
struct PointsFitTests {
  private let size = (width: 3000, height: 2000)
  /// Turned, enlarged and seen a little aslant.
  private let truth = Homography([1.1, 0.08, 120, -0.06, 1.05, 40, 2e-5, -1e-5, 1])

  private func points(_ places: [(Double, Double)]) -> [MarkedPoint] {
    places.map { MarkedPoint(old: SIMD2($0, $1), new: truth(SIMD2($0, $1))) }
  }

  private let corners: [(Double, Double)] = [
    (200, 200), (2800, 250), (2700, 1800), (300, 1700), (1500, 1000), (900, 600), (2000, 1400),
  ]

  @Test(arguments: [4, 5, 7]) func `Points that fit have no misses, and their transform is where they are`(count: Int) {
    let fit = PointsFit(points(Array(corners.prefix(count))), old: size, new: size)
    #expect(fit.verdict == .accepted && fit.wrong.isEmpty && !fit.isFlat)
    #expect(fit.misses.count == count && fit.misses.allSatisfy { $0 < 0.01 })
    #expect(fit.region.map { $0.share > 0.7 } == true && fit.deviation.map { $0 < 0.01 } == true)
    for (x, y) in corners {
      let there = fit.transform.map { $0(SIMD2(x, y)) - truth(SIMD2(x, y)) }
      #expect(there.map { ($0 * $0).sum().squareRoot() < 0.02 * 3000 } == true)
    }
  }

  @Test(arguments: 0..<5) func `One wrong point of five is named, with how far it is off, and left out`(_ which: Int)
    throws
  {
    var marked = points(Array(corners.prefix(5)))
    marked[which].new += SIMD2(450, 0)
    let fit = PointsFit(marked, old: size, new: size)
    #expect(fit.verdict == .accepted && fit.wrong == [which])
    // 450 pixels of the new picture are 15 % of the old one's width, as both are equally wide.
    #expect(abs(fit.misses[which] - 0.15) < 0.03)
  }

  @Test(arguments: 0..<4) func `Of four points one that is wrong is named, and nothing is claimed`(_ which: Int) {
    var marked = points(Array(corners.prefix(4)))
    marked[which].new += SIMD2(-600, 300)
    let fit = PointsFit(marked, old: size, new: size)
    #expect(fit.verdict == .pointsContradicting && fit.wrong.first == which)
    #expect(fit.region == nil && fit.deviation == nil && fit.transform != nil)
  }

  @Test func `Three points are too few, points in one place say nothing, and points on a line say what they say`() {
    #expect(PointsFit(points(Array(corners.prefix(3))), old: size, new: size).verdict == .tooFewPoints)
    #expect(PointsFit([], old: size, new: size).misses.isEmpty)
    let near = PointsFit(points([(100, 100), (110, 100), (110, 110), (100, 110)]), old: size, new: size)
    #expect(near.verdict == .pointsInLine && near.transform == nil)
    let line = PointsFit(points((1...5).map { (Double($0) * 500, 900) }), old: size, new: size)
    #expect(line.verdict == .accepted && line.isFlat)
    let all = PointsFit(points(corners), old: size, new: size)
    #expect((line.deviation ?? 0) > (all.deviation ?? 1) && (line.region?.share ?? 1) < 0.5)
  }

  @Test func `It is the rule of the registration: both say the same of the same points`() {
    let blank = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 90, count: 640 * 480))
    var numbers = SeededNumbers(seed: 3)
    for count in 3...8 {
      for noise in [1.0, 12, 60] {
        let marked = (0..<count).map { _ in
          let old = SIMD2(numbers.between(20, 620), numbers.between(20, 460))
          return MarkedPoint(
            old: old, new: old + SIMD2(numbers.between(-noise, noise), numbers.between(-noise, noise)))
        }
        let result = Registration.register(old: blank, new: blank, points: marked, effort: .final)
        let fit = PointsFit(marked, old: (640, 480), new: (640, 480))
        #expect(fit.verdict == result.verdict, "\(count) points, noise \(noise)")
      }
    }
  }
}
