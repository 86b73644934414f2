import BoothCore
import Imaging
import Testing

@testable import Screens

/// Rectangles that changed, and the copying of them.
struct DamageTests {
  private let size = PixelSize(width: 40, height: 30)

  @Test func `what lies outside is left away, what is covered counts once`() {
    var damage = Damage()
    damage.add(
      [
        PixelRect(x: -5, y: -5, width: 10, height: 10), PixelRect(x: 50, y: 0, width: 5, height: 5),
        PixelRect(x: 1, y: 1, width: 2, height: 2), PixelRect(x: 3, y: 3, width: 0, height: 4),
      ], in: size)
    #expect(damage.rects == [PixelRect(x: 0, y: 0, width: 5, height: 5)])
    damage.add([PixelRect(x: 0, y: 0, width: 100, height: 100)], in: size)
    #expect(damage == .all(of: size))
    damage.clear()
    #expect(damage.rects.isEmpty)
  }

  @Test func `a long list becomes one rectangle around all`() {
    var damage = Damage()
    let many = (0...Damage.limit).map { PixelRect(x: $0, y: $0, width: 1, height: 1) }
    damage.add(many, in: size)
    #expect(damage.rects == [PixelRect(x: 0, y: 0, width: Damage.limit + 1, height: Damage.limit + 1)])
  }

  @Test func `only the rectangles are copied, whatever the strides are`() {
    var source = (0..<UInt32(44 * 30)).map { $0 }
    var target = [UInt32](repeating: .max, count: 48 * 30)
    let rect = PixelRect(x: 3, y: 4, width: 5, height: 6)
    source.withUnsafeMutableBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        let buffer = PixelBuffer(index: 0, generation: 0, pixels: source.baseAddress!, size: size, stride: 44)
        buffer.copy([rect], to: target.baseAddress!, stride: 48)
      }
    }
    for y in 0..<30 {
      for x in 0..<48 {
        let isInside = (3..<8).contains(x) && (4..<10).contains(y)
        #expect(target[y * 48 + x] == (isInside ? UInt32(y * 44 + x) : .max))
      }
    }
  }

  @Test func `a picture of a buffer is opaque and without its padding`() {
    var source: [UInt32] = [1, 2, 9, 0xAB00_0003, 4, 9]
    let bitmap = source.withUnsafeMutableBufferPointer {
      PixelBuffer(
        index: 0, generation: 0, pixels: $0.baseAddress!, size: PixelSize(width: 2, height: 2), stride: 3
      ).bitmap()
    }
    #expect(
      bitmap
        == Bitmap(size: PixelSize(width: 2, height: 2), pixels: [0xFF00_0001, 0xFF00_0002, 0xFF00_0003, 0xFF00_0004]))
  }
}
