import BoothCore
package import Imaging

/// Where a picture differs from one drawn before it.
struct Damage: Equatable {
  /// So many rectangles at most; then one around all of them, as copying a little too much costs less than the list.
  static let limit = 24

  /// Within the picture; they may overlap.
  private(set) var rects: [PixelRect] = []

  static func all(of size: PixelSize) -> Damage {
    var damage = Damage()
    damage.rects = [PixelRect(x: 0, y: 0, width: size.width, height: size.height)]
    return damage
  }

  /// Adds rectangles; what of them lies outside of a picture of `size` is left away.
  mutating func add(_ more: [PixelRect], in size: PixelSize) {
    for rect in more {
      guard let part = rect.clipped(to: size), !rects.contains(where: { $0.covers(part) }) else { continue }
      rects.removeAll { part.covers($0) }
      rects.append(part)
    }
    guard rects.count > Self.limit, let first = rects.first else { return }
    rects = [rects.dropFirst().reduce(first) { $0.union($1) }]
  }

  mutating func clear() { rects.removeAll(keepingCapacity: true) }
}

extension PixelRect {
  /// Whether all of another rectangle lies in this one.
  func covers(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && x + width >= other.x + other.width && y + height >= other.y + other.height
  }

  /// The smallest rectangle around both.
  func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}

extension PixelBuffer {
  /// Copies rectangles into another picture of the same size, row by row.
  /// - Parameters:
  ///   - rects: within the picture.
  ///   - stride: pixels from one row of `target` to the next.
  func copy(_ rects: [PixelRect], to target: UnsafeMutablePointer<UInt32>, stride: Int) {
    for rect in rects {
      for y in rect.y..<rect.y + rect.height {
        (target + y * stride + rect.x).update(from: pixels + y * self.stride + rect.x, count: rect.width)
      }
    }
  }

  /// The whole picture, opaque.
  package func bitmap() -> Bitmap {
    var all: [UInt32] = []
    all.reserveCapacity(size.area)
    for y in 0..<size.height {
      all.append(contentsOf: UnsafeBufferPointer(start: pixels + y * stride, count: size.width))
    }
    for index in all.indices { all[index] |= 0xFF00_0000 }
    return Bitmap(size: size, pixels: all)
  }
}
