/// What a field of a document holds.
///
/// ```swift
/// let place = DocumentValue.geoPoint(latitude: 31.78, longitude: 35.23)
/// DocumentValue.integer(3).isEqual(to: .double(3))  // true, as in Firestore
/// ```
public indirect enum DocumentValue: Sendable {
  case null
  case boolean(Bool)
  /// A whole number; as a place in an order it is the same as the double of its worth.
  case integer(Int64)
  case double(Double)
  case timestamp(DocumentTimestamp)
  /// Compared by bytes of UTF-8.
  case string(String)
  case bytes([UInt8])
  /// Another document of the same store.
  case reference(DocumentPath)
  /// Degrees: -90 to 90, -180 to 180.
  case geoPoint(latitude: Double, longitude: Double)
  /// Holds no array directly.
  case array([DocumentValue])
  case map(DocumentFields)

  /// The map in it; nil for anything else.
  public var fields: DocumentFields? {
    if case .map(let fields) = self { return fields }
    return nil
  }

  /// The text in it; nil for anything else.
  public var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }
}

extension DocumentValue: Equatable {
  /// The same kind and the same bits: what a store must give back. ``isEqual(to:)`` is what a query asks.
  public static func == (a: DocumentValue, b: DocumentValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    // One NaN is as good as another.
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.string(let a), .string(let b)): a.isSameBytes(as: b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.geoPoint(let a, let b), .geoPoint(let c, let d)): a == c && b == d
    case (.array(let a), .array(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.null, _), (.boolean, _), (.integer, _), (.double, _), (.timestamp, _), (.string, _), (.bytes, _),
      (.reference, _), (.geoPoint, _), (.array, _), (.map, _):
      false
    }
  }
}

/// Not of `nil`, which would be null where it is meant to be no value at all.
extension DocumentValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An array.
  public init(arrayLiteral elements: DocumentValue...) { self = .array(elements) }
  /// A map.
  public init(dictionaryLiteral elements: (String, DocumentValue)...) { self = .map(DocumentFields(elements)) }
}

/// Fields with their values, in the order of their names' bytes; a name stands once.
///
/// ```swift
/// let fields: DocumentFields = ["title": "Jaffa Gate", "visits": 2]
/// fields["title"]?.text  // "Jaffa Gate"
/// ```
public struct DocumentFields: Sendable, Equatable, Sequence, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Sendable, Equatable {
    /// Told apart by bytes.
    public let name: String
    /// What it holds.
    public var value: DocumentValue

    /// By bytes.
    public static func == (a: Field, b: Field) -> Bool { a.name.isSameBytes(as: b.name) && a.value == b.value }
  }

  /// In order.
  public private(set) var all: [Field] = []

  /// None.
  public init() {}

  /// Of two values under one name the later stays.
  public init(_ fields: some Sequence<(String, DocumentValue)>) {
    // Sorted once: a map of many thousands is no list that is shifted for each of them.
    let sorted = fields.enumerated().map { (Field(name: $1.0, value: $1.1), $0) }.sorted {
      let order = $0.0.name.byteOrder(to: $1.0.name)
      return order == .same ? $0.1 < $1.1 : order == .less
    }
    all.reserveCapacity(sorted.count)
    for (field, _) in sorted {
      if let last = all.last, last.name.isSameBytes(as: field.name) { all.removeLast() }
      all.append(field)
    }
  }

  /// Of two values under one name the later stays.
  public init(dictionaryLiteral elements: (String, DocumentValue)...) { self.init(elements) }

  /// Nil where there is no such field; setting nil takes it away.
  public subscript(name: String) -> DocumentValue? {
    get {
      let (place, isThere) = place(of: name)
      return isThere ? all[place].value : nil
    }
    set {
      let (place, isThere) = place(of: name)
      switch (newValue, isThere) {
      case (let value?, true): all[place].value = value
      case (let value?, false): all.insert(Field(name: name, value: value), at: place)
      case (nil, true): all.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// How many.
  public var count: Int { all.count }
  /// Whether there is none.
  public var isEmpty: Bool { all.isEmpty }

  /// In order.
  public func makeIterator() -> IndexingIterator<[Field]> { all.makeIterator() }

  private func place(of name: String) -> (Int, isThere: Bool) {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      switch all[middle].name.byteOrder(to: name) {
      case .less: low = middle + 1
      case .same: return (middle, true)
      case .greater: high = middle
      }
    }
    return (low, false)
  }
}
