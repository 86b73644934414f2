import BoothCore
import Crypto
import WebSupport

/// Comparisons that take the same time wherever the difference lies.
enum Secrets {
  static func equal(_ a: String, _ b: String) -> Bool {
    // Digests are compared in constant time, and have one length.
    SHA256.hash(data: Array(a.utf8)) == SHA256.hash(data: Array(b.utf8))
  }

  static func sign(_ message: String, with secret: String) -> String {
    URLBase64.encode(
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
