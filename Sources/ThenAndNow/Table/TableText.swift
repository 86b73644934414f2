/// A table's bytes as text: which encoding they are in is found out, and said.
public struct TableText: Sendable, Equatable {
  public var text: String
  /// For people: `UTF-8`, `Windows-1255 (guessed: many Hebrew letters)`.
  public var encoding: String

  /// The largest table that is read, in bytes.
  public static let largest = 64 << 20

  /// Why bytes are no text.
  public struct Fault: Error, Equatable, Sendable {
    public var words: String
  }

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
    } else {
      let page = CodePage.guess(bytes)
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(page.scalar(byte)) }
      (text, encoding) = (String(scalars), page.words)
    }
  }
}
