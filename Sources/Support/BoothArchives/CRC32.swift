/// The checksum of ZIP and PNG files: the CRC of ISO 3309, polynomial 0xEDB88320, eight bytes a step.
package struct CRC32 {
  private var register: UInt32 = 0xFFFF_FFFF
  package var value: UInt32 { ~register }

  package init() {}

  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  package mutating func add(_ bytes: [UInt8]) {
    var sum = register
    Self.tables.withUnsafeBufferPointer { table in
      bytes.withUnsafeBytes { bytes in
        var index = 0
        while index + 8 <= bytes.count {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(sum)
          sum =
            table[1792 + Int(word & 0xFF)] ^ table[1536 + Int(word >> 8 & 0xFF)]
            ^ table[1280 + Int(word >> 16 & 0xFF)] ^ table[1024 + Int(word >> 24 & 0xFF)]
          sum ^=
            table[768 + Int(word >> 32 & 0xFF)] ^ table[512 + Int(word >> 40 & 0xFF)]
            ^ table[256 + Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
          index += 8
        }
        while index < bytes.count {
          sum = sum >> 8 ^ table[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
          index += 1
        }
      }
    }
    register = sum
  }
}
