import BoothCore
import Imaging
import Testing

@testable import Screens

struct CompositionTests {
  private static let output = PixelSize(width: 120, height: 70)

  @Test(arguments: Orientation.allCases)
  func `a mounting puts a rectangle where turning a picture puts it`(_ turn: Orientation) {
    let mounting = Mounting(turn: turn, output: Self.output)
    #expect(turn.apply(to: mounting.size) == Self.output)
    let rect = PixelRect(x: 7, y: 20, width: 31, height: 9)
    var picture = Bitmap(size: mounting.size, color: .black)
    picture.fill(rect, with: .white)
    var wanted = Bitmap(size: Self.output, color: .black)
    wanted.fill(mounting.place(rect), with: .white)
    #expect(picture.turned(turn) == wanted)
  }

  @Test func `rectangles without a hole are what is left beside it`() {
    let rect = PixelRect(x: 10, y: 10, width: 40, height: 30)
    for hole in [
      PixelRect(x: 20, y: 20, width: 5, height: 5), PixelRect(x: 0, y: 0, width: 20, height: 20),
      PixelRect(x: 0, y: 15, width: 100, height: 5), PixelRect(x: 10, y: 10, width: 40, height: 30),
      PixelRect(x: 60, y: 0, width: 5, height: 5), PixelRect(x: 30, y: 5, width: 5, height: 50),
    ] {
      var counts: [SIMD2<Int>: Int] = [:]
      for piece in rect.subtracting(hole) {
        #expect(piece.width > 0 && piece.height > 0)
        for y in piece.y..<piece.bottom { for x in piece.x..<piece.right { counts[SIMD2(x, y), default: 0] += 1 } }
      }
      for y in rect.y..<rect.bottom {
        for x in rect.x..<rect.right {
          let isInHole = hole.contains(PixelRect(x: x, y: y, width: 1, height: 1))
          #expect(counts[SIMD2(x, y), default: 0] == (isInHole ? 0 : 1))
        }
      }
    }
  }

  @Test func `only what differs is drawn anew`() {
    let paper = PackedBitmap(Bitmap(size: Self.output, color: .black))
    let one = Sheet.Overlay(
      rect: PixelRect(x: 5, y: 5, width: 10, height: 10),
      marks: [.code("a", PixelRect(x: 0, y: 0, width: 1, height: 1))])
    let other = Sheet.Overlay(rect: PixelRect(x: 60, y: 5, width: 10, height: 10), marks: one.marks)
    let live = PixelRect(x: 0, y: 0, width: 50, height: 70)
    func composition(_ overlays: [Sheet.Overlay], live number: Int?, base: Int = 1) -> Composition {
      Composition(
        base: paper, live: number == nil ? nil : live,
        overlays: overlays.map { .init(rect: $0.rect, picture: Bitmap(size: $0.rect.size)) },
        standing: .init(base: base, live: number, overlays: overlays))
    }
    let all = PixelRect(x: 0, y: 0, width: 120, height: 70)
    let before = composition([one], live: 1)
    func changes(_ now: Composition) -> [PixelRect] { now.differences(from: before.standing) { $0 } }
    #expect(before.differences(from: nil) { $0 } == [all])
    #expect(changes(before) == [])
    #expect(changes(composition([one, other], live: 1)) == [other.rect])
    #expect(changes(composition([], live: 1)) == [one.rect])
    // What lies on the live view is drawn with it.
    #expect(changes(composition([other], live: 2)) == [live, other.rect])
    #expect(changes(composition([one], live: nil)) == [all])
    #expect(changes(composition([one], live: 1, base: 2)) == [all])
  }
}
