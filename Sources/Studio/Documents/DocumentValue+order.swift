extension DocumentValue {
  /// Firestore's order of kinds ("Supported data types"): what is of an earlier kind comes first, whatever it is.
  private var rank: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .double(let number) where number.isNaN: 2
    case .integer, .double: 3
    case .timestamp: 4
    case .string: 5
    case .bytes: 6
    case .reference: 7
    case .geoPoint: 8
    case .array: 9
    case .map: 10
    }
  }

  /// Whether a query for the one finds the other: numbers by their worth, NaN as itself.
  public func isEqual(to other: DocumentValue) -> Bool { order(to: other) == .same }

  /// Whether it comes first, of all values there are.
  public func precedes(_ other: DocumentValue) -> Bool { order(to: other) == .less }

  func order(to other: DocumentValue) -> DocumentOrder {
    switch (self, other) {
    case (.boolean(let a), .boolean(let b)): DocumentOrder(a ? 1 : 0, b ? 1 : 0)
    case (.integer(let a), .integer(let b)): DocumentOrder(a, b)
    case (.timestamp(let a), .timestamp(let b)): DocumentOrder(a, b)
    case (.string(let a), .string(let b)): a.byteOrder(to: b)
    case (.bytes(let a), .bytes(let b)): Self.order(a, b) { DocumentOrder($0, $1) }
    case (.reference(let a), .reference(let b)): DocumentPath.compare(a.segments[...], b.segments[...])
    case (.geoPoint(let a, let b), .geoPoint(let c, let d)):
      DocumentOrder(a, c) == .same ? DocumentOrder(b, d) : DocumentOrder(a, c)
    case (.array(let a), .array(let b)): Self.order(a, b) { $0.order(to: $1) }
    case (.map(let a), .map(let b)):
      Self.order(a.all, b.all) {
        let names = $0.name.byteOrder(to: $1.name)
        return names == .same ? $0.value.order(to: $1.value) : names
      }
    default:
      if let a = numberPlace, let b = other.numberPlace {
        DocumentOrder(a.double, b.double) == .same
          ? DocumentOrder(a.rest, b.rest) : DocumentOrder(a.double, b.double)
      } else {
        DocumentOrder(rank, other.rank)
      }
    }
  }

  private static func order<Element>(
    _ a: [Element], _ b: [Element], _ compare: (Element, Element) -> DocumentOrder
  ) -> DocumentOrder {
    for (one, other) in zip(a, b) {
      let order = compare(one, other)
      if order != .same { return order }
    }
    return DocumentOrder(a.count, b.count)
  }

  /// A number as the largest double that is not above it, and what is left (less than 1024): exact for all integers, where a
  /// double alone has 53 bits. Nil for NaN and for what is no number.
  var numberPlace: (double: Double, rest: UInt16)? {
    switch self {
    case .integer(let number):
      var double = Double(number)
      // 2^63, which is what the largest integers round to, is no Int64.
      if double >= 0x1p63 || Int64(double) > number { double = double.nextDown }
      return (double, UInt16(number - Int64(double)))
    case .double(let number): return number.isNaN ? nil : (number == 0 ? 0 : number, 0)
    default: return nil
    }
  }

  // MARK: As bytes

  /// Bytes whose order (`memcmp`, the shorter first) is the order of values: what a database's index needs. Equal values have
  /// equal bytes.
  public var orderedBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Less than what any value, and any name, begins with.
  private static let end: UInt8 = 1
  private static let next: UInt8 = 2

  private func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(rank) * 4 + 4)
    switch self {
    case .null: break
    case .boolean(let value): bytes.append(value ? 2 : 1)
    case .integer, .double:
      guard let place = numberPlace else { break }
      Self.write(place.double, to: &bytes)
      Self.write(UInt64(place.rest), 2, to: &bytes)
    case .timestamp(let time):
      Self.write(UInt64(bitPattern: time.seconds) ^ (1 << 63), 8, to: &bytes)
      Self.write(UInt64(time.nanoseconds), 4, to: &bytes)
    case .string(let text): Self.write(text.utf8, to: &bytes)
    case .bytes(let content): Self.write(content, to: &bytes)
    case .reference(let path):
      for segment in path.segments {
        bytes.append(Self.next)
        Self.write(segment.utf8, to: &bytes)
      }
      bytes.append(Self.end)
    case .geoPoint(let latitude, let longitude):
      Self.write(latitude, to: &bytes)
      Self.write(longitude, to: &bytes)
    case .array(let values):
      for value in values { value.write(to: &bytes) }
      bytes.append(Self.end)
    case .map(let fields):
      for field in fields {
        bytes.append(Self.next)
        Self.write(field.name.utf8, to: &bytes)
        field.value.write(to: &bytes)
      }
      bytes.append(Self.end)
    }
  }

  private static func write(_ number: Double, to bytes: inout [UInt8]) {
    let bits = (number == 0 ? 0 : number).bitPattern
    write(bits >> 63 == 1 ? ~bits : bits | (1 << 63), 8, to: &bytes)
  }

  private static func write(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
  }

  /// A zero is written as 0 255, and 0 1 ends: less than every byte that could follow.
  private static func write(_ content: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    for byte in content {
      bytes.append(byte)
      if byte == 0 { bytes.append(255) }
    }
    bytes += [0, 1]
  }
}
