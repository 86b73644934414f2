import BoothCore
import ImageRegistration
import Testing

@testable import Imaging

/// Prints on mounts, and pictures without any.
struct MountBorderTests {
  /// A number from a seed, below `limit`.
  private struct Dice {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  /// Houses below a sky.
  private static func street(_ size: PixelSize, seed: Int, sky: UInt8 = 215) -> Bitmap {
    var dice = Dice(state: UInt64(seed) &* 7919 &+ 11)
    var picture = Bitmap(size: size, color: RGBColor(red: sky, green: sky, blue: sky))
    picture.fill(
      PixelRect(x: 0, y: size.height * 4 / 5, width: size.width, height: size.height / 5 + 1), with: grey(95))
    var x = 0
    while x < size.width {
      let (width, top) = (30 + dice.next(60), size.height / 5 + dice.next(size.height / 3))
      picture.fill(
        PixelRect(x: x, y: top, width: width, height: size.height * 4 / 5 - top), with: grey(60 + dice.next(110)))
      for _ in 0..<9 {
        let spot = PixelRect(
          x: x + dice.next(width), y: top + dice.next(size.height / 3), width: 4 + dice.next(9),
          height: 6 + dice.next(14))
        picture.fill(spot, with: grey(dice.next(255)))
      }
      x += width
    }
    return picture
  }

  private static func grey(_ level: Int) -> RGBColor {
    RGBColor(red: UInt8(level), green: UInt8(level), blue: UInt8(max(0, level - 12)))
  }

