import BoothCore
import Imaging

enum TestPictures {
  /// Like a photo: soft gradients, hard-edged shapes in all colours, a little noise.
  static func scene(_ size: PixelSize, seed: UInt64, noise: Int = 6) -> Bitmap {
    var random = SeededRandom(seed: seed)
    struct Disc { var x, y, radius, color: Int }
    let discs = (0..<24).map { _ in
      Disc(
        x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random),
        radius: Int.random(in: 4...max(5, size.width / 8), using: &random),
        color: Int.random(in: 0...0xFF_FFFF, using: &random))
    }
    var bitmap = Bitmap(size: size, color: .black)
    bitmap.withMutablePixels { pixels in
      for y in 0..<size.height {
        let discs = discs.filter { abs($0.y - y) < $0.radius }
        for x in 0..<size.width {
          var rgb = (x * 200 / size.width + 20, y * 200 / size.height + 20, (x + y) * 120 / (size.width + size.height))
          for disc in discs {
            let (dx, dy) = (x - disc.x, y - disc.y)
            if dx * dx + dy * dy < disc.radius * disc.radius {
              rgb = (disc.color >> 16, disc.color >> 8 & 255, disc.color & 255)
            }
          }
          let grain = noise == 0 ? 0 : Int(random.next() % UInt64(2 * noise + 1)) - noise
          func channel(_ value: Int) -> UInt32 { UInt32(min(max(value + grain, 0), 255)) }
          pixels[y * size.width + x] = 0xFF00_0000 | channel(rgb.0) << 16 | channel(rgb.1) << 8 | channel(rgb.2)
        }
      }
    }
    return bitmap
  }

  /// Four quarters that tell all eight orientations apart: red, green / blue, white.
  static func chart(_ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size, color: .black)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color =
          switch (x * 2 < size.width, y * 2 < size.height) {
          case (true, true): RGBColor(red: 220, green: 20, blue: 20)
          case (false, true): RGBColor(red: 20, green: 200, blue: 20)
          case (true, false): RGBColor(red: 20, green: 20, blue: 220)
          case (false, false): RGBColor(red: 240, green: 240, blue: 240)
          }
        bitmap[x, y] = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      }
    }
    return bitmap
  }

  static func jpeg(_ size: PixelSize, seed: UInt64, subsampling: JPEGCodec.Subsampling = .s422) throws -> [UInt8] {
    try JPEGCodec().encode(scene(size, seed: seed), quality: 92, subsampling: subsampling)
  }

  /// A frame over its own copy of the bytes.
  static func frame(_ bytes: [UInt8], _ layout: FrameLayout, _ size: PixelSize, strideBytes: Int) -> Frame {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyBytes(from: bytes)
    let owned = Memory(pointer: memory)
    return Frame(
      sequence: 7, capturedAt: Instant(nanoseconds: 0), size: size, layout: layout, strideBytes: strideBytes,
      bytes: UnsafeRawBufferPointer(rebasing: memory[..<bytes.count])
    ) { owned.pointer.deallocate() }
  }

  private struct Memory: @unchecked Sendable {
    // Written before the frame exists, freed once by its release.
    let pointer: UnsafeMutableRawBufferPointer
  }

  /// The greatest difference of any channel of any pixel, and the mean difference.
  static func difference(_ a: Bitmap, _ b: Bitmap) -> (greatest: Int, mean: Double) {
    precondition(a.size == b.size)
    var greatest = 0
    var sum = 0
    a.withPixels { a in
      b.withPixels { b in
        for index in a.indices {
          for shift: UInt32 in [0, 8, 16] {
            let distance = abs(Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255))
            greatest = max(greatest, distance)
            sum += distance
          }
        }
      }
    }
    return (greatest, Double(sum) / Double(3 * a.size.area))
  }
}

extension RGBColor {
  func isNear(_ other: RGBColor, within tolerance: Int = 12) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }
}

/// A picture's segments without those of one kind, by the marker's second byte.
func removingSegments(_ marker: UInt8, from jpeg: [UInt8]) -> [UInt8] {
  var result = Array(jpeg[..<2])
  var position = 2
  while position + 4 <= jpeg.count, jpeg[position] == 0xFF, jpeg[position + 1] != 0xDA {
    let length = Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3])
    if jpeg[position + 1] != marker { result += jpeg[position..<position + 2 + length] }
    position += 2 + length
  }
  return result + jpeg[position...]
}

/// Puts a segment behind SOI.
func insertingSegment(_ marker: UInt8, _ payload: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
  let length = payload.count + 2
  return Array(jpeg[..<2]) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload + jpeg[2...]
}
