import Crypto
import FoundationEssentials

/// Secrets of cookies and one-time links: 256 bits by chance, kept as their hash alone.
enum StudioSecret {
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Letters, digits, `-` and `_`: safe in addresses and cookies.
  static func make(_ count: Int = 32) -> String { url(bytes(count)) }

  /// What is kept of a secret. Plain SHA-256 will do: 256 bits cannot be guessed.
  static func kept(_ secret: String) -> String { url(Array(SHA256.hash(data: Array(secret.utf8)))) }

  private static func url(_ bytes: [UInt8]) -> String {
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
