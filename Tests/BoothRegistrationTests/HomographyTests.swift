import BoothRegistration
import Testing

struct HomographyTests {
  @Test func `The identity leaves every point where it is`() {
    #expect(Homography.identity(SIMD2(3, 4)) == SIMD2(3, 4))
  }
}
