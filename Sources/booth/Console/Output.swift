import FoundationEssentials
import Synchronization

/// One answer is one JSON value: what fails after it is told to people only.
enum JSONOutput {
  private static let begun = Mutex(false)
  static var hasBegun: Bool { begun.withLock { $0 } }
  fileprivate static func begin() { begun.withLock { $0 = true } }
}

/// Prints a value as JSON, keys sorted, for programs.
func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .iso8601
  let text = String(decoding: try encoder.encode(value), as: UTF8.self)
  JSONOutput.begin()
  print(text)
}

/// Prints a line for people. What comes from files, cameras or the network may be in it.
func say(_ line: String) { print(line.harmless) }

extension String {
  /// Without what would steer a terminal or turn the order of its letters: control characters (ESC begins them), line
  /// breaks, and Unicode's embeddings, overrides and isolates (U+202A–202E, U+2066–2069). They are written as
  /// `\u{1b}`. The marks and joiners that Hebrew, Arabic and emoji need stay.
  var harmless: String {
    func steers(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    guard unicodeScalars.contains(where: steers) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if steers(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Prints rows in columns, for people.
func printTable(_ rows: [[String]]) {
  let rows = rows.map { $0.map(\.harmless) }
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
  for row in rows {
    let cells = row.enumerated().map { index, cell in
      index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
    }
    print(cells.joined(separator: "  "))
  }
}
