import FoundationEssentials

/// Any JSON, for the data of an answer. Whole numbers that fit an `Int` stay exact.
public enum JSONValue: Sendable, Equatable, Codable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Turns any value into JSON; dates are ISO 8601. Throws what its `encode(to:)` throws, and for numbers that JSON
  /// has not (NaN, infinities).
  public init(encoding value: some Encodable) throws {
    self = try Self.decoder.decode(JSONValue.self, from: Self.encoder.encode(value))
  }

  /// The reverse of ``init(encoding:)``.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Self.decoder.decode(type, from: Self.encoder.encode(self))
  }

  /// Reads any JSON. A whole number that fits an `Int` becomes ``int(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ type: Value.Type) -> Value? {
      do { return try container.decode(type) } catch { return nil }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = read(Bool.self) {
      self = .bool(value)
    } else if let value = read(Int.self) {
      self = .int(value)
    } else if let value = read(Double.self) {
      self = .double(value)
    } else if let value = read(String.self) {
      self = .string(value)
    } else if let value = read([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value as the JSON it stands for. Throws for numbers that JSON has not (NaN, infinities).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The value of `key`, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// One line, always in the same order.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
