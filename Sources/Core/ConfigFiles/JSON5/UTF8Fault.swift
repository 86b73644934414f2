/// The first byte of a file that is no UTF-8, for a person who saved the file in another encoding.
struct UTF8Fault {
  private let bytes: [UInt8]
  /// From 0.
  private let position: Int

  /// Nil where all of it is UTF-8.
  init?(in bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    reading: while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): position += scalar.count
      case .error, .emptyInput: break reading
      }
    }
    self.bytes = bytes
    self.position = min(position, bytes.count - 1)
  }

  var error: JSON5Error {
    let before = bytes[..<position]
    let line = before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSON5Error(line: line + 1, column: position - start + 1, expected: "text in UTF-8", found: found)
  }

  private var found: String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "a file in UTF-16" }
    let byte = bytes[position]
    let digits = String(byte, radix: 16, uppercase: true)
    // What Windows and old editors write: one byte a letter, the first 256 of Unicode.
    let letter = byte >= 0xA0 ? ", in Latin-1 the letter \(Character(Unicode.Scalar(byte)))" : ""
    return "the byte \(digits)\(letter); save the file as UTF-8"
  }
}
