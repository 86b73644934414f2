import BoothCore

/// A parsed JSON5 document. Whole numbers stay exact; everything else that is a number is a `Double`, which may be
/// infinite or NaN, as JSON5 has both.
package indirect enum JSON5Value: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON5Value])
  case object(JSON5Object)

  /// What a problem says it found: the value itself where it is short, its kind otherwise. Safe for a terminal.
  package var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let text): "\"\(text.printable(limit: 48))\""
    case .array(let items): items.count == 1 ? "a list of one" : "a list of \(items.count)"
    case .object: "an object"
    }
  }

  /// The value as a number, if it is one.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value as a whole number, if it is exactly one.
  var wholeNumber: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }
}

/// A JSON5 object: members in the order of the file. Where a key is written twice the last one counts, as in
/// JavaScript.
package struct JSON5Object: Sendable, Equatable {
  package private(set) var keys: [String] = []
  package private(set) var repeatedKeys: [String] = []
  private var values: [String: JSON5Value] = [:]

  /// The value of `key`; a `null` is the same as nothing, as FotoX's optional keys have it.
  package subscript(key: String) -> JSON5Value? {
    guard let value = values[key], value != .null else { return nil }
    return value
  }

  mutating func add(_ value: JSON5Value, for key: String) {
    if values.updateValue(value, forKey: key) == nil {
      keys.append(key)
    } else if !repeatedKeys.contains(key), repeatedKeys.count < 16 {
      repeatedKeys.append(key)
    }
  }
}
