/// MD5 (RFC 1321), as the catalogs name photographs and themselves by it. It is no protection: two files with one hash can be
/// made on purpose.
///
/// ```swift
/// MD5Hash.hex(of: Array("abc".utf8))  // 900150983cd24fb0d6963f7d28e17f72
/// ```
public struct MD5Hash: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// floor(2^32 × abs(sin(i + 1))), section 3.4 of RFC 1321.
  private static let constants: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// Of nothing yet.
  public init() {}

  /// Takes more bytes, in pieces of any size.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let all = rest + bytes
    count &+= UInt64(all.count - rest.count)
    all.withUnsafeBufferPointer { pointer in
      var place = 0
      while place + 64 <= pointer.count {
        Self.block(&state, pointer, place)
        place += 64
      }
      rest = Array(pointer[place...])
    }
  }

  /// The hash of all that was taken: 16 bytes.
  public consuming func finish() -> [UInt8] {
    let bits = count &* 8
    let padding = (rest.count < 56 ? 56 : 120) - rest.count
    update(
      [0x80] + [UInt8](repeating: 0, count: padding - 1) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
    return [state.0, state.1, state.2, state.3].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

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

  private static func block(
    _ state: inout (UInt32, UInt32, UInt32, UInt32), _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { words in
      for index in 0..<16 {
        let place = start + index * 4
        words[index] =
          UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
          | UInt32(bytes[place + 3]) << 24
      }
      constants.withUnsafeBufferPointer { constants in
        shifts.withUnsafeBufferPointer { shifts in
          var (a, b, c, d) = state
          for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step >> 4 {
            case 0: (mixed, word) = ((b & c) | (~b & d), step)
            case 1: (mixed, word) = ((d & b) | (~d & c), (5 &* step &+ 1) & 15)
            case 2: (mixed, word) = (b ^ c ^ d, (3 &* step &+ 5) & 15)
            default: (mixed, word) = (c ^ (b | ~d), (7 &* step) & 15)
            }
            let sum = a &+ mixed &+ constants[step] &+ words[word]
            let shift = shifts[(step >> 4) &* 4 &+ (step & 3)]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 &- shift)))
          }
          state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
        }
      }
    }
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
