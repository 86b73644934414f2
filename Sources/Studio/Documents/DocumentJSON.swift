/// JSON as Firestore speaks it, kept as it came: numbers as their digits, members in their order.
public indirect enum DocumentJSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([DocumentJSON])
  case object([Member])

  /// One member of an object.
  public struct Member: Sendable, Equatable {
    /// Told apart by bytes.
    public var name: String
    /// What it is.
    public var value: DocumentJSON
  }

  /// An object of these, in their order.
  public static func members(_ members: [(String, DocumentJSON)]) -> DocumentJSON {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// A member; nil for another kind, and where there is none.
  public subscript(name: String) -> DocumentJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.isSameBytes(as: name) }?.value
  }

  /// The text; nil for another kind.
  public var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The elements; nil for another kind.
  public var elements: [DocumentJSON]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The members; nil for another kind.
  public var members: [Member]? {
    if case .object(let members) = self { return members }
    return nil
  }

  /// A whole number, written as one or as a text of one, as Protobuf's JSON does with 64 bits.
  public var integer: Int64? {
    switch self {
    case .number(let digits), .string(let digits): Int64(digits)
    case .null, .bool, .array, .object: nil
    }
  }

  // MARK: Writing

  /// In one line, ASCII signs below a blank escaped.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Why bytes are no JSON.
public struct DocumentJSONFault: Error, Sendable, Equatable {
  /// What was expected.
  public var words: String
  /// Where, in bytes from the beginning.
  public var offset: Int
}

/// Reads RFC 8259 strictly, with a bound on its depth.
///
/// It stays apart from WebSupport's `JSONReader`, which a pure module may not import (Hummingbird comes with it), and which is less strict:
/// it replaces half of a surrogate pair by U+FFFD. A document read so would be written back changed. A text without escapes is read where it
/// stands, because answers may have megabytes.
struct DocumentJSONReader {
  private let bytes: [UInt8]
  private var place = 0
  /// Twenty maps in each other are sixty objects, with what is around them.
  private static let deepest = 128

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(DocumentJSONFault) -> DocumentJSON {
    let value = try value(depth: 0)
    skipBlanks()
    guard place == bytes.count else { throw fault("the end") }
    return value
  }

  private func fault(_ wanted: String) -> DocumentJSONFault {
    DocumentJSONFault(words: "expected \(wanted)", offset: place)
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] <= 0x20 {
      guard bytes[place] == 0x20 || bytes[place] == 0x0A || bytes[place] == 0x0D || bytes[place] == 0x09 else { return }
      place += 1
    }
  }

  private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(DocumentJSONFault) -> DocumentJSON {
    guard depth < Self.deepest else { throw fault("no more than \(Self.deepest) levels") }
    skipBlanks()
    guard place < bytes.count else { throw fault("a value") }
    switch bytes[place] {
    case UInt8(ascii: "{"):
      place += 1
      return try object(depth: depth)
    case UInt8(ascii: "["):
      place += 1
      var elements: [DocumentJSON] = []
      if takes("]") { return .array([]) }
      repeat { elements.append(try value(depth: depth + 1)) } while takes(",")
      guard takes("]") else { throw fault("a comma or the array's end") }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default:
      for (word, value) in [("null", DocumentJSON.null), ("true", .bool(true)), ("false", .bool(false))]
      where bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return value
      }
      throw fault("a value")
    }
  }

  private mutating func object(depth: Int) throws(DocumentJSONFault) -> DocumentJSON {
    var members: [DocumentJSON.Member] = []
    if takes("}") { return .object([]) }
    repeat {
      skipBlanks()
      let name = try string()
      guard takes(":") else { throw fault("a colon") }
      members.append(DocumentJSON.Member(name: name, value: try value(depth: depth + 1)))
    } while takes(",")
    guard takes("}") else { throw fault("a comma or the object's end") }
    return .object(members)
  }

  private mutating func number() throws(DocumentJSONFault) -> String {
    let start = place
    func digits() throws(DocumentJSONFault) {
      let first = place
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
      guard place > first else { throw fault("a digit") }
    }
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    try digits()
    guard bytes[first] != 0x30 || place == first + 1 else { throw fault("a number without a zero before it") }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      try digits()
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func string() throws(DocumentJSONFault) -> String {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw fault("a text") }
    place += 1
    var content: [UInt8] = []
    while true {
      let start = place
      while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\"),
        bytes[place] >= 0x20
      {
        place += 1
      }
      // Most texts have no escapes, and are read where they stand.
      if place < bytes.count, content.isEmpty, bytes[place] == UInt8(ascii: "\"") {
        place += 1
        guard let text = String(validating: bytes[start..<(place - 1)], as: UTF8.self) else {
          throw fault("UTF-8 before here")
        }
        return text
      }
      content += bytes[start..<place]
      guard place < bytes.count, bytes[place] >= 0x20 else { throw fault("the text's end") }
      place += 1
      if bytes[place - 1] == UInt8(ascii: "\"") { break }
      content += try escape()
    }
    guard let text = String(validating: content, as: UTF8.self) else { throw fault("UTF-8 before here") }
    return text
  }

  private mutating func escape() throws(DocumentJSONFault) -> [UInt8] {
    guard place < bytes.count else { throw fault("an escaped sign") }
    place += 1
    switch bytes[place - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [bytes[place - 1]]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var code = try fourDigits()
      if (0xD800..<0xDC00).contains(code) {
        guard bytes[place...].starts(with: "\\u".utf8) else { throw fault("the second half of a sign") }
        place += 2
        let second = try fourDigits()
        guard (0xDC00..<0xE000).contains(second) else { throw fault("the second half of a sign") }
        code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
      }
      guard let sign = Unicode.Scalar(code) else { throw fault("a sign that there is") }
      return Array(String(Character(sign)).utf8)
    default: throw fault("an escaped sign")
    }
  }

  private mutating func fourDigits() throws(DocumentJSONFault) -> UInt32 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    place += 4
    return code
  }
}

extension DocumentJSON {
  /// Reads RFC 8259 strictly.
  /// - Throws: ``DocumentJSONFault``: what was expected, and where.
  public init(bytes: [UInt8]) throws(DocumentJSONFault) {
    var reader = DocumentJSONReader(bytes)
    self = try reader.document()
  }
}
