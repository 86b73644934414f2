/// A Swift file's text, and the same with comments and string literals blanked, so that a law about code is not broken
/// by a sentence about code. Lines stay where they are.
struct SourceText {
  let path: String
  let text: String
  let code: String
  /// Of text and code; each law goes through them, so they are cut once.
  let lines: [Substring]
  let codeLines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = Self.blanked(text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private enum Mode {
    case code
    case lineComment
    case blockComment(depth: Int)
    /// Ends at this delimiter: `"`, `"""`, `"#` …
    case string(end: [UInt8])
  }

  private static let slash = UInt8(ascii: "/"), star = UInt8(ascii: "*"), quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#"), backslash = UInt8(ascii: "\\"), newline = UInt8(ascii: "\n")

  private static func blanked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var mode = Mode.code
    var result = bytes
    var index = 0
    // Asked at every byte of the repository: without an array for each question.
    func follows(_ first: UInt8, _ second: UInt8) -> Bool {
      bytes[index] == first && index + 1 < bytes.count && bytes[index + 1] == second
    }
    func follows(_ wanted: [UInt8]) -> Bool { bytes[index] == wanted[0] && bytes[index...].starts(with: wanted) }
    /// Takes `count` bytes out; line ends stay.
    func blank(_ count: Int) {
      for place in index..<min(index + count, bytes.count) where bytes[place] != newline {
        result[place] = UInt8(ascii: " ")
      }
      index += count
    }
    while index < bytes.count {
      switch mode {
      case .code:
        if follows(slash, slash) {
          mode = .lineComment
        } else if follows(slash, star) {
          mode = .blockComment(depth: 1)
          blank(2)
        } else if bytes[index] == quote || bytes[index] == hash,
          let (opening, end) = stringOpening(bytes[index...])
        {
          mode = .string(end: end)
          blank(opening)
        } else {
          index += 1
        }
      case .lineComment:
        if bytes[index] == newline { mode = .code }
        blank(1)
      case .blockComment(let depth):
        if follows(slash, star) {
          mode = .blockComment(depth: depth + 1)
          blank(2)
        } else if follows(star, slash) {
          mode = depth == 1 ? .code : .blockComment(depth: depth - 1)
          blank(2)
        } else {
          blank(1)
        }
      case .string(let end):
        if follows(end) {
          mode = .code
          blank(end.count)
        } else if end.last == quote, bytes[index] == backslash {
          blank(2)
        } else {
          blank(1)
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// How long the opening delimiter is and what ends the literal: any number of `#`, one quote or three.
  private static func stringOpening(_ rest: ArraySlice<UInt8>) -> (Int, [UInt8])? {
    guard rest.first == quote || rest.first == hash else { return nil }
    let hashes = rest.prefix { $0 == hash }.count
    let quotes = rest.dropFirst(hashes).prefix(3)
    guard quotes.first == quote else { return nil }
    let count = quotes.count == 3 && quotes.allSatisfy { $0 == quote } ? 3 : 1
    return (hashes + count, Array(repeating: quote, count: count) + Array(repeating: hash, count: hashes))
  }
}
