import Crypto
import FoundationEssentials

/// What proves to a receiver who has sent a message, and when: HMAC-SHA256 with the receiver's secret over the seconds since
/// 1970, a dot, and the body.
enum WebhookSignature {
  static let idHeader = "Booth-Message"
  static let timeHeader = "Booth-Timestamp"
  static let header = "Booth-Signature"

  /// `v1=` and 64 hexadecimal digits.
  static func of(_ body: String, at seconds: Int64, secret: [UInt8]) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("\(seconds).\(body)".utf8), using: SymmetricKey(data: secret))
    let digits = Array("0123456789abcdef")
    return "v1=" + String(code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
