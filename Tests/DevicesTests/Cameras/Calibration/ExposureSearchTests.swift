import BoothCore
import Testing

@testable import Cameras

@Suite("The moment of an exposure") struct ExposureSearchTests {
  private static let start = Instant(nanoseconds: 10_000_000_000)

  /// A bright bar that moves over a dark grid, `position` of 0 to 1 across.
  private static func picture(at position: Double, noise: Int = 0, gain: Float = 1) -> SmallPicture {
    var values: [Float] = []
    for y in 0..<54 {
      for x in 0..<96 {
        let left = Double(x) + 0.5 - position * 96
        let covered = Float(max(0, min(1, 12 - left.magnitude)))
        var value = gain * (20 + covered * 180)
        if noise != 0 {
          var seed = UInt64(x + 96 * y + 5184 * noise) &* 0x9E37_79B9_7F4A_7C15
          seed = (seed ^ seed >> 29) &* 0xBF58_476D_1CE4_E5B9
          value += Float(seed >> 40 & 3)
        }
        values.append(value)
      }
    }
    return SmallPicture(values)
  }

  /// 30 frames a second, the bar crossing in four seconds.
  private static func frames(_ count: Int = 90, moving: Bool = true, without: Range<Int> = 0..<0) -> [WatchedFrame] {
    (0..<count).filter { !without.contains($0) }.map { index in
      let position = moving ? Double(index) / 120 : 0.5
      return WatchedFrame(
        capturedAt: start + .milliseconds(index * 100 / 3), number: UInt64(index + 1),
        picture: picture(at: position, noise: index + 1))
    }
  }

  private static func search(_ frames: [WatchedFrame]) -> ExposureSearch {
    ExposureSearch(frames: frames, trigger: start + .milliseconds(800), returned: start + .milliseconds(1900))
  }

  @Test(arguments: [850, 1000, 1017, 1210, 1333, 1499])
  func `a photo of a moving scene is placed to within a third of a frame, whatever its exposure`(_ truth: Int) throws {
    let photo = Self.picture(at: Double(truth) / 4000, noise: 99, gain: 0.4)
    let found = try Self.search(Self.frames()).exposure(like: photo) - Self.start
    let error = found.inSeconds * 1000 - Double(truth)
    #expect(error.magnitude < 11, "found \(found), was \(truth) ms")
  }

  @Test func `a counter places a photo in the middle of its frame's time`() throws {
    let found = try Self.search(Self.frames()).exposure(showing: 31)
    let (from, to) = (Self.start + .milliseconds(1000), Self.start + .milliseconds(1033))
    #expect(found > from && found < to)
  }

  @Test func `what cannot be found is named`() {
    let search = Self.search(Self.frames())
    #expect(throws: ExposureSearch.Fault.noCounter) { try search.exposure(showing: nil) }
    #expect(throws: ExposureSearch.Fault.noCounter) { try search.exposure(showing: 4711) }
    let photo = Self.picture(at: 0.3, noise: 99)
    #expect(throws: ExposureSearch.Fault.still) {
      try Self.search(Self.frames(moving: false)).exposure(like: photo)
    }
    #expect(throws: ExposureSearch.Fault.noFrames) { try Self.search(Self.frames(3)).exposure(like: photo) }
    let other = SmallPicture((0..<54 * 96).map { index in index / 96 % 2 == 0 ? Float(0) : Float(200) })
    #expect(throws: ExposureSearch.Fault.unlike) { try search.exposure(like: other) }
    // A body whose live view is dark during the exposure, frames 34 to 44.
    #expect(throws: ExposureSearch.Fault.self) {
      try Self.search(Self.frames(without: 34..<44)).exposure(like: photo)
    }
  }
}
