import BoothCore
import Testing

@testable import Imaging

struct TurningTests {
  @Test(arguments: [(1, 1), (3, 5), (4, 4), (37, 61), (64, 48), (131, 70)])
  func `every pixel of a turned picture is the one that belongs there`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let picture = Bitmap(size: size, pixels: (0..<size.area).map { 0xFF00_0000 | UInt32($0) })
    for turn in Orientation.allCases {
      let turned = picture.turned(turn)
      #expect(turned.size == turn.apply(to: size))
      var wrong = 0
      for y in 0..<turned.height {
        for x in 0..<turned.width {
          let source = turn.source(ofX: x, y: y, in: size)
          if turned[x, y] != picture[source.x, source.y] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(turn) of \(size)")
    }
  }

  /// As a display's memory is filled: a band of the turned picture, whose source rows are wider than its picture.
  @Test(arguments: [(16, 3), (5, 16), (16, 16), (7, 9)])
  func `a part of a turned picture is that part`(width: Int, height: Int) {
    let (size, stride) = (PixelSize(width: 29, height: 23), 40)
    let source = (0..<stride * size.height).map { UInt32($0) }
    for turn in Orientation.allCases {
      let whole = SampleTurn(turn, of: size, stride: stride)
      let part = PixelRect(x: 3, y: 2, width: width, height: height)
      var band = [UInt32](repeating: .max, count: width * height)
      band.withUnsafeMutableBufferPointer { whole.copy(part, of: source, into: $0.baseAddress!) }
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let at = turn.source(ofX: part.x + x, y: part.y + y, in: size)
          if band[y * width + x] != source[at.y * stride + at.x] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(turn) of \(part)")
    }
  }
}