  /// A picture on card, turned by so many degrees around its middle, with the card's grain.
  private static func mounted(
    _ picture: Bitmap, _ card: RGBColor, left: Int, top: Int, right: Int, bottom: Int, degrees: Double = 0,
    seed: Int = 1
  ) -> Bitmap {
    var dice = Dice(state: UInt64(seed))
    let size = PixelSize(width: picture.width + left + right, height: picture.height + top + bottom)
    var page = Bitmap(size: size, color: card)
    let turn = Turn(degrees: degrees)
    let (middleX, middleY) = (Double(left) + Double(picture.width) / 2, Double(top) + Double(picture.height) / 2)
    page.withMutablePixels { pixels in
      picture.withPixels { source in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
            let u = Int((dx * turn.cosine + dy * turn.sine + Double(picture.width) / 2).rounded(.down))
            let v = Int((dy * turn.cosine - dx * turn.sine + Double(picture.height) / 2).rounded(.down))
            if u >= 0, v >= 0, u < picture.width, v < picture.height {
              pixels[y * size.width + x] = source[v * picture.width + u]
            } else {
              let grain = dice.next(5) - 2
              func channel(_ level: UInt8) -> UInt32 { UInt32(min(max(Int(level) + grain, 0), 255)) }
              pixels[y * size.width + x] =
                0xFF00_0000 | channel(card.red) << 16 | channel(card.green) << 8 | channel(card.blue)
            }
          }
        }
      }
    }
    return page
  }

  private static let size = PixelSize(width: 420, height: 300)

  @Test(arguments: [(238, 232, 214), (252, 252, 252), (16, 16, 18), (150, 140, 120)], [0.0, -1.2, 2])
  func `card, white paper and a film's rebate are found, also around a print that lies askew`(
    _ color: (Int, Int, Int), _ degrees: Double
  ) throws {
    let card = RGBColor(red: UInt8(color.0), green: UInt8(color.1), blue: UInt8(color.2))
    for seed in 1...3 {
      let scan = Self.mounted(
        Self.street(Self.size, seed: seed, sky: 200), card, left: 30, top: 24, right: 38, bottom: 46, degrees: degrees,
        seed: seed)
      let found = try #require(MountBorder.inside(of: scan), "\(color) \(degrees) \(seed)")
      // Of a print that lies askew the upright rectangle within it.
      let lean = abs(Turn(degrees: degrees).sine)
      let (across, down) = (Int(lean * 300) + 7, Int(lean * 420) + 7)
      #expect((28...30 + across).contains(found.x) && (22...24 + down).contains(found.y), "\(found)")
      let (right, bottom) = (scan.width - found.x - found.width, scan.height - found.y - found.height)
      #expect((36...38 + across).contains(right) && (44...46 + down).contains(bottom), "\(found)")
    }
  }

  @Test func `a corner that is torn off and a caption on the card are passed over`() throws {
    var print = Self.street(Self.size, seed: 5, sky: 200)
    for row in 0..<60 { print.fill(PixelRect(x: 0, y: row, width: 60 - row, height: 1), with: Self.grey(238)) }
    var scan = Self.mounted(print, RGBColor(red: 238, green: 238, blue: 226), left: 30, top: 30, right: 30, bottom: 60)
    for letter in 0..<14 {
      scan.fill(PixelRect(x: 60 + 11 * letter, y: scan.height - 34, width: 6, height: 7), with: .black)
    }
    let found = try #require(MountBorder.inside(of: scan))
    #expect((28...36).contains(found.x) && (28...36).contains(found.y))
    #expect((58...66).contains(scan.height - found.y - found.height))
  }

  @Test func `a sky, a street, a border on three sides, an oval and a plain sheet are no border`() {
    for seed in 1...40 {
      #expect(MountBorder.inside(of: Self.street(Self.size, seed: seed)) == nil, "street \(seed)")
      let white = Self.street(Self.size, seed: seed, sky: 252)
      #expect(MountBorder.inside(of: white) == nil, "white sky \(seed)")
    }
    let white = RGBColor.white
    let print = Self.street(Self.size, seed: 3, sky: 200)
    #expect(MountBorder.inside(of: Self.mounted(print, white, left: 30, top: 30, right: 0, bottom: 30)) == nil)
    #expect(MountBorder.inside(of: Self.mounted(print, white, left: 0, top: 60, right: 0, bottom: 0)) == nil)
    #expect(MountBorder.inside(of: Bitmap(size: Self.size, color: white)) == nil)
    #expect(MountBorder.inside(of: Bitmap(size: PixelSize(width: 20, height: 20), color: .black)) == nil)
    var oval = Self.mounted(print, white, left: 30, top: 30, right: 30, bottom: 30)
    oval.withMutablePixels { pixels in
      for y in 0..<360 {
        for x in 0..<480 {
          let (u, v) = ((Double(x) - 240) / 205, (Double(y) - 180) / 145)
          if u * u + v * v > 1 { pixels[y * 480 + x] = 0xFFFF_FFFF }
        }
      }
    }
    #expect(MountBorder.inside(of: oval) == nil)
  }

  @Test func `the photograph is given in the scan's own pixels, and products show it alone`() throws {
    let print = Resampler.scale(Self.street(Self.size, seed: 2, sky: 200), to: PixelSize(width: 1260, height: 900))
    let scan = Self.mounted(
      print, RGBColor(red: 238, green: 232, blue: 214), left: 90, top: 72, right: 114, bottom: 138)
    let jpeg = try JPEGCodec().encode(scan, quality: 92)
    let part = try #require(try PairPictures.photograph(in: jpeg))
    #expect((88...102).contains(part.x) && (70...84).contains(part.y))
    #expect((1230...1262).contains(part.width) && (870...902).contains(part.height), "\(part)")
    // Not aligned: the old picture is the photograph. Aligned: the frame lies within it.
    let whole = try PairPictures(old: jpeg, new: jpeg, homography: nil, photograph: part)
    #expect(whole.frame.old.size == part.size)
    let aligned = try PairPictures(old: jpeg, new: jpeg, homography: .identity, photograph: part)
    #expect(aligned.view?.crop == part)
    #expect(try PairPictures.photograph(in: JPEGCodec().encode(print, quality: 92)) == nil)
  }
}
