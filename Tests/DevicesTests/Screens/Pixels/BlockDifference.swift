import BoothCore
import Imaging

/// How far two pictures of one size are apart, block by block: edges that a font draws a little differently vanish in a
/// block's mean, something that is missing or moved does not.
struct BlockDifference {
  /// Of any block's mean, in any channel, 0...255.
  private(set) var greatest = 0.0
  /// Of all blocks.
  private(set) var mean = 0.0
  /// The middle of the block that differs most.
  private(set) var place = (x: 0, y: 0)

  init(_ a: Bitmap, _ b: Bitmap, block: Int) {
    precondition(a.size == b.size, "pictures of \(a.size) and \(b.size) cannot be compared")
    var count = 0
    for top in stride(from: 0, to: a.height, by: block) {
      for left in stride(from: 0, to: a.width, by: block) {
        let rect = PixelRect(x: left, y: top, width: min(block, a.width - left), height: min(block, a.height - top))
        let difference = Self.difference(a, b, rect)
        mean += difference
        count += 1
        if difference > greatest { (greatest, place) = (difference, (left + block / 2, top + block / 2)) }
      }
    }
    mean /= Double(max(1, count))
  }

  private static func difference(_ a: Bitmap, _ b: Bitmap, _ rect: PixelRect) -> Double {
    var sums = SIMD4<Int>.zero
    a.withPixels { one in
      b.withPixels { other in
        for y in rect.y..<rect.y + rect.height {
          for x in rect.x..<rect.x + rect.width {
            let (p, q) = (one[y * a.width + x], other[y * a.width + x])
            sums.x += Int(p >> 16 & 255) - Int(q >> 16 & 255)
            sums.y += Int(p >> 8 & 255) - Int(q >> 8 & 255)
            sums.z += Int(p & 255) - Int(q & 255)
          }
        }
      }
    }
    let area = Double(rect.width * rect.height)
    return max(abs(Double(sums.x)), abs(Double(sums.y)), abs(Double(sums.z))) / area
  }
}
