/// Reads JSON (RFC 8259), refusing everything else, and what is nested deeper than anybody means it.
///
/// It stays apart from `DocumentJSONReader` and `JSON5Parser`, because their answers differ. Example: half of a surrogate pair, `"\ud83d"`,
/// is U+FFFD here and a fault in a document. A byte order mark is skipped here and a fault there; the depths, and the words and places of
/// faults, differ as well. One scanner would need a switch for each of these.
package struct JSONReader {
  package struct Fault: Error, Equatable, CustomStringConvertible {
    var offset: Int
    var expected: String
    package var description: String { "expected \(expected) at byte \(offset)" }
  }

  package static let deepest = 64

  private let bytes: [UInt8]
  private var index = 0

  package static func read(_ bytes: [UInt8]) throws(Fault) -> JSONDocument {
    var reader = JSONReader(bytes: bytes)
    // Some programs begin with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.index < bytes.count { throw reader.fault("nothing more") }
    return value
  }

  /// The member that `bytes` begin with, whatever follows, where its value is a text.
  package static func leadingMember(_ bytes: [UInt8]) -> (name: String, value: String)? {
    var reader = JSONReader(bytes: bytes)
    do throws(Fault) {
      let name = try reader.string()
      reader.skipBlanks()
      guard reader.take(":") else { return nil }
      reader.skipBlanks()
      guard reader.next == UInt8(ascii: "\"") else { return nil }
      return (name, try reader.string())
    } catch {
      return nil
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func fault(_ expected: String) -> Fault { Fault(offset: index, expected: expected) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ sign: Character) -> Bool {
    guard next == sign.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(Fault) -> JSONDocument {
    if depth > Self.deepest { throw fault("at most \(Self.deepest) levels") }
    skipBlanks()
    switch next.map({ UnicodeScalar($0) }) {
    case "{": return try object(depth)
    case "[": return try array(depth)
    case "\"": return .string(try string())
    case "t": return try word("true", .bool(true))
    case "f": return try word("false", .bool(false))
    case "n": return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONDocument) throws(Fault) -> JSONDocument {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value") }
    index += word.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) throws(Fault) -> JSONDocument {
    index += 1
    var members: [JSONDocument.Member] = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault("a member's name") }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw fault("a colon") }
      members.append(JSONDocument.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault("a comma or a closing brace") }
    }
  }

  private mutating func array(_ depth: Int) throws(Fault) -> JSONDocument {
    index += 1
    var values: [JSONDocument] = []
    skipBlanks()
    if take("]") { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(values) }
      guard take(",") else { throw fault("a comma or a closing bracket") }
    }
  }

  private mutating func number() throws(Fault) -> String {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    if index == start { throw fault(start < bytes.count ? "a value" : "more") }
  }

  private mutating func string() throws(Fault) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("UTF-8 before") }
        return string
      case UInt8(ascii: "\\"): text += String(try escaped()).utf8
      case 0..<0x20: throw fault("no control character")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault("a closing quote")
  }

  private mutating func escaped() throws(Fault) -> UnicodeScalar {
    index += 1
    guard let byte = next else { throw fault("more") }
    index += 1
    switch UnicodeScalar(byte) {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "\"", "\\", "/": return UnicodeScalar(byte)
    case "u": break
    default: throw fault("an escape")
    }
    let unit = try hexadecimal()
    guard UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else { return UnicodeScalar(unit) ?? "\u{FFFD}" }
    let before = index
    index += 2
    let second = try hexadecimal()
    guard UTF16.isTrailSurrogate(second) else {
      index = before
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  private mutating func hexadecimal() throws(Fault) -> UInt16 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    index += 4
    return unit
  }
}
