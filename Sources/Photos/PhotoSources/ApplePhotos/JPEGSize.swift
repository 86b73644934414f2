/// The size of a JPEG, from its frame's header (ITU-T T.81, B.2.2).
enum JPEGSize {
  /// Of the shorter side, in pixels; nil for what is no JPEG.
  static func shortSide(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var place = 2
    while place + 9 < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      // All SOF but DHT, JPG and DAC.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
        let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
        return min(width, height) > 0 ? min(width, height) : nil
      }
      guard length >= 2, marker != 0xD9, marker != 0xDA else { return nil }
      place += 2 + length
    }
    return nil
  }
}
