import BoothCore
package import Imaging

extension I420Canvas {
  /// Paints a picture of the canvas's size, by the conversion of JPEG files (ITU-T T.871, 7) in 16-bit fixed point.
  package func paint(_ bitmap: Bitmap) {
    precondition(bitmap.size == size, "a bitmap of \(bitmap.size) does not fit a canvas of \(size)")
    let width = size.width
    bitmap.withPixels { pixels in
      for y in 0..<size.height {
        let luma = row(y, plane: 0).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width {
          let pixel = pixels[y * width + x]
          let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
          luma[x] = UInt8(truncatingIfNeeded: (19595 &* red &+ 38470 &* green &+ 7471 &* blue &+ 32768) >> 16)
        }
      }
      for y in 0..<size.height / 2 {
        let u = row(y, plane: 1).assumingMemoryBound(to: UInt8.self)
        let v = row(y, plane: 2).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width / 2 {
          let first = 2 * y * width + 2 * x
          let four = (pixels[first], pixels[first + 1], pixels[first + width], pixels[first + width + 1])
          func sum(_ shift: UInt32) -> Int32 {
            let a = (four.0 >> shift & 255) &+ (four.1 >> shift & 255)
            return Int32(a &+ (four.2 >> shift & 255) &+ (four.3 >> shift & 255))
          }
          let (red, green, blue) = (sum(16), sum(8), sum(0))
          // Four samples each, hence 18 bits.
          let offset: Int32 = 128 << 18 + 1 << 17
          u[x] = UInt8(clamping: (offset &- 11059 &* red &- 21709 &* green &+ 32768 &* blue) >> 18)
          v[x] = UInt8(clamping: (offset &+ 32768 &* red &- 27439 &* green &- 5329 &* blue) >> 18)
        }
      }
    }
  }

  /// Paints a smaller picture over all of it, point by point; where the proportions differ, its outermost points go on.
  func enlarge(_ other: I420Canvas) {
    for plane in 0...2 {
      let half = plane == 0 ? 1 : 2
      let (width, height) = (size.width / half, size.height / half)
      let (fromWidth, fromHeight) = (other.size.width / half, other.size.height / half)
      // As large as all of it has room.
      let scale = min(Double(width) / Double(fromWidth), Double(height) / Double(fromHeight))
      func place(_ position: Int, _ length: Int, _ from: Int) -> Int {
        let margin = (Double(length) - Double(from) * scale) / 2
        return min(max(Int((Double(position) + 0.5 - margin) / scale), 0), from - 1)
      }
      let columns = (0..<width).map { place($0, width, fromWidth) }
      for y in 0..<height {
        let target = row(y, plane: plane).assumingMemoryBound(to: UInt8.self)
        let source = other.row(place(y, height, fromHeight), plane: plane).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width { target[x] = source[columns[x]] }
      }
    }
  }

  /// Mixes two pictures of this size: `share` 0 is all of the first, 1 all of the second.
  package func mix(_ first: I420Canvas, _ second: I420Canvas, share: Double) {
    precondition(first.size == size && second.size == size, "pictures of another size than the canvas")
    let weight = UInt16(min(max(share, 0), 1) * 256 + 0.5)
    let (a, b) = (first.row(0, plane: 0), second.row(0, plane: 0))
    let target = row(0, plane: 0).assumingMemoryBound(to: UInt8.self)
    let (from, to) = (a.assumingMemoryBound(to: UInt8.self), b.assumingMemoryBound(to: UInt8.self))
    for index in 0..<Self.byteCount(size) {
      let sum = UInt16(from[index]) &* (256 &- weight) &+ UInt16(to[index]) &* weight
      target[index] = UInt8(truncatingIfNeeded: sum >> 8)
    }
  }
}
