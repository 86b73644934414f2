/// Reads a TIFF structure as EXIF uses it (TIFF 6.0, CIPA DC-008), from bytes that may be anything.
///
/// Every access is checked against the bytes; directories are read one by one when asked for and never followed by
/// themselves, so that offsets in circles lead nowhere.
struct TIFFReader {
  struct Entry {
    var tag: UInt16
    var type: UInt16
    var count: Int
    /// Where the value stands: in the entry, or where the entry points.
    var valueOffset: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private let isLittleEndian: Bool
  private(set) var firstDirectory = 0

  /// Nil if the bytes do not begin with a TIFF header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4D, 0x4D): isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
    guard short(2) == 42, let first = long(4) else { return nil }
    firstDirectory = first
  }

  /// Finds the entry with `tag` in the directory at `offset`.
  func entry(_ tag: UInt16, inDirectoryAt offset: Int) -> Entry? {
    guard let count = short(offset) else { return nil }
    for index in 0..<count {
      let at = offset + 2 + index * 12
      guard let found = short(at), let type = short(at + 2), let values = long(at + 4) else { return nil }
      guard found == Int(tag) else { continue }
      let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]
      guard let size = sizes[type], values <= bytes.count else { return nil }
      let valueOffset: Int
      if values * size <= 4 {
        valueOffset = at + 8
      } else {
        guard let pointer = long(at + 8) else { return nil }
        valueOffset = pointer
      }
      guard valueOffset + values * size <= bytes.count else { return nil }
      return Entry(tag: tag, type: UInt16(type), count: values, valueOffset: valueOffset)
    }
    return nil
  }

  /// The first number of an entry of SHORTs or LONGs.
  func number(_ entry: Entry) -> Int? {
    guard entry.count >= 1 else { return nil }
    return switch entry.type {
    case 3: short(entry.valueOffset)
    case 4: long(entry.valueOffset)
    default: nil
    }
  }

  /// The text of an ASCII entry, up to its first NUL, without blanks around it; bytes that are no UTF-8 are replaced.
  func text(_ entry: Entry) -> String? {
    guard entry.type == 2 else { return nil }
    let value = bytes[entry.valueOffset..<entry.valueOffset + min(entry.count, 1024)].prefix { $0 != 0 }
    let text = String(decoding: value, as: UTF8.self)
    let start = text.firstIndex { $0 != " " } ?? text.endIndex
    let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
  }

  /// Four bytes at an offset as a whole number from 0; nil beyond the end.
  func word(_ offset: Int) -> Int? { long(offset) }

  private func short(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    let (a, b) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return isLittleEndian ? b << 8 | a : a << 8 | b
  }

  private func long(_ offset: Int) -> Int? {
    guard let first = short(offset), let second = short(offset + 2) else { return nil }
    return isLittleEndian ? second << 16 | first : first << 16 | second
  }
}
