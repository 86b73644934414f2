import CZlib
import PhotoFiles

/// The colour profile inside of a PNG picture (PNG's third edition, 11.3.2.3): packed, behind its name, before the pixels.
enum PNGProfile {
  /// How many parts are looked at.
  private static let mostParts = 256
  /// A name has at most 79 bytes, an end, and one byte that says how it is packed.
  private static let longestName = 79

  /// As it is unpacked; empty where there is none, or none that can be unpacked: other programs show such a picture as it is.
  /// - Parameter most: a profile is not larger, in bytes.
  static func read(_ file: PhotoFileReader, upTo most: Int) throws(PhotoFileReader.ReadError) -> [UInt8] {
    var at = 8
    for _ in 0..<mostParts {
      guard at + 12 <= file.count else { return [] }
      let head = try file.read(at: at, count: 8)
      guard head.count == 8 else { return [] }
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "IDAT", "IEND": return []
      case "iCCP":
        guard length <= most, at + 12 + length <= file.count else { return [] }
        let part = try file.read(at: at + 8, count: length)
        guard let end = part.prefix(longestName + 1).firstIndex(of: 0), part.count > end + 2, part[end + 1] == 0 else {
          return []
        }
        return unpacked(Array(part[(end + 2)...]), upTo: most)
      default: at += 12 + length
      }
    }
    return []
  }

  /// Nothing where it is damaged, or more.
  private static func unpacked(_ packed: [UInt8], upTo most: Int) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var result = Z_OK
    let bytes = packed.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: most) { target, made in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = CUnsignedInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = CUnsignedInt(most)
        result = inflate(&stream, Z_FINISH)
        made = most - Int(stream.avail_out)
      }
    }
    return result == Z_STREAM_END ? bytes : []
  }
}
