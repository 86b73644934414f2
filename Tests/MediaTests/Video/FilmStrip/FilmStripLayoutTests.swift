import BoothCore
import Imaging
import Testing

@testable import Video

@Suite struct FilmStripLayoutTests {
  @Test func `three clips of 16 to 9 have FotoX's proportions`() {
    let layout = FilmStripLayout(slots: 3, slotAspect: 16.0 / 9)
    // A slot is 720 / 1.16 = 620.7 wide and 349.1 high; the strip 3 * 349.1 + (3 * 0.08 + 0.45) * 620.7 high.
    #expect(layout.size == PixelSize(width: 720, height: 1476))
    #expect(
      layout.slots == [
        PixelRect(x: 50, y: 50, width: 620, height: 350), PixelRect(x: 50, y: 448, width: 620, height: 350),
        PixelRect(x: 50, y: 848, width: 620, height: 350),
      ])
    #expect(layout.footer == PixelRect(x: 50, y: 1198, width: 620, height: 278))
    #expect(abs(layout.slotRadius - 49.66) < 0.01)
  }

  @Test func `a strip that would be too long is made smaller as a whole`() {
    let layout = FilmStripLayout(slots: 3, slotAspect: 9.0 / 16)
    #expect(layout.size.height == 1920)
    #expect(layout.size.width == 370)
    let slot = layout.slots[0]
    #expect(abs(Double(slot.width) / Double(slot.height) - 9.0 / 16) < 0.01)
  }

  @Test(arguments: [1, 2, 3, 4, 8], [0.0001, 0.5, 0.75, 1, 4.0 / 3, 1.5, 2, 1e9, .infinity])
  func `everything is even and has its place`(count: Int, aspect: Double) {
    let layout = FilmStripLayout(slots: count, slotAspect: aspect)
    #expect(max(layout.size.width, layout.size.height) <= 1920)
    #expect(layout.slots.count == count)
    let lengths =
      [layout.size.width, layout.size.height] + layout.slots.flatMap { [$0.x, $0.y, $0.width, $0.height] }
    #expect(lengths.allSatisfy { $0 > 0 && $0 % 2 == 0 }, "\(lengths)")
    #expect(Set(layout.slots.map(\.size)).count == 1)
    for (upper, lower) in zip(layout.slots, layout.slots.dropFirst()) { #expect(upper.y + upper.height < lower.y) }
    #expect(layout.footer.height > 0 && layout.footer.y + layout.footer.height == layout.size.height)
    #expect(layout.slots.allSatisfy { $0.x + $0.width < layout.size.width })
  }

  @Test func `a round rectangle covers its middle, half of its corner's edge and nothing outside`() {
    let rounded = RoundedRect(rect: PixelRect(x: 10, y: 20, width: 100, height: 60), radius: 20)
    #expect(rounded.coverage(60, 50) == 1)
    #expect(rounded.coverage(10, 50) == 1 && rounded.coverage(109, 50) == 1)
    #expect(rounded.coverage(9, 50) == 0 && rounded.coverage(110, 50) == 0)
    #expect(rounded.coverage(10, 20) == 0 && rounded.coverage(109, 79) == 0)
    // The four corners are alike, and a quarter circle covers what it should.
    var covered = 0.0
    for y in 0..<20 {
      for x in 0..<20 {
        covered += rounded.coverage(10 + x, 20 + y)
        #expect(rounded.coverage(10 + x, 20 + y) == rounded.coverage(109 - x, 79 - y))
      }
    }
    #expect(abs(covered - 3.14159 * 100) < 2)
  }

  @Test func `the matrices of the four ways to hold a camera are understood`() {
    let one: Int32 = 1 << 16
    func turn(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> PictureTurn {
      PictureTurn(matrix: [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30])
    }
    #expect(turn(1, 0, 0, 1) == .none)
    // Source (x, y) goes to (-y, x): the left column becomes the top row, from right to left.
    #expect(turn(0, 1, -1, 0).swapsSides && turn(0, 1, -1, 0).flipsX && !turn(0, 1, -1, 0).flipsY)
    #expect(!turn(-1, 0, 0, -1).swapsSides && turn(-1, 0, 0, -1).flipsX && turn(-1, 0, 0, -1).flipsY)
    #expect(turn(0, -1, 1, 0).swapsSides && !turn(0, -1, 1, 0).flipsX && turn(0, -1, 1, 0).flipsY)
    #expect(PictureTurn(matrix: [1, 2]) == .none)
  }
}
