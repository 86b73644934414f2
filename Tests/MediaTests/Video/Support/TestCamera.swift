import BoothCore
import Imaging
import Synchronization

/// Makes frames as a driver's pool would, deterministic ones, and counts those that have not come back.
final class TestCamera: Sendable {
  let size: PixelSize
  let layout: FrameLayout
  private let counts: Counts

  private final class Counts: Sendable {
    let out = Atomic<Int>(0)
    let most = Atomic<Int>(0)
  }

  init(_ size: PixelSize = PixelSize(width: 320, height: 240), _ layout: FrameLayout = .i420) {
    self.size = size
    self.layout = layout
    counts = Counts()
  }

  /// Frames that are still held.
  var framesOut: Int { counts.out.load(ordering: .sequentiallyConsistent) }
  /// The most that ever were.
  var mostFramesOut: Int { counts.most.load(ordering: .sequentiallyConsistent) }

  /// Frame `number` of a moving picture, captured `milliseconds` after the camera's start.
  func frame(_ number: Int, milliseconds: Double? = nil, sequence: UInt64? = nil) -> Frame {
    frame(MovingPicture.i420(size, number), number, milliseconds: milliseconds, sequence: sequence)
  }

  /// A frame of one colour.
  func plain(_ number: Int, y: UInt8, u: UInt8 = 128, v: UInt8 = 128, milliseconds: Double? = nil) -> Frame {
    let chroma = size.area / 4
    let bytes =
      Array(repeating: y, count: size.area) + Array(repeating: u, count: chroma) + Array(repeating: v, count: chroma)
    return frame(PlanarPicture(size: size, bytes: bytes), number, milliseconds: milliseconds)
  }

  /// A frame with these very bytes.
  func frame(
    bytes: [UInt8], _ number: Int, milliseconds: Double? = nil, sequence: UInt64? = nil, strideBytes: Int = 0
  ) -> Frame {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 64)
    memory.copyBytes(from: bytes)
    let out = counts.out.add(1, ordering: .sequentiallyConsistent).newValue
    counts.most.max(out, ordering: .sequentiallyConsistent)
    let captured = milliseconds ?? Double(number) * 1000 / 30
    let address = UInt(bitPattern: memory.baseAddress)
    return Frame(
      sequence: sequence ?? UInt64(number),
      capturedAt: Instant(nanoseconds: 5_000_000_000 + Int64((captured * 1e6).rounded())), size: size, layout: layout,
      strideBytes: strideBytes, bytes: UnsafeRawBufferPointer(start: memory.baseAddress, count: bytes.count)
    ) { [counts] in
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
      counts.out.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  private func frame(_ picture: PlanarPicture, _ number: Int, milliseconds: Double?, sequence: UInt64? = nil) -> Frame {
    switch layout {
    case .i420:
      frame(
        bytes: picture.bytes, number, milliseconds: milliseconds, sequence: sequence, strideBytes: size.width)
    case .yuyv:
      frame(
        bytes: MovingPicture.yuyv(picture), number, milliseconds: milliseconds, sequence: sequence,
        strideBytes: 2 * size.width)
    case .nv12:
      frame(
        bytes: MovingPicture.nv12(picture), number, milliseconds: milliseconds, sequence: sequence,
        strideBytes: size.width)
    case .jpeg:
      frame(bytes: MovingPicture.jpeg(picture), number, milliseconds: milliseconds, sequence: sequence)
    }
  }
}

/// Pictures with edges, slopes, motion and noise, the same on every machine.
enum MovingPicture {
  static func i420(_ size: PixelSize, _ number: Int) -> PlanarPicture {
    var bytes = [UInt8](repeating: 128, count: size.area * 3 / 2)
    var noise: UInt32 = UInt32(truncatingIfNeeded: number) &* 2_654_435_761 | 1
    let box = PixelRect(
      x: number * 7 % max(1, size.width / 2), y: number * 3 % max(1, size.height / 2), width: size.width / 4,
      height: size.height / 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        var value = 40 + (x + number * 2) % 128 + y * 40 / size.height + Int(noise >> 29)
        if x >= box.x, x < box.x + box.width, y >= box.y, y < box.y + box.height { value = 220 - value / 4 }
        bytes[y * size.width + x] = UInt8(value)
      }
    }
    let (columns, rows) = (size.width / 2, size.height / 2)
    for y in 0..<rows {
      for x in 0..<columns {
        bytes[size.area + y * columns + x] = UInt8(64 + x * 128 / columns)
        bytes[size.area + columns * rows + y * columns + x] = UInt8(64 + (y * 128 / rows + number) % 128)
      }
    }
    return PlanarPicture(size: size, bytes: bytes)
  }

  /// Full range, as JPEG is.
  static func jpeg(_ picture: PlanarPicture) -> [UInt8] {
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: picture.size.area * 3 + 4096, alignment: 16)
    defer { target.deallocate() }
    do {
      let count = try picture.bytes.withUnsafeBytes { bytes in
        try JPEGCodec().encode(
          i420: bytes, size: picture.size, strideBytes: picture.size.width, quality: 92, into: target)
      }
      return Array(target[..<count])
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static func nv12(_ picture: PlanarPicture) -> [UInt8] {
    let (luma, quarter) = (picture.size.area, picture.size.area / 4)
    return Array(picture.bytes[..<luma])
      + (0..<quarter).flatMap { [picture.bytes[luma + $0], picture.bytes[luma + quarter + $0]] }
  }

  static func yuyv(_ picture: PlanarPicture) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(picture.size.area * 2)
    for y in 0..<picture.size.height {
      for x in stride(from: 0, to: picture.size.width, by: 2) {
        bytes += [
          UInt8(picture.y(x, y)), UInt8(picture.u(x, y)), UInt8(picture.y(x + 1, y)), UInt8(picture.v(x, y)),
        ]
      }
    }
    return bytes
  }
}
