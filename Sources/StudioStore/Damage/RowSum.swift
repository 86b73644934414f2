import GRDB

/// A sum of a row's values, kept beside them, so that bits which have changed on the disk are found: SQLite's own checks see its
/// structure alone.
///
/// Each step of it can be undone, so two rows that differ in one word alone never have the same.
struct RowSum: Equatable {
  let value: Int64
  /// Rows with more bytes are not searched for a bit that has changed: the search grows with their square.
  private static let searched = 16_384

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
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
    }
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      var rest: UInt64 = 0
      for (shift, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << (8 * UInt64(shift)) }
      add(rest)
    }
    add(UInt64(bytes.count))
    value = Int64(bitPattern: sum)
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

  /// The values as they were when they were summed, where one bit of them, or of the sum, has changed; nil where it was more.
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
    if (RowSum(bytes).value ^ sum).nonzeroBitCount <= 1 { return all() }
    guard bytes.count <= searched else { return nil }
    for (index, range) in content.enumerated() {
      for place in range {
        for bit in UInt8(0)..<8 {
          bytes[place] ^= 1 << bit
          if RowSum(bytes).value == sum {
            cells[index].bytes = Array(bytes[range])
            return all()
          }
          bytes[place] ^= 1 << bit
        }
      }
    }
    return nil
  }
}
