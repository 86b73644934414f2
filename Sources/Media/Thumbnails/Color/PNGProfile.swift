import CZlib

/// The colour profile in a PNG's `iCCP` (PNG's third edition, 11.3.2.3): packed, behind its name.
enum PNGProfile {
  /// A name has at most 79 bytes, an end, and one byte that says how it is packed.
  private static let longestName = 79

  /// As it is unpacked; empty for what cannot be unpacked: other programs show such a picture as it is.
  /// - Parameter most: a profile is not larger, in bytes.
  static func unpacked(_ part: [UInt8], upTo most: Int) -> [UInt8] {
    guard let end = part.prefix(longestName + 1).firstIndex(of: 0), part.count > end + 2, part[end + 1] == 0 else {
      return []
    }
    let packed = Array(part[(end + 2)...])
    // Nothing where it is damaged, or more.
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
