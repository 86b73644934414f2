/// Why bytes are no property list.
public struct PropertyListError: Error, Sendable, Equatable {
  /// What is wrong, to follow the file's name: "ends in the middle".
  public var words: String
}

/// A property list of Apple's, of either kind (XML or `bplist00`), as far as catalogs and libraries need one. Whatever the
/// bytes are, reading them ends, at a bounded depth and size.
public indirect enum PropertyList: Sendable, Equatable {
  case dictionary([String: PropertyList])
  case array([PropertyList])
  case string(String)
  /// Whole numbers.
  case integer(Int64)
  /// All others.
  case real(Double)
  case boolean(Bool)
  /// Seconds since 1970.
  case date(Double)
  case data([UInt8])

  /// Deeper ones are refused.
  static let depth = 64
  /// More values, counted each time they are named, are refused.
  static let mostValues = 2_000_000

  /// Reads either kind.
  public init(reading bytes: [UInt8]) throws(PropertyListError) {
    self = bytes.starts(with: "bplist0".utf8) ? try BinaryPropertyList.read(bytes) : try XMLPropertyList.read(bytes)
  }

  /// What a dictionary has under a key.
  public subscript(key: String) -> PropertyList? {
    guard case .dictionary(let values) = self else { return nil }
    return values[key]
  }

  /// A string's.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// An array's.
  public var items: [PropertyList]? { if case .array(let items) = self { items } else { nil } }

  /// A whole number's, also of one that was written as a string or with a fraction of nothing.
  public var number: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    case .string(let text): Int64(text)
    case .dictionary, .array, .boolean, .date, .data: nil
    }
  }
}
