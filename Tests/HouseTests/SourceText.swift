/// A Swift file's text, and the same with comments and string literals blanked, so that a law about code is not broken
/// by a sentence about code. Lines stay where they are.
struct SourceText {
  let path: String
  let text: String
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = Self.blanked(text)
  }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

  private enum Mode {
    case code
    case lineComment
    case blockComment(depth: Int)
    /// Ends at this delimiter: `"`, `"""`, `"#` …
    case string(end: [Character])
  }

  private static func blanked(_ text: String) -> String {
    let characters = Array(text)
    var mode = Mode.code
    var result = ""
    var index = 0
    func follows(_ wanted: [Character]) -> Bool { characters[index...].starts(with: wanted) }
    /// Takes `count` characters out; line ends stay.
    func blank(_ count: Int) {
      for character in characters[index..<min(index + count, characters.count)] {
        result.append(character.isNewline ? character : " ")
      }
      index += count
    }
    while index < characters.count {
      switch mode {
      case .code:
        if follows(["/", "/"]) {
          mode = .lineComment
        } else if follows(["/", "*"]) {
          mode = .blockComment(depth: 1)
          blank(2)
        } else if let (opening, end) = stringOpening(characters[index...]) {
          mode = .string(end: end)
          blank(opening)
        } else {
          result.append(characters[index])
          index += 1
        }
      case .lineComment:
        if characters[index].isNewline { mode = .code }
        blank(1)
      case .blockComment(let depth):
        if follows(["/", "*"]) {
          mode = .blockComment(depth: depth + 1)
          blank(2)
        } else if follows(["*", "/"]) {
          mode = depth == 1 ? .code : .blockComment(depth: depth - 1)
          blank(2)
        } else {
          blank(1)
        }
      case .string(let end):
        if follows(end) {
          mode = .code
          blank(end.count)
        } else if end.last == "\"", characters[index] == "\\" {
          blank(2)
        } else {
          blank(1)
        }
      }
    }
    return result
  }

  /// How long the opening delimiter is and what ends the literal: any number of `#`, one quote or three.
  private static func stringOpening(_ rest: ArraySlice<Character>) -> (Int, [Character])? {
    let hashes = rest.prefix { $0 == "#" }.count
    let quotes = rest.dropFirst(hashes).prefix(3)
    guard quotes.first == "\"" else { return nil }
    let count = quotes.count == 3 && quotes.allSatisfy { $0 == "\"" } ? 3 : 1
    return (hashes + count, Array(repeating: "\"", count: count) + Array(repeating: "#", count: hashes))
  }
}
