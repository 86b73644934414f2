/// Writes PNG files of every colour type and depth, plain or interlaced, as the specification says (RFC 2083); the image
/// data is stored, not compressed.
struct PNGWriter {
  enum Color: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6
  }

  var width: Int
  var height: Int
  var depth: Int
  var color: Color
  var isInterlaced = false
  var palette: [UInt8] = []
  /// Of the palette's entries.
  var alphas: [UInt8] = []
  /// The samples of a pixel, each of `depth` bits.
  var sample: (_ x: Int, _ y: Int) -> [Int]

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk(
      "IHDR", Self.number(width) + Self.number(height) + [UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0])
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if !alphas.isEmpty { file += Self.chunk("tRNS", alphas) }
    return file + Self.chunk("IDAT", Self.stored(data)) + Self.chunk("IEND", [])
  }

  private var data: [UInt8] {
    // Where each pass of Adam7 begins, and how far apart its pixels are.
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var data: [UInt8] = []
    for (left, top, across, down) in passes where left < width && top < height {
      for y in stride(from: top, to: height, by: down) {
        data.append(0)
        var (bits, count) = (0, 0)
        for x in stride(from: left, to: width, by: across) {
          for value in sample(x, y) {
            bits = bits << depth | value
            count += depth
            while count >= 8 {
              data.append(UInt8(bits >> (count - 8) & 255))
              count -= 8
            }
            bits &= (1 << count) - 1
          }
        }
        if count > 0 { data.append(UInt8(bits << (8 - count) & 255)) }
      }
    }
    return data
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var from = 0
    repeat {
      let count = min(65_535, data.count - from)
      let isLast: UInt8 = from + count == data.count ? 1 : 0
      stream += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += data[from..<from + count]
      from += count
    } while from < data.count
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + number(b << 16 | a)
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return number(content.count) + body + number(Int(~crc))
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
}
