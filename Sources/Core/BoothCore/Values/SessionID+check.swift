/// Two of an id's 16 bytes check the others, so that a link a person has mistyped is known for what it is, by the
/// server, before anything of the session has arrived.
///
/// To everybody else such an id is a UUID of version 4 like any other; 106 bits of it are random.
extension SessionID {
  /// Makes an id of 14 random bytes and their check.
  public init(checkedRandomBytes: [UInt8]) {
    precondition(checkedRandomBytes.count == 14, "a checked session id is made of 14 random bytes")
    let unchecked = SessionID(randomBytes: checkedRandomBytes + [0, 0])
    let check = Self.check(unchecked.bytes.prefix(14))
    self.init(randomBytes: checkedRandomBytes + [UInt8(check >> 8), UInt8(check & 0xFF)])
  }

  /// Whether the last two bytes are the check of the others. One in 65,536 ids made otherwise passes too. A single wrong
  /// digit, and two that changed places beside each other, are always found.
  public var isChecked: Bool {
    let bytes = bytes
    return Self.check(bytes.prefix(14)) == UInt16(bytes[14]) << 8 | UInt16(bytes[15])
  }

  private var bytes: [UInt8] {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }.map { byte in
      byte >= UInt8(ascii: "A") ? byte - UInt8(ascii: "A") + 10 : byte - UInt8(ascii: "0")
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// CRC-16 of ITU-T V.41's polynomial, 0x1021, from 0xFFFF ("CRC-16/IBM-3740"): it finds every burst of up to 16 bits.
  private static func check(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0xFFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
  }
}
