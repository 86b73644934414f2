import GRDB

/// A sum of a row's values, kept beside them, so that bits which have changed on the disk are found: SQLite's own checks see its
/// structure alone.
///
/// Each step of it can be undone, so two rows that differ in one word alone never have the same.
struct RowSum: Equatable {
  let value: Int64

  /// The same for triggers: of a table's name and a row's values.
  static let function = DatabaseFunction("row_sum", pure: true) { values in
    RowSum(of: values.first.flatMap(String.fromDatabaseValue) ?? "", Array(values.dropFirst())).value
  }

  /// What a value is summed as.
  private struct Cell {
    var kind: UInt8
    var bytes: [UInt8]

    init(_ value: DatabaseValue, isText: Bool = false) {
      switch value.storage {
      case .null: (kind, bytes) = (0, [])
      case .int64(let number): (kind, bytes) = (1, RowSum.words(UInt64(bitPattern: number)))
      case .double(let number): (kind, bytes) = (2, RowSum.words(number.bitPattern))
      case .string(let text): (kind, bytes) = (3, Array(text.utf8))
      case .blob(let data): (kind, bytes) = (isText ? 3 : 4, Array(data))
      }
    }

    /// Nil for a text that is none.
    var value: DatabaseValue? {
      let number = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return switch kind {
      case 0: .null
      case 1: Int64(bitPattern: number).databaseValue
      case 2: Double(bitPattern: number).databaseValue
      case 3: String(validating: bytes, as: UTF8.self)?.databaseValue
      default: nil
      }
    }
  }

  /// - Parameter values: in the order in which they are always given.
  init(of table: String, _ values: [DatabaseValue]) { self.init(Self.layout(table, values.map { Cell($0) }).bytes) }

  private init(_ bytes: [UInt8]) {
    var sum = Self.start
    for place in stride(from: 0, through: bytes.count, by: 8) { sum = Self.step(sum, Self.word(bytes, place)) }
    value = Int64(bitPattern: Self.step(sum, UInt64(bytes.count)))
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let sum = (sum ^ word) &* factor
    return sum ^ sum >> 29
  }

  /// What a step with an empty word has made this of; with any other word it was that, with the word in it.
  private static func undone(_ sum: UInt64) -> UInt64 {
    var number = sum
    for _ in 0..<2 { number = sum ^ number >> 29 }
    return number &* inverse
  }

  /// Of the factor: each round doubles the bits that are right.
  private static let inverse: UInt64 = {
    var number = factor
    for _ in 0..<5 { number = number &* (2 &- factor &* number) }
    return number
  }()

  /// Eight bytes from there on, the first of them the lowest; zeros where there are none.
  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      if place + 8 <= bytes.count {
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      var rest: UInt64 = 0
      for (shift, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << (8 * UInt64(shift)) }
      return rest
    }
  }

  /// The cells one behind the other, each with its kind and length; and where what they hold lies.
  private static func layout(_ table: String, _ cells: [Cell]) -> (bytes: [UInt8], content: [Range<Int>]) {
    var bytes = Array(table.utf8)
    var content: [Range<Int>] = []
    for cell in cells {
      bytes.append(cell.kind)
      bytes += words(UInt64(cell.bytes.count))
      content.append(bytes.count..<bytes.count + cell.bytes.count)
      bytes += cell.bytes
    }
    return (bytes, content)
  }

  private static func words(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// The values as they were when they were summed, where one bit of the sum has changed, or one byte of them; nil where it was more.
  /// Takes as long as to sum them four times, whatever has changed.
  ///
  /// Steps can be undone, so for each word there is one alone with which the sum would be right: what the words before it make, and
  /// what those behind it were made of, say which. It is taken where it differs in one byte from the word that is there. Of the
  /// highest byte a step moves little: what has changed in it looks like two bytes of the next word and the other way round, so there
  /// it is to be one bit.
  /// - Parameters:
  ///   - values: as they were read, the texts as blobs: what has changed in them may be no text any more.
  ///   - sum: as it was read.
  static func mended(_ table: String, _ values: [(value: DatabaseValue, isText: Bool)], sum: Int64) -> [DatabaseValue]?
  {
    var cells = values.map { Cell($0.value, isText: $0.isText) }
    func all() -> [DatabaseValue]? {
      let values = cells.compactMap(\.value)
      return values.count == cells.count ? values : nil
    }
    var (bytes, content) = layout(table, cells)
    let places = Array(stride(from: 0, through: bytes.count, by: 8))
    // What the words before each make.
    var before: [UInt64] = []
    before.reserveCapacity(places.count)
    var made = start
    for place in places {
      before.append(made)
      made = step(made, word(bytes, place))
    }
    let own = step(made, UInt64(bytes.count))
    if (own ^ UInt64(bitPattern: sum)).nonzeroBitCount <= 1 { return all() }
    // What those from each on were made of.
    var wanted = undone(UInt64(bitPattern: sum)) ^ UInt64(bytes.count)
    var found: [(place: Int, word: UInt64)] = []
    for (place, before) in zip(places, before).reversed() {
      let there = word(bytes, place)
      let word = undone(wanted) ^ before
      if let changed = changed(there, word).map({ place + $0 }) { found.append((changed, word)) }
      wanted = undone(wanted) ^ there
    }
    guard found.count == 1, let changed = found.first, content.contains(where: { $0.contains(changed.place) }) else {
      return nil
    }
    bytes[changed.place] = UInt8(truncatingIfNeeded: changed.word >> (8 * UInt64(changed.place % 8)))
    for (index, range) in content.enumerated() { cells[index].bytes = Array(bytes[range]) }
    return all()
  }

  /// Which byte of two words alone differs; nil where it is more than a step leaves no doubt about.
  private static func changed(_ one: UInt64, _ other: UInt64) -> Int? {
    let difference = one ^ other
    let place = difference.trailingZeroBitCount / 8
    guard difference != 0, difference & ~(0xFF << (8 * UInt64(place))) == 0 else { return nil }
    return place < 7 || difference.nonzeroBitCount == 1 ? place : nil
  }
}
