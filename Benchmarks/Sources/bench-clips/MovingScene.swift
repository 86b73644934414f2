import BoothCore
import Imaging

/// What a camera might see: slopes and texture that drift, a box that moves, and a sensor's noise. The same on every
/// machine.
struct MovingScene {
  let size: PixelSize

  /// Picture `number` as planes one behind the other, full range.
  func i420(_ number: Int) -> [UInt8] {
    let (width, height) = (size.width, size.height)
    var noise = UInt32(truncatingIfNeeded: number &* 77_777) | 1
    let (boxX, boxY) = (number * 9 % (width * 3 / 4), number * 4 % (height * 3 / 4))
    return [UInt8](unsafeUninitializedCapacity: size.area * 3 / 2) { bytes, count in
      for y in 0..<height {
        for x in 0..<width {
          noise = noise &* 1_664_525 &+ 1_013_904_223
          let (u, v) = (x + number * 2, y + number)
          var value = 60 + (u * u / 97 ^ v * v / 131) % 32 + u % 512 / 8 + Int(noise >> 28) / 4
          if x >= boxX, x < boxX + width / 4, y >= boxY, y < boxY + height / 4 { value = 230 - value / 2 }
          bytes[y * width + x] = UInt8(value)
        }
      }
      for y in 0..<height / 2 {
        for x in 0..<width / 2 {
          bytes[size.area + y * width / 2 + x] = UInt8(80 + (x + number) % 512 / 8)
          bytes[size.area * 5 / 4 + y * width / 2 + x] = UInt8(100 + y % 256 / 8)
        }
      }
      count = size.area * 3 / 2
    }
  }

  func frame(_ number: Int, _ layout: FrameLayout, _ codec: JPEGCodec) throws -> Frame {
    let planes = i420(number)
    let bytes: [UInt8]
    switch layout {
    case .i420: bytes = planes
    case .yuyv:
      let chroma = size.area / 4
      bytes = (0..<size.area / 2).flatMap { pair in
        let (x, y) = (pair % (size.width / 2), pair / (size.width / 2))
        let color = size.area + y / 2 * (size.width / 2) + x
        return [planes[2 * pair], planes[color], planes[2 * pair + 1], planes[color + chroma]]
      }
    case .nv12:
      let (u, v) = (planes[size.area..<size.area * 5 / 4], planes[(size.area * 5 / 4)...])
      bytes = planes[..<size.area] + zip(u, v).flatMap { [$0, $1] }
    case .jpeg:
      var picture = I420Picture(size: size)
      picture.y = Array(planes[..<size.area])
      picture.u = Array(planes[size.area..<size.area * 5 / 4])
      picture.v = Array(planes[(size.area * 5 / 4)...])
      bytes = try codec.encode(picture, quality: 85)
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    memory.copyBytes(from: bytes)
    let address = UInt(bitPattern: memory.baseAddress)
    return Frame(
      sequence: UInt64(number), capturedAt: Instant(nanoseconds: Int64(number) * 33_333_333), size: size,
      layout: layout, strideBytes: layout == .jpeg ? 0 : layout == .yuyv ? 2 * size.width : size.width,
      bytes: UnsafeRawBufferPointer(memory)
    ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }
}
