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
}
