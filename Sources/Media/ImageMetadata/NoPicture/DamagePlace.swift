/// Where the damage of a file begins, as far as its bytes show it. Reads all of a file, up to a bound.
public enum DamagePlace {
  /// No more is read for it.
  private static let most = 256 << 20
  private static let piece = 1 << 18
  /// So many zeros at the end of a file are no picture's: room that was set aside for a copy, and not filled.
  private static let leastZeros = 4096

  /// In bytes from the file's start; nil where nothing shows it. Blocks as long as the bytes' own reads do.
  public static func find(_ bytes: any PhotoBytes, _ format: PhotoFormat) -> Int? {
    do {
      if let zeros = try zeros(bytes) { return zeros }
      return format == .png ? try chunk(bytes) : nil
    } catch {
      // A disk that fails is named by what reads the picture.
      return nil
    }
  }

  /// Where the zeros begin with which it ends.
  private static func zeros(_ bytes: any PhotoBytes) throws -> Int? {
    var end = bytes.count
    while end > 0, bytes.count - end <= most {
      let start = max(0, end - piece)
      let read = try bytes.read(at: start, count: end - start)
      guard read.count == end - start else { return nil }
      if let last = read.lastIndex(where: { $0 != 0 }) {
        let begin = start + last + 1
        return bytes.count - begin >= leastZeros ? begin : nil
      }
      end = start
    }
    return end == 0 && bytes.count >= leastZeros ? 0 : nil
  }

  /// The first chunk of a PNG whose sum is not that of its bytes.
  private static func chunk(_ bytes: any PhotoBytes) throws -> Int? {
    var at = 8
    while at + 12 <= bytes.count, at < most {
      let head = try bytes.read(at: at, count: 4)
      guard head.count == 4 else { return nil }
      let length = head.reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - at - 12, length <= most else { return at }
      let content = try bytes.read(at: at + 4, count: length + 8)
      guard content.count == length + 8 else { return nil }
      let said = content.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard said == sum(content.dropLast(4)) else { return at }
      if content.starts(with: "IEND".utf8) { return nil }
      at += length + 12
    }
    return nil
  }

  /// CRC-32 (PNG, annex D).
  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
