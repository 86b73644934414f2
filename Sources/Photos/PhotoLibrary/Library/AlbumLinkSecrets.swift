import Crypto
import FoundationEssentials

/// The secrets of links to albums. A link's own is 128 bits by chance. Kept is its SHA-256; of a PIN the HMAC under the link's secret, so
/// that the few PINs there are cannot be tried by a person who has the file alone.
enum AlbumLinkSecrets {
  private static let tokenBytes = 16

  /// A new secret, as it is part of an address: 22 letters, digits, `-` and `_`.
  static func token() -> String { text(random(tokenBytes)) }

  /// A key by chance.
  static func key() -> String { text(random(32)) }

  /// Whether a text could be a link's secret.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count == 22
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// What is kept of a link's secret.
  static func kept(_ token: String) -> String { text(SHA256.hash(data: Array(token.utf8))) }

  /// What is kept of a PIN.
  static func proof(ofPIN pin: String, _ token: String) -> String { authenticated("pin " + pin, by: token) }

  /// What a browser shows once the PIN was entered.
  /// - Parameters:
  ///   - day: the day on which it was entered.
  ///   - key: the link's own, which is nowhere but in the file: a person who has the link cannot make a pass without its PIN.
  static func pass(_ token: String, day: Int64, by key: String) -> String {
    authenticated("pass \(day) \(token)", by: key)
  }

  /// The days since 1970, in UTC.
  static func day(_ now: Int64) -> Int64 { now / 86_400 }

  /// Whether two are the same, without telling by the time how much of them is.
  static func same(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func authenticated(_ text: String, by key: String) -> String {
    Self.text(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: Array(key.utf8))))
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// In base 64 for addresses (RFC 4648, 5), without padding.
  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { sign -> Character? in
        switch sign {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: sign
        }
      })
  }
}
