/// A part of a PNG picture (PNG specification, 5.3), for pictures that no program here writes.
enum PNGPart {
  static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let summed = Array(type.utf8) + content
    var sum = UInt32.max
    for byte in summed {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return big(UInt32(content.count)) + summed + big(~sum)
  }

  /// As zlib has bytes that are not made smaller (RFC 1950, RFC 1951); fewer than 65,536 of them.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    var packed: [UInt8] = [0x78, 0x01, 1]
    for number in [count, ~count] { packed += [UInt8(number & 255), UInt8(number >> 8)] }
    return packed + bytes + big(high << 16 | low)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
