import BoothCore
import Testing

@testable import Imaging

struct PlaneScalerTests {
  /// From two taps, where a plane becomes larger, to a dozen, and widths that are no multiple of four.
  private static let targets = [
    (100, 77), (80, 49), (61, 45), (49, 37), (47, 35), (43, 33), (40, 30), (33, 25), (26, 19), (20, 11), (13, 10),
    (5, 3),
  ]

  @Test(arguments: targets)
  func `every sample is the weighed sum of those around it, rows first`(width: Int, height: Int) {
    let source = PixelSize(width: 64, height: 48)
    let target = PixelSize(width: width, height: height)
    let bytes = (0..<source.area).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 64 &* 91) }
    let crop = FillCrop(of: source, filling: target)
    let rows = ResampleTaps(
      source: source.height, origin: crop.y, length: crop.height, target: height, filter: .triangle)
    let columns = ResampleTaps(
      source: source.width, origin: crop.x, length: crop.width, target: width, filter: .triangle)
    let (rowWeights, columnWeights) = (rows.in256ths(), columns.in256ths())
    var scaler = PlaneScaler()
    var result = [UInt8](repeating: 0, count: target.area)
    bytes.withUnsafeBufferPointer { bytes in
      let view = PlaneView(
        base: bytes.baseAddress!, strideBytes: source.width, width: source.width, height: source.height)
      result.withUnsafeMutableBufferPointer { scaler.scale(view, crop: crop, into: $0, size: target) }
    }
    func blended(_ x: Int, _ y: Int) -> Int {
      let sum = (0..<rows.count).reduce(128) { sum, tap in
        sum + Int(bytes[(rows.starts[y] + tap) * source.width + x]) * Int(rowWeights[y * rows.count + tap])
      }
      return sum >> 8
    }
    var wrong = 0
    for y in 0..<height {
      for x in 0..<width {
        let sum = (0..<columns.count).reduce(128) { sum, tap in
          sum + blended(columns.starts[x] + tap, y) * Int(columnWeights[x * columns.count + tap])
        }
        if Int(result[y * width + x]) != sum >> 8 { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(rows.count) and \(columns.count) taps")
  }
}
