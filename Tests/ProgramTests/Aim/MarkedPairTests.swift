import BoothCore
import ImageRegistration
import Imaging
import RegistrationTrial
import Testing

@testable import CommandSupport
@testable import booth

/// A photo in which the old picture is not found by itself: points that were marked in another frame of the same place say
/// where it lies, or nothing is claimed.
@Suite struct MarkedPairTests {
  private static let size = PixelSize(width: 640, height: 480)

  private func upright(_ picture: GreyPicture) throws -> UprightPicture {
    var bitmap = Bitmap(size: PixelSize(width: picture.width, height: picture.height), color: .black)
    bitmap.withMutablePixels { pixels in
      for index in picture.pixels.indices { pixels[index] = 0xFF00_0000 | UInt32(picture.pixels[index]) * 0x1_0101 }
    }
    return try UprightPicture(
      try JPEGCodec().encode(bitmap, quality: 95), side: Registration.Effort.final.rawValue, subject: "a picture")
  }

  /// As an engraver has seen it: outlines are elsewhere, and nothing of the light is left.
  private func unrecognisable() -> GreyPicture {
    var pixels: [UInt8] = []
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let wave: Int = (y * 7 + x * 3) % 9
        pixels.append(UInt8(120 + wave))
      }
    }
    return GreyPicture(width: Self.size.width, height: Self.size.height, pixels: pixels)
  }

  private func pose(turn: Double, zoom: Double = 1) -> Pose {
    var pose = Pose()
    (pose.turn, pose.zoom) = (turn, zoom)
    return pose
  }

  @Test func `points go along from the frame to the photo`() throws {
    let scene = StreetScene(seed: 5, era: .now)
    let (frame, photo) = (pose(turn: 3), pose(turn: -2, zoom: 1.05))
    let truth = scene.truth(frame)
    let spread = [truth[3], truth[truth.count / 3], truth[truth.count * 2 / 3], truth[truth.count - 4], truth[12]]
    let marks = spread.map {
      MarkPair(MarkedPoint(old: $0.old, new: $0.new), old: Self.size, frame: Self.size)
    }
    let (old, new) = (try upright(unrecognisable()), try upright(scene.look(from: photo)))
    #expect(!PairRegistration(old: old, new: new, points: [], matcher: nil).result.isAccepted)
    let found = PairRegistration(
      old: old, new: new, anchor: try upright(scene.look(from: frame)), marks: marks, matcher: nil)
    #expect(found.result.isAccepted && found.result.method == .points)
    let transform = try #require(found.transform)
    let error = try #require(scene.error(of: transform, photo))
    #expect(error < 0.02, "\(error) of the width")
  }

  @Test func `a frame of another place says nothing`() throws {
    let scene = StreetScene(seed: 5, era: .now)
    let marks = scene.truth(pose(turn: 3)).prefix(5).map {
      MarkPair(MarkedPoint(old: $0.old, new: $0.new), old: Self.size, frame: Self.size)
    }
    let found = PairRegistration(
      old: try upright(unrecognisable()), new: try upright(scene.look()),
      anchor: try upright(StreetScene(seed: 99, era: .now).look()), marks: Array(marks), matcher: nil)
    #expect(!found.result.isAccepted && found.transform == nil)
  }

  @Test func `the part that a claim covers is told in pixels of the whole picture`() throws {
    let size = PixelSize(width: 1920, height: 1440)
    let blank = GreyPicture(
      width: size.width, height: size.height, pixels: [UInt8](repeating: 90, count: size.width * size.height))
    let picture = try upright(blank)
    #expect(picture.grey.width == 960)
    let marks = [SIMD2(200.0, 200), SIMD2(1000, 200), SIMD2(1000, 900), SIMD2(200, 900)].map {
      MarkedPoint(old: $0, new: $0 + SIMD2(20, 10))
    }
    let found = PairRegistration(old: picture, new: picture, points: marks, matcher: nil)
    let region = try #require(found.region)
    // The marks, each with a tenth of the width around it.
    #expect(region.words == "47 % of the old picture: x 8 to 1192, y 8 to 1092")
    let refused = PairRegistration(old: picture, new: picture, points: Array(marks.prefix(3)), matcher: nil)
    #expect(refused.region == nil)
  }

  @Test func `fractions and pixels are the same places`() {
    let point = MarkedPoint(old: SIMD2(0, 479), new: SIMD2(319.5, 12.25))
    let pair = MarkPair(point, old: Self.size, frame: PixelSize(width: 1920, height: 1080))
    #expect(pair.old == PicturePoint(x: 0.5 / 640, y: 479.5 / 480))
    let back = MarkedPoint(pair, old: Self.size, frame: PixelSize(width: 1920, height: 1080))
    #expect(abs(back.new.x - 319.5) < 1e-9 && abs(back.old.y - 479) < 1e-9)
  }
}
