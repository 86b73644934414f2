import BoothCore
import ImageRegistration
import Testing

@testable import Imaging

struct SharedViewTests {
  private static let old = PixelSize(width: 1200, height: 800)
  private static let new = PixelSize(width: 2400, height: 1700)

  /// Turned by `degrees` about the middles, made larger, moved, and seen a little from the side.
  static func transform(
    scale: Double = 2, degrees: Double = 0, shift: SIMD2<Double> = .zero, tilt: SIMD2<Double> = .zero,
    from old: PixelSize = old, to new: PixelSize = new
  ) -> Homography {
    let turn = Turn(degrees: degrees)
    let (a, b) = (scale * turn.cosine, scale * turn.sine)
    let (x, y) = (Double(old.width - 1) / 2, Double(old.height - 1) / 2)
    let (toX, toY) = (Double(new.width - 1) / 2 + shift.x, Double(new.height - 1) / 2 + shift.y)
    let around = Homography([1, 0, -x, 0, 1, -y, 0, 0, 1])
    return Homography([1, 0, toX, 0, 1, toY, 0, 0, 1])
      .after(Homography([a, -b, 0, b, a, 0, tilt.x, tilt.y, 1])).after(around)
  }

  private func isShown(_ point: SIMD2<Double>, _ view: SharedView) -> Bool {
    let to = view.homography(point)
    return to.x > -0.6 && to.y > -0.6 && to.x < Double(view.new.width) - 0.4 && to.y < Double(view.new.height) - 0.4
  }

