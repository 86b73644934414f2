import ImageRegistration
import Testing

struct HomographyTests {
  private let bent = Homography([1.1, -0.2, 30, 0.15, 0.95, -12, 0.0002, -0.0001, 1])

  @Test func `The identity leaves every point where it is`() {
    #expect(Homography.identity(SIMD2(3, 4)) == SIMD2(3, 4))
  }

  @Test func `The way back leads back`() throws {
    let back = try #require(bent.inverse)
    for point in [SIMD2(0.0, 0), SIMD2(640, 0), SIMD2(17, 333)] {
      let there = back(bent(point))
      #expect(abs(there.x - point.x) < 1e-9)
      #expect(abs(there.y - point.y) < 1e-9)
    }
  }

  @Test func `Two transforms in a row are one`() {
    let shift = Homography([1, 0, 5, 0, 1, -7, 0, 0, 1])
    let one = (bent * shift)(SIMD2(40, 50))
    let two = bent(shift(SIMD2(40, 50)))
    #expect(abs(one.x - two.x) < 1e-9)
    #expect(abs(one.y - two.y) < 1e-9)
  }

  @Test func `A transform that flattens the plane has no way back`() {
    #expect(Homography([1, 2, 3, 2, 4, 6, 0, 0, 1]).inverse == nil)
  }
}
