import ImageRegistration
import Testing

@testable import booth

@Suite struct PointsFileTests {
  private static let expected = [
    MarkedPoint(old: SIMD2(1, 2), new: SIMD2(3, 4)), MarkedPoint(old: SIMD2(10.5, 20), new: SIMD2(30, 40.25)),
  ]

  @Test(arguments: [
    "1 2 3 4\n10.5 20 30 40.25\n", "old-x,old-y,new-x,new-y\n1,2,3,4\r\n10.5,20,30,40.25",
    "# marked by hand\n1;2;3;4 # the tower\n\n10.5\t20\t30\t40.25\n",
  ])
  func `lines of four numbers are points, however they are parted`(text: String) {
    #expect(PointsFile.lines(text) == Self.expected)
  }

  @Test(arguments: [
    "[[1,2,3,4],[10.5,20,30,40.25]]", "[{\"old\":[1,2],\"new\":[3,4]},{\"old\":[10.5,20],\"new\":[30,40.25]}]",
    "{\"points\":[[1,2,3,4],[10.5,20,30,40.25]]}", "{\"old\":[[1,2],[10.5,20]],\"new\":[[3,4],[30,40.25]]}",
  ])
  func `JSON with pairs of points is read in each of its forms`(text: String) {
    #expect(PointsFile.json(Array(text.utf8)) == Self.expected)
  }

  @Test(arguments: ["1 2 3\n", "1 2 3 4 5\n", "1 2 3 west\n", "1 2 nan 4\n", "1 2 inf 4\n", "1 2 3 4\n1e999 2 3 4\n"])
  func `a line that has not four numbers is refused, not left out`(text: String) {
    #expect(PointsFile.lines(text) == nil)
    #expect(PointsFile.fault("# points\n1 2 3 4\n" + text)?.hasPrefix("line ") == true)
  }

  @Test(arguments: ["[[1,2,3]]", "{\"old\":[[1,2]],\"new\":[]}", "[\"a\"]", "{}"])
  func `JSON that pairs nothing is refused`(text: String) {
    #expect(PointsFile.json(Array(text.utf8)) == nil)
  }
}
