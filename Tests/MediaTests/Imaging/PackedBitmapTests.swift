import BoothCore
import Testing

@testable import Imaging

/// Still pictures kept as runs: the same pixels, whichever part is asked for.
@Suite struct PackedBitmapTests {
  /// Plain grounds, a row that is like the one before but for one pixel, single pixels and noise at the edges.
  private static func scene(_ size: PixelSize, noise: Int) -> Bitmap {
    var bitmap = Bitmap(size: size, color: .black)
    bitmap.fill(PixelRect(x: 3, y: 2, width: size.width / 2, height: size.height / 2), with: .white)
    var random = SeededRandom(seed: UInt64(noise) + 7)
    for _ in 0..<noise {
      let (x, y) = (Int(random.next() % UInt64(size.width)), Int(random.next() % UInt64(size.height)))
      bitmap[x, y] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    return bitmap
  }

  @Test(arguments: [0, 1, 40, 400, 20_000])
  func `every part of it is what it was`(noise: Int) {
    let size = PixelSize(width: 97, height: 41)
    let bitmap = Self.scene(size, noise: noise)
    let packed = PackedBitmap(bitmap)
    #expect(packed.bitmap() == bitmap)
    var row = [UInt32](repeating: 0, count: size.width + 1)
    for (left, right) in [(0, 97), (0, 1), (96, 97), (2, 60), (50, 51), (13, 13)] {
      for y in 0..<size.height {
        row = row.map { _ in 0x1234 }
        row.withUnsafeMutableBufferPointer { packed.copy(row: y, columns: left..<right, to: $0.baseAddress!) }
        #expect((left..<right).allSatisfy { row[$0 - left] == bitmap[$0, y] }, "row \(y), \(left)..<\(right)")
        #expect(row[right - left] == 0x1234)
      }
    }
  }

  @Test func `a plain scene takes a fraction, noise no more than it is`() {
    let size = PixelSize(width: 640, height: 360)
    #expect(PackedBitmap(Self.scene(size, noise: 100)).byteCount < size.area * 4 / 20)
    #expect(PackedBitmap(Self.scene(size, noise: 400_000)).byteCount == size.area * 4)
  }
}
