/// Base 64 for links (RFC 4648, section 5), without padding.
package enum URLBase64 {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var encoded: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        encoded.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { encoded.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The bytes of a text; nil for what is none that ``encode(_:)`` makes.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for sign in text.utf8 {
      let value: UInt8
      switch sign {
      case 0x41...0x5A: value = sign - 0x41
      case 0x61...0x7A: value = sign - 0x61 + 26
      case 0x30...0x39: value = sign - 0x30 + 52
      case 0x2D: value = 62
      case 0x5F: value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> UInt32(count) & 255))
      }
    }
    // What is left over are no bits of a byte, and fewer than a sign has.
    return count < 6 && bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }
}
