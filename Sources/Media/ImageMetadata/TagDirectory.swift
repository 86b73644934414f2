/// The directories of a TIFF structure (TIFF 6.0, BigTIFF, CIPA DC-008), wherever in a file it stands.
///
/// A directory is read when it is asked for, and never followed by itself; who follows counts. Values are read one by one.
struct TagReader {
  let window: ByteWindow
  /// Where offsets count from, in the file.
  let base: Int
  /// Where the structure ends, in the file.
  let end: Int
  let isLittle: Bool
  let isBig: Bool
  /// Where the first directory stands, from ``base``.
  let first: Int

  /// Nil where no TIFF header stands at `base`. Cameras write other numbers than 42 into raw files: `magics` are those
  /// that are taken.
  init?(_ window: ByteWindow, at base: Int, end: Int, magics: Set<Int> = [42]) {
    guard let mark = window.number(base, 2), mark == 0x4949 || mark == 0x4D4D else { return nil }
    self.window = window
    self.base = base
    self.end = min(end, window.count)
    isLittle = mark == 0x4949
    guard let magic = window.number(base + 2, 2, little: isLittle) else { return nil }
    isBig = magic == 43
    guard isBig || magics.contains(magic) else { return nil }
    guard let first = window.number(base + (isBig ? 8 : 4), isBig ? 8 : 4, little: isLittle) else { return nil }
    self.first = first
  }

  /// Directories that stand without a header, as in maker notes.
  init(_ window: ByteWindow, base: Int, end: Int, isLittle: Bool, first: Int) {
    self.window = window
    self.base = base
    self.end = min(end, window.count)
    self.isLittle = isLittle
    isBig = false
    self.first = first
  }

  /// Nil where it does not lie within the structure.
  func directory(_ offset: Int) -> TagDirectory? {
    let counts = isBig ? 8 : 2
    guard offset > 0, offset < end - base, let said = window.number(base + offset, counts, little: isLittle) else {
      return nil
    }
    let entrySize = isBig ? 20 : 12
    // No writer makes more; what a hostile one says is not believed. A cut directory has the entries that are there.
    let room = (end - base - offset - counts) / entrySize
    let count = min(said, 1024, max(0, room))
    guard let slice = window.bytes(base + offset + counts, count * entrySize) else { return nil }
    let raw = Array(slice)
    var entries: [TagEntry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let at = index * entrySize
      let tag = number(raw, at, 2)
      let type = number(raw, at + 2, 2)
      let values = number(raw, at + 4, isBig ? 8 : 4)
      let inline = isBig ? 8 : 4
      guard let size = Self.size(of: type), values >= 0, values <= end else { continue }
      let length = values * size
      let place =
        length <= inline ? offset + counts + at + (isBig ? 12 : 8) : number(raw, at + (isBig ? 12 : 8), inline)
      guard place >= 0, length <= end - base, place <= end - base - length else { continue }
      entries.append(TagEntry(tag: tag, type: type, count: values, at: base + place))
    }
    let next =
      said == count ? window.number(base + offset + counts + count * entrySize, isBig ? 8 : 4, little: isLittle) : 0
    return TagDirectory(reader: self, entries: entries, next: next ?? 0, isCut: said > room)
  }

  private func number(_ bytes: [UInt8], _ at: Int, _ size: Int) -> Int {
    var value: UInt64 = 0
    for index in 0..<size { value = value << 8 | UInt64(bytes[at + (isLittle ? size - 1 - index : index)]) }
    return Int(exactly: value) ?? -1
  }

  private static func size(of type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }
}

/// One entry; its values lie within the structure.
struct TagEntry {
  var tag: Int
  var type: Int
  var count: Int
  /// Where its first value stands in the file.
  var at: Int
}

/// One directory, with its values.
struct TagDirectory {
  let reader: TagReader
  let entries: [TagEntry]
  /// Where the next one stands; 0 where this is the last.
  let next: Int
  /// Whether it says that it goes on behind the end.
  let isCut: Bool

  func entry(_ tag: Int) -> TagEntry? { entries.first { $0.tag == tag } }

  /// The `index`th whole number of a tag.
  func number(_ tag: Int, _ index: Int = 0) -> Int? {
    guard let entry = entry(tag), index < entry.count else { return nil }
    return number(entry, index)
  }

  func number(_ entry: TagEntry, _ index: Int) -> Int? {
    let size =
      switch entry.type {
      case 1, 7: 1
      case 3: 2
      case 4, 13: 4
      case 16, 18: 8
      default: 0
      }
    guard size > 0 else { return nil }
    return reader.window.number(entry.at + index * size, size, little: reader.isLittle)
  }

  /// The first whole numbers of a tag, `limit` at most.
  func numbers(_ tag: Int, limit: Int) -> [Int] {
    guard let entry = entry(tag) else { return [] }
    return (0..<min(entry.count, limit)).compactMap { number(entry, $0) }
  }

  /// A fraction, or a whole number, as it is; nil where its divisor is 0.
  func real(_ tag: Int, _ index: Int = 0) -> Double? {
    guard let entry = entry(tag), index < entry.count else { return nil }
    guard entry.type == 5 || entry.type == 10 else { return number(entry, index).map(Double.init) }
    let (window, little) = (reader.window, reader.isLittle)
    guard let above = window.number(entry.at + index * 8, 4, little: little),
      let below = window.number(entry.at + index * 8 + 4, 4, little: little), below != 0
    else { return nil }
    guard entry.type == 10 else { return Double(above) / Double(below) }
    return Double(Int32(truncatingIfNeeded: above)) / Double(Int32(truncatingIfNeeded: below))
  }

  /// The text of a tag up to its first NUL, without blanks around it, at most 256 bytes; nil where nothing is left. Bytes
  /// that are no UTF-8 are taken for Latin-1.
  func text(_ tag: Int) -> String? {
    guard let entry = entry(tag), entry.type == 2 || entry.type == 7 || entry.type == 1,
      let bytes = reader.window.bytes(entry.at, min(entry.count, 256))
    else { return nil }
    return Words.text(bytes)
  }
}

/// Text as files hold it.
enum Words {
  static func text(_ bytes: some Sequence<UInt8>) -> String? {
    var raw = Array(bytes.prefix { $0 != 0 })
    while let last = raw.last, last <= 0x20 { raw.removeLast() }
    raw.removeFirst(raw.prefix { $0 <= 0x20 }.count)
    guard !raw.isEmpty else { return nil }
    var text =
      String(validating: raw, as: UTF8.self) ?? String(String.UnicodeScalarView(raw.map { Unicode.Scalar($0) }))
    // Nothing that would move a terminal's cursor.
    text.unicodeScalars.removeAll { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    return text.isEmpty ? nil : text
  }
}
