import BoothCore
import CTurboJPEG

/// Photos of four colours, in every kind that can be made without a library, and some small ones that libraries made.
enum TestPhotos {
  /// The colours of the upright picture: top left, top right, bottom left, bottom right.
  static let colors: [SIMD3<UInt8>] = [
    SIMD3(220, 30, 30), SIMD3(30, 190, 40), SIMD3(40, 50, 210), SIMD3(235, 235, 225),
  ]
  static let upright = PixelSize(width: 96, height: 64)

  /// Pixels that stand upright as the four colours once they are turned so.
  static func stored(_ orientation: Orientation = .upright, size: PixelSize = upright) -> (
    size: PixelSize, rgb: [UInt8]
  ) {
    let stored = orientation.apply(to: size)
    var pixels = [UInt8](repeating: 0, count: stored.area * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = colors[(y * 2 >= size.height ? 2 : 0) + (x * 2 >= size.width ? 1 : 0)]
        let source = orientation.source(ofX: x, y: y, in: stored)
        let at = (source.y * stored.width + source.x) * 3
        (pixels[at], pixels[at + 1], pixels[at + 2]) = (color.x, color.y, color.z)
      }
    }
    return (stored, pixels)
  }

  static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
  }
  static func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

  /// EXIF's structure with nothing but an orientation.
  static func exif(_ orientation: Orientation) -> [UInt8] {
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42]
    for (value, size) in [(8, 4), (1, 2), (0x112, 2), (3, 2), (1, 4), (orientation.rawValue, 2), (0, 6)] {
      bytes += big(value, size)
    }
    return bytes
  }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(payload.count + 2, 2) + payload
  }

  /// A JPEG with segments put in behind its beginning.
  static func jpeg(
    _ orientation: Orientation = .upright, size: PixelSize = upright, sampling: TJSAMP = TJSAMP_420,
    isProgressive: Bool = false,
    isCMYK: Bool = false, quality: Int32 = 92, segments: [[UInt8]] = []
  ) -> [UInt8] {
    let (stored, rgb) = stored(orientation, size: size)
    var pixels = rgb
    if isCMYK {
      // As Adobe's programs store it: 255 is no ink.
      pixels = []
      for index in 0..<stored.area { pixels += rgb[index * 3..<index * 3 + 3] + [255] }
    }
    let bytes = encode(
      pixels, stored, isCMYK ? TJPF_CMYK : TJPF_RGB, sampling, quality, isProgressive ? TJFLAG_PROGRESSIVE : 0)
    var file: [UInt8] = [0xFF, 0xD8]
    if orientation != .upright { file += segment(0xE1, Array("Exif\0\0".utf8) + exif(orientation)) }
    for segment in segments { file += segment }
    return file + bytes.dropFirst(2)
  }

  static func encode(
    _ pixels: [UInt8], _ size: PixelSize, _ format: TJPF, _ sampling: TJSAMP, _ quality: Int32, _ flags: Int32 = 0
  ) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = tjCompress2(
      handle, pixels, Int32(size.width), 0, Int32(size.height), Int32(format.rawValue), &bytes, &count,
      Int32(sampling.rawValue),
      quality, flags)
    precondition(result == 0, "the test's own picture can be made")
    defer { tjFree(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Red, green and blue of a JPEG; nil where it cannot be decoded without a warning.
  static func decode(_ jpeg: [UInt8]) -> (size: PixelSize, rgb: [UInt8])? {
    let handle = tjInitDecompress()
    defer { tjDestroy(handle) }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &space) == 0 else {
      return nil
    }
    var pixels = [UInt8](repeating: 0, count: Int(width * height) * 3)
    guard tjDecompress2(handle, jpeg, UInt(jpeg.count), &pixels, width, 0, height, Int32(TJPF_RGB.rawValue), 0) == 0
    else { return nil }
    return (PixelSize(width: Int(width), height: Int(height)), pixels)
  }

  // MARK: PNG

  private static func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + Array(type.utf8) + content + big(crc(Array(type.utf8) + content), 4)
  }

  /// zlib's frame around bytes that are not packed.
  private static func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, bytes.count - at)
      out +=
        [at + count == bytes.count ? 1 : 0] + little(count, 2) + little(~count & 0xFFFF, 2) + bytes[at..<at + count]
      at += count
    } while at < bytes.count
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + big(b << 16 | a, 4)
  }

  enum PNGKind: CaseIterable { case rgb8, rgb16, rgba8, palette }

  static func png(_ kind: PNGKind = .rgb8, _ orientation: Orientation = .upright) -> [UInt8] {
    let (size, rgb) = stored(orientation)
    var rows: [UInt8] = []
    for y in 0..<size.height {
      rows.append(0)
      for x in 0..<size.width {
        let color = Array(rgb[(y * size.width + x) * 3..<(y * size.width + x) * 3 + 3])
        switch kind {
        case .rgb8: rows += color
        case .rgb16: rows += color.flatMap { [$0, $0] }
        case .rgba8: rows += color + [255]
        case .palette: rows.append(UInt8(colors.firstIndex(of: SIMD3(color[0], color[1], color[2])) ?? 0))
        }
      }
    }
    let head: [UInt8] =
      switch kind {
      case .rgb8: [8, 2]
      case .rgb16: [16, 2]
      case .rgba8: [8, 6]
      case .palette: [8, 3]
      }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", big(size.width, 4) + big(size.height, 4) + head + [0, 0, 0])
    if kind == .palette { file += chunk("PLTE", colors.flatMap { [$0.x, $0.y, $0.z] }) }
    if orientation != .upright { file += chunk("eXIf", exif(orientation)) }
    file += chunk("IDAT", unpacked(rows))
    return file + chunk("IEND", [])
  }

  // MARK: TIFF and BMP

  /// One strip, not packed.
  static func tiff(_ orientation: Orientation = .upright, isLittle: Bool = true, size: PixelSize = upright) -> [UInt8] {
    let (size, rgb) = stored(orientation, size: size)
    func number(_ value: Int, _ count: Int) -> [UInt8] { isLittle ? little(value, count) : big(value, count) }
    let tags: [(Int, Int, Int, [UInt8])] = [
      (0x100, 4, 1, number(size.width, 4)), (0x101, 4, 1, number(size.height, 4)),
      (0x102, 3, 1, number(8, 2) + [0, 0]),
      (0x103, 3, 1, number(1, 2) + [0, 0]), (0x106, 3, 1, number(2, 2) + [0, 0]), (0x111, 4, 1, number(200, 4)),
      (0x112, 3, 1, number(orientation.rawValue, 2) + [0, 0]), (0x115, 3, 1, number(3, 2) + [0, 0]),
      (0x116, 4, 1, number(size.height, 4)), (0x117, 4, 1, number(rgb.count, 4)),
    ]
    var bytes = (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4) + number(tags.count, 2)
    for (tag, type, count, value) in tags { bytes += number(tag, 2) + number(type, 2) + number(count, 4) + value }
    bytes += [UInt8](repeating: 0, count: 200 - bytes.count)
    return bytes + rgb
  }

  static func bmp(bits: Int, isFromTop: Bool = false) -> [UInt8] {
    let (size, rgb) = stored()
    let strideBytes = (size.width * bits + 31) / 32 * 4
    let isIndexed = bits <= 8
    let palette =
      isIndexed
      ? (0..<1 << bits).flatMap { index -> [UInt8] in
        let color = colors[min(index, 3)]
        return [color.z, color.y, color.x, 0]
      } : []
    var pixels: [UInt8] = []
    for row in 0..<size.height {
      let y = isFromTop ? row : size.height - 1 - row
      var line = [UInt8](repeating: 0, count: strideBytes)
      for x in 0..<size.width {
        let at = (y * size.width + x) * 3
        let (r, g, b) = (rgb[at], rgb[at + 1], rgb[at + 2])
        switch bits {
        case 32: line.replaceSubrange(x * 4..<x * 4 + 4, with: [b, g, r, 0])
        case 24: line.replaceSubrange(x * 3..<x * 3 + 3, with: [b, g, r])
        case 16:
          let value = (Int(r) >> 3) << 10 | (Int(g) >> 3) << 5 | Int(b) >> 3
          line.replaceSubrange(x * 2..<x * 2 + 2, with: little(value, 2))
        default:
          let index = colors.firstIndex(of: SIMD3(r, g, b)) ?? 0
          let perByte = 8 / bits
          line[x / perByte] |= UInt8(index << (8 - bits * (x % perByte + 1)))
        }
      }
      pixels += line
    }
    let start = 54 + palette.count
    var file = Array("BM".utf8)
    let height = isFromTop ? -size.height : size.height
    for (value, count) in [
      (start + pixels.count, 4), (0, 4), (start, 4), (40, 4), (size.width, 4), (height, 4), (1, 2), (bits, 2), (0, 24),
    ] {
      file += little(value, count)
    }
    return file + palette + pixels
  }

  /// A raw file of a kind that is built like TIFF, with a JPEG inside.
  static func nef(_ preview: [UInt8], _ orientation: Orientation = .upright) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ value: Int, _ count: Int = 1) -> [UInt8] {
      let content = type == 3 ? big(value, 2) + [0, 0] : big(value, 4)
      return big(tag, 2) + big(type, 2) + big(count, 4) + content
    }
    let main: [[UInt8]] = [
      entry(0xFE, 4, 1), entry(0x10F, 2, 180, 18), entry(0x112, 3, orientation.rawValue), entry(0x14A, 4, 100),
      entry(0x201, 4, 200), entry(0x202, 4, preview.count),
    ]
    let sensor: [[UInt8]] = [entry(0x100, 4, 6016), entry(0x101, 4, 4016), entry(0x103, 3, 1), entry(0x106, 3, 32_803)]
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42]
    bytes += big(8, 4)
    bytes += big(6, 2)
    bytes += main.flatMap(\.self)
    bytes += big(0, 4)
    bytes += [UInt8](repeating: 0, count: 100 - bytes.count)
    bytes += big(4, 2)
    bytes += sensor.flatMap(\.self)
    bytes += big(0, 4)
    bytes += [UInt8](repeating: 0, count: 180 - bytes.count)
    bytes += Array("NIKON CORPORATION\0".utf8)
    bytes += [UInt8](repeating: 0, count: 200 - bytes.count)
    return bytes + preview
  }
}
