import BoothCore

/// A picture in red, green and blue, a byte each, row after row without gaps.
struct RGBPicture {
  let size: PixelSize
  /// `3 * size.area` bytes.
  let bytes: [UInt8]

  init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == 3 * size.area, "\(bytes.count) bytes for \(size)")
    self.size = size
    self.bytes = bytes
  }

  /// Each pixel by the colour samples nearest to it (limited-range BT.601, in 1024ths).
  init(_ picture: Picture) {
    let size = picture.size
    let (luma, blue, red) = (picture.plane(0), picture.plane(1), picture.plane(2))
    self.size = size
    bytes = [UInt8](unsafeUninitializedCapacity: 3 * size.area) { target, count in
      var at = 0
      for row in 0..<size.height {
        let line = luma.bytes + row * luma.strideBytes
        let (blueRow, redRow) = (blue.bytes + row / 2 * blue.strideBytes, red.bytes + row / 2 * red.strideBytes)
        for column in 0..<size.width {
          let y = (Int32(line[column]) &- 16) &* 1192 &+ 512
          let (u, v) = (Int32(blueRow[column / 2]) &- 128, Int32(redRow[column / 2]) &- 128)
          target[at] = Self.byte(y &+ 1634 &* v)
          target[at + 1] = Self.byte(y &- 401 &* u &- 832 &* v)
          target[at + 2] = Self.byte(y &+ 2066 &* u)
          at += 3
        }
      }
      count = 3 * size.area
    }
  }

  @inline(__always)
  private static func byte(_ sum: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(sum >> 10, 0), 255)) }
}
