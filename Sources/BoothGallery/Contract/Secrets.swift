import BoothCore
import Crypto

/// Base 64 for links (RFC 4648, section 5), without padding.
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
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

/// Comparisons that take the same time wherever the difference lies.
enum Secrets {
  static func equal(_ a: String, _ b: String) -> Bool {
    // Digests are compared in constant time, and have one length.
    SHA256.hash(data: Array(a.utf8)) == SHA256.hash(data: Array(b.utf8))
  }

  static func sign(_ message: String, with secret: String) -> String {
    Base64URL.encode(
      HMAC<SHA256>.authenticationCode(for: Array(message.utf8), using: SymmetricKey(data: Array(secret.utf8))))
  }
}

/// The key of an event whose gallery is for those who have its link.
enum EventKey {
  /// 22 signs of base64url hold 132 bits.
  static func of(_ event: EventID, secret: String) -> String {
    String(Secrets.sign("event-key:\(event)", with: secret).prefix(22))
  }
}
