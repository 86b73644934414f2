/// Reads `bplist00`, as CoreFoundation's CFBinaryPList.c describes it: objects, a table of their places, a trailer of 32 bytes.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let table: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private var left = PropertyList.mostValues

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    var reader = try BinaryPropertyList(bytes)
    return try reader.object(Int(exactly: try reader.unsigned(bytes.count - 16, 8)) ?? -1, depth: 0)
  }

  private init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count >= 40 else { throw PropertyListError(words: "ends in the middle") }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func long(_ place: Int) -> UInt64 { bytes[place..<(place + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
    guard let count = Int(exactly: long(trailer + 8)), let table = Int(exactly: long(trailer + 24)),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, table >= 8, table < trailer,
      count <= (trailer - table) / offsetSize
    else { throw PropertyListError(words: "has a trailer that cannot be") }
    self.count = count
    self.table = table
  }

  private func unsigned(_ place: Int, _ size: Int) throws(PropertyListError) -> UInt64 {
    guard place >= 0, size >= 0, place <= bytes.count - size else {
      throw PropertyListError(words: "ends in the middle")
    }
    var value: UInt64 = 0
    for byte in bytes[place..<(place + size)] { value = value << 8 | UInt64(byte) }
    guard value <= UInt64(Int.max) || size == 8 else { throw PropertyListError(words: "has a number that cannot be") }
    return value
  }

  private func place(_ index: Int) throws(PropertyListError) -> Int {
    guard index >= 0, index < count, let place = Int(exactly: try unsigned(table + index * offsetSize, offsetSize)),
      place >= 8,
      place < table
    else { throw PropertyListError(words: "points outside of itself") }
    return place
  }

  /// The length of what has its count in four bits, or in an integer behind them; and where it begins.
  private func length(_ place: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    let short = Int(bytes[place] & 0x0F)
    guard short == 15 else { return (short, place + 1) }
    guard place + 1 < table, bytes[place + 1] >> 4 == 1 else {
      throw PropertyListError(words: "has a length that is none")
    }
    let size = 1 << Int(bytes[place + 1] & 0x0F)
    guard size <= 8, let count = Int(exactly: try unsigned(place + 2, size)) else {
      throw PropertyListError(words: "has a length that cannot be")
    }
    return (count, place + 2 + size)
  }

  private func slice(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard start <= table, count <= table - start else { throw PropertyListError(words: "ends in the middle") }
    return bytes[start..<(start + count)]
  }

  private func reference(_ start: Int, _ index: Int) throws(PropertyListError) -> Int {
    Int(exactly: try unsigned(start + index * referenceSize, referenceSize)) ?? -1
  }

  private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyList {
    left -= 1
    guard depth < PropertyList.depth, left > 0 else { throw PropertyListError(words: "is too deep or too large") }
    let place = try place(index)
    let kind = bytes[place]
    switch kind >> 4 {
    case 0x0:
      guard kind == 0x08 || kind == 0x09 else { throw PropertyListError(words: "has a value of no known kind") }
      return .boolean(kind == 0x09)
    case 0x1:
      let size = 1 << Int(kind & 0x0F)
      guard size <= 16 else { throw PropertyListError(words: "has a number that cannot be") }
      // Those of 16 bytes are of values above Int64.max; their lower half is read.
      return .integer(Int64(bitPattern: try unsigned(place + 1 + max(size - 8, 0), min(size, 8))))
    case 0x2:
      switch kind & 0x0F {
      case 2: return .real(Double(Float(bitPattern: UInt32(try unsigned(place + 1, 4)))))
      case 3: return .real(Double(bitPattern: try unsigned(place + 1, 8)))
      default: throw PropertyListError(words: "has a number that cannot be")
      }
    case 0x3: return .date(Double(bitPattern: try unsigned(place + 1, 8)) + 978_307_200)
    case 0x4:
      let (count, start) = try length(place)
      return .data(Array(try slice(start, count)))
    case 0x5, 0x7:
      let (count, start) = try length(place)
      return .string(String(decoding: try slice(start, count), as: UTF8.self))
    case 0x6:
      let (count, start) = try length(place)
      guard count <= table / 2 else { throw PropertyListError(words: "ends in the middle") }
      let half = Array(try slice(start, count * 2))
      return .string(
        String(decoding: (0..<count).map { UInt16(half[$0 * 2]) << 8 | UInt16(half[$0 * 2 + 1]) }, as: UTF16.self))
    case 0x8: return .integer(Int64(bitPattern: try unsigned(place + 1, min(Int(kind & 0x0F) + 1, 8))))
    case 0xA, 0xC:
      let (count, start) = try length(place)
      guard count <= table / referenceSize else { throw PropertyListError(words: "ends in the middle") }
      var items: [PropertyList] = []
      for index in 0..<count { items.append(try object(try reference(start, index), depth: depth + 1)) }
      return .array(items)
    case 0xD:
      let (count, start) = try length(place)
      guard count <= table / referenceSize else { throw PropertyListError(words: "ends in the middle") }
      var values: [String: PropertyList] = [:]
      for index in 0..<count {
        guard case .string(let key) = try object(try reference(start, index), depth: depth + 1) else {
          throw PropertyListError(words: "has a key that is no text")
        }
        values[key] = try object(try reference(start, count + index), depth: depth + 1)
      }
      return .dictionary(values)
    default: throw PropertyListError(words: "has a value of no known kind")
    }
  }
}
