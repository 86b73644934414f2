import Crypto

/// MD5 (RFC 1321), as the catalogs name photographs and themselves by it. It is no protection: two files with one hash can be
/// made on purpose.
///
/// ```swift
/// MD5Hash.hex(of: Array("abc".utf8))  // 900150983cd24fb0d6963f7d28e17f72
/// ```
public struct MD5Hash: Sendable {
  private var hash = Insecure.MD5()

  /// Of nothing yet.
  public init() {}

  /// Takes more bytes, in pieces of any size.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isWhole: Void? = bytes.withContiguousStorageIfAvailable {
      hash.update(bufferPointer: UnsafeRawBufferPointer($0))
    }
    if isWhole == nil { hash.update(data: Array(bytes)) }
  }

  /// The hash of all that was taken: 16 bytes.
  public consuming func finish() -> [UInt8] { Array(hash.finalize()) }

  /// As 32 lower-case digits.
  public static func hex(of bytes: some Sequence<UInt8>) -> String {
    var hash = MD5Hash()
    hash.update(bytes)
    return hex(hash.finish())
  }

  /// Bytes in lower-case hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// A hash by which a catalog names a photograph: 32 lower-case hexadecimal digits, kept in the 16 bytes that they are of, as there
/// may be millions.
public struct PhotoMD5: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The digits.
  public var text: String {
    String(unsafeUninitializedCapacity: 32) { place in
      for index in 0..<32 {
        let digit = UInt8(truncatingIfNeeded: (index < 16 ? high : low) >> UInt64(60 - index % 16 * 4)) & 15
        place[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
      return 32
    }
  }

  /// Nil for what is no such hash; capitals are made small.
  public init?(_ text: some StringProtocol) {
    var (high, low, count) = (UInt64(0), UInt64(0), 0)
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x57
      case 0x41...0x46: digit = byte - 0x37
      default: return nil
      }
      count += 1
      guard count <= 32 else { return nil }
      if count <= 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    guard count == 32 else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// Of bytes.
  public init(of bytes: some Sequence<UInt8>) {
    var hash = MD5Hash()
    hash.update(bytes)
    self.init(hash)
  }

  /// Of bytes that were hashed elsewhere.
  public init(_ hash: consuming MD5Hash) {
    let bytes = hash.finish()
    high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The digits.
  public var description: String { text }
}
