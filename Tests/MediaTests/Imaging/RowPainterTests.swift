import BoothCore
import Testing

@testable import Imaging

struct RowPainterTests {
  /// Samples of every kind, among them the ends of the range.
  private static func samples(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 7 == 0 ? (index % 2 == 0 ? 0 : 255) : UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  private static func channels(_ pixel: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(pixel >> $0 & 255) } }

  @Test(arguments: [1, 2, 15, 16, 17, 31, 32, 161, 1366])
  func `a row has the pixels that are made one by one`(_ width: Int) {
    var painter = RowPainter()
    for (range, tolerance) in [(YUVRange.full, 0), (.limited, 1)] {
      let matrix = YUVMatrix(range)
      for seed in 1...20 {
        let y = Self.samples(width, seed: UInt64(seed))
        let u = Self.samples((width + 1) / 2, seed: UInt64(seed + 100))
        let v = Self.samples((width + 1) / 2, seed: UInt64(seed + 200))
        var line = [UInt32](repeating: 0, count: width + 1)
        painter.begin(matrix, width: width)
        line.withUnsafeMutableBufferPointer { painter.paint(y, u, v, width: width, into: $0.baseAddress!) }
        for x in 0..<width {
          let expected = matrix.pixel(Int32(y[x]), Int32(u[x / 2]), Int32(v[x / 2]))
          let off = zip(Self.channels(line[x]), Self.channels(expected)).map { abs($0 - $1) }
          #expect(off.allSatisfy { $0 <= tolerance }, "\(range) at \(x) of \(width): \(off)")
        }
        #expect(line[width] == 0, "it wrote beyond its row")
      }
    }
  }

  @Test func `colours are worked out anew for every row of them and every picture`() {
    var painter = RowPainter()
    let (y, gray, red) = (
      [UInt8](repeating: 100, count: 16), [UInt8](repeating: 128, count: 8), [UInt8](repeating: 200, count: 8)
    )
    var line = [UInt32](repeating: 0, count: 16)
    func paint(_ u: [UInt8], _ v: [UInt8]) -> UInt32 {
      line.withUnsafeMutableBufferPointer { painter.paint(y, u, v, width: 16, into: $0.baseAddress!) }
      return line[5]
    }
    painter.begin(YUVMatrix(.full), width: 16)
    #expect(paint(gray, gray) == 0xFF64_6464)
    #expect(paint(gray.map { $0 }, red) != 0xFF64_6464)
    painter.begin(YUVMatrix(.full), width: 16)
    #expect(paint(gray, gray) == 0xFF64_6464)
  }
}
