import BoothCore

/// Why a text is no JSON5.
package struct JSON5Error: Error, Equatable {
  /// Both from 1; the column counts bytes.
  package var line: Int
  package var column: Int
  package var expected: String
  package var found: String
}

/// Reads JSON5 (https://spec.json5.org: JSON with comments, trailing commas, plain keys, both quotes) from UTF-8 bytes.
///
/// A parser of our own because an event file is written by hand: its author needs the line of a mistake and to hear of
/// a key written twice, and a hostile file must be refused in a time and depth that are bounded.
///
/// It shares little with the two readers of plain JSON: blanks, keys, texts, numbers and lists have a wider grammar, numbers become
/// values here and stay digits there, and a mistake has a line, a column and what was found in place of a byte.
package struct JSON5Parser {
  /// An event file needs six.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private var position = 0

  package static func parse(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5Value {
    var parser = JSON5Parser(bytes: bytes)
    if let fault = UTF8Fault(in: bytes) { throw fault.error }
    try parser.skipBlanks()
    let value = try parser.value(depth: 0)
    try parser.skipBlanks()
    guard parser.position == bytes.count else { throw parser.error("the end of the file") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSON5Error) -> JSON5Value {
    guard depth < Self.maximumDepth else {
      throw error("at most \(Self.maximumDepth) lists and objects inside each other", found: "more")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case .some(let byte) where byte.isDigit || byte.isSign || byte == UInt8(ascii: "."): return try number()
    default:
      let start = position
      switch word() {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "NaN": return .number(.nan)
      case "Infinity": return .number(.infinity)
      default:
        position = start
        try refuseCurlyQuote()
        throw error("a value")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSON5Error) -> JSON5Value {
    var object = JSON5Object()
    position += 1
    try skipBlanks()
    while peek != UInt8(ascii: "}") {
      let key: String
      // Letters outside of ASCII may stand in plain keys, and these are none.
      try refuseCurlyQuote()
      if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
        key = try string()
      } else if let first = peek, !first.isDigit, let plain = word() {
        key = plain
      } else {
        throw error("a key or \"}\"")
      }
      try skipBlanks()
      guard take(":") else { throw error("\":\" after the key") }
      try skipBlanks()
      object.add(try value(depth: depth + 1), for: key)
      try skipBlanks()
      guard take(",") else { break }
      try skipBlanks()
    }
    guard take("}") else { throw error("\",\" or \"}\"") }
    return .object(object)
  }

  private mutating func array(depth: Int) throws(JSON5Error) -> JSON5Value {
    var items: [JSON5Value] = []
    position += 1
    try skipBlanks()
    while peek != UInt8(ascii: "]") {
      items.append(try value(depth: depth + 1))
      try skipBlanks()
      guard take(",") else { break }
      try skipBlanks()
    }
    guard take("]") else { throw error("\",\" or \"]\"") }
    return .array(items)
  }

  private mutating func number() throws(JSON5Error) -> JSON5Value {
    let start = position
    var negative = false
    if take("-") { negative = true } else { _ = take("+") }
    let digits = position
    while let byte = peek, byte.isWordByte || byte == UInt8(ascii: ".") || (byte.isSign && precededByExponent(digits)) {
      position += 1
    }
    let text = String(decoding: bytes[digits..<position], as: UTF8.self)
    func refuse() -> JSON5Error {
      position = start
      return error("a number")
    }
    if text == "Infinity" { return .number(negative ? -.infinity : .infinity) }
    if text == "NaN" { return .number(.nan) }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      guard text.dropFirst(2).allSatisfy(\.isHexDigit), let value = UInt64(text.dropFirst(2), radix: 16) else {
        throw refuse()
      }
      if let whole = Int(exactly: value) { return .integer(negative ? -whole : whole) }
      return .number(negative ? -Double(value) : Double(value))
    }
    guard text.utf8.first?.isDigit == true || text.utf8.first == UInt8(ascii: "."),
      text.utf8.contains(where: \.isDigit),
      !(text.utf8.count > 1 && text.hasPrefix("0") && text.utf8[text.utf8.index(after: text.startIndex)].isDigit)
    else { throw refuse() }
    if text.utf8.allSatisfy(\.isDigit), let whole = Int((negative ? "-" : "") + text) { return .integer(whole) }
    guard text.utf8.allSatisfy({ $0.isDigit || $0.isSign || $0 == 0x2E || $0 | 0x20 == UInt8(ascii: "e") }),
      let value = Double(text.asStrictDecimal)
    else { throw refuse() }
    return .number(negative ? -value : value)
  }

  private func precededByExponent(_ start: Int) -> Bool {
    position > start && bytes[position - 1] | 0x20 == UInt8(ascii: "e") && !(bytes[start] == 0x30 && isHex(start))
  }

  private func isHex(_ start: Int) -> Bool { start + 1 < bytes.count && bytes[start + 1] | 0x20 == UInt8(ascii: "x") }

  /// Word processors and phones put such quotes in place of straight ones.
  private func refuseCurlyQuote() throws(JSON5Error) {
    let curly = [
      "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{AB}", "\u{BB}",
    ]
    let rest = bytes[position...]
    guard let quote = curly.first(where: { rest.starts(with: $0.utf8) }) else { return }
    throw error(
      "straight quotes, \" or '",
      found:
        "the curly quote \(quote), which a word processor or a phone has made of one: write \" there and at the text's end"
    )
  }

  // MARK: Strings

  private mutating func string() throws(JSON5Error) -> String {
    let quote = bytes[position]
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case quote:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case 0x0A, 0x0D:
        position = start
        throw error("a string that ends on its line", found: "a line's end inside the string")
      default:
        text.append(byte)
        position += 1
      }
    }
    position = start
    throw error("a string with a closing quote", found: "the end of the file")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSON5Error) {
    guard let byte = peek else { throw error("a character after \"\\\"") }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0"): text.append(0x00)
    case UInt8(ascii: "x"): append(try hexadecimal(2), to: &text)
    case UInt8(ascii: "u"): append(try codePoint(), to: &text)
    case 0x0D: if peek == 0x0A { position += 1 }
    case 0x0A: break
    default: text.append(byte)
    }
  }

  /// The four digits after `\u`, with a second escape where the first is half of a pair.
  private mutating func codePoint() throws(JSON5Error) -> UInt32 {
    let first = try hexadecimal(4)
    guard (0xD800...0xDBFF).contains(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return first }
    let back = position
    position += 2
    let second = try hexadecimal(4)
    guard (0xDC00...0xDFFF).contains(second) else {
      position = back
      return first
    }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexadecimal(_ count: Int) throws(JSON5Error) -> UInt32 {
    let digits = bytes[position..<min(position + count, bytes.count)]
    guard digits.count == count, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("\(count) hexadecimal digits") }
    position += count
    return value
  }

  /// Half of a surrogate pair alone becomes U+FFFD.
  private func append(_ codePoint: UInt32, to text: inout [UInt8]) {
    text.append(contentsOf: Array(String(Unicode.Scalar(codePoint) ?? "\u{FFFD}").utf8))
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word() -> String? {
    let start = position
    while let byte = peek, byte.isWordByte, blankLength == 0 { position += 1 }
    return position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipBlanks() throws(JSON5Error) {
    while true {
      let length = blankLength
      if length > 0 {
        position += length
      } else if peek == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") {
        while let byte = peek, byte != 0x0A, byte != 0x0D { position += 1 }
      } else if peek == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
        let start = position
        position += 2
        while position + 1 < bytes.count, bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != 0x2F {
          position += 1
        }
        guard position + 1 < bytes.count else {
          position = start
          throw error("a comment with a closing \"*/\"", found: "the end of the file")
        }
        position += 2
      } else {
        return
      }
    }
  }

  /// How many bytes of white space start here: ASCII's, U+00A0, U+FEFF, U+2028 or U+2029; 0 for none.
  private var blankLength: Int {
    guard let first = peek else { return 0 }
    let rest = bytes[(position + 1)..<min(position + 3, bytes.count)]
    switch first {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2 where rest.first == 0xA0: return 2
    case 0xEF where rest.elementsEqual([0xBB, 0xBF]): return 3
    case 0xE2 where rest.elementsEqual([0x80, 0xA8]) || rest.elementsEqual([0x80, 0xA9]): return 3
    default: return 0
    }
  }

  private func error(_ expected: String, found: String? = nil) -> JSON5Error {
    let before = bytes[..<min(position, bytes.count)]
    let line = 1 + before.count { $0 == 0x0A }
    let column = 1 + before.count - ((before.lastIndex(of: 0x0A) ?? -1) + 1)
    let ahead = String(decoding: bytes[min(position, bytes.count)..<min(position + 64, bytes.count)], as: UTF8.self)
    let here = ahead.split(whereSeparator: \.isWhitespace).first.map { "\"\(String($0).printable(limit: 16))\"" }
    return JSON5Error(line: line, column: column, expected: expected, found: found ?? here ?? "the end of the file")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isSign: Bool { self == 0x2B || self == 0x2D }
  fileprivate var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  /// Letters, digits, `_`, `$`, and any byte of a character outside ASCII.
  fileprivate var isWordByte: Bool {
    isDigit || (0x61...0x7A).contains(self | 0x20) || self == 0x5F || self == 0x24 || self >= 0x80
  }
}

extension String {
  /// JSON5 allows `.5` and `5.`, Swift's `Double` wants digits on both sides.
  fileprivate var asStrictDecimal: String {
    guard let point = firstIndex(of: ".") else { return self }
    let whole = self[..<point]
    let rest = self[index(after: point)...]
    return (whole.isEmpty ? "0" : whole) + "." + (rest.first?.isNumber == true ? "" : "0") + rest
  }
}