  @Test func `a new picture that shows all of the old one leaves all of it`() throws {
    let view = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform()))
    #expect(view.crop == PixelRect(x: 0, y: 0, width: 1200, height: 800))
    #expect(abs(view.scale - 2) < 1e-9)
    #expect(SharedView(old: Self.old, new: Self.old, homography: .identity)?.crop == view.crop)
  }

  @Test func `what one of the two does not show is cut away, to the pixel`() throws {
    let shifted = Homography([1, 0, 100, 0, 1, -37.5, 0, 0, 1])
    let view = try #require(SharedView(old: Self.old, new: Self.old, homography: shifted))
    #expect(view.crop == PixelRect(x: 0, y: 38, width: 1100, height: 762))
  }

  @Test(arguments: [
    (2.0, 10.0, SIMD2(0.0, 0.0), SIMD2(0.0, 0.0)), (2.6, -4, SIMD2(200, -90), SIMD2(0, 0)),
    (1.8, 2, SIMD2(-150, 60), SIMD2(0.0002, -0.0001)), (2.2, 0, SIMD2(0, 300), SIMD2(-0.0003, 0.0002)),
    (2.4, 35, SIMD2(0, 0), SIMD2(0, 0)), (0.4, 90, SIMD2(0, 0), SIMD2(0, 0)),
  ])
  func `the crop is the largest rectangle that both show`(
    _ scale: Double, _ degrees: Double, _ shift: SIMD2<Double>, _ tilt: SIMD2<Double>
  ) throws {
    let transform = Self.transform(scale: scale, degrees: degrees, shift: shift, tilt: tilt)
    let view = try #require(SharedView(old: Self.old, new: Self.new, homography: transform))
    let crop = view.crop
    #expect(crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 1200 && crop.y + crop.height <= 800)
    for x in [crop.x, crop.x + crop.width - 1] {
      for y in [crop.y, crop.y + crop.height - 1] { #expect(isShown(SIMD2(Double(x), Double(y)), view), "\(x), \(y)") }
    }
    // By trying: every rectangle on a coarse grid.
    let step = 40
    var best = 0
    for left in stride(from: 0, to: 1200, by: step) {
      for right in stride(from: left + step, through: 1200, by: step) {
        for top in stride(from: 0, to: 800, by: step) {
          for bottom in stride(from: 800, to: top, by: -step) where (right - left) * (bottom - top) > best {
            let corners = [left, right - 1].flatMap { x in [top, bottom - 1].map { SIMD2(Double(x), Double($0)) } }
            if corners.allSatisfy({ isShown($0, view) }) { best = (right - left) * (bottom - top) }
          }
        }
      }
    }
    #expect(crop.size.area >= best, "\(crop), but \(best) were found")
  }

  @Test(arguments: [
    Homography([Double](repeating: 0, count: 9)), Homography([.nan, 0, 0, 0, 1, 0, 0, 0, 1]),
    Homography([1, 0, 0, 0, 1, 0, 0, 0, .infinity]),
    // A mirror, another place, a point, a horizon in the middle of the picture.
    Homography([-1, 0, 1199, 0, 1, 0, 0, 0, 1]), Homography([1, 0, 1150, 0, 1, 0, 0, 0, 1]),
    Homography([1e-4, 0, 600, 0, 1e-4, 400, 0, 0, 1]), Homography([1, 0, 0, 1, 0, 0, 0, 0, 1]),
    Homography([1, 0, 0, 0, 1, 0, 0, -1 / 400, 1]),
  ])
  func `a transform that no two photographs have is refused`(_ transform: Homography) {
    #expect(SharedView(old: Self.old, new: Self.old, homography: transform) == nil)
  }

  /// A rectangle of the old picture, as a region.
  private static func region(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> ClaimedRegion? {
    ClaimedRegion(
      corners: [
        SIMD2(x.lowerBound, y.lowerBound), SIMD2(x.upperBound, y.lowerBound), SIMD2(x.upperBound, y.upperBound),
        SIMD2(x.lowerBound, y.upperBound),
      ], share: 0.5)
  }

  @Test func `a claim that covers clearly less than both show narrows the frame to it, with a margin`() throws {
    let region = try #require(Self.region(0...600, 0...799))
    let view = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform(), region: region))
    #expect(view.crop == PixelRect(x: 0, y: 0, width: 744, height: 800) && view.unsure.isEmpty)
    // Within what both show, too.
    let shifted = Homography([1, 0, -100, 0, 1, 0, 0, 0, 1])
    let narrow = try #require(SharedView(old: Self.old, new: Self.old, homography: shifted, region: region))
    #expect(narrow.crop == PixelRect(x: 100, y: 0, width: 644, height: 800) && narrow.unsure.isEmpty)
  }

  @Test func `a sky without pairs above what is covered stays, with the tower that rises into it`() throws {
    let region = try #require(Self.region(40...1160, 240...790))
    let view = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform(), region: region))
    #expect(view.crop == PixelRect(x: 0, y: 0, width: 1200, height: 800) && view.unsure.isEmpty)
    let half = try #require(Self.region(0...500, 500...790))
    let narrow = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform(), region: half))
    #expect(narrow.crop == PixelRect(x: 0, y: 0, width: 644, height: 800))
  }

  @Test func `a claim on one tower keeps the whole frame, and the edges that may be off are named`() throws {
    let tower = try #require(Self.region(1000...1080, 300...380))
    let view = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform(), region: tower))
    #expect(view.crop == PixelRect(x: 0, y: 0, width: 1200, height: 800))
    #expect(view.unsure == [.left, .top, .bottom])
    let speck = try #require(Self.region(560...640, 350...430))
    #expect(
      SharedView(old: Self.old, new: Self.new, homography: Self.transform(), region: speck)?.unsure
        == [.left, .right, .top, .bottom])
  }

  @Test func `whatever the region, a quarter of what both show is left, and nothing outside of it is added`() throws {
    let whole = try #require(SharedView(old: Self.old, new: Self.new, homography: Self.transform(scale: 2.4)))
    for left in stride(from: -200.0, to: 1300, by: 350) {
      for width in stride(from: 0.0, to: 1400, by: 400) {
        for top in stride(from: -100.0, to: 900, by: 400) {
          for height in stride(from: 0.0, to: 900, by: 350) {
            let region = try #require(Self.region(left...left + width, top...top + height))
            let view = try #require(
              SharedView(old: Self.old, new: Self.new, homography: Self.transform(scale: 2.4), region: region))
            #expect(4 * view.crop.size.area >= whole.crop.size.area && whole.crop.contains(view.crop))
            #expect(view.unsure.isEmpty || view.crop == whole.crop)
          }
        }
      }
    }
  }

  @Test func `the same transform in other numbers is the same`() throws {
    let transform = Self.transform(degrees: 5)
    let negative = Homography(transform.values.map { -3 * $0 })
    let (one, other) = (
      SharedView(old: Self.old, new: Self.new, homography: transform),
      SharedView(old: Self.old, new: Self.new, homography: negative)
    )
    #expect(one != nil && one?.crop == other?.crop)
  }
}

extension PixelRect {
  fileprivate func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}
