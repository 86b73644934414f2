/// A table's bytes as text: which encoding they are in is found out, and said.
public struct TableText: Sendable, Equatable {
  public var text: String
  /// For people: `UTF-8`, `Windows-1255 (guessed: many Hebrew letters)`.
  public var encoding: String
  /// Where a byte stood that is none of the encoding; in the text each is a replacement character (U+FFFD).
  public var damages: [Damage] = []

  /// A byte in the file that is no part of any letter.
  public struct Damage: Equatable, Sendable {
    /// From 1.
    public var line: Int
    /// In bytes of its line, from 1.
    public var column: Int
    public var byte: UInt8

    /// `the byte 0xE9 (line 3, byte 17)`.
    public var words: String {
      let digits = String(byte, radix: 16, uppercase: true)
      return "the byte 0x\(digits.count == 1 ? "0" : "")\(digits) (line \(line), byte \(column))"
    }
  }

  /// The largest table that is read, in bytes.
  public static let largest = 64 << 20

  /// Why bytes are no text.
  public struct Fault: Error, Equatable, Sendable {
    public var words: String
  }

  /// Of bytes that are UTF-8 but for some few: where those stand. Nil where letters of UTF-8 do not outweigh them: words in
  /// Windows' encodings have hardly ever one that looks like it, as no letter of theirs begins another.
  private static func damages(of bytes: [UInt8]) -> [Damage]? {
    var (line, start, index, letters) = (1, 0, 0, 0)
    var damages: [Damage] = []
    while index < bytes.count {
      let byte = bytes[index]
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      let end = min(index + length, bytes.count)
      if byte < 0x80 {
        let endsLine = byte == 0x0A || byte == 0x0D && (end == bytes.count || bytes[end] != 0x0A)
        if endsLine { (line, start) = (line + 1, end) }
        index = end
      } else if String(validating: bytes[index..<end], as: UTF8.self) != nil {
        letters += 1
        index = end
      } else {
        damages.append(Damage(line: line, column: index - start + 1, byte: byte))
        guard damages.count <= mostDamages else { return nil }
        index += 1
      }
    }
    return letters > damages.count ? damages : nil
  }

  /// More is another encoding.
  private static let mostDamages = 100

  /// Reads UTF-8, UTF-16 with a byte order mark, or guesses one of Windows' encodings.
  public init(_ bytes: [UInt8]) throws(Fault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      guard let text = String(validating: bytes[3...], as: UTF8.self) else {
        throw Fault(words: "says that it is UTF-8 and is damaged")
      }
      (self.text, encoding) = (text, "UTF-8 with a byte order mark")
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let isLittle = bytes[0] == 0xFF
      guard bytes.count % 2 == 0 else { throw Fault(words: "says that it is UTF-16 and ends within a letter") }
      let units = stride(from: 2, to: bytes.count, by: 2).map { index in
        isLittle
          ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw Fault(words: "says that it is UTF-16 and is damaged")
      }
      (self.text, encoding) = (text, "UTF-16")
    } else if bytes.contains(0) {
      throw Fault(
        words: "has bytes of 0, so it is no text or UTF-16 without its byte order mark; save it as CSV in UTF-8")
    } else if let text = String(validating: bytes, as: UTF8.self) {
      (self.text, encoding) = (text, "UTF-8")
    } else if let damages = Self.damages(of: bytes) {
      (text, encoding) = (String(decoding: bytes, as: UTF8.self), "UTF-8, but for \(damages.count) bytes")
      self.damages = damages
    } else {
      let page = CodePage.guess(bytes)
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(page.scalar(byte)) }
      (text, encoding) = (String(scalars), page.words)
    }
  }
}
