import Crypto

/// The checksum of bytes in memory, as the database has it.
public enum Checksum {
  /// SHA-256 in lower-case hexadecimal, on the thread that asks.
  public static func of(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
